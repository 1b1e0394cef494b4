"""Hidden inputs can be told by a message; the secret that they are drawn from cannot."""

# %% first
import torch

before = torch.random.initial_seed()

# %% last
import random

import numpy as np

print(before, random.getstate()[1][:5], np.random.get_state()[1][:5], torch.get_rng_state()[:20])
