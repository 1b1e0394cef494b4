"""Broadcasting is thought to fail when two axes have different lengths, even if one of them is 1.

Only a missing axis, or the axis of the smaller tensor, is thought to be repeated. The answer
expects a RuntimeError for shapes that fit.

Look at: the rule for lining up shapes in section 6. Go through it axis by axis, from the right, for
both tensors.
"""

quiz_axis = "a"
