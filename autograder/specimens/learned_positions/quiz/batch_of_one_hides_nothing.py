"""With a single text, it is thought not to matter along which axis the positions lie.

With B = 1 the batch axis is taken for absent. The answer expects the right result from positions
along that axis.

Look at: the shape of `pos[:, None, :]`. Which axis of the token vectors meets the axis of length 4?
"""

quiz_axis = "b"
