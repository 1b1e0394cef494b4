"""No connection, by no protocol.

Says: held: 5
Also: landlock
"""

# %% last
import socket

held = 0
for family, kind in (
    (socket.AF_INET, socket.SOCK_STREAM),
    (socket.AF_INET, socket.SOCK_DGRAM),
    (socket.AF_INET6, socket.SOCK_STREAM),
    (socket.AF_INET, socket.SOCK_RAW),
    (socket.AF_PACKET, socket.SOCK_RAW),
):
    try:
        with socket.socket(family, kind) as end:
            end.settimeout(1)
            end.connect(("127.0.0.1", 22) if family == socket.AF_INET else ("::1", 22))
            end.send(b"x")
            print("ESCAPED", family, kind)
    except OSError:
        held += 1
print("held:", held)
