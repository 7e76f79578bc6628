"""Explain: the page of a diagnostic's code."""

from __future__ import annotations

from importlib.resources import files

from rulewright.report.codes import CODES
from rulewright.report.diagnostics import CompilerBug, trouble
from rulewright.report.suggest import did_you_mean


def explain(code: str) -> str:
    """Take a code in any case (`rw201`), give the text of its page.

    >>> explain("rw005").splitlines()[0]
    '# RW005: empty file'
    """
    wanted = code.strip().upper()
    if wanted not in CODES:
        raise trouble("RW012", f"there is no code `{code}`", code, did_you_mean(wanted, CODES))
    page = files("rulewright") / "pages" / f"{wanted}.md"
    if not page.is_file():
        raise CompilerBug(f"the code {wanted} has no page")
    return page.read_text(encoding="utf-8")
