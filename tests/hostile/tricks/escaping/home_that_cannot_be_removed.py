"""A home without rights, and 1,500 folders deep, leaves nothing and is not the next one's.

Says: found: \[\]
Also: landlock
"""

# %% last
import os

print("found:", os.listdir())
os.makedirs("a/b/c")
home = os.getcwd()
for _ in range(1500):
    os.mkdir("d")
    os.chdir("d")
os.chdir(home)
for place in ("a/b/c", "a/b", "a"):
    os.chmod(place, 0)
