"""Change: one difference between two rules, as all of diff speaks of it."""

from __future__ import annotations

from rulewright.record import record
from rulewright.report.diagnostics import Span

Key = tuple[str, str]


@record(kw_only=True)
class Change:
    """A difference of meaning. `how` is added, removed, renamed, moved or changed; `sort` and `name` are
    those of the declaration in the new rules (in the old ones, where it is gone); `way` leads to the part
    of it; `what` is that part for people; before and after are as they were written, with their places."""

    how: str
    sort: str
    name: str
    way: tuple[str, ...] = ()
    what: str = ""
    before: str = ""
    after: str = ""
    old: Span | None = None
    new: Span | None = None
    per: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """Sort and name of the declaration."""
        return self.sort, self.name

    @property
    def titled(self) -> str:
        """What the declaration is called: `action pick`."""
        return f"{self.sort} {self.name}".strip()
