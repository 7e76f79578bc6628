"""The commands of the command line: one file each, with a click command named `command`, imported lazily."""
