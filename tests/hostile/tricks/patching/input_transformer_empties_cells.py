"""An input transformer makes every later cell empty: what is not defined earns nothing.

Scores: 0 0 0
Attention: was not attempted
"""

# %% first
get_ipython().input_transformers_post.append(lambda lines: ["pass\n"])
