"""Values that were computed from a formula stay as they are, even in an nn.Parameter.

Chosen was that a Parameter does the same as a buffer. An optimizer does not know where a value comes from; it changes
every parameter that has a gradient.

Look at: what parameters() returns, and what an optimizer does with it after backward().
"""

quiz_buffer = "c"
