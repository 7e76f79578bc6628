"""Prose: the few marks of Markdown that rulebooks use, as HTML in which nothing else is a mark."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape

_CODE = re.compile(r"`([^`]+)`")
_MARKS = (
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])"), r"<em>\1</em>"),
    (re.compile(r"(?<!\w)_(?=[^\s_])(.+?)(?<=[^\s_])_(?!\w)"), r"<em>\1</em>"),
    (re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)"), r"\1"),  # a page that stands alone leads nowhere
)
_CLAUSE = re.compile(r"(?<![\w-])[A-Z]+-[A-Z]?[0-9]+[a-z]?(?![\w-])")


def inline(text: str, clauses: Collection[str] = ()) -> str:
    """The HTML of a line of text; clauses that it names are links to them.

    >>> inline("a < *b* of `c*d*`, see AB-1", ["AB-1"])
    'a &lt; <em>b</em> of <code>c*d*</code>, see <a href="#AB-1">AB-1</a>'
    """
    parts = _CODE.split(text)
    return "".join(f"<code>{escape(p)}</code>" if i % 2 else _marked(p, clauses) for i, p in enumerate(parts))


def _marked(text: str, clauses: Collection[str]) -> str:
    text = escape(text)
    for pattern, html in _MARKS:
        text = pattern.sub(html, text)
    return _CLAUSE.sub(lambda found: _link(found[0], clauses), text)


def _link(clause: str, clauses: Collection[str]) -> str:
    return f'<a href="#{clause}">{clause}</a>' if clause in clauses else clause
