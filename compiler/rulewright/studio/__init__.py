"""The studio: a local page on which rules are written, checked, played and compared."""
