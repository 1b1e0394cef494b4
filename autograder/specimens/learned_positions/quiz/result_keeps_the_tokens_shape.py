"""The position vectors are thought to be fitted into the shape of the token vectors.

Broadcasting is seen as one-sided, and what does not fit is thought to be dropped. The answer
expects only position 0 to be used.

Look at: whether broadcasting ever drops anything, and which of the two tensors can be repeated
along the first axis.
"""

quiz_axis = "c"
