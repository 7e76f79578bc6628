"""From nodes to the checked tree: names, types, values."""
