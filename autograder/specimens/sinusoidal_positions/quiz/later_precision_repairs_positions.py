"""Computing in float32 afterwards restores what a position has lost in bfloat16.

Chosen was that both rows are right. A number that was rounded to another number carries no trace of what it was
before.

Look at: the first of the three places where low precision comes in, and which bfloat16 number 257 becomes.
"""

quiz_precision = "a"
