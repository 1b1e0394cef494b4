"""A token is thought to keep its position for good, as an index into the whole text.

After cropping, the kept tokens are expected to have their old rows. The newest would then need row
1,024, which is not in the table.

Look at: what `forward` is told about the text: only T. Which rows does it return for T = 1,024, and
in which order?
"""

quiz_crop = "a"
