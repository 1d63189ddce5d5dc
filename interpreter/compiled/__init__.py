"""A rulebook as a program: the source of a module that plays one rulebook, on numbers alone.

One source runs in two ways: as plain Python, and compiled to machine code by Numba. The words it is written in are
those of `runtime` (Python) or of `native` (Numba)."""
