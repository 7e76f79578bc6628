"""From the text of a declaration to nodes, and what is wrong with one that does not parse."""
