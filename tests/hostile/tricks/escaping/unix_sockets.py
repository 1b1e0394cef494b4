"""No socket of the host's, by path or by abstract name.

Says: held: 4
Also: landlock
"""

# %% last
import socket

held = 0
for name in ("/run/docker.sock", "/run/systemd/private", "/run/dbus/system_bus_socket", "\0/tmp/.X11-unix/X0"):
    try:
        with socket.socket(socket.AF_UNIX) as end:
            end.connect(name)
            print("ESCAPED", name)
    except OSError:
        held += 1
print("held:", held)
