"""A tensor larger than what is allowed.

Says: allocate memory
Also: landlock
"""

# %% last
import torch

torch.zeros(1 << 32)
