# %% [markdown]
# # Learned positions
#
# A transformer reads all tokens of a text at once. Its attention layers do not know which token came first. In this
# notebook you see that this is so, and you build the part of GPT-2 that repairs it: a table with one learned vector for
# each position, added to the vectors of the tokens.
#
# You write five things:
#
# 1. `PositionalEmbedding`, the table and its lookup;
# 2. the cap: what happens when a text is longer than the table;
# 3. `crop_to_block_size`, what a caller does instead;
# 4. `Embeddings`, the whole input layer of GPT-2;
# 5. the answers to four questions.
#
# Run the cells from top to bottom. Where you find `raise NotImplementedError`, put your code in its place. The cell
# below each task holds a few examples that your answer must pass. Hidden checks judge the rest: every rule that they
# use is written in the task.

# %% tags=["given"]
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class GPTConfig:
    """The sizes that this notebook needs. The defaults are those of the smallest GPT-2."""

    vocab_size: int = 50257  # how many different tokens there are
    block_size: int = 1024  # how many tokens the model reads at once, at most
    n_embd: int = 768  # how many numbers stand for one token: the length of every vector


class TokenEmbedding(nn.Module):
    """One learned vector for each token of the vocabulary."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.vectors = nn.Embedding(config.vocab_size, config.n_embd)

    def forward(self, idx: torch.Tensor) -> torch.Tensor:
        """Return the vectors of the tokens `idx`, shape (B, T), as a tensor of shape (B, T, n_embd)."""
        return self.vectors(idx)


# %% tags=["skip-execution"]
import matplotlib.pyplot as plt

plt.rcParams.update({"figure.constrained_layout.use": True, "axes.grid": True, "grid.alpha": 0.3, "font.size": 10})

# %% [markdown]
# Three letters return all the time: $B$ is the number of texts in a batch, $T$ the number of tokens in each of them,
# and $C$ the length of a vector (`n_embd`). `TokenEmbedding` turns token numbers of shape $(B, T)$ into vectors of
# shape $(B, T, C)$. Equal tokens get equal vectors, wherever they stand.

# %% [markdown]
# ## 1. Attention is blind to order
#
# Self-attention computes for each token $i$ a weighted mean over all tokens $j$:
#
# $$\mathrm{out}_i = \sum_j w_{ij}\, v_j, \qquad
# w_{ij} = \operatorname{softmax}_j\!\left(\frac{q_i \cdot k_j}{\sqrt{C}}\right)$$
#
# The vectors $q_i$, $k_i$ and $v_i$ are made from the vector of token $i$ alone. The numbers $i$ and $j$ are only names
# here: nothing in the formula asks whether $j$ comes before $i$, or how far away it is. A sum does not care about the
# order of its terms.
#
# So if the tokens change places, the outputs should change places in the same way, and nothing else should happen. That
# can be tested. Below, `x` holds six vectors and `order` shuffles them. We compare two things: the attention of the
# shuffled input, and the shuffled attention of the original input.

# %% tags=["skip-execution"]
width = 16
generator = torch.Generator().manual_seed(0)


def random_vectors(rows: int) -> torch.Tensor:
    """Return `rows` random vectors of length `width`, in double precision so that rounding stays out of the picture."""
    return torch.randn(rows, width, generator=generator, dtype=torch.float64)


W_q, W_k, W_v = (random_vectors(width) / width**0.5 for _ in range(3))


def self_attention(x: torch.Tensor, is_causal: bool = False) -> torch.Tensor:
    """One attention head. x has shape (T, width), and so has the result."""
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    return F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=is_causal)[0]


def largest_gap(first: torch.Tensor, second: torch.Tensor) -> str:
    """Return the largest difference between two tensors, as text."""
    return f"{(first - second).abs().max().item():.1e}"


x = random_vectors(6)
order = torch.tensor([3, 0, 5, 1, 4, 2])
print("without positions:", largest_gap(self_attention(x[order]), self_attention(x)[order]))

p = random_vectors(6)  # one vector for each place in the sequence
print("with positions:   ", largest_gap(self_attention(x[order] + p), self_attention(x + p)[order]))

# %% [markdown]
# Without positions, the two agree up to rounding: permute the input, and the output is merely permuted. When each place
# adds a vector of its own, this is over.
#
# What does it mean for a text? Take `dog bites man` and `man bites dog`. Each token gets one random vector, and we look
# at what attention gives for `dog`. It is the first token of one sentence and the last of the other.

# %% tags=["skip-execution"]
dog, bites, man = random_vectors(3)
place = random_vectors(3)
sentences = {  # the vectors of the tokens, and where "dog" stands
    "dog bites man": (torch.stack((dog, bites, man)), 0),
    "man bites dog": (torch.stack((man, bites, dog)), 2),
}

fig, axes = plt.subplots(1, 2, figsize=(10, 3.4), sharey=True)
for axis, title, positions in ((axes[0], "without positions", 0 * place), (axes[1], "with positions", place)):
    for (sentence, (vectors, where)), (style, size) in zip(sentences.items(), (("o-", 9), ("ks--", 4)), strict=True):
        output = self_attention(vectors + positions)[where]
        axis.plot(output, style, markersize=size, markerfacecolor="none", label=sentence)
    axis.set(title=f"attention's output for 'dog', {title}", xlabel="component of the vector")
axes[0].set_ylabel("value")
fig.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
print("the two outputs for 'dog' without positions differ by", end=" ")
print(largest_gap(*(self_attention(vectors)[where] for vectors, where in sentences.values())))

# %% [markdown]
# On the left the two curves lie on each other: who bites whom is lost. On the right they part.
#
# More layers do not help. The other parts of a transformer (linear layers, norms, MLPs) work on each token by itself,
# so they pass the permutation on unchanged. More training does not help either: the argument holds for any weights.
#
# **And the mask?** GPT-2 hides from each token those that follow it. This lets a little order in: the first token sees
# one token, the tenth sees ten. But *among the tokens that it sees*, one layer is still blind. We shuffle all tokens
# except the last, which sees them all, and watch its output.


# %% tags=["skip-execution"]
def masked_layers(x: torch.Tensor, layers: int) -> torch.Tensor:
    """Apply masked self-attention `layers` times, each time added to its input as in a transformer."""
    for _ in range(layers):
        x = x + self_attention(x, is_causal=True)
    return x


earlier = torch.tensor([2, 4, 0, 3, 1, 5])  # the last token stays the last
for layers in (1, 2):
    gap = largest_gap(masked_layers(x[earlier], layers)[-1], masked_layers(x, layers)[-1])
    print(f"masked layers: {layers}   the last token's output changes by {gap}")

# %% [markdown]
# One masked layer does not notice the shuffle. Two layers do, because the vectors that the second one reads have each
# seen another part of the text. Masked models without positions can learn something from this faint trace. GPT-2 does
# not rely on it.

# %% [markdown]
# ## 2. Two ways out
#
# Give each position $t = 0, 1, 2, \dots$ a vector of its own, as long as a token's vector, and add it to the token that
# stands there. Where does that vector come from? There are two answers:
#
# | | learned | computed |
# | --- | --- | --- |
# | what it is | a table of parameters, one row for each position | a fixed formula of sines and cosines |
# | used by | GPT, GPT-2, BERT | the transformer of 2017 |
# | beyond the trained positions | no row, or an untrained one | the formula goes on |
#
# This notebook takes the first. (Many later models leave the input alone and change the attention scores themselves, so
# that they depend on how far apart two tokens are.)

# %% [markdown]
# ## 3. The lookup
#
# A learned table is a matrix with `block_size` rows and `n_embd` columns. Position $t$ gets row $t$. To give $T$ tokens
# their positions, we need the rows $0, 1, \dots, T-1$, as a tensor of shape $(T, C)$. There is no batch axis: the rows
# are the same for every text of a batch.
#
# The positions depend on nothing but $T$, so they are made on the fly, in each call. They cost next to nothing, and
# they need no place in a checkpoint.
#
# One thing can go wrong here. A new tensor must live on the same **device** (the CPU, or a certain GPU) as the table in
# which it looks something up. The common version calls `torch.arange(T)` and forgets to say where, and then the
# positions are made on the CPU, wherever the model is. On a laptop all is well. On the first machine with a GPU it
# breaks, because an operation cannot mix tensors of two devices. The cell below shows it with a plain sum. It takes a
# GPU if there is one. If not, it takes `meta`, a device on which tensors have shapes but no numbers.

# %% tags=["skip-execution"]
device = "cuda" if torch.cuda.is_available() else "meta"
on_the_device = torch.ones(5, device=device)
for label, new in (("torch.arange(5)", torch.arange(5)), ("... with the device", torch.arange(5, device=device))):
    try:
        print(f"{label:20} is on {new.device}; the sum is on {(on_the_device + new).device}")
    except RuntimeError as error:
        print(f"{label:20} is on {new.device}; the sum fails: {error}")

# %% [markdown]
# That is why `forward` takes the device as an argument: its caller knows where the tokens are. Two other mistakes have
# the same effect. Positions kept as a plain attribute of the module stay behind when the module moves (a *buffer* would
# move with it), and a device that is noted down when the module is built is out of date after the first `.to()`.
#
# ### Task: `lookup`
#
# Write `PositionalEmbedding(config)`, an `nn.Module`. Its `forward(T, device)` returns the vectors of the positions
# $0, \dots, T-1$, with shape `(T, n_embd)`. These rules hold:
#
# - The vectors come from one learned table with `block_size` rows of `n_embd` numbers. Row $t$ is the vector of
#   position $t$, whatever $T$ is.
# - The positions are made on `device`, which may be a `torch.device` or a text such as `"cpu"`. Once the module has
#   moved to a device, a call with this device works, and its result is there too.
# - The table is all that is learned: exactly `block_size * n_embd` parameters (at GPT-2's size 1,024 · 768).
# - The vectors come out as they stand in the table: no dropout, no scaling, no normalising, in training mode and in
#   evaluation mode alike.
# - The gradient reaches the rows $0, \dots, T-1$, each of them, and no other row.
# - `T = 0` gives shape `(0, n_embd)` and `T = 1` gives `(1, n_embd)`.
# - The module behaves like any other: its vectors follow `.double()`, `.to(device)` and every update of the weights. A
#   call changes nothing.

# %% task="lookup" points=6

# %%
example_config = GPTConfig(vocab_size=50, block_size=16, n_embd=8)
position = PositionalEmbedding(example_config)
for parameter in position.parameters():
    nn.init.normal_(parameter)  # random numbers, whatever your table starts from

rows = position(5, "cpu")
assert isinstance(rows, torch.Tensor), f"forward returns {type(rows).__name__}, not a tensor: is the return missing?"
assert rows.shape == (5, 8), f"5 positions with n_embd=8 must give shape (5, 8), but it is {tuple(rows.shape)}"
for T in (0, 1, 16):
    shape = tuple(position(T, "cpu").shape)
    assert shape == (T, 8), f"T={T} must give shape ({T}, 8), but it is {shape}"
assert len(torch.unique(rows, dim=0)) == 5, "two of the positions 0 to 4 share a vector: each has a row of its own"
assert torch.allclose(position(16, "cpu")[:5], rows), "the vector of position t must not depend on T"

assert rows.requires_grad, "the vectors must be connected to a learned table, or it will never be trained"
rows.sum().backward()
reached = sum((p.grad != 0).sum().item() for p in position.parameters() if p.grad is not None)
assert reached == 5 * 8, f"T=5 must send a gradient to 5 rows of 8 numbers, but it reaches {reached} numbers"

count = sum(p.numel() for p in position.parameters())
assert count == 16 * 8, f"with block_size=16 and n_embd=8 there must be 128 parameters, but there are {count}"
assert position.double()(5, "cpu").dtype == torch.float64, "after .double() the vectors must be float64"
assert position.to("meta")(5, "meta").device.type == "meta", "a module on the meta device must give vectors there"

# %% [markdown]
# At GPT-2's size we only want to count. So we build the module on `torch.device("meta")`, where tensors have shapes and
# no numbers: it takes no memory.

# %% tags=["skip-execution"]
with torch.device("meta"):
    gpt2_position = PositionalEmbedding(GPTConfig())
count = sum(p.numel() for p in gpt2_position.parameters())
print(f"parameters of GPT-2's position table: {count:,}")
assert count == 1024 * 768, f"there must be 1024 * 768 = {1024 * 768:,}, all in the table"

# %% [markdown]
# ## 4. The cap
#
# The table ends. There is a row for position `block_size - 1` and none for position `block_size`. So a model with
# learned positions has a longest input, fixed when it is built: the original GPT 512 tokens, BERT 512, GPT-2 1,024.
#
# What happens to a longer text if nobody checks? It depends on how the rows are looked up, and where.

# %% tags=["skip-execution"]
short_table = nn.Embedding(16, 8)
try:
    short_table(torch.arange(17))
except IndexError as error:
    print("nn.Embedding on the CPU:  IndexError,", error)
print("nn.Embedding on meta:     no error, shape", tuple(short_table.to("meta")(torch.arange(17, device="meta")).shape))
print("a slice of the first 17:  no error, shape", tuple(torch.zeros(16, 8)[:17].shape))

# %% [markdown]
# On the CPU there is an `IndexError` that does not say which index, of what, or why. On the meta device there is no
# error at all. A slice silently gives fewer rows. On a GPU it is worst: the failed lookup stops the GPU's program, the
# error may show up at a later and innocent line, and the process cannot use the GPU any more.
#
# So the module must not wait for the lookup to fail. It compares $T$ with the cap *first*, and refuses with a message
# that tells the caller what to do. The right exception is `ValueError`: the argument has the right type and a wrong
# value. An `assert` is not enough, since `python -O` removes it.
#
# ### Task: `block_size_cap`
#
# Write `PositionalEmbedding` again: copy your class from above and add the cap. All rules of `lookup` still hold, and:
#
# - `T > block_size` raises `ValueError` with a message (a good one names both numbers). It is raised by a check at the
#   start of `forward`, before anything is looked up. It is not an `IndexError`, not an `assert`, and not the lookup's
#   own error caught and renamed: that error never comes on a GPU or on meta.
# - `T == block_size` still works, and so does every smaller `T`, down to 0.
# - The cap is the `block_size` of the config with which the module was built, not a number written into the code.
# - It holds in training mode and in evaluation mode.
# - It holds through `Embeddings` too (section 6): there, what counts is the length `T` of the texts, never their number
#   `B`.
# - A refused call changes nothing. The module still works afterwards.

# %% task="block_size_cap" points=4


# %%
def refusal(call, *arguments):
    """Return the exception that `call(*arguments)` raises, or None if it raises nothing."""
    try:
        call(*arguments)
    except Exception as error:
        return error
    return None


position = PositionalEmbedding(example_config)  # block_size=16
before = position(5, "cpu").detach().clone()
error = refusal(position, 16, "cpu")
assert error is None, f"T == block_size fits exactly and must work, but it raises {error!r}"
for mode in (position.train, position.eval):
    mode()
    for T in (17, 1000):
        error = refusal(position, T, "cpu")
        assert isinstance(error, ValueError), f"T={T} with block_size=16 must raise ValueError, but it raises {error!r}"
        assert str(error).strip(), "the ValueError needs a message that says what is wrong"
assert torch.equal(position(5, "cpu"), before), "after a refused call, the module must work as before"

error = refusal(PositionalEmbedding(example_config).to("meta"), 17, "meta")
assert isinstance(error, ValueError), f"on meta no lookup ever fails: check T yourself, first. It raises {error!r}"
error = refusal(PositionalEmbedding(GPTConfig(block_size=2000, n_embd=2)), 1500, "cpu")
assert error is None, f"with block_size=2000, T=1500 must work: the cap comes from the config. It raises {error!r}"

# %% [markdown]
# ## 5. Cropping
#
# The module refuses; the caller decides. When GPT-2 writes a text, it predicts one token, appends it, and starts again,
# so the text grows past any cap. The caller then keeps the last `block_size` tokens and drops those before. The last
# ones, because the next token depends most on what has just been said.
#
# Note what this does to positions. A position is a place in what the model *gets*, not in the whole text.
#
# ### Task: `crop_to_block_size`
#
# Write `crop_to_block_size(idx, block_size)` for token numbers `idx` of shape $(B, T)$ and `block_size` of 1 or more.
#
# - If `T > block_size`, it returns the last `block_size` tokens of each row, in their order: shape `(B, block_size)`.
# - If `T <= block_size`, it returns the tokens as they are: nothing is cut, nothing is padded.
# - It never changes `idx`.

# %% task="crop" points=2

# %%
long_text = torch.arange(20).view(2, 10)
untouched = long_text.clone()
cropped = crop_to_block_size(long_text, 4)
assert isinstance(cropped, torch.Tensor), f"the result is {type(cropped).__name__}: is the return missing?"
assert cropped.shape == (2, 4), f"2 rows, cropped to 4 tokens, have shape (2, 4), not {tuple(cropped.shape)}"
assert cropped.tolist() == [[6, 7, 8, 9], [16, 17, 18, 19]], f"keep the last 4 of each row; this is {cropped.tolist()}"
for size in (10, 11, 1000):
    assert torch.equal(crop_to_block_size(long_text, size), long_text), f"10 tokens fit {size}: return them as they are"
assert torch.equal(long_text, untouched), "the tokens that were passed in must not be changed"

# %% [markdown]
# ## 6. The fusion
#
# Now the two come together: token vectors of shape $(B, T, C)$ and position vectors of shape $(T, C)$.
#
# ### Why a sum, and not a concatenation?
#
# Putting the two vectors side by side would keep them apart, but each vector would be twice as long, and every layer
# after it would have to be wider. A sum costs nothing. And it loses less than it seems to. What comes next, after a
# norm, is a multiplication by a matrix $W$, and
#
# $$(\mathrm{tok} + \mathrm{pos})\,W \;=\; \mathrm{tok}\,W + \mathrm{pos}\,W \;=\;
# \begin{bmatrix}\mathrm{tok} & \mathrm{pos}\end{bmatrix} \begin{bmatrix}W\\ W\end{bmatrix}.$$
#
# So a sum *is* a concatenation, with the same weights for both halves. What is given up is only the freedom to treat
# the halves with different weights.
#
# Can the model still tell what is token and what is position? In a few dimensions hardly. In hundreds of dimensions,
# random directions are almost orthogonal, and there is room for both. We can measure that: draw a random token table
# and a random position table of GPT-2's size, add one row of each, and ask which row of each table is nearest to the
# sum.

# %% tags=["skip-execution"]
tok, pos, W = random_vectors(1), random_vectors(1), random_vectors(width)
side_by_side = torch.cat((tok, pos), dim=1) @ torch.cat((W, W), dim=0)
print("sum and tied concatenation differ by", largest_gap((tok + pos) @ W, side_by_side))


def found_again(widths: list[int], samples: int = 100) -> dict[str, list[float]]:
    """Return for each width how often the nearest row is the right one, for tokens and for positions."""
    generator = torch.Generator().manual_seed(1)
    tables = {"token": torch.randn(50257, max(widths), generator=generator)}
    tables["position"] = torch.randn(1024, max(widths), generator=generator)
    chosen = {name: torch.randint(len(table), (samples,), generator=generator) for name, table in tables.items()}
    shares = {name: [] for name in tables}
    for columns in widths:
        sums = sum(tables[name][chosen[name], :columns] for name in tables)
        for name, table in tables.items():
            part = table[:, :columns]
            nearest = (sums @ part.T - part.square().sum(1) / 2).argmax(1)
            shares[name].append((nearest == chosen[name]).double().mean().item())
    return shares


widths = [2, 4, 8, 16, 32, 64, 128, 768]
shares = found_again(widths)
fig, axis = plt.subplots(figsize=(6.5, 3.6))
for (name, share), style in zip(shares.items(), ("o-", "ks--"), strict=True):
    axis.plot(widths, [100 * s for s in share], style, label=f"{name} (of {50257 if name == 'token' else 1024:,})")
axis.set(title="Read back from the sum of two random vectors", xlabel="length of the vectors (n_embd)")
axis.set_ylabel("found again (% of sums)")
axis.set_xscale("log", base=2)
axis.set_xticks(widths, [str(w) for w in widths])
axis.legend()
for columns, of_tokens, of_positions in zip(widths, shares["token"], shares["position"], strict=True):
    print(f"n_embd {columns:3}: token found {of_tokens:6.1%}   position found {of_positions:6.1%}")

# %% [markdown]
# In two dimensions a sum mixes token and position beyond repair. At GPT-2's width both can be read back from it. (These
# are random tables. Training can do better, since it can place the two sets of vectors as it likes.)
#
# ### How the shapes meet
#
# To add $(T, C)$ to $(B, T, C)$, PyTorch **broadcasts**: it lines the shapes up from the right, and an axis that is
# missing or has length 1 is repeated.
#
# ```text
# token vectors      B  T  C
# position vectors      T  C      the missing axis is repeated: every text gets the same rows
# sum                B  T  C
# ```
#
# That is what we want, and nothing needs to be done for it. If someone "helps" with an extra axis in the wrong place,
# the shape becomes $(T, 1, C)$, and then $T$ stands where $B$ should be. Usually this is an error. But when $B$ happens
# to equal $T$, it is not: the shapes fit, the result has the right shape, and the content is wrong. Below, the position
# vectors are just the numbers $0, 1, 2, 3$, so that the sum shows which position each token got.

# %% tags=["skip-execution"]
T, C = 4, 1
position_numbers = torch.arange(T).view(T, C)
for B in (2, 4):
    nothing = torch.zeros(B, T, C, dtype=torch.long)
    for label, vectors in (("(T, C)   ", position_numbers), ("(T, 1, C)", position_numbers[:, None, :])):
        try:
            print(f"B={B}, T={T}, positions {label}: each text gets", (nothing + vectors)[:, :, 0].tolist())
        except RuntimeError as error:
            print(f"B={B}, T={T}, positions {label}: RuntimeError, {error}")

# %% [markdown]
# So test with $B \ne T$, and never look at shapes alone.
#
# ### Task: `fusion`
#
# Write `Embeddings(config)`, an `nn.Module`. Its `forward(idx)` takes token numbers of shape `(B, T)` and returns
# vectors of shape `(B, T, n_embd)`. Use `TokenEmbedding` and your `PositionalEmbedding`.
#
# - Each result is the token's vector plus the position's vector, element by element, and nothing else: no scaling, no
#   mean, no dropout.
# - The first token of each text has position 0. The position vectors are the same in every row of the batch. The
#   positions are made where `idx` is.
# - There are two tables and no other parameters (at GPT-2's size 50,257 · 768 + 1,024 · 768).
# - The gradient reaches both tables.
# - A call changes neither `idx` nor a table.
# - Equal tokens at different positions get different vectors. Equal tokens at the same position of two texts get equal
#   ones.
# - It works for `B == T`, for `B = 1`, for `T = 1`, for `idx` that is not contiguous (such as a transposed tensor), and
#   for `idx` of type int32 as well as int64.
# - Permuting the input no longer merely permutes the output.
# - `T > block_size` raises your `ValueError`, whatever `B` is. A large `B` is no reason to refuse.

# %% task="fusion" points=6

# %%
embeddings = Embeddings(example_config)
for parameter in embeddings.parameters():
    nn.init.normal_(parameter)

idx = torch.tensor([[1, 2, 1, 3], [1, 5, 6, 7]])
untouched = idx.clone()
out = embeddings(idx)
assert isinstance(out, torch.Tensor), f"forward returns {type(out).__name__}, not a tensor: is the return missing?"
assert out.shape == (2, 4, 8), f"idx of shape (2, 4) with n_embd=8 must give shape (2, 4, 8), not {tuple(out.shape)}"
assert torch.equal(idx, untouched), "the token numbers that were passed in must not be changed"
assert not torch.allclose(out[0, 0], out[0, 2]), "token 1 at positions 0 and 2 of one text must get different vectors"
assert torch.allclose(out[0, 0], out[1, 0]), "token 1 at position 0 of two texts must get the same vector in both"
gaps = embeddings(torch.tensor([[4, 4], [9, 9]])).diff(dim=1)
assert torch.allclose(gaps[0], gaps[1], atol=1e-5), "from position 0 to 1, every token's vector must change by the same"

square = torch.arange(16).view(4, 4).T.int()  # B == T, not contiguous, int32
together = embeddings(square)
for b in range(4):
    alone = embeddings(square[b : b + 1])
    assert alone.shape == (1, 4, 8), f"one text of 4 tokens must give shape (1, 4, 8), not {tuple(alone.shape)}"
    assert torch.allclose(together[b], alone[0]), f"B == T == 4: text {b} gets other vectors in the batch than alone"
assert embeddings(idx[:, :1]).shape == (2, 1, 8), "two texts of one token must give shape (2, 1, 8)"

embeddings.zero_grad()
embeddings(idx).sum().backward()
reached = sum((p.grad != 0).sum().item() for p in embeddings.parameters() if p.grad is not None)
assert reached == (6 + 4) * 8, f"6 tokens at 4 positions: 10 rows of 8 numbers need a gradient; {reached} get one"

count = sum(p.numel() for p in embeddings.parameters())
assert count == (50 + 16) * 8, f"50 tokens and 16 positions of 8 numbers make 528 parameters, but there are {count}"

error = refusal(embeddings, torch.zeros(1, 17, dtype=torch.long))
assert isinstance(error, ValueError), f"17 tokens with block_size=16 must raise ValueError, but it raises {error!r}"
error = refusal(embeddings, torch.zeros(40, 3, dtype=torch.long))
assert error is None, f"40 texts of 3 tokens are not too long; it raises {error!r}"

# %% marks="block_size_cap"

# %% [markdown]
# ## 7. Running it
#
# Here is your input layer at GPT-2's size. The five tokens are GPT-2's numbers for the pieces `Hello`, ` world`, `,`,
# ` world` and `.`. The piece ` world`, token 995, stands at position 1 and again at position 3.

# %% tags=["skip-execution"]
torch.manual_seed(0)
gpt2 = Embeddings(GPTConfig())
hello = torch.tensor([[15496, 995, 11, 995, 13]])
with torch.no_grad():
    vectors = gpt2(hello)
    swapped = gpt2(hello[:, [0, 3, 2, 1, 4]])  # the two tokens 995 change places
    mixed = gpt2(hello[:, [4, 2, 0, 1, 3]])
print("idx", tuple(hello.shape), "-> vectors", tuple(vectors.shape))
print("positions 1 and 3, both token 995: equal?", torch.equal(vectors[0, 1], vectors[0, 3]))
print("swapping two equal tokens changes nothing:", torch.equal(vectors, swapped))
print("permuting the tokens merely permutes the output?", torch.allclose(mixed, vectors[:, [4, 2, 0, 1, 3]]))

# %% [markdown]
# Swapping two *equal* tokens still changes nothing, as it should: the text is the same. Any other permutation now
# shows, because each token meets the vector of another position.
#
# Now the parameters, counted on the meta device again.

# %% tags=["skip-execution"]
with torch.device("meta"):
    parts = {"tokens": TokenEmbedding(GPTConfig()), "positions": PositionalEmbedding(GPTConfig())}
    parts["both"] = Embeddings(GPTConfig())
counts = {name: sum(p.numel() for p in part.parameters()) for name, part in parts.items()}
for name, number in counts.items():
    print(f"{name:9} {number:>11,}")
assert counts["both"] == counts["tokens"] + counts["positions"], "Embeddings must hold the two tables and nothing else"
print(f"{counts['both']:,} = {counts['tokens']:,} + {counts['positions']:,}")

# %% [markdown]
# ## 8. What a position costs
#
# Is the table what keeps the context short? Let us count all of GPT-2: twelve blocks, each with two norms, attention
# and an MLP, then a last norm. (The output layer shares the token table, so it adds nothing.) The last two columns
# answer the question: the table's share of the parameters, and the attention scores that one text of full length needs,
# $T^2$ for each of 12 heads in each of 12 layers.


# %% tags=["skip-execution"]
def gpt2_blocks(width: int, layers: int = 12) -> int:
    """Return how many parameters GPT-2 has after its input layer, if its vectors have length `width`."""
    with torch.device("meta"):
        block = [nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.Linear(width, width)]
        block += [nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.Linear(4 * width, width)]
        last = nn.LayerNorm(width)
    one_block = sum(p.numel() for module in block for p in module.parameters())
    return layers * one_block + sum(p.numel() for p in last.parameters())


token_table, position_table = 50257 * 768, 1024 * 768
total = token_table + position_table + gpt2_blocks(768)
print(f"GPT-2 in all: {total:,} parameters")
print(f"its position table: {position_table:,} = {position_table / total:.3%}")
print(f"one more position: {768:,} parameters, {768 * 4:,} bytes in float32")
print(f"side by side, all layers of width 1,536: {token_table + position_table + gpt2_blocks(1536):,} in all")
print()
print("block_size   table        share of the model   attention scores of one text")
for block_size in (512, 1024, 2048, 4096, 8192):
    table = block_size * 768
    share = table / (total - position_table + table)
    print(f"{block_size:>10,}   {table:>9,}    {share:>7.3%}              {12 * 12 * block_size**2:>14,}")

# %% [markdown]
# Positions are cheap. Twice the context costs twice the table, and a small share of the model. What grows fast is the
# work of attention: four times as many scores. And the cost that no count shows is the training: a row is worth
# something only after many texts that are long enough to reach it.
#
# The line on width 1,536 gives the price of concatenation, if the blocks are widened to fit: their parameters grow
# about fourfold.

# %% [markdown]
# ## 9. The ceiling, and a stretched table
#
# The table is trained, and a longer text arrives. There is no row for it. Can we make one? Two ideas:
#
# - **new rows**: append untrained rows to the table;
# - **stretch**: place the rows that we have farther apart, and fill the gaps by linear interpolation. Vision
#   transformers do this with their position tables when the images get larger.
#
# Stretching assumes that the vector half way between two rows is a sensible vector for the place half way between.
# Nothing forces a learned table to be like that. For an untrained table the question makes no sense, so we train: a
# model with one attention layer, on texts of 32 tokens, on one of two problems.
#
# - **topic** (roughly where). A hidden topic lasts for a while, then changes. Each token is drawn from its topic's
#   words half of the time, and is noise otherwise. Tell the topic at each place. It helps to look at the
#   *neighbourhood*.
# - **previous** (exactly where). All tokens are random. Tell at each place which token stood *exactly one place
#   before*.
#
# The model below is written with bare tensors, so that its table can be exchanged. Training takes a few seconds.

# %% tags=["skip-execution"]
torch.set_num_threads(1)  # the tensors are so small that more threads would only get in each other's way
WORDS, SIZE, SHORT, LONG = 16, 32, 32, 64  # vocabulary, vector length, trained length, new length


def topic_texts(texts: int, length: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Return tokens and their topics, both (texts, length). Topic z has the words 4z .. 4z + 3."""
    changes = torch.rand(texts, length, generator=generator) < 1 / 12
    topics = torch.randint(4, (texts, length), generator=generator)
    for t in range(1, length):
        topics[:, t] = torch.where(changes[:, t], topics[:, t], topics[:, t - 1])
    noise = torch.randint(WORDS, (texts, length), generator=generator)
    on_topic = torch.rand(texts, length, generator=generator) < 0.5
    return torch.where(on_topic, 4 * topics + noise % 4, noise), topics


