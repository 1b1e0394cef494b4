"""Values whose display is a lie, without end, or no text at all."""

# %% last
from IPython.display import display


class Odd:
    def _repr_mimebundle_(self, include=None, exclude=None):
        nested = []
        for _ in range(50):
            nested = [nested]
        return {"text/html": "\ud800<script>", "application/json": nested, "application/x+json": float("nan")}

    def __repr__(self):
        return "\ud83d" * 100


display(Odd())
print("\udfff half a character")
Odd()
