"""A Parameter with requires_grad=False is the way to keep a fixed table.

It does not learn, but it counts as a parameter and is saved in state_dict(), so a checkpoint depends on max_len.

Look at: parameters() and state_dict() of your module. There is another way for a tensor to move with a module.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = nn.Embedding.from_pretrained(sinusoidal_pe(max_len, d_model), freeze=True)

    def forward(self, token_ids):
        if token_ids.shape[1] > self.max_len:
            raise ValueError(f"at most {self.max_len} tokens fit, got {token_ids.shape[1]}")
        return self.tokens(token_ids) + self.positions.weight[: token_ids.shape[1]]
