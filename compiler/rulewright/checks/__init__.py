"""What is checked on the checked tree: graphs, coverage, examples."""
