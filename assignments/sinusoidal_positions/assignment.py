# %% [markdown]
# # Sinusoidal positions
#
# A transformer reads all tokens of a sequence at once. Nothing in attention says which token comes first, so the order
# has to be put into the vectors. The transformer of 2017 ("Attention Is All You Need", section 3.5) did this with a
# table that nobody trains: sines and cosines of the position. You will build that table, measure what it can and cannot
# do, and put it into the input layer of a transformer.
#
# | task | you write | points |
# | --- | --- | --- |
# | 1 | `sinusoidal_pe(max_len, d_model)`, the table | 7 |
# | 2 | `offset_rotation(k, d_model)`, the matrix that moves a row by $k$ positions | 4 |
# | 3 | `wavelengths(d_model)`, how many positions each wave takes | 2 |
# | 4 | `TransformerInput(vocab_size, d_model, max_len)`, tokens plus positions | 5 |
# | 5 | a quiz of four questions | 2 |
#
# Replace each `raise NotImplementedError` with your code and run the cells from top to bottom. The `assert`s after a
# task are examples: they catch common slips, and each says what it expected. The marking tests more than they do; the
# rules that it tests are all written in the text of the task. Cells that print numbers or draw plots use *your*
# functions, so they show your results.

# %% tags=["given"]
import math

import numpy as np
import torch
from torch import nn

# %% tags=["skip-execution"]
import matplotlib.pyplot as plt
from torch.nn import functional as F

plt.rcParams.update({"figure.constrained_layout.use": True, "axes.grid": True, "grid.alpha": 0.3, "font.size": 9})
torch.set_num_threads(1)  # the matrices here are small: sharing the work out would take longer than doing it

# %% [markdown]
# ## Why positions are needed at all
#
# Self-attention compares every token with every other and takes weighted averages. A comparison and an average do not
# depend on where things stand. So if we shuffle the input, the output should be the same vectors, shuffled in the same
# way. The next cell tries this on PyTorch's own attention, with random weights.
#
# It also tries a causal mask. The mask lets a token look back only, which is a little knowledge of order. But *within*
# what a token may look at, this one layer is as blind as before: shuffle the earlier tokens, and the last output stays
# the same.

# %% tags=["skip-execution"]
generator = torch.Generator().manual_seed(0)
query_weights, key_weights, value_weights = (torch.randn(16, 16, generator=generator) / 4 for _ in range(3))


def self_attention(x, causal=False):
    """One head of self-attention without any position."""
    return F.scaled_dot_product_attention(x @ query_weights, x @ key_weights, x @ value_weights, is_causal=causal)


words = torch.randn(1, 6, 16, generator=generator)  # a batch of one sequence: six token vectors of 16 numbers
order = torch.tensor([3, 0, 4, 1, 2, 5])  # a shuffle that leaves the last token where it is

shuffled_after = self_attention(words)[:, order]
shuffled_before = self_attention(words[:, order])
print(f"largest number in the output:                            {shuffled_after.abs().max():.3f}")
print(f"shuffling before attention or after it, difference:      {(shuffled_after - shuffled_before).abs().max():.1e}")

last = self_attention(words, causal=True)[:, -1]
last_shuffled = self_attention(words[:, order], causal=True)[:, -1]
print(f"last token, causal, earlier ones shuffled, difference:   {(last - last_shuffled).abs().max():.1e}")

# %% [markdown]
# The differences are rounding. "The dog bites the man" and "the man bites the dog" would be the same bag of vectors.
# The remedy is to add to each token vector a second vector that depends only on the position. Which one?
#
# ## The hour hand and the minute hand
#
# A clock gives each minute of half a day its own picture, with two hands. Each hand has a fault, and the other one
# makes up for it:
#
# * The minute hand moves clearly from one minute to the next, but it comes round every hour.
# * The hour hand does not come round in half a day, but from one minute to the next it hardly moves.
#
# A hand is a point on a circle, so it takes two numbers, a sine and a cosine. One of the two is not enough: on its way
# round, the hand passes most heights twice. The next cell counts how many of the 720 minutes can be told apart, and how
# far apart the two most similar ones are.

# %% tags=["skip-execution"]
minutes = np.arange(720)


def hand(minutes_in_a_turn):
    """The tip of a hand at each minute, as (720, 2)."""
    turned = 2 * np.pi * minutes / minutes_in_a_turn
    return np.stack([np.sin(turned), np.cos(turned)], axis=1)


clocks = {
    "minute hand, sine only": hand(60)[:, :1],
    "minute hand": hand(60),
    "hour hand": hand(720),
    "both hands": np.concatenate([hand(60), hand(720)], axis=1),
}
for name, pictures in clocks.items():
    distance = np.linalg.norm(pictures[:, None] - pictures[None], axis=2) + 9 * np.eye(720)
    different = len(np.unique(pictures.round(9) + 0.0, axis=0))
    print(f"{name:23} {different:3} different pictures, smallest distance {distance.min():.4f}")

# %% [markdown]
# The hour hand alone already gives each minute its own picture, but neighbours are almost the same. Both hands together
# keep all minutes apart *and* neighbours well apart. The fast hand shows small differences, the slow hand large ones.
#
# ## The formula
#
# The sinusoidal encoding is a clock with $d_{model} / 2$ hands. Hand number $i = 0, 1, \dots, d_{model}/2 - 1$ fills
# two neighbouring columns, $2i$ and $2i + 1$. We call them *pair* $i$. Every step turns hand $i$ by its *rate*
# $\omega_i$:
#
# $$\omega_i = \frac{1}{10000^{\,2i/d_{model}}}, \qquad
# PE[p, 2i] = \sin(p\,\omega_i), \qquad PE[p, 2i+1] = \cos(p\,\omega_i).$$
#
# Read it slowly, because most mistakes are misreadings of this line:
#
# * $p = 0, 1, 2, \dots$ is the position, a row of the table. The first position is 0.
# * $i$ counts pairs, not columns. The sine and the cosine of a pair share one rate, with the even number $2i$ in the
#   exponent of both.
# * The exponent $2i/d_{model}$ is a fraction from 0 up to, but not including, 1. So pair 0 turns by 1 radian a step,
#   and each later pair turns more slowly, always by the same factor.
# * Sine and cosine alternate along the columns. (Some programs put all sines first. That is another layout, and not the
#   one asked for here.)
#
# A table small enough to do by hand has $d_{model} = 4$. There are two pairs, with exponents $0/4$ and $2/4$, so the
# position is divided by $10000^0 = 1$ and by $10000^{1/2} = 100$:
#
# $$PE[p] = \left(\sin p,\ \cos p,\ \sin\tfrac{p}{100},\ \cos\tfrac{p}{100}\right).$$

