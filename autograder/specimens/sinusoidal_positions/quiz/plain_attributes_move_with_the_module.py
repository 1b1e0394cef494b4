"""A module's .to() moves every tensor that the module has as an attribute.

Chosen was that a plain attribute does the same as a buffer. A module moves what is registered with it: parameters,
buffers and submodules.

Look at: what the documentation of nn.Module says that .to() moves; try it with a dtype, which needs no second device.
"""

quiz_buffer = "b"
