"""Files and texts: where they lie, and what is read from them."""