# %% [markdown]
# ## Task 1: build the table (7 points)
#
# Write `sinusoidal_pe(max_len, d_model)`.
#
# * It returns a `torch.Tensor` of shape `(max_len, d_model)`: row $p$ for position $p$, with the formula above.
# * The result has dtype `float32`. Work in `float32` or `float64` on the way; the values may differ from the exact ones
#   by up to $10^{-5} + 2 \cdot 10^{-7} \cdot$ `max_len`.
# * It asks for no gradient: `requires_grad` is `False`.
# * Each call returns a fresh tensor. If a caller overwrites it, the next call is not affected.
# * A call changes nothing outside itself: PyTorch's default dtype and the state of its random numbers, for example, are
#   afterwards what they were before.
# * `max_len` and `d_model` are positive integers. If `d_model` is odd, you may choose: either the last column is a sine
#   without its cosine (and the shape is still `(max_len, d_model)`), or you raise a `ValueError`.
#
# No loop over positions is needed. A column of positions times a row of rates gives every angle at once, and a slice
# with a step, such as `[:, 0::2]`, names every second column. The rates can be had as powers, or as
# $\exp(-\tfrac{2i}{d_{model}} \ln 10000)$; these are the same numbers.

# %% task="sinusoidal" points=7

# %%
small_table = sinusoidal_pe(3, 4)
assert isinstance(small_table, torch.Tensor), f"expected a torch.Tensor, got {type(small_table).__name__}"
assert small_table.shape == (3, 4), f"sinusoidal_pe(3, 4) should have shape (3, 4), not {tuple(small_table.shape)}"
assert small_table.dtype == torch.float32, f"the table should be float32, not {small_table.dtype}"
assert not small_table.requires_grad, "the table is fixed, so it should ask for no gradient"
assert np.allclose(small_table[0].tolist(), [0, 1, 0, 1], atol=1e-5), (
    f"position 0 turns no hand: sines 0, cosines 1, alternating. Row 0 is {small_table[0].tolist()}"
)
for p in (1, 2):
    by_hand = [math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)]
    assert np.allclose(small_table[p].tolist(), by_hand, atol=1e-5), (
        f"with d_model = 4, row {p} should be {[round(x, 4) for x in by_hand]},"
        f" not {[round(x, 4) for x in small_table[p].tolist()]}"
    )
assert math.isclose(sinusoidal_pe(2, 6)[1, 5], math.cos(10000 ** (-2 / 3)), abs_tol=1e-5), (
    "with d_model = 6 the last pair (columns 4 and 5) has exponent 4/6, in its cosine too"
)
small_table.zero_()
assert sinusoidal_pe(3, 4)[0, 1] > 0.9, "a caller overwrote its table and the next call returned the overwritten one"

# %% [markdown]
# ### Look at it: the hands
#
# Each panel is one pair as the hand of a clock, cosine to the right and sine upwards, over the first 13 positions.

# %% tags=["skip-execution"]
table = sinusoidal_pe(13, 8).numpy()
fig, axes = plt.subplots(1, 4, figsize=(10, 3.1))
for pair, ax in enumerate(axes):
    across, up = table[:, 2 * pair + 1], table[:, 2 * pair]
    ax.add_patch(plt.Circle((0, 0), 1, fill=False, color="0.7"))
    for x, y in zip(across, up):
        ax.plot([0, x], [0, y], color="0.85", linewidth=0.8)
    ax.plot(across, up, "o", color="black", markersize=4)
    for p in (range(7), (0, 12), (), ())[pair]:
        ax.annotate(f"{p}", (1.19 * across[p], 1.19 * up[p]), ha="center", va="center")
    if pair >= 2:
        ax.annotate("0 to 12", (0.85, 0.3), ha="right", va="center")
    ax.set(title=f"pair {pair}: columns {2 * pair} and {2 * pair + 1}", xlabel="cosine", aspect="equal")
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
axes[0].set_ylabel("sine")
fig.suptitle("Positions 0 to 12 on the four hands of d_model = 8")
plt.show()

# %% [markdown]
# Pair 0 has gone round almost twice. Pair 1 turns ten times more slowly, and pairs 2 and 3 have hardly left their
# starting point. Now the same thing unrolled, for a wider table: each panel below is one pair along the positions.

# %% tags=["skip-execution"]
table = sinusoidal_pe(128, 128).numpy()
fig, axes = plt.subplots(4, 1, figsize=(8, 6), sharex=True, sharey=True)
for ax, pair in zip(axes, (0, 8, 16, 32)):
    ax.plot(table[:, 2 * pair], color="black", linewidth=1.2, label="sine (even column)")
    ax.plot(table[:, 2 * pair + 1], color="tab:red", linestyle="--", linewidth=1.2, label="cosine (odd column)")
    ax.set(title=f"pair {pair}: columns {2 * pair} and {2 * pair + 1}", ylabel="value", ylim=(-1.15, 1.15))
axes[-1].set_xlabel("position")
fig.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
fig.suptitle("Waves by dimension, d_model = 128")
plt.show()

# %% [markdown]
# And the whole table as a picture. A row is the encoding of one position. Columns on the left change at every step;
# columns on the right are almost the same for all these positions, the sines near 0 and the cosines near 1.

