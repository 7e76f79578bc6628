"""One style for rules: the words of a text as they are, its white space as all rulesets have it."""
