# %% task="lookup"
class PositionalEmbedding(nn.Module):
    """GPT-2's learned positions: a table with one learned row for each position.

    config: its `block_size` is the number of rows, its `n_embd` the length of a row.
    """

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.table = nn.Embedding(config.block_size, config.n_embd)
        ### END SOLUTION

    def forward(self, T: int, device: torch.device | str) -> torch.Tensor:
        """Return the vectors of positions 0 .. T-1, shape (T, n_embd). The positions are made on `device`."""
        ### BEGIN SOLUTION
        positions = torch.arange(T, device=device)
        return self.table(positions)
        ### END SOLUTION


# %% task="block_size_cap"
class PositionalEmbedding(nn.Module):
    """GPT-2's learned positions, with a cap: a call for more than `block_size` positions is refused.

    config: its `block_size` is the number of rows, its `n_embd` the length of a row.
    """

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.block_size = config.block_size
        self.table = nn.Embedding(config.block_size, config.n_embd)
        ### END SOLUTION

    def forward(self, T: int, device: torch.device | str) -> torch.Tensor:
        """Return the vectors of positions 0 .. T-1, shape (T, n_embd). The positions are made on `device`.

        Raises ValueError, before anything is looked up, if T is larger than the config's `block_size`.
        """
        ### BEGIN SOLUTION
        if T > self.block_size:
            raise ValueError(f"sequence of {T} tokens is longer than block_size={self.block_size}; crop it first")
        positions = torch.arange(T, device=device)
        return self.table(positions)
        ### END SOLUTION


# %% task="crop"
def crop_to_block_size(idx: torch.Tensor, block_size: int) -> torch.Tensor:
    """Return the last `block_size` tokens of each row of `idx`, which has shape (B, T).

    Input with T <= block_size comes back as it is. `idx` itself is never changed. block_size is at least 1.
    """
    ### BEGIN SOLUTION
    return idx[:, -block_size:]
    ### END SOLUTION


# %% task="fusion"
class Embeddings(nn.Module):
    """The input layer of GPT-2: the token's vector plus the position's vector."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.token = TokenEmbedding(config)
        self.position = PositionalEmbedding(config)
        ### END SOLUTION

    def forward(self, idx: torch.Tensor) -> torch.Tensor:
        """Return the vectors of the tokens `idx`, shape (B, T), as a tensor of shape (B, T, n_embd)."""
        ### BEGIN SOLUTION
        _, T = idx.shape
        return self.token(idx) + self.position(T, idx.device)
        ### END SOLUTION


# %% task="quiz"
# Set each of quiz_order, quiz_unseen, quiz_axis and quiz_crop to "a", "b", "c" or "d".
### BEGIN SOLUTION
quiz_order = "c"
quiz_unseen = "a"
quiz_axis = "d"
quiz_crop = "b"
### END SOLUTION