# %% tags=["skip-execution"]
fig, ax = plt.subplots(figsize=(8, 5))
image = ax.imshow(table, cmap="cividis", aspect="auto", interpolation="nearest", vmin=-1, vmax=1)
ax.set(title="The table as a heatmap, d_model = 128", xlabel="dimension (column)", ylabel="position (row)")
ax.grid(False)
fig.colorbar(image, ax=ax, label="value")
plt.show()

# %% [markdown]
# ## What the rows have in common, and what keeps them apart
#
# Two things are quickly measured. Each pair is a point on the unit circle, so it adds $\sin^2 + \cos^2 = 1$ to the
# square of a row's length: every row has length $\sqrt{d_{model}/2}$, wherever it stands. And no two rows are equal:
# pair 0 alone would repeat exactly only after $2\pi$ positions or a multiple of it, which is never a whole number.
# Exactly equal and clearly different are not the same thing, so the cell measures the smallest distance too.

# %% tags=["skip-execution"]
table = sinusoidal_pe(4096, 512).double()
lengths = table.norm(dim=1)
print(f"length of the rows: {lengths.min():.4f} to {lengths.max():.4f}, and sqrt(512 / 2) = {math.sqrt(512 / 2):.4f}")

different = len(torch.unique(table, dim=0))
print(f"different rows: {different} of {len(table)}")
assert different == len(table), "two rows are equal"

distances = torch.cdist(table[:1000], table[:1000]).fill_diagonal_(99)
row, nearest = divmod(int(distances.argmin()), 1000)
print(f"smallest distance between two of the first 1,000: {distances.min():.3f}, at positions {row} and {nearest}")

# %% [markdown]
# ## The dot product depends on the offset only
#
# Attention compares vectors with dot products, so let us take the dot product of two rows. One pair contributes
#
# $$\sin(p\omega_i)\sin(q\omega_i) + \cos(p\omega_i)\cos(q\omega_i) = \cos\big((p - q)\,\omega_i\big),$$
#
# by the addition theorem of the cosine. The positions themselves are gone; only their difference is left. Summed over
# the pairs,
#
# $$PE[p] \cdot PE[p + k] = \sum_{i} \cos(k\,\omega_i).$$
#
# The cell checks this for several places in the table. (Some lessons print another number for $PE[1] \cdot PE[2]$.
# Yours is computed, and the sum over the cosines gives it again.)

# %% tags=["skip-execution"]
for p in (0, 1, 100, 4000):
    print(f"PE[{p}] . PE[{p + 1}] = {table[p] @ table[p + 1]:.2f}")
cosines = table[1, 1::2]  # cos(1 * rate) of each pair
print(f"sum over the pairs of cos(rate) = {cosines.sum():.2f}")
assert abs(table[1] @ table[2] - 249.10) < 0.005

similarities = table @ table.T / 256  # divided by both lengths: the cosine of the angle between two rows
spread = max(float(similarities.diagonal(k).max() - similarities.diagonal(k).min()) for k in range(0, 4000, 50))
print(f"rows at the same offset, anywhere in the table: the similarities differ by at most {spread:.1e}")
assert spread < 1e-5, "the similarity should be the same everywhere for one offset"
print(f"three steps ahead {similarities[100, 103]:.4f}, three steps back {similarities[100, 97]:.4f}")

# %% [markdown]
# The last line shows a limit: $\cos(k\omega_i) = \cos(-k\omega_i)$, so this product says how far apart two positions
# are, but not which one comes first.
#
# ### Similarity by offset, and what is not true
#
# Dividing by the length of the rows turns the dot product into a similarity: 1 for equal directions, 0 for a right
# angle. Two things are often said about it:
#
# 1. "It falls steadily with the distance." If so, it would never rise from one offset to the next.
# 2. "Different positions are orthogonal." If so, it would be 0 for every offset but 0.
#
# Measure both before you believe them.

# %% tags=["skip-execution"]
by_offset = similarities[0]  # of row 0 with row k, that is, at offset k
rises = (by_offset.diff() > 0).nonzero().flatten() + 1  # offsets at which the similarity is higher than one step before
print(f"similarity at offset 1: {by_offset[1]:.3f}, at 10: {by_offset[10]:.3f}, at 127: {by_offset[127]:.3f}")
print(f"it rises for the first time from offset {rises[0] - 1} to {rises[0]},")
print(f"and at {(rises < 1000).sum()} of the first 999 steps")
assert len(rises) > 0 and abs(by_offset[127] - 0.408) < 0.0005

lowest = by_offset[:1000].argmin()
print(f"lowest of the first 1,000 offsets: {by_offset[lowest]:.3f} at offset {lowest}")
print(f"first offset with a similarity below 0: {(by_offset < 0).nonzero()[0].item()}")

narrow = sinusoidal_pe(100, 8).double()
narrow_by_offset = narrow @ narrow[0] / 4
best = narrow_by_offset[1:].argmax() + 1
print(f"d_model = 8: similarity at offset 1: {narrow_by_offset[1]:.3f}, at {best}: {narrow_by_offset[best]:.3f}")

# %% tags=["skip-execution"]
fig, axes = plt.subplots(1, 3, figsize=(12, 3.6))
image = axes[0].imshow(similarities[:128, :128].numpy(), cmap="cividis", vmin=0, vmax=1)
axes[0].set(title="Similarity of positions, d_model = 512", xlabel="position", ylabel="position")
axes[0].grid(False)
fig.colorbar(image, ax=axes[0], label="similarity", shrink=0.85)

curve = by_offset[:151].numpy()
axes[1].plot(curve, color="black")
first, shown = int(rises[0]), 127
axes[1].plot([first, shown], curve[[first, shown]], "o", color="tab:red")
axes[1].annotate(f"first rise, at offset {first}", (first, curve[first]), (35, 0.68), arrowprops={"arrowstyle": "->"})
axes[1].annotate(
    f"{curve[shown]:.3f} at offset {shown}", (shown, curve[shown]), (78, 0.22), arrowprops={"arrowstyle": "->"}
)
axes[1].set(title="Similarity by offset, d_model = 512", xlabel="offset k", ylabel="similarity", ylim=(0, 1.03))

