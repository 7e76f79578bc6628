"""Diagnostics: their codes, their pages, how they look."""
