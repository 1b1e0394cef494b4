# %% task="sinusoidal"
def sinusoidal_pe(max_len: int, d_model: int) -> torch.Tensor:
    """The encoding of positions 0 to max_len - 1, one row for each: float32, shape (max_len, d_model)."""
    ### BEGIN SOLUTION
    positions = torch.arange(max_len, dtype=torch.float64).unsqueeze(1)  # (max_len, 1)
    even = torch.arange(0, d_model, 2, dtype=torch.float64)  # 2i, one for each pair of columns
    angles = positions * 10000.0 ** (-even / d_model)  # (max_len, number of pairs)
    pe = torch.empty(max_len, d_model, dtype=torch.float32)
    pe[:, 0::2] = torch.sin(angles)
    pe[:, 1::2] = torch.cos(angles)[:, : d_model // 2]  # an odd d_model ends with a sine that has no cosine
    return pe
    ### END SOLUTION


# %% task="offset_rotation"
def offset_rotation(k: int, d_model: int) -> torch.Tensor:
    """The matrix R_k with PE[p + k] = R_k PE[p] for every p: shape (d_model, d_model), d_model even."""
    ### BEGIN SOLUTION
    even = torch.arange(0, d_model, 2)
    turn = k * 10000.0 ** (-even.to(torch.float64) / d_model)  # the angle by which k steps turn each pair
    rotation = torch.zeros(d_model, d_model, dtype=torch.float64)
    rotation[even, even] = torch.cos(turn)
    rotation[even, even + 1] = torch.sin(turn)
    rotation[even + 1, even] = -torch.sin(turn)
    rotation[even + 1, even + 1] = torch.cos(turn)
    return rotation
    ### END SOLUTION


# %% task="wavelengths"
def wavelengths(d_model: int) -> torch.Tensor:
    """The number of positions in one full turn of each pair, fastest pair first: shape (d_model / 2,), d_model even."""
    ### BEGIN SOLUTION
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    return 2 * math.pi * 10000.0**exponents
    ### END SOLUTION


# %% task="transformer_input"
class TransformerInput(nn.Module):
    """Token vectors plus the fixed sinusoidal encoding: token ids (B, T) become vectors (B, T, d_model)."""

    def __init__(self, vocab_size: int, d_model: int, max_len: int) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.max_len = max_len
        self.token_table = nn.Embedding(vocab_size, d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)
        ### END SOLUTION

    def forward(self, token_ids: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        length = token_ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"{length} tokens are more than the {self.max_len} positions of this input layer")
        tokens = self.token_table(token_ids)
        return tokens + self.encoding[:length].to(tokens.dtype)
        ### END SOLUTION


# %% task="quiz"
# Four variables, named in the questions above, each set to the letter of your choice as a string.
### BEGIN SOLUTION
quiz_dot_product = "b"
quiz_extrapolation = "c"
quiz_precision = "d"
quiz_buffer = "a"
### END SOLUTION
