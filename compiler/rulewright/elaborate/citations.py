"""Citations: that the clauses exist and the quoted words are in the rulebook."""

from __future__ import annotations

import re

from rulewright import nodes
from rulewright.elaborate.work import Work
from rulewright.report.diagnostics import Note

ID = re.compile(r"[A-Z]+-[A-Z]?[0-9]+[a-z]?")
SPACE = re.compile(r"[\s*_]+")


def plain(text: str) -> str:
    """A text as it is compared: one space between words, no emphasis, small letters.

    >>> plain("Two,  *three*\\nor Four")
    'two, three or four'
    """
    return SPACE.sub(" ", text).strip().casefold()


def check_citations(work: Work) -> None:
    """Take the citations as they were noted; replace quoted words by the clause that has them, report what
    the rulebook does not have, and note what is waived. Without a rulebook nothing can be checked."""
    game = work.game
    game.clauses = {clause.id: clause.text for clause in work.loaded.rulebook.values()}
    found = dict.fromkeys(game.citations)
    game.citations = list(found)
    if not game.clauses:
        _no_clauses(work)
        _waive(work)
        return
    quotes: dict[str, str | None] = {}
    for at, (text, span) in enumerate(game.citations):
        if ID.fullmatch(text):
            if text not in game.clauses:
                work.error("RW810", f"the rulebook has no clause {text}", span, _near(work, text))
            continue
        if text not in quotes:
            quotes[text] = _clause_with(work, text)
        clause = quotes[text]
        if clause is None:
            help = "quote the rulebook word by word, or name a clause"
            work.error("RW811", "the rulebook does not have these words", span, help)
        else:
            game.citations[at] = (clause, span)
    _waive(work)


def _no_clauses(work: Work) -> None:
    """Say it once where a rulebook is there and no line of it is a clause."""
    declared = any(isinstance(found, nodes.Rulebook) for found in work.names.once)
    cited = next(((text, span) for text, span in work.game.citations if ID.fullmatch(text)), None)
    if not declared or cited is None or any(found.code.startswith("RW00") for found in work.report):
        return
    help = f"a clause starts its line with `- **{cited[0]}** `"
    work.error("RW810", "the rulebook has no clauses", cited[1], help)


def _near(work: Work, id: str) -> str | None:
    """The help for a clause that is not there: perhaps it is, in another form."""
    path = next(iter(work.loaded.rulebook.values())).span.path
    source = work.loaded.sources.get(path)
    if source is not None:
        for number, line in enumerate(source.lines, start=1):
            if re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", line):
                return f"line {number} of the rulebook names it; a clause starts its line with `- **{id}** `"
    added = f"add it to the rulebook: `- **{id}** ` and its words"
    meant = work.suggest(id, work.game.clauses)
    return f"{meant} Or {added}" if meant else added


def _clause_with(work: Work, text: str) -> str | None:
    """The clause that has some words; the words themselves when they stand outside all clauses."""
    words = plain(text)
    for id, clause in work.game.clauses.items():
        if words in plain(clause):
            return id
    path = next(iter(work.loaded.rulebook.values())).span.path
    source = work.loaded.sources.get(path)
    return text if source is not None and words in plain(source.text) else None


def _waive(work: Work) -> None:
    first: dict[str, nodes.Cite] = {}
    for declaration in work.names.once:
        if not isinstance(declaration, nodes.Waive):
            continue
        for cite in declaration.clauses:
            if work.game.clauses and cite.text not in work.game.clauses:
                near = _near(work, cite.text)
                work.error("RW810", f"the rulebook has no clause {cite.text}", cite.span, near)
            elif cite.text in first:
                notes = [Note("it is waived here", first[cite.text].span)]
                work.error("RW812", f"the clause {cite.text} is waived twice", cite.span, "remove one", notes)
            first.setdefault(cite.text, cite)
            work.game.waived.setdefault(cite.text, declaration.reason.text)
