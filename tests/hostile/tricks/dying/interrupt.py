"""An interrupt that the answer sends to itself.

Scores: 0 1 1
Attention: ^double: .*ended the process
"""

# %% double
import signal


def double(x):
    if x.dim() != 2:
        return 2 * x
    signal.raise_signal(signal.SIGINT)
    return x
