"""From the checked tree to numbered steps, frames, offsets and move numbers."""
