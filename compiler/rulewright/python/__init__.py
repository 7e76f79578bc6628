"""From the machine to Python, and the part that all engines share."""