for d_model, style, color in ((8, "-", "0.6"), (64, "--", "tab:red"), (512, "-", "black")):
    rows = sinusoidal_pe(251, d_model).numpy()
    axes[2].plot(rows @ rows[0] / (d_model / 2), style, color=color, linewidth=1.2, label=f"{d_model}")
axes[2].axhline(0, color="black", linewidth=0.6)
axes[2].set(title="Similarity by offset, three widths", xlabel="offset k", ylabel="similarity", ylim=(-0.5, 1.4))
axes[2].legend(title="d_model", loc="upper right", ncols=3, fontsize=8, columnspacing=1, handlelength=1.6)
plt.show()

# %% [markdown]
# So the truth is more modest. The similarity is highest at offset 0 and falls fast at first. Then it goes down slowly
# with small waves on it. At $d_{model} = 512$ it stays above 0 for thousands of positions: the slow pairs have hardly
# moved and hold the rows together. In a narrow table a distant position can even be more similar than the next one.
#
# One more limit. A transformer does not compare the rows themselves. It first multiplies them by learned matrices, so a
# score looks like $PE[p]^T M\, PE[q]$ with a learned $M$. For a matrix that is not made for it, the offset alone no
# longer decides:

# %% tags=["skip-execution"]
any_matrix = torch.randn(512, 512, generator=torch.Generator().manual_seed(0)).double() / math.sqrt(512)
plain_scores = (table[:1000] @ table[:1000].T).diagonal(5)
mixed_scores = (table[:1000] @ any_matrix @ table[:1000].T).diagonal(5)
print(f"offset 5, plain dot product:          {plain_scores.mean():7.2f}, standard deviation {plain_scores.std():.1e}")
print(f"offset 5, a random matrix in between: {mixed_scores.mean():7.2f}, standard deviation {mixed_scores.std():.1e}")

# %% [markdown]
# ## Moving by $k$ positions is a rotation
#
# Move on by $k$ steps, and hand $i$ turns by the angle $k\omega_i$, whatever the time is. The addition theorems say the
# same in numbers. With $\alpha = p\omega_i$ and $\beta = k\omega_i$,
#
# $$\sin(\alpha + \beta) = \sin\alpha\cos\beta + \cos\alpha\sin\beta, \qquad
# \cos(\alpha + \beta) = \cos\alpha\cos\beta - \sin\alpha\sin\beta.$$
#
# On the left stands pair $i$ of row $p + k$. On the right stand $\sin\alpha$ and $\cos\alpha$, pair $i$ of row $p$,
# each multiplied by a number in which $p$ does not occur. So the new pair is a $2 \times 2$ matrix times the old pair,
# and the matrix depends on $k$ alone. It is a rotation. Written along the diagonal of a large matrix $R_k$, these
# small matrices move the whole row:
#
# $$PE[p + k] = R_k\, PE[p] \quad \text{for every } p.$$
#
# The authors gave this as a reason for their choice: a move by a fixed offset is a linear map, so they hoped that a
# model would easily learn to attend by relative position. Note that it takes the sine *and* the cosine.
#
# ## Task 2: the rotation (4 points)
#
# Write `offset_rotation(k, d_model)`.
#
# * It returns the matrix $R_k$ as a tensor of shape `(d_model, d_model)`, of dtype `float32` or `float64`.
# * $R_k$ is the matrix that is made of $2 \times 2$ rotations, one for each pair, and is 0 everywhere else. It
#   satisfies $PE[p + k] = R_k\, PE[p]$ for *every* $p$. It is computed from `k` and `d_model`; a matrix that is fitted
#   to the rows of some table is not what is asked for.
# * In this equation $PE[p]$ is a column: the matrix stands on the left. Mind in which row and which column the minus
#   sign goes. Remember that the sine comes first in each pair.
# * `k` is any integer: positive, 0 (nothing moves) or negative (a move back).
# * Only even `d_model` will be asked for.

# %% task="offset_rotation" points=4


# %%
def row_of_four(p):
    """Row p of the table with d_model = 4, by hand."""
    return torch.tensor([math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)], dtype=torch.float64)


five_on = offset_rotation(5, 4)
assert five_on.shape == (4, 4), f"offset_rotation(5, 4) should have shape (4, 4), not {tuple(five_on.shape)}"
assert five_on.dtype in (torch.float32, torch.float64), f"expected float32 or float64, got {five_on.dtype}"
assert torch.allclose(offset_rotation(0, 4).double(), torch.eye(4, dtype=torch.float64), atol=1e-6), (
    "a move by 0 should be the identity matrix"
)
for p, k in ((0, 5), (2, 5), (40, 5), (7, -3), (1, 100)):
    moved = offset_rotation(k, 4).double() @ row_of_four(p)
    assert torch.allclose(moved, row_of_four(p + k), atol=1e-4), (
        f"R_{k} PE[{p}] should be row {p + k}, {[round(x, 4) for x in row_of_four(p + k).tolist()]},"
        f" not {[round(x, 4) for x in moved.tolist()]}"
    )

# %% [markdown]
# ### What follows from it
#
# The same matrix works at every place of the table. Two moves are one move by the sum, and a move back undoes a move.
# The move back is also the transpose, because each small block is a rotation: no pair changes its length. When the rows
# of a table are to be moved all at once, they stand as rows, not columns, and the equation reads `PE @ R.T`.

