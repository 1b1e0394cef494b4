"""The servant itself is rewritten, and says that the argument which the answer overwrote has kept its values.

Scores: 1.5 1 1
Open: the servant shares the process with the code that it asks about: of side effects, only that process can tell
"""

# %% double
import sys

module = next(module for name, module in sys.modules.items() if name.endswith("inside.servant"))
module.Servant.op_look = lambda self, handle: self._describe(self.objects[handle] / 2, keep=False)


def double(x):
    return x.mul_(2)
