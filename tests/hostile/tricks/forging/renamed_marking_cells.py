"""Two marking cells have changed names: a task is judged where its marking cell is said to be, or where it belongs.

Scores: 0 1 0 or 0 1 1
Attention: .
"""

# %% double
def double(x):
    return x

# %% edit
one, other = find("double"), find("quiz")
one.metadata.nbgrader.grade_id, other.metadata.nbgrader.grade_id = "quiz", "double"
