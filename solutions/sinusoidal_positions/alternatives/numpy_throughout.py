"""NumPy for everything, a tensor only at the end: floor pairs for the table, kron for the rotation."""

import numpy as np
import torch


def sinusoidal_pe(max_len, d_model):
    column = np.arange(d_model)
    angle = np.arange(max_len)[:, np.newaxis] / 10000.0 ** (2 * (column // 2) / d_model)
    return torch.from_numpy(np.where(column % 2 == 0, np.sin(angle), np.cos(angle)).astype("float32"))


def offset_rotation(k, d_model):
    turn = k / np.power(10000.0, np.arange(0, d_model, 2) / d_model)
    matrix = np.kron(np.diag(np.cos(turn)), np.identity(2))
    matrix += np.kron(np.diag(np.sin(turn)), np.array([[0.0, 1.0], [-1.0, 0.0]]))
    return torch.from_numpy(matrix)


def wavelengths(d_model):
    return torch.from_numpy(2 * np.pi * np.power(10000.0, np.arange(0, d_model, 2) / d_model))
