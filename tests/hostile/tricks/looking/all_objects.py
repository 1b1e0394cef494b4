"""All strings in the process: no reference, check, secret or path of the course is among them.

Says: ^looked
"""

# %% last
import gc
import sys

needles = ["enola ecnerefer eht fo", "esruoc eht fo terces eht", "lamron.ward", "esolc.tcepxe"]  # backwards
texts = [o for o in gc.get_objects() if isinstance(o, str)]
for frame in sys._current_frames().values():
    while frame:
        texts += map(repr, frame.f_locals.values())
        frame = frame.f_back
for holder in gc.get_objects():
    if isinstance(holder, dict | list | tuple):
        texts += [text for text in (holder.values() if isinstance(holder, dict) else holder) if type(text) is str]
found = [n for n in needles for text in texts if n in text[::-1]]
print("looked at", len(texts) > 1000, "ESCAPED" if found else "")
