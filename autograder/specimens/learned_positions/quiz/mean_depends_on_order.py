"""A mean over the tokens is thought to depend on the order in which they come.

It is seen that the outputs are permuted along with the input, but the mean is taken to change with
them.

Look at: what the classifier does with the output vectors before its last layer. What happens to
that step if its terms come in another order?
"""

quiz_order = "d"
