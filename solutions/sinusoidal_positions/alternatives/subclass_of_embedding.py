"""TransformerInput is an nn.Embedding whose forward adds the encoding, a buffer that is not saved."""

import torch
import torch.nn as nn


class TransformerInput(nn.Embedding):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__(num_embeddings=vocab_size, embedding_dim=d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids: torch.Tensor) -> torch.Tensor:
        rows = self.encoding[: token_ids.shape[1]]
        if len(rows) < token_ids.shape[1]:
            raise ValueError(f"there are {len(rows)} positions for {token_ids.shape[1]} tokens")
        return super().forward(token_ids) + rows.type(self.weight.dtype)
