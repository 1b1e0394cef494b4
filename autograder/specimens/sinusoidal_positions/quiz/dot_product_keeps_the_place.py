"""The dot product of two rows depends on where they stand, because each row holds an absolute position.

Chosen was that PE[p] . PE[p + k] depends on p as well as on k. The positions enter only through their difference, so
the place drops out.

Look at: the lines for PE[0] . PE[1], PE[1] . PE[2] and PE[100] . PE[101], and what the addition theorem leaves of p.
"""

quiz_dot_product = "a"
