"""Step by step with a print after each step; an in-place sum on the looked-up vectors."""

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super(TransformerInput, self).__init__()
        print("vocab_size", vocab_size, "d_model", d_model, "max_len", max_len)
        self.vocab_size = vocab_size
        self.d_model = d_model
        self.max_len = max_len
        self.my_embedding = nn.Embedding(self.vocab_size, self.d_model)
        my_encoding = sinusoidal_pe(self.max_len, self.d_model)
        print("shape of the encoding:", my_encoding.shape)
        self.register_buffer("my_encoding", my_encoding, persistent=False)

    def forward(self, token_ids):
        batch_size = token_ids.shape[0]
        seq_len = token_ids.shape[1]
        print("batch_size", batch_size, "seq_len", seq_len)
        if seq_len > self.max_len:
            raise ValueError("The sequence is too long! seq_len = " + str(seq_len) + ", max_len = " + str(self.max_len))
        output = self.my_embedding(token_ids)
        print("after the embedding:", output.shape)
        encoding_part = self.my_encoding[0:seq_len, :]
        encoding_part = encoding_part.unsqueeze(0)
        encoding_part = torch.cat([encoding_part] * batch_size, dim=0) if batch_size > 0 else encoding_part
        output += encoding_part
        print("after adding:", output.shape, output.dtype)
        return output