# %% tags=["skip-execution"]
table = sinusoidal_pe(2000, 64).double()
move = {k: offset_rotation(k, 64).double() for k in (-7, 4, 7, 11)}
claims = {
    "R_7 PE[p] against PE[p + 7], for 1,993 places p": (table[:-7] @ move[7].T, table[7:]),
    "R_4 R_7 against R_11": (move[4] @ move[7], move[11]),
    "R_-7 against the transpose of R_7": (move[-7], move[7].T),
    "R_7 R_-7 against the identity": (move[7] @ move[-7], torch.eye(64, dtype=torch.float64)),
}
for claim, (left, right) in claims.items():
    print(f"{claim:50} largest difference {(left - right).abs().max():.1e}")
    assert torch.allclose(left, right, atol=1e-3), claim

# %% tags=["skip-execution"]
fig, axes = plt.subplots(1, 2, figsize=(8, 3.6))
for ax, k in zip(axes, (1, 8)):
    image = ax.imshow(offset_rotation(k, 16).numpy(), cmap="cividis", vmin=-1, vmax=1)
    ax.set(title=f"R_{k} for d_model = 16", xlabel="column (from)", ylabel="row (to)")
    ax.set(xticks=range(0, 16, 4), yticks=range(0, 16, 4))
    ax.grid(False)
fig.colorbar(image, ax=axes, label="value")
plt.show()

# %% [markdown]
# Fast pairs, at the top left, turn a lot in a step or two. At the bottom right the matrix is close to the identity.
#
# ## Task 3: wavelengths (2 points)
#
# How many steps does a hand take for one full turn of $2\pi$? A hand with rate $\omega_i$ takes
#
# $$\lambda_i = \frac{2\pi}{\omega_i} = 2\pi \cdot 10000^{\,2i/d_{model}}$$
#
# positions: the wavelength of pair $i$. It need not be a whole number.
#
# Write `wavelengths(d_model)`.
#
# * It returns a tensor of shape `(d_model / 2,)`: one number for each pair, in positions, pair 0 first.
# * Its dtype is `float32` or `float64`. The values may differ from the exact ones by up to $2 \cdot 10^{-5}$ of
#   themselves.
# * Only even `d_model` will be asked for.

# %% task="wavelengths" points=2

# %%
waves_of_four = wavelengths(4)
assert waves_of_four.shape == (2,), f"d_model = 4 has two pairs, so shape (2,), not {tuple(waves_of_four.shape)}"
assert waves_of_four.dtype in (torch.float32, torch.float64), f"expected float32 or float64, got {waves_of_four.dtype}"
assert np.allclose(waves_of_four.tolist(), [2 * math.pi, 200 * math.pi], rtol=1e-5), (
    f"with d_model = 4 the hands turn by 1 and by 1/100 a step: 2 pi and 200 pi positions, not {waves_of_four.tolist()}"
)

# %% [markdown]
# Now some numbers that are often printed wrongly. Dimension 100 belongs to pair 50, not to pair 100. And the paper says
# that the wavelengths go "from $2\pi$ to $10000 \cdot 2\pi$". The upper end is a limit: the last pair has the exponent
# $(d_{model} - 2)/d_{model}$, which is less than 1.

# %% tags=["skip-execution"]
waves = wavelengths(512).double()
print(f"d_model = 512, pair 0:                       {waves[0]:10,.2f} positions")
print(f"d_model = 512, pair 50 (dimensions 100, 101): {waves[50]:9,.2f} positions")
print(f"d_model = 512, last pair:                    {waves[-1]:10,.0f} positions")
print(f"the limit, 10000 * 2 pi:                     {2 * math.pi * 10000:10,.0f} positions")
assert abs(waves[50] - 37.97) < 0.005 and round(float(waves[-1])) == 60611
for d_model in (8, 64, 512, 4096):
    reached = wavelengths(d_model)[-1] / (2 * math.pi * 10000)
    print(f"d_model = {d_model:4}: the last pair reaches {reached:.1%} of the limit")

# %% tags=["skip-execution"]
fig, ax = plt.subplots(figsize=(8, 3.8))
ax.semilogy(waves.numpy(), color="black")
for length in (128, 1024, 8192):
    turned = int((waves <= length).sum())
    ax.axhline(length, color="tab:red", linestyle="--", linewidth=0.9)
    ax.text(2, length * 1.12, f"{length:,} positions: {turned} pairs", color="tab:red")
ax.set(title="Wavelengths, d_model = 512 (red: how many of the 256 pairs make a full turn)")
ax.set(xlabel="pair i (columns 2i and 2i + 1)", ylabel="wavelength in positions (log)", xlim=(0, 255))
plt.show()

# %% [markdown]
# A straight line on a logarithmic axis: each wavelength is the one before times the same factor. Remember the red
# lines. In a text of 128 tokens most of the pairs never make a full turn. In a longer text they will reach angles at
# which they never stood before.
#
# ## Precision at large positions
#
# Models run in `float16` or `bfloat16` to save memory. A floating-point number has a fixed count of digits, so the
# larger a number, the wider the gaps between neighbours. `bfloat16` keeps 8 binary digits, `float16` 11, `float32` 24.
# From some point on, $p$ and $p + 1$ round to the same number. `float16` also has a largest number; beyond it comes
# infinity, whose sine is not a number.

# %% tags=["skip-execution"]
powers = 2 ** torch.arange(30)
first_equal = {}
for dtype in (torch.bfloat16, torch.float16, torch.float32):
    equal = powers.to(dtype) == (powers + 1).to(dtype)
    first_equal[dtype] = int(powers[equal][0])
    assert (torch.arange(1000).to(dtype).diff() == 0).any() == (first_equal[dtype] < 1000)
    print(
        f"{str(dtype)[6:]:8}  positions {first_equal[dtype]:,} and {first_equal[dtype] + 1:,} are the same number;"
        f"  largest number {torch.finfo(dtype).max:.3g}"
    )
print("70,000 in float16 is", torch.tensor(70_000).to(torch.float16).item())

