"""No file of a course is to be found from the root down.

Says: ^looked: True
"""

# %% last
import os

wanted = {"canary.txt", "gradebook.db", "nbgrader_config.py", "assignments", "solutions", "submitted", "specimens"}
seen = 0
for place, folders, files in os.walk("/"):
    seen += 1
    if place.count("/") > 3 or place.startswith(("/usr", "/proc")):
        folders[:] = []
    for name in wanted & {*folders, *files}:
        print("ESCAPED", place, name)
print("looked:", seen > 10)
