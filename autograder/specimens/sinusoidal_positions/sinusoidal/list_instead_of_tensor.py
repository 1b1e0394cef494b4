"""A list of rows is a table.

The values are right, but the result is a Python list and has no shape.

Look at: the type of what you return.
"""

import math


def sinusoidal_pe(max_len, d_model):
    table = []
    for pos in range(max_len):
        row = [0.0] * d_model
        for j in range(d_model):
            angle = pos / 10000 ** ((j - j % 2) / d_model)
            row[j] = math.cos(angle) if j % 2 else math.sin(angle)
        table.append(row)
    return table
