"""The wire itself: nothing lies on it while a cell runs.

Says: held: BlockingIOError
Also: landlock
"""

# %% last
import os
import socket
import stat


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


wire = socket.socket(fileno=os.dup(next(n for n in range(3, 256) if is_socket(n))))
try:
    print("ESCAPED", wire.recv(100, socket.MSG_PEEK | socket.MSG_DONTWAIT))
except BlockingIOError as error:
    print("held:", type(error).__name__)