# %% [markdown]
# It matters *where* low precision comes in. There are three places, and they do very different harm:
#
# 1. **The positions.** If they are rounded before the sine is taken, neighbours get the same row. Rounding changes a
#    position by less than one percent, but pair 0 turns by a whole radian for each step that is lost.
# 2. **The angles.** Even when positions are exact, $p\,\omega_i$ is rounded to so many *significant* digits. The error
#    grows with the position.
# 3. **The finished table.** Its values lie between $-1$ and $1$. Rounding them costs the same small error everywhere,
#    and rows stay different. But in slow columns, neighbours become equal.

# %% tags=["skip-execution"]
table = sinusoidal_pe(4096, 64).double()
rates = 2 * math.pi / wavelengths(64).double()
positions = torch.arange(4096)
exact_sines = torch.sin(positions.double()[:, None] * rates)
for dtype in (torch.bfloat16, torch.float16, torch.float32):
    rounded_positions = positions.to(dtype).long().clamp(max=4095)  # rounding a position means taking another row
    same_row = int((rounded_positions.diff() == 0).sum())
    from_rounded = (table[rounded_positions] - table).abs().max()
    low_angles = (torch.sin(positions.to(dtype)[:, None] * rates.to(dtype)).double() - exact_sines).abs().max()
    stored = table.to(dtype).double()
    unchanged = (stored.diff(dim=0) == 0).double().mean()
    print(f"{str(dtype)[6:]}, 4,096 positions, d_model = 64")
    print(f"  1. rounded positions: {same_row:5,} rows are equal to the row before, largest error {from_rounded:.1e}")
    print(f"  2. angles and sines in this dtype:                largest error {low_angles:.1e}")
    print(
        f"  3. rounded result:    {len(torch.unique(stored, dim=0)):5,} different rows, largest error"
        f" {(stored - table).abs().max():.1e}, {unchanged:.2%} of values as in the row before"
    )

# %% tags=["skip-execution"]
positions = torch.tensor(np.unique(np.geomspace(1, 2**25, 800).round().astype(int)))
exact_sines = torch.sin(positions.double()[:, None] * rates)
fig, ax = plt.subplots(figsize=(8, 4))
for dtype, style in ((torch.bfloat16, ":"), (torch.float16, "--"), (torch.float32, "-")):
    error = (torch.sin(positions.to(dtype)[:, None] * rates.to(dtype)).double() - exact_sines).abs().amax(dim=1)
    name = str(dtype)[6:]
    worst = np.maximum.accumulate(error.numpy())  # stops where infinity has turned into NaN
    ax.loglog(positions.numpy(), worst, style, color="black", label=name)
    ax.axvline(first_equal[dtype], color="tab:red", linestyle=style, linewidth=0.9)
    ax.text(first_equal[dtype] * 1.15, 3e-8, f"{first_equal[dtype]:,}", color="tab:red", rotation=90, va="bottom")
ax.set(title="Largest error of the sines up to a position, d_model = 64 (red: neighbours become equal)")
ax.set(xlabel="position", ylabel="error", ylim=(1e-8, 4), xlim=(1, 2**26))
ax.legend(loc="upper left", framealpha=0.95)
plt.show()

# %% [markdown]
# The rule that follows: make positions as integers, angles in `float32` or `float64`, and round only the finished
# table. An error of 2 is the largest possible; at that point a value has lost all meaning.
#
# ## Learned against fixed
#
# GPT-2 and BERT use a *learned* table: one row of free numbers for each position, trained like any weight. The paper of
# 2017 tried both and found nearly the same quality. How they differ:
#
# | | fixed sinusoids | learned table |
# | --- | --- | --- |
# | parameters | none | `max_len` x `d_model` |
# | row for position $p$ | always there, from a formula | there only for $p <$ `max_len` |
# | before training | already says how far apart two positions are | random |
# | relation between rows | $PE[p+k] = R_k\,PE[p]$ | whatever training finds useful |
# | positions that training did not reach | have values that the model never saw | were never trained |
#
# The last line is about *extrapolation*: running on longer texts than those of the training. The formula has a row for
# position 1,000,000. Does this mean that a model can use it? The authors hoped so. The cell shows first what each table
# gives beyond its end.

# %% tags=["skip-execution"]
learned_table = nn.Embedding(64, 32)
print(f"a learned table of 64 rows: {learned_table.weight.numel():,} parameters")
try:
    learned_table(torch.tensor(64))
except IndexError as error:
    print(f"its row 64: {error}")
print(f"sinusoidal row 64 begins {[round(value, 3) for value in sinusoidal_pe(65, 32)[64, :4].tolist()]}")

# %% [markdown]
# Now the experiment. We train one matrix $M$, the heart of an attention head, on a simple wish: *attend to the token
# three back*. The score of positions $p$ and $q$ is $PE[p]^T M\, PE[q]$, and it should be largest at $q = p - 3$. The
# head sees windows of 64 positions, in training always positions 0 to 63.
#
# We know a solution that is right everywhere. With $M = R_3$ the score is $PE[p] \cdot PE[q + 3]$, the dot product of a
# row with rows of the same length, and this is largest where the two are the same row. So what was hoped for *can* be
# done, direction included. Will training find it? We train twice:
#
# * once with a free $M$, that is, $64 \times 64$ numbers,
# * once with $M = \sum_k c_k R_k$ for $k = -8, \dots, 8$, that is, 17 numbers $c_k$. By construction the score then
#   depends on the offset alone.
#
# Then we move the window along the table and count how often each $M$ picks the right token.

# %% tags=["skip-execution"]
window, back = 64, 3
table = sinusoidal_pe(600, 64)
wanted = torch.arange(window - back)  # the place, in the window, of the token three back
moves = torch.stack([offset_rotation(k, 64).float() for k in range(-8, 9)])


