"""The face of native engines: games, saves and moves are those of the Python engine, played in C.

The modules are written into each engine, `native` under its name and the others as `_native_NAME`, beside the
module `_native` that a C compiler has built. They import each other and the runtime only.
"""

PARTS = ("states", "checks", "library", "games", "seen", "batches", "counts")
"""The modules beside `native`."""
