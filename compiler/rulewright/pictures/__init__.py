"""Pictures: a position as a seat sees it, as boxes that are laid out, as text or SVG."""
