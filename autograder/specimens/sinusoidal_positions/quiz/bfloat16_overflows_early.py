"""Numbers above 256 are too large for bfloat16.

Chosen was NaN for both rows. bfloat16 is short of digits, not of range: its largest number is about that of float32.

Look at: the cell that prints the largest number of each dtype, and which dtype turns 70,000 into infinity.
"""

quiz_precision = "b"
