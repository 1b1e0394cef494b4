"""An output nested nine hundred deep is cut where no reader would follow it."""

# %% last
from IPython.display import publish_display_data

nested = []
for _ in range(900):
    nested = [nested]
display = {"output_type": "display_data", "data": {"a/json": nested}, "metadata": {}}
get_ipython()._outputs.rows.append(display)
