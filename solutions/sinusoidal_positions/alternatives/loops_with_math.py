"""Plain Python: lists, loops and the math module, entry by entry, in all three functions."""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    table = []
    for position in range(max_len):
        row = []
        for column in range(d_model):
            pair = column // 2
            angle = position / 10000 ** (2 * pair / d_model)
            if column % 2 == 0:
                row.append(math.sin(angle))
            else:
                row.append(math.cos(angle))
        table.append(row)
    return torch.tensor(table, dtype=torch.float32)


def offset_rotation(k, d_model):
    matrix = [[0.0 for _ in range(d_model)] for _ in range(d_model)]
    for pair in range(d_model // 2):
        angle = k / 10000 ** (2 * pair / d_model)
        a, b = 2 * pair, 2 * pair + 1
        matrix[a][a] = math.cos(angle)
        matrix[a][b] = math.sin(angle)
        matrix[b][a] = -math.sin(angle)
        matrix[b][b] = math.cos(angle)
    return torch.tensor(matrix)


def wavelengths(d_model):
    result = []
    for pair in range(d_model // 2):
        result.append(2 * math.pi * 10000 ** (2 * pair / d_model))
    return torch.tensor(result)
