"""Emits a warning when it is built and in each call, and raises a subclass of ValueError of its own."""

import warnings

import torch.nn as nn


class SequenceTooLong(ValueError):
    """More tokens than positions."""

    def __init__(self, length, limit):
        super().__init__(f"got {length} tokens, the limit is {limit}")
        self.length = length
        self.limit = limit


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        if d_model < 64:
            warnings.warn(f"d_model={d_model} is small", stacklevel=2)
        self.limit = max_len
        self.token = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pos", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        warnings.warn("fixed positions do not learn", UserWarning, stacklevel=1)
        if self.limit < token_ids.size(1):
            raise SequenceTooLong(token_ids.size(1), self.limit)
        token = self.token(token_ids)
        return token + self.pos[: token.size(1)].to(dtype=token.dtype, device=token.device)
