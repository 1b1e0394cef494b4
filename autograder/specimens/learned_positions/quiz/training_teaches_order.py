"""Blindness to order is thought to be a matter of untrained weights.

Training is expected to repair what the architecture cannot express. The answer says that a trained
model without positions tells the two sentences apart.

Look at: the experiment of section 1. What did it assume about the weights, and what would change in
it for other weights?
"""

quiz_order = "b"
