"""The servant's own source can be read: it knows nothing of the assignment.

Says: class Servant
Also: landlock
"""

# %% last
import inspect
import sys

servant = next(module for name, module in sys.modules.items() if name.endswith("inside.servant"))
print(inspect.getsource(servant))
