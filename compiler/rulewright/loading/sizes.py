"""Sizes: what boards are built from. These options are fixed when an engine is built, others when a game
starts.

Spaces become tables when the rules are compiled, so `squares columns by rows` needs its numbers then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from rulewright import nodes
from rulewright.nodes import AnyDeclaration

Sized = nodes.Option | nodes.Constant


def sizes(declarations: Iterable[AnyDeclaration]) -> frozenset[str]:
    """Take declarations, give the names of the options and constants that a size of spaces is built from.

    >>> sizes(())
    frozenset()
    """
    everything = tuple(declarations)
    settable = {d.name.text: d for d in everything if isinstance(d, nodes.Option | nodes.Constant)}
    waiting: list[object] = [d.shape for d in everything if isinstance(d, nodes.Spaces)]
    found: set[str] = set()
    while waiting:
        new = {name for name in _names(waiting.pop()) if name in settable} - found
        found |= new
        waiting += [settable[name] for name in new]
    return frozenset(found)


def _names(node: object) -> Iterator[str]:
    """The names that an expression reads."""
    if isinstance(node, nodes.Ref):
        yield node.name.text
    if isinstance(node, tuple):
        for item in node:
            yield from _names(item)
    elif isinstance(node, nodes.Node):
        for field in fields(node):
            yield from _names(getattr(node, field.name))


def fixed_options(
    declarations: Iterable[AnyDeclaration], options: Mapping[str, str]
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Take the options that were asked for, give those that a build fixes, as `name=value` in the order of
    the file, and the others."""
    everything = tuple(declarations)
    shaping = sizes(everything)
    names = [d.name.text for d in everything if isinstance(d, nodes.Option) and d.name.text in shaping]
    first = tuple(f"{name}={options[name]}" for name in names if name in options)
    return first, {name: value for name, value in options.items() if name not in names}


def resized(
    declarations: Iterable[AnyDeclaration],
    changes: Iterable[nodes.Change],
    asked: Iterable[nodes.Change] = (),
) -> tuple[AnyDeclaration, ...]:
    """Take declarations, what variants changed in them and what was asked for beside, give what holds:
    examples name spaces of the board and seats as the file has them, and play its round, so where a variant
    has others there are none but those that the variants bring."""
    everything, changes = tuple(declarations), tuple(changes)
    names = sizes(everything)
    if _resize(asked, names):
        own: set[int] = set()
    elif _resize(changes, names) or _replayed(changes):
        own = {id(change.declaration) for change in changes if isinstance(change, nodes.Add | nodes.Replace)}
    else:
        return everything
    return tuple(d for d in everything if not isinstance(d, nodes.Example) or id(d) in own)


def _replayed(changes: Iterable[nodes.Change]) -> bool:
    """Do others play, or is the round or turn another?"""
    new = [change.declaration for change in changes if isinstance(change, nodes.Replace)]
    return any(
        isinstance(one, nodes.Players) or (isinstance(one, nodes.Flow) and one.sort != "setup") for one in new
    )


def _resize(changes: Iterable[nodes.Change], names: frozenset[str]) -> bool:
    return any(isinstance(change, nodes.SetValue) and change.name.text in names for change in changes)
