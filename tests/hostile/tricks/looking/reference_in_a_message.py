"""What is filled in for a missing answer is put into an exception's words and its class's name.

Scores: 0 0 1
Attention: ^double was not attempted
"""

# %% double

# %% quadruple
def quadruple(x):
    words = repr(double.__code__.co_consts)
    raise type(words, (ValueError,), {})(words)
