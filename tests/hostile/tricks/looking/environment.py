"""The environment is the sandbox's own.

Says: 'USER': 'student'
Also: landlock
"""

# %% last
import ctypes
import os

print(dict(os.environ))
environment = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
number = 0
while environment[number]:
    print(environment[number])
    number += 1
