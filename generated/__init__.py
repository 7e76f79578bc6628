"""Engines that Rulewright wrote: one folder per ruleset, never edited by hand."""
