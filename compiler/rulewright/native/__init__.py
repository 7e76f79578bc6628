"""Native engines: C of the same machine, built where a C compiler is, with the face of the Python engine."""

OWN = ("native.py", "_native_*.py", "_native.c", "_native.log", "_native.*.so", "_native.*pyd")
"""The files of a native engine in an engine's folder."""
