"""Every wave is periodic, so the rows come round again after some positions.

Chosen was that later rows repeat earlier ones. Each pair comes round after its own wavelength, so the whole row does
not.

Look at: the count of different rows among 4,096 positions, and why a clock has more than one hand.
"""

quiz_extrapolation = "d"
