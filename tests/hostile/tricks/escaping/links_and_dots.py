"""Links and .. lead to nothing that the path itself does not.

Says: held: 5
Also: landlock
"""

# %% last
import os

held = 0
dots = "../" * 20
for number, target in enumerate(("/etc/passwd", f"{dots}etc/passwd", "/etc/shadow", f"{dots}var/log", "/proc/1/root")):
    try:
        os.symlink(target, f"link{number}")
        os.listdir(f"link{number}") if os.path.isdir(f"link{number}") else open(f"link{number}").read()
        print("ESCAPED", target)
    except OSError:
        held += 1
print("held:", held)
