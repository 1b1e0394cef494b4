"""The answer's cell stands there twice, the second one with other code.

Attention: .
"""

# %% edit
import copy

second = copy.deepcopy(find("quiz-answer"))
second.id, second.source = "second", "pass"
nb.cells.append(second)
