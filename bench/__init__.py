"""Benchmarks of the compiler and of what it makes; see README.md."""
