"""A cell of five million characters is more than the wire takes.

Scores: 0 1 1
Status: crashed
Attention: ^code cell \d
Attention: ^double was not attempted
"""

# %% edit
find("double-answer").source += "\n# " + "x" * 5_000_000
