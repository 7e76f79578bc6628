"""Declarations that no rule uses."""

from __future__ import annotations

from rulewright.elaborate.work import Work

UNUSED = {
    "unit": "used",
    "kind": "used",
    "group": "used",
    "range": "used",
    "record": "used",
    "zone": "used",
    "piece": "used",
    "man": "used",
    "token": "used",
    "memory": "used",
    "constant": "used",
    "option": "used",
    "define": "used",
    "action": "offered",
    "procedure": "resolved",
    "event": "triggered",
}


def check_unused(work: Work) -> None:
    """Warn of what is declared and never used; not asked for after errors, which may hide a use."""
    for sort, used in UNUSED.items():
        for entry in work.names.of_sort(sort):
            library = entry.span.path in work.loaded.library  # it is there for other rulesets too
            if not library and (sort, entry.name) not in work.used:
                word = "piece" if sort == "man" else sort
                help = f"{_how(sort)}, or remove it"
                work.error("RW227", f"the {word} `{entry.name}` is never {used}", entry.span, help)


def _how(sort: str) -> str:
    return {"action": "offer it", "procedure": "resolve it", "event": "trigger it"}.get(sort, "use it")