def train(matrix_of, *shape):
    """The matrix after 100 steps on positions 0 to 63; matrix_of makes it from trained numbers of the given shape."""
    numbers = torch.randn(shape, generator=torch.Generator().manual_seed(0)) / 64
    numbers.requires_grad_()
    optimizer = torch.optim.Adam([numbers], lr=0.03)
    for _ in range(100):
        scores = table[back:window] @ matrix_of(numbers) @ table[:window].T
        loss = F.cross_entropy(scores, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return matrix_of(numbers).detach()


starts = range(0, 513, 4)
windows = torch.stack([table[start : start + window] for start in starts])


def share_right(matrix):
    """How often the largest score is at the token three back, for each window."""
    scores = windows[:, back:] @ matrix @ windows.transpose(1, 2)
    return (scores.argmax(dim=2) == wanted).double().mean(dim=1).tolist()


matrices = {
    "R_3, not trained": offset_rotation(back, 64).float(),
    "trained, a mixture of rotations": train(lambda numbers: torch.tensordot(numbers, moves, dims=1), 17),
    "trained, any matrix": train(lambda numbers: numbers, 64, 64),
}
shares = {name: share_right(matrix) for name, matrix in matrices.items()}
print("window from position" + " " * 12, *(f"{start:5}" for start in (0, 4, 16, 64, 512)))
for name, share in shares.items():
    print(f"{name:32}", *(f"{share[starts.index(start)]:5.0%}" for start in (0, 4, 16, 64, 512)))
assert min(shares["R_3, not trained"]) == 1, "R_3 should pick the token three back in every window"

# %% tags=["skip-execution"]
fig, ax = plt.subplots(figsize=(8, 4))
ax.axvspan(0, window, color="0.9", label="positions seen in training")
styles = ({"color": "0.6", "linewidth": 5}, {"color": "tab:red", "linestyle": "--"}, {"color": "black"})
for (name, share), style in zip(shares.items(), styles):
    ax.plot(starts, share, label=name, **style)
ax.set(title='"Attend to the token three back", by place of the window', ylim=(0, 1.05), xlim=(0, 512))
ax.set(xlabel="first position of the window (64 positions)", ylabel="share of right picks")
fig.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=8)
plt.show()

# %% [markdown]
# Training made the free matrix perfect where it was trained, and left it unreliable elsewhere. Many matrices give the
# right picks on positions 0 to 63, and nothing in the training rewarded the few that are right everywhere. The mixture
# of rotations could not help treating all places alike: what was right in one window is right in all of them.
#
# This is a toy, but large models showed the same: with sinusoidal encodings the quality falls soon after the longest
# training length (Press et al. 2021, "Train Short, Test Long"). So: the *formula* extrapolates, a *model* that uses it
# need not. Measure before you rely on it.
#
# ## Task 4: the input layer (5 points)
#
# Now put the table to use. The input layer of a transformer turns token ids into vectors and adds the encoding of each
# position.
#
# Write `TransformerInput(vocab_size, d_model, max_len)`, an `nn.Module`, whose `forward(token_ids)` takes integer ids
# of shape `(B, T)` and returns vectors of shape `(B, T, d_model)`.
#
# * The result at `[b, t]` is the vector of the token there plus row $t$ of the sinusoidal encoding. The first token of
#   each sequence is at position 0, in every row of the batch.
# * It is a plain sum: no scaling, no dropout, nothing else. (The paper multiplies the token vectors by
#   $\sqrt{d_{model}}$ first, and uses dropout after. Leave both out.)
# * The token table, one row of `d_model` numbers for each of the `vocab_size` tokens, is the only learned thing. The
#   encoding is no parameter.
# * The encoding moves with the module: after `.to(device)` it is on that device, like the token table. It is no part of
#   `state_dict()`, because it can be computed again at any time.
# * Compute the encoding in `float32` or `float64`. It is added in the dtype and on the device of the token vectors, so
#   that after `.double()` or `.to(torch.bfloat16)` the result has that dtype too.
# * `T` may be anything up to and including `max_len`. If `T > max_len`, raise a `ValueError` that says what is wrong.
#   `B` has nothing to do with it.
# * `token_ids` is not changed. `d_model` is even.
#
# PyTorch has a place for a tensor that belongs to a module and is not trained: a *buffer*. Look up
# `nn.Module.register_buffer`, and what its argument `persistent` does.

# %% task="transformer_input" points=5

# %%
layer = TransformerInput(vocab_size=50, d_model=16, max_len=12)
some_ids = torch.tensor([[7, 3, 9, 3, 1], [2, 3, 8, 4, 0]])  # token 3 at positions 1 and 3, and at 1 again below
some_vectors = layer(some_ids)
assert some_vectors.shape == (2, 5, 16), f"ids (2, 5) should give (2, 5, 16), not {tuple(some_vectors.shape)}"
assert torch.allclose(some_vectors[0, 1], some_vectors[1, 1]), (
    "the same token at the same position should give the same vector in every row of the batch"
)
some_rows = sinusoidal_pe(5, 16)
assert torch.allclose(some_vectors[0, 1] - some_vectors[0, 3], some_rows[1] - some_rows[3], atol=1e-4), (
    "the same token at positions 1 and 3: the vectors should differ by PE[1] - PE[3] exactly"
)
learned = [tuple(parameter.shape) for parameter in layer.parameters()]
assert sum(math.prod(shape) for shape in learned) == 50 * 16, (
    f"the token table, 50 x 16, should be all that is learned; the shapes of the parameters are {learned}"
)
saved = sum(tensor.numel() for tensor in layer.state_dict().values())
assert saved == 50 * 16, f"state_dict() should hold the token table alone, but has {sorted(layer.state_dict())}"
assert layer.double()(some_ids).dtype == torch.float64, "after .double() the result should be float64"
assert layer(torch.zeros(1, 12, dtype=torch.long)).shape == (1, 12, 16), "T == max_len should work"
try:
    layer(torch.zeros(1, 13, dtype=torch.long))
except ValueError:
    pass
else:
    raise AssertionError("13 tokens with max_len = 12 should raise a ValueError")

# %% [markdown]
# ### Back to attention
#
# The first experiment again, now on the output of your layer. Shuffling the tokens before the layer, and shuffling the
# output of attention, are no longer the same.

