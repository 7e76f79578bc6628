"""What editors ask of rules: diagnostics while typing, what stands where, completion; `rulewright lsp`."""
