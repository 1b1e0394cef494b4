"""As short as it gets: one-line methods made of lambdas and conditional expressions."""

from torch import nn


# ruff: noqa: E731  (lambdas are the idiom of this file)


def fail(message):
    raise ValueError(message)


class PositionalEmbedding(nn.Module):
    __init__ = lambda self, c: (
        nn.Module.__init__(self),
        setattr(self, "e", nn.Embedding(c.block_size, c.n_embd)),
        None,
    )[-1]
    forward = lambda self, T, device: self.e.weight[:T] if T <= len(self.e.weight) else fail(f"no position {T - 1}")


class Embeddings(nn.Module):
    __init__ = lambda self, c: (
        nn.Module.__init__(self),
        setattr(self, "t", TokenEmbedding(c)),
        setattr(self, "p", PositionalEmbedding(c)),
        None,
    )[-1]
    forward = lambda self, idx: sum((self.t(idx), self.p(idx.shape[1], idx.device)))


crop_to_block_size = lambda idx, block_size: idx[..., -block_size:]