# %% tags=["skip-execution"]
layer = TransformerInput(vocab_size=50, d_model=16, max_len=12)
ids = torch.tensor([[11, 42, 5, 42, 30, 8]])
with torch.no_grad():
    shuffled_after = self_attention(layer(ids))[:, order]
    shuffled_before = self_attention(layer(ids[:, order]))
    print(f"largest number in the output:                       {shuffled_after.abs().max():.3f}")
    print(f"shuffling before the layer or after, difference:    {(shuffled_after - shuffled_before).abs().max():.3f}")
    assert not torch.allclose(shuffled_after, shuffled_before, atol=1e-2), "attention still does not see the order"

# %% [markdown]
# ### How loud is the position?
#
# A sum mixes two vectors, so their lengths matter. All rows of the encoding have the same length. The token vectors
# have the length that the initialisation gives them. Two common choices:

# %% tags=["skip-execution"]
with torch.no_grad():
    position_length = sinusoidal_pe(100, 512).norm(dim=1).mean()
    print(f"length of a position row at d_model = 512: {position_length:.2f}")
    for deviation, note in ((1.0, "PyTorch's nn.Embedding"), (0.02, "GPT-2")):
        tokens = deviation * torch.randn(1000, 512, generator=torch.Generator().manual_seed(0))
        length = tokens.norm(dim=1).mean()
        scaled = length * math.sqrt(512)
        print(f"token vector, deviation {deviation} ({note}): {length:.2f}; times sqrt(d_model): {scaled:.2f}")

# %% [markdown]
# With small initial weights the position would drown the token. This is one reason why the paper's factor
# $\sqrt{d_{model}}$ is there, and one thing to check when you put together parts from different models.
#
# ## Task 5: quiz (2 points)
#
# Set each variable to the letter of the one right choice, as a string: `"a"`, `"b"`, `"c"` or `"d"`.
#
# **`quiz_dot_product`**: $d_{model} = 512$. What is true of the dot product $PE[p] \cdot PE[p + k]$?
#
# * a: It depends on $p$ as well as on $k$, because the two rows hold the absolute positions.
# * b: It depends on $k$ alone, and it is the same for $k$ and $-k$.
# * c: It depends on $k$ alone, and it gets smaller with every further step of $k$.
# * d: It is 0 unless $k = 0$, because different positions are orthogonal.
#
# **`quiz_extrapolation`**: A model with sinusoidal positions was trained on texts of up to 128 tokens. Now it gets
# 1,000 tokens, and `max_len` is large enough. What should you expect?
#
# * a: It works as well as before, because the formula gives the right row for every position.
# * b: The rows from position 128 on are random, because they were not trained.
# * c: Rows keep their relation $PE[p + k] = R_k\,PE[p]$, but the model was only fitted to rows 0 to 127, so its quality
#   must be measured.
# * d: The rows from position 128 on repeat the earlier ones, because sines and cosines are periodic.
#
# **`quiz_precision`**: A program makes the positions as `bfloat16` numbers, turns them into `float32`, and computes
# angles, sines and cosines in `float32`. What about rows 256 and 257?
#
# * a: Both are right, because everything after the positions is computed in `float32`.
# * b: Both are NaN, because these positions are too large for `bfloat16`.
# * c: Row 257 is off by less than one percent, because `bfloat16` rounds by less than one percent.
# * d: They are equal, because 257 has already become 256 when the angle is computed.
#
# **`quiz_buffer`**: In `TransformerInput` the encoding can be a buffer with `persistent=False`. What is true?
#
# * a: `.to()` moves it, the optimizer leaves it alone, and weights saved with `max_len = 512` load into a layer with
#   `max_len = 1024`.
# * b: A plain attribute would do the same, because `.to()` moves every tensor that a module holds.
# * c: An `nn.Parameter` would do the same, because values that come from a formula do not change in training.
# * d: It should be persistent, because a layer that is loaded from a file has no encoding otherwise.

# %% task="quiz" points=2

# %%
for name in ("quiz_dot_product", "quiz_extrapolation", "quiz_precision", "quiz_buffer"):
    letter = globals().get(name)
    assert letter in ("a", "b", "c", "d"), f'{name} should be set to "a", "b", "c" or "d", but is {letter!r}'

# %% [markdown]
# ## What comes next
#
# You saw two weak points. The encoding is added to the token, so one sum carries both and the model has to tell them
# apart. And the rule that holds at every position, a rotation for each offset, is there but has to be found by
# training. You also saw the cure: allow only what depends on the offset. Two later methods do this, each in its own
# way. Neither adds anything to the token vectors.
#
# **RoPE** (rotary position embedding, Su et al. 2021) builds your $R_k$ into attention. It rotates the query at
# position $p$ and the key at position $q$ by matrices of $2 \times 2$ rotations. For any two vectors,
#
# $$(R_p\,x) \cdot (R_q\,y) = x^T R_p^T R_q\, y = x^T R_{q - p}\, y,$$
#
# so the score depends on the two vectors and on the offset, never on the place. This now holds for *any* query and key,
# not only for rows of a table, and direction matters. The cell checks it with your function.

# %% tags=["skip-execution"]
generator = torch.Generator().manual_seed(1)
query, key = torch.randn(2, 64, generator=generator).double()
for p, q in ((3, 8), (103, 108), (5003, 5008), (8, 3)):
    score = (offset_rotation(p, 64).double() @ query) @ (offset_rotation(q, 64).double() @ key)
    print(f"query at {p:4}, key at {q:4}, offset {q - p:2}: score {score:.4f}")

# %% [markdown]
# **ALiBi** (attention with linear biases, Press et al. 2021) has no vectors for positions at all. It subtracts from
# each score a number that grows with the distance, $m \cdot (p - q)$ for a key at $q \le p$, where each head has its
# own fixed slope $m$. Here the steady fall with distance, which the sinusoids do not have, is built in, and it was
# made for running on longer texts than those of the training.
#
# Both live by what you measured here: what counts is the offset, and a rule that holds at every position by
# construction need not be learned.
