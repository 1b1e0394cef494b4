"""A beginner's solution: a comment for each line, and prints that were left in."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        # step 1: remember the numbers
        self.number_of_positions = config.block_size
        self.size_of_a_vector = config.n_embd
        print("making a table with", self.number_of_positions, "rows and", self.size_of_a_vector, "columns")
        # step 2: make the table
        self.my_table = nn.Embedding(self.number_of_positions, self.size_of_a_vector)

    def forward(self, T, device):
        # step 1: is the sequence too long?
        too_long = T > self.number_of_positions
        if too_long == True:  # noqa: E712  (as a beginner writes it)
            text = "Too long! You gave me " + str(T) + " but I only know " + str(self.number_of_positions)
            raise ValueError(text)
        # step 2: make the positions 0, 1, 2, ... on the right device
        positions = torch.arange(T)
        positions = positions.to(device)
        print("positions:", positions.shape)
        # step 3: look them up
        result = self.my_table(positions)
        print("result:", result.shape)
        return result


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.my_tokens = TokenEmbedding(config)
        self.my_positions = PositionalEmbedding(config)

    def forward(self, idx):
        # step 1: the vectors of the tokens
        token_part = self.my_tokens(idx)
        # step 2: the vectors of the positions
        length = idx.shape[1]
        position_part = self.my_positions(length, idx.device)
        # step 3: (T, n_embd) becomes (1, T, n_embd) so that it can be added to each sequence
        position_part = position_part.unsqueeze(0)
        # step 4: add
        answer = token_part + position_part
        print("answer:", answer.shape)
        return answer


def crop_to_block_size(idx, block_size):
    # how long is it?
    length = idx.shape[1]
    if length <= block_size:
        # it fits, nothing to do
        return idx
    else:
        # keep the newest tokens
        start = length - block_size
        end = length
        result = idx[:, start:end]
        return result
