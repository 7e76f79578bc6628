"""A whole ruleset: its files, its variants, its settings."""