def previous_texts(texts: int, length: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Return random tokens and the token before each, both (texts, length). The first has none: -100, not counted."""
    tokens = torch.randint(WORDS, (texts, length), generator=generator)
    before = tokens.roll(1, dims=1)
    before[:, 0] = -100
    return tokens, before


def new_weights(use_positions: bool = True) -> dict[str, torch.Tensor]:
    """Return untrained weights of the tiny model. The positions start small, as in GPT-2."""
    generator = torch.Generator().manual_seed(0)
    shapes = {"token": (WORDS, SIZE), "position": (SHORT, SIZE), "qkv": (SIZE, 3 * SIZE), "head": (SIZE, WORDS)}
    scales = {"token": 1.0, "position": 0.02, "qkv": SIZE**-0.5, "head": SIZE**-0.5}
    weights = {name: torch.randn(shapes[name], generator=generator) * scales[name] for name in shapes}
    if not use_positions:
        weights["position"] = torch.zeros(LONG, SIZE)
    return {name: w.requires_grad_(use_positions or name != "position") for name, w in weights.items()}


def predict(weights: dict[str, torch.Tensor], tokens: torch.Tensor) -> torch.Tensor:
    """Return scores of the answers, (texts, length, WORDS): one attention layer without a mask, then a linear layer."""
    x = weights["token"][tokens] + weights["position"][: tokens.size(1)]
    q, k, v = (x @ weights["qkv"]).chunk(3, dim=-1)
    return (x + F.scaled_dot_product_attention(q, k, v)) @ weights["head"]


def accuracy(weights: dict[str, torch.Tensor], texts, length: int, first: int = 0, count: int = 300) -> float:
    """Return the share of right answers on `count` new texts, counted from place `first` on."""
    tokens, answers = texts(count, length, torch.Generator().manual_seed(99))
    with torch.no_grad():
        guesses = predict(weights, tokens).argmax(-1)
    counted = answers >= 0
    counted[:, :first] = False
    return (guesses == answers)[counted].double().mean().item()


def train(weights: dict[str, torch.Tensor], texts, length: int, steps: int, every: int = 0) -> list[float]:
    """Train all weights in place, 64 texts a step. Return the accuracy before every `every`-th step, and at the end."""
    generator = torch.Generator().manual_seed(1)
    optimizer = torch.optim.Adam([w for w in weights.values() if w.requires_grad], lr=0.01)
    curve = []
    for step in range(steps):
        if every and step % every == 0:
            curve.append(accuracy(weights, texts, length))
        tokens, answers = texts(64, length, generator)
        loss = F.cross_entropy(predict(weights, tokens).flatten(0, 1), answers.flatten(), ignore_index=-100)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [*curve, accuracy(weights, texts, length)]


problems = {"topic": topic_texts, "previous": previous_texts}
blind, trained = {}, {}
for name, texts in problems.items():
    blind[name], trained[name] = new_weights(use_positions=False), new_weights()
    for weights in (blind[name], trained[name]):
        train(weights, texts, SHORT, steps=300)
    without, with_positions = (accuracy(weights[name], texts, SHORT) for weights in (blind, trained))
    print(f"{name:8}  without positions {without:.1%}   with positions {with_positions:.1%}")

# %% [markdown]
# With positions the model solves *previous*, and it gets clearly better at *topic*, where the noise leaves no perfect
# answer. What have the two tables become? We compare their rows with each other, and then stretch them to twice as
# many.


# %% tags=["skip-execution"]
def stretch(table: torch.Tensor, rows: int) -> torch.Tensor:
    """Return `rows` vectors, evenly spaced from the table's first row to its last, by linear interpolation."""
    return F.interpolate(table.T[None], size=rows, mode="linear", align_corners=True)[0].T


def cosines(table: torch.Tensor) -> torch.Tensor:
    """Return the cosine between each two rows, (rows, rows)."""
    unit = F.normalize(table, dim=1)
    return unit @ unit.T


def by_offset(table: torch.Tensor) -> list[float]:
    """Return the mean cosine of rows that are k apart, for k = 0 .. 16."""
    return [cosines(table).diagonal(k).mean().item() for k in range(17)]


tables = {name: weights["position"].detach() for name, weights in trained.items()}
fig, axes = plt.subplots(1, 3, figsize=(11.5, 3.5), width_ratios=(1, 1, 1.25))
for axis, (name, table) in zip(axes, tables.items(), strict=False):
    image = axis.imshow(cosines(table).numpy(), vmin=-1, vmax=1, cmap="cividis")
    axis.set(title=f"'{name}': cosine of two rows", xlabel="position", ylabel="position")
    axis.grid(False)
fig.colorbar(image, ax=axes[1], label="cosine")
for (name, table), style, color in zip(tables.items(), ("o", "s"), ("tab:blue", "black"), strict=True):
    axes[2].plot(by_offset(table), style + "-", color=color, markersize=4, label=f"{name}, trained")
    stretched = by_offset(stretch(table, LONG))
    axes[2].plot(stretched, style + "--", color=color, markersize=4, markerfacecolor="none", label=f"{name}, stretched")
axes[2].set(title="mean cosine by offset", xlabel="offset (positions)", ylabel="cosine")
axes[2].legend(fontsize=8)
for name, table in tables.items():
    trained_cosine, stretched_cosine = by_offset(table)[1], by_offset(stretch(table, LONG))[1]
    print(f"{name:8}  mean cosine of neighbours: trained {trained_cosine:.2f}, stretched {stretched_cosine:.2f}")

# %% [markdown]
# The two tables have learned what their problem needs. For *topic*, neighbours are nearly the same, and similarity
# fades with distance: a row half way between two rows is meaningful. For *previous*, neighbours have nothing in common,
# so that they can be told apart: a row half way between two of them resembles both, and means neither. (That stretched
# neighbours look similar in both cases is the work of interpolation, not of learning.)
#
# Now the long texts: 64 tokens, twice the trained length. The problems are the same. We compare cropping (two windows
# of 32 tokens, each read on its own), new rows, and stretching, all without any further training. For comparison: the
# model without positions, at the places 32 to 63 of the long texts.


# %% tags=["skip-execution"]
def with_table(weights: dict[str, torch.Tensor], table: torch.Tensor) -> dict[str, torch.Tensor]:
    """Return a copy of the weights in which the position table is exchanged."""
    return {name: (table if name == "position" else w).detach().clone().requires_grad_() for name, w in weights.items()}


longer = {}
print("            at the trained    windows   stretched     new rows:                  without positions:")
print("                    length      of 32                 old places   new places           new places")
for name, texts in problems.items():
    untrained = 0.02 * torch.randn(LONG - SHORT, SIZE, generator=torch.Generator().manual_seed(2))
    new_rows = with_table(trained[name], torch.cat((tables[name], untrained)))
    stretched = with_table(trained[name], stretch(tables[name], LONG))
    longer[name] = {"stretched": stretched, "new rows": new_rows}
    tokens, answers = texts(1000, LONG, torch.Generator().manual_seed(99))
    counted = answers >= 0
    with torch.no_grad():
        windows = torch.cat([predict(trained[name], half).argmax(-1) for half in tokens.split(SHORT, dim=1)], dim=1)
        right = (predict(new_rows, tokens).argmax(-1) == answers)[:, :SHORT]
    numbers = [accuracy(trained[name], texts, SHORT, count=1000), (windows == answers)[counted].double().mean().item()]
    numbers += [accuracy(stretched, texts, LONG, count=1000), right[counted[:, :SHORT]].double().mean().item()]
    numbers += [accuracy(weights, texts, LONG, SHORT, count=1000) for weights in (new_rows, blind[name])]
    print("{:12}{:14.1%}{:11.1%}{:12.1%}{:15.1%}{:13.1%}{:21.1%}".format(name, *numbers))

# %% [markdown]
# - **New rows** fail exactly where they are used. The old places are read nearly as before. In the new places the model
#   does worse than one that has no positions at all.
# - **Stretching** costs *topic* little: roughly where is still roughly where. It ruins *previous*, even in the places
#   that the model knew before, since *all* rows have moved. What was one step is now about half a step.
# - **Windows** need no new rows. They lose only what would have crossed the cut.
#
# One more question: is a stretched table at least a good place to train on from? We train all weights for 100 steps
# more, now on long texts.

# %% tags=["skip-execution"]
fig, axes = plt.subplots(1, 2, figsize=(10, 3.5))
for axis, (name, texts) in zip(axes, problems.items(), strict=True):
    for (start, weights), style in zip(longer[name].items(), ("o-", "ks--"), strict=True):
        curve = train(with_table(weights, weights["position"]), texts, LONG, steps=100, every=10)
        axis.plot(range(0, 101, 10), [100 * share for share in curve], style, label=start)
        print(f"{name:8} from {start}: {curve[0]:.1%} at 0, {curve[5]:.1%} after 50, {curve[-1]:.1%} after 100 steps")
    goal = accuracy(trained[name], texts, SHORT)
    axis.axhline(100 * goal, color="gray", linestyle=":", label="at the trained length")
    axis.set(title=f"'{name}': training on, with 64 positions", xlabel="training steps", ylabel="accuracy (%)")
    axis.legend(loc="lower right")

# %% [markdown]
# Here it is: with some training on long texts, the stretched tables come back to the old accuracy or near it, and
# sooner than the new rows. But two small problems are no law. What they show is where to look: ask what the table has
# learned, and measure.
#
# The ceiling itself remains. A learned table ends at some row, and to raise it you need training. The fixed encoding of
# 2017 has no table to run out of.

# %% [markdown]
# ## 10. Four questions
#
# None of them needs a computer; think first, then try it out if you like. Exactly one choice is right in each.
#
# **`quiz_order`** A classifier has token vectors but no positions. Twelve layers of self-attention without a mask
# follow (each with norms and an MLP that works on each token by itself), then the mean over all tokens of the text,
# then a linear layer. How do its scores for `dog bites man` and for `man bites dog` compare?
#
# - **a**: They differ. The attention weights depend on how far apart two words are.
# - **b**: They are equal at the start. With enough training the model can come to tell the two apart.
# - **c**: They are equal up to rounding, for any weights.
# - **d**: They differ. The output vectors come in another order, and so their mean is another.
#
# **`quiz_unseen`** A model with `block_size` 1,024 and a randomly initialised position table is trained with plain
# gradient descent (no weight decay), always on texts of at most 256 tokens. Then it gets a text of 600 tokens. What
# happens?
#
# - **a**: It runs. The tokens from position 256 on get position vectors that are still as they were before training.
# - **b**: It raises `ValueError`, because the text is longer than all those in training.
# - **c**: It runs. The rows from 256 on continue the pattern that the first 256 rows have learned.
# - **d**: It runs. The rows from 256 on are zero, so that these tokens have no position.
#
# **`quiz_axis`** Token vectors have shape `(1, 4, 8)`: a batch of one text ($B = 1$, $T = 4$, $C = 8$). Someone adds
# `pos[:, None, :]`, where `pos` has shape `(4, 8)`. What comes back?
#
# - **a**: A `RuntimeError`, since a first axis of 1 and one of 4 do not match.
# - **b**: The right result, since with one text there is no batch axis to mix up.
# - **c**: Shape `(1, 4, 8)`, where all four tokens have got the vector of position 0.
# - **d**: Shape `(4, 4, 8)`: four copies of the text, and in each copy all tokens have got one and the same position.
#
# **`quiz_crop`** A model with `block_size` 1,024 writes a text, and the caller crops before each call. When the text
# had exactly 1,024 tokens, a certain token A stood at position 500. One token is appended, and the model is called
# again. What holds in this call?
#
# - **a**: A has the vector of row 500, and the newest token has that of row 1,024.
# - **b**: A has the vector of row 499, and the newest token has that of row 1,023.
# - **c**: A has the vector of row 500, and the newest token has that of row 0, which has become free.
# - **d**: A has the vector of row 500, and the newest token is left out, since the table is full.
#
# ### Task: `quiz`
#
# Set each of the four variables `quiz_order`, `quiz_unseen`, `quiz_axis` and `quiz_crop` to a text of one letter, such
# as `"a"`. Each right answer earns a quarter of the points.

# %% task="quiz" points=2

# %%
for question in ("quiz_order", "quiz_unseen", "quiz_axis", "quiz_crop"):
    answer = globals().get(question)
    assert answer in ("a", "b", "c", "d"), f'{question} must be "a", "b", "c" or "d", but it is {answer!r}'

# %% [markdown]
# ## What you have built
#
# `Embeddings` is the whole input layer of GPT-2: a lookup by token, a lookup by position, and a sum. Its limits are as
# plain as its code. It knows absolute places and no distances, it ends at `block_size`, and a row is only as good as
# the texts that reached it. The next step is an encoding that is computed, not learned.
