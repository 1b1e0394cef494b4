"""The usual tutorial form: exp of a negative logarithm, all in float32; wavelengths from the same rates."""

import math

import torch


def rates(d_model):
    return torch.exp(torch.arange(0, d_model, 2).float() * -(math.log(10000.0) / d_model))


def sinusoidal_pe(max_len, d_model):
    pe = torch.zeros(max_len, d_model)
    position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
    div_term = rates(d_model)
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term[: d_model // 2])
    return pe


def wavelengths(d_model):
    return 2 * math.pi / rates(d_model)
