"""Keywords: the words of the language, found in the grammar, which is their one source.

Messages, the lexer, the formatter and the highlighters of editors take them from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from lark import Lark

_CALLED = re.compile(r"\(\?=\[ (?:\t|\\t)\]\*\\\(\)")
_FOLLOWED = re.compile(r"\(\?=([^()]*)\)")
_BLANKS = re.compile(r"\[ (?:\t|\\t)\][+*]")
_GROUP = re.compile(r"\(([^()]*)\)(\??)")
_WORDS = re.compile(r"(?:, )?[^\W\d_]\w*(?: \w+)*")


def phrases(pattern: str) -> tuple[str, ...]:
    """Take the pattern of a terminal, give the words that it stands for; none where it is no keyword.

    >>> phrases(r"((may|must)[ \\t]+)?choose\\b"), phrases("[0-9]+")
    (('choose', 'may choose', 'must choose'), ())
    """
    plain = _BLANKS.sub(" ", _FOLLOWED.sub(r"\1", _CALLED.sub("", pattern))).replace(r"\b", "")
    found = tuple(dict.fromkeys(_expanded(plain)))
    return found if all(_WORDS.fullmatch(text) for text in found) else ()


def _expanded(text: str) -> list[str]:
    """Give all that a pattern of plain letters, groups and alternatives fits, the shortest way first."""
    group = _GROUP.search(text)
    if group is None:
        return [text]
    ways = [""] * bool(group[2]) + group[1].split("|")
    return [end for way in ways for end in _expanded(text[: group.start()] + way + text[group.end() :])]


class Keywords:
    """The keywords of a parser: what its terminals say, where they stand in the `rules` of the grammar."""

    def __init__(self, parser: Lark) -> None:
        texts = {t.name: t.pattern for t in parser.terminals}
        said = {name: (p.value,) if p.type == "str" else phrases(p.value) for name, p in texts.items()}
        self.phrases = {name: found for name, found in said.items() if found and found[0][-1].isalpha()}
        self.marks = {name: found[0] for name, found in said.items() if found and name not in self.phrases}
        self.rules: dict[str, list[list[str]]] = {}
        for rule in parser.rules:
            parts = [str(symbol.name) for symbol in rule.expansion]
            self.rules.setdefault(str(rule.origin.name), []).append(parts)

    def first(self, rule: str) -> tuple[str, ...]:
        """Give the terminals that a rule may start with, in the order of the grammar."""
        return tuple(dict.fromkeys(self._first(rule, set())))

    def _first(self, rule: str, seen: set[str]) -> Iterator[str]:
        seen.add(rule)
        for part, *_ in self.rules[rule]:
            if part not in self.rules:
                yield part
            elif part not in seen:
                yield from self._first(part, seen)

    def first_words(self, rule: str) -> tuple[str, ...]:
        """Give the words that a rule may start with, of a phrase the first."""
        said = (phrase.split()[0] for name in self.first(rule) for phrase in self.phrases.get(name, ()))
        return tuple(dict.fromkeys(said))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the language."""
        said = (phrase for found in self.phrases.values() for phrase in found)
        return frozenset(word for phrase in said for word in re.findall(r"\w+", phrase))

    @cached_property
    def declarations(self) -> tuple[str, ...]:
        """The first words of declarations."""
        return self.first_words("declaration")

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """The first words of statements."""
        return self.first_words("statement")

    @cached_property
    def callers(self) -> frozenset[str]:
        """The terminals that are called like a function: `(` follows them, such as `COUNT`."""
        return self.before("LPAR")

    @cached_property
    def gatherers(self) -> frozenset[str]:
        """The words that are called like a function: `count`, `total`."""
        return frozenset(word for name in self.callers for word in self.phrases.get(name, ()))

    @cached_property
    def operators(self) -> frozenset[str]:
        """The other words inside expressions: `and`, `is`, `otherwise`."""
        reached, todo = {"expr"}, ["expr"]
        while todo:
            parts = {part for way in self.rules.get(todo.pop(), ()) for part in way} - reached
            reached |= parts
            todo += parts
        said = (phrase for name in reached for phrase in self.phrases.get(name, ()))
        return frozenset(said) - self.gatherers

    def before(self, mark: str) -> frozenset[str]:
        """Give the terminals that a rule of the grammar follows with another."""
        pairs = (pair for ways in self.rules.values() for parts in ways for pair in pairwise(parts))
        return frozenset(name for name, after in pairs if after == mark and name not in self.rules)


@lru_cache(maxsize=2)
def keywords_of(parser: Lark) -> Keywords:
    """Give the keywords of a parser."""
    return Keywords(parser)
