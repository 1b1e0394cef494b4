"""A formula that gives a row for every position makes the model work at every position.

Chosen was that the model works as well as before. The rows are right, but the weights that read them were fitted to
the rows seen in training.

Look at: the black line in the experiment with the token three back, to the right of the grey area.
"""

quiz_extrapolation = "a"
