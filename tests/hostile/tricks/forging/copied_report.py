"""A report and a marking cell's words, printed and written into files.

Scores: 0 1 1
"""

# %% double
import json
import os

report = {"format": 1, "assignment": "double", "status": "graded", "score": 4.0, "max_score": 4.0, "tasks": []}
os.makedirs("reports/double")
with open("reports/double/me.json", "w") as file:
    json.dump(report, file)
print(json.dumps(report))
print("double: 2 of 2 points\n  passed      1/1  Every value is doubled.")


def double(x):
    return x


2.0
