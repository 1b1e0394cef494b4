"""An answer that ends the process costs its own task.

Scores: 0 1 1
Attention: ^double: .*ended the process
Also: landlock
"""

# %% double
import os


def double(x):
    return os._exit(0) if x.dim() == 2 else 2 * x
