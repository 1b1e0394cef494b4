"""Nothing can be offered to the host.

Says: held
Also: landlock
"""

# %% last
import socket

try:
    with socket.socket() as end:
        end.bind(("0.0.0.0", 0))
        end.listen()
        print("held: only this process's own network has it", socket.if_nameindex())
except OSError as error:
    print("held:", error)
