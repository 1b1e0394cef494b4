"""A position that is off by less than one percent gives a row that is off by less than one percent.

Chosen was a small error. A position is an angle of pair 0, in radians, so a lost step is a lost radian, however far
along it happens.

Look at: the largest error that rounded positions cause in bfloat16, and how far pair 0 turns in one step.
"""

quiz_precision = "c"
