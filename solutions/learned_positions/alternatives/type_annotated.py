"""Fully annotated, with constants, keyword arguments, and long docstrings."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    """A learned vector for each of the positions 0 to block_size - 1.

    Args:
        config: gives block_size, the number of positions, and n_embd, the width of a vector.
    """

    INITIAL_STD: float = 0.02

    def __init__(self, config: "GPTConfig") -> None:
        super().__init__()
        self.block_size: int = config.block_size
        self.embedding: nn.Embedding = nn.Embedding(num_embeddings=config.block_size, embedding_dim=config.n_embd)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        nn.init.trunc_normal_(self.embedding.weight, std=self.INITIAL_STD)

    def forward(self, T: int, device: "torch.device | str") -> torch.Tensor:
        """Return the vectors of the positions 0 to T - 1, shape (T, n_embd).

        Raises:
            ValueError: if T is larger than block_size.
        """
        if T > self.block_size:
            raise ValueError(f"sequence length {T} is larger than block_size {self.block_size}; crop the input first")
        position_ids: torch.Tensor = torch.arange(start=0, end=T, step=1, dtype=torch.int64, device=device)
        return self.embedding(position_ids)

    def extra_repr(self) -> str:
        return f"block_size={self.block_size}"


class Embeddings(nn.Module):
    """Token vectors plus position vectors."""

    def __init__(self, config: "GPTConfig") -> None:
        super().__init__()
        self.token_embedding: nn.Module = TokenEmbedding(config)
        self.position_embedding: nn.Module = PositionalEmbedding(config)

    def forward(self, idx: torch.Tensor) -> torch.Tensor:
        """Map token ids of shape (B, T) to vectors of shape (B, T, n_embd)."""
        token_vectors: torch.Tensor = self.token_embedding(idx)
        position_vectors: torch.Tensor = self.position_embedding(T=idx.shape[1], device=idx.device)
        return token_vectors + position_vectors.unsqueeze(dim=0)


def crop_to_block_size(idx: torch.Tensor, block_size: int) -> torch.Tensor:
    """Return the last block_size tokens of each sequence; a new tensor, so that the input is safe."""
    return idx[:, -block_size:].clone()
