"""Orders: reactions to one thing, and statements said to be in any order, that do not commute."""
