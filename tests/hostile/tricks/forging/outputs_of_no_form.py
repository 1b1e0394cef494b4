"""Outputs that go round the shell: without end, of no kind, with values of no type.

Says: cut here
"""

# %% last
rows = get_ipython()._outputs.rows
nested = []
for _ in range(100):
    nested = [nested]
rows.append({"output_type": "display_data", "data": {"application/json": nested, "a/json": 7}, "metadata": []})
rows.append({"output_type": 7, "name": None, "text": ["x"]})
rows.append({"output_type": "error", "ename": {}, "traceback": [1, 2, {}]})
rows.append({"output_type": "execute_result", "data": {"application/b+json": float("inf")}, "execution_count": "2.0"})
rows.append({"output_type": "stream", "name": "../../x", "text": "x"})
rows += [{"output_type": "stream", "name": "stdout", "text": "y" * 3_000_000}]
