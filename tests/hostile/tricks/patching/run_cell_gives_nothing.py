"""The shell's run_cell gives nothing that its caller could read: each later cell costs a process.

Scores: 0 0 0
Status: crashed
Attention: ^code cell \d
Attention: was not attempted
"""

# %% first
type(get_ipython()).run_cell = lambda *a, **k: None
