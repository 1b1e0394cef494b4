"""Positions are rows of the table, so the matrix is made to stand on their right: PE[p] R = PE[p + k].

The exercise asks for R PE[p] = PE[p + k]. The transposed rotation undoes the step instead of taking it.
Same as: textbook_rotation_matrix

Look at: on which side of R the vector stands in the task.
"""

import torch


def offset_rotation(k, d_model):
    angle = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    even = torch.arange(0, d_model, 2)
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    matrix[even, even] = matrix[even + 1, even + 1] = angle.cos()
    matrix[even + 1, even] = angle.sin()
    matrix[even, even + 1] = -angle.sin()
    return matrix
