"""What waits for the end of the process, or of an object, finds nothing to change there."""

# %% first
import atexit
import weakref


class Last:
    def __del__(self):
        open("/tmp/ESCAPED", "w").write("x")


kept = Last()
atexit.register(lambda: open("/tmp/ESCAPED", "w").write("x"))
weakref.finalize(kept, print, "ESCAPED")
