"""The shell's run_cell gives nothing that its caller could read: no later cell runs.

Scores: 0 0 0
Attention: was not attempted
"""

# %% first
type(get_ipython()).run_cell = lambda *a, **k: None
