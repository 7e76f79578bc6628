"""The tests of Rulewright."""
