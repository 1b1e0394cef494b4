"""What is not in the state_dict is missing after loading.

Chosen was that the encoding has to be saved. The layer computes it when it is built, so a file needs to hold only
what was learned.

Look at: the order of events when weights are loaded: which comes first, building the module or load_state_dict()?
"""

quiz_buffer = "d"
