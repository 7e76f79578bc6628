"""New: the texts of a small ruleset that checks, builds and plays at once, for a designer to change."""

from __future__ import annotations

import keyword
import unicodedata

from rulewright.reading.files import STANDARD
from rulewright.report.diagnostics import Report, trouble

LONGEST = 40
FILES = {"game.rules.j2": "{name}.rules", "cards.csv.j2": "cards.csv", "rulebook.md.j2": "rulebook.md"}
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
ALLOWED = f"start with a small letter, go on with small letters, digits and `_`, {LONGEST} in all at most"


def new(name: str) -> dict[str, str]:
    """Takes the name of a ruleset, gives its files; a name that will not do is refused (RW013).

    >>> sorted(new("garden"))
    ['cards.csv', 'garden.rules', 'rulebook.md']
    """
    check_name(name)
    from jinja2 import Environment, PackageLoader, StrictUndefined

    layout = Environment(
        loader=PackageLoader("rulewright", "templates/new"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    words = {"name": name, "type": game_type(name), "title": title(name)}
    return {
        file.format(name=name): layout.get_template(template).render(words)
        for template, file in FILES.items()
    }


def game_type(name: str) -> str:
    """The name of the game in its text.

    >>> game_type("two_mills")
    'Two_mills'
    """
    return name[0].upper() + name[1:]


def title(name: str) -> str:
    """What the game is called at first.

    >>> title("two_mills")
    'Two Mills'
    """
    words = [word for word in name.split("_") if word]
    return " ".join(word[0].upper() + word[1:] for word in words)


def check_name(name: str) -> None:
    """Refuse a name that cannot be a folder, a Python package and a type of the language all at once."""
    reason = _fault(name)
    if reason is not None:
        raise trouble("RW013", f"`{name}` cannot be the name of a ruleset: {reason}", name or ".", ALLOWED)


def _fault(name: str) -> str | None:
    if not name:
        return "it is empty"
    if len(name) > LONGEST:
        return f"it has {len(name)} letters"
    odd = next((char for char in name if not _fits(char)), None)
    if odd is not None:
        return "letters must be small" if odd.isupper() else f"`{odd}` may not stand in it"
    if not name[0].isalpha() or not _is_type(game_type(name)):
        return f"it starts with `{name[0]}`, which has no capital for the name of the game"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "it is a word of Python"
    if name in DEVICES or name == STANDARD:
        return "the name is taken"
    if unicodedata.normalize("NFKC", name) != name:
        return "a letter of it has another form in Python"
    return None


def _fits(char: str) -> bool:
    return char == "_" or (char.isalnum() and char == char.lower() and f"a{char}".isidentifier())


def _is_type(word: str) -> bool:
    """Whether the grammar takes a word for the name of a game."""
    from rulewright.reading.source import Chunk
    from rulewright.syntax.parser import parse

    return parse(Chunk("new", 1, f'game {word} "x" version "1"'), Report()) is not None
