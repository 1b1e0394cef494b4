"""Quiz answers that hold all choices.

Scores: 2 1 0
"""

# %% quiz
quiz_sign = "ab"
quiz_zero = ["a", "b"]
