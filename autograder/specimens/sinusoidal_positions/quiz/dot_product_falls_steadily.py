"""The farther apart two positions are, the smaller is the dot product of their rows, step by step.

Chosen was a fall with every further step. A sum of cosines goes down only on the whole; again and again it rises from
one offset to the next.

Look at: the cell that searches for the first offset at which the similarity rises, and the curve at d_model = 8.
"""

quiz_dot_product = "c"
