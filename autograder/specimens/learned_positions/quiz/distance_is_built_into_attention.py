"""Attention weights are thought to depend on how far apart two words are.

Attention is taken to prefer near words by itself. The answer says that the order of the words shows
in the scores even when no positions are given.

Look at: the formula of the weights in section 1. Which quantities go into the weight of token j for
token i, and does any of them know where the two tokens stand?
"""

quiz_order = "a"
