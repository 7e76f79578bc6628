"""The grammar of the rules language, as data: `rules.lark` and nothing that runs."""
