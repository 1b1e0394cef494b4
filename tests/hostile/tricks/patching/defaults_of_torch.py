"""Defaults that hold for the whole process: dtype, device, gradients, threads, random state."""

# %% first
import torch

torch.set_default_dtype(torch.float64)
torch.set_default_device("meta")
torch.set_grad_enabled(False)
torch.manual_seed(0)
