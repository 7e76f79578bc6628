"""Static tables of a C engine: made as expressions ask for them, each once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.native import lines, sets
from rulewright.native.code import ident

Row = Sequence[int]


class Tables:
    """The tables of one game; each is told by its name, and the same contents are the same table."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._known: dict[tuple[object, ...], str] = {}
        self._taken: set[str] = set()

    def numbers(self, name: str, values: Iterable[int]) -> str:
        """A table of numbers."""
        found = tuple(values)
        return self._made(("numbers", found), name, lambda made: _numbers(made, found))

    def numbers_of(self, name: str, values: Iterable[int]) -> str:
        """A list that is known: a table of whole numbers of 64 bits."""
        found = tuple(values)
        text = _joined(map(str, found)) or "0"
        return self._made(
            ("list", found), name, lambda made: f"static const I {made}[{max(1, len(found))}] = {{{text}}};"
        )

    def sets(self, name: str, values: Iterable[int], w: int) -> str:
        """A table of sets of so many words."""
        found = tuple(values)
        return self._made(("sets", w, found), name, lambda made: _sets(made, found, w))

    def whole_lines(self, name: str, masks: Iterable[int], w: int) -> str | None:
        """A function that finds lines that are whole in a set, by shifts; None where a table is as good."""
        found = tuple(masks)
        strides = lines.strides(found) if w == 1 else None
        if strides is None:
            return None
        return self._made(
            ("whole", found), f"whole_{name}", lambda made: "\n".join(lines.written(made, strides))
        )

    def rows(self, name: str, rows: Iterable[Row]) -> str:
        """A table of lists: `NAME[NAME_at[i]]` is the first of list i, `NAME_at[i + 1]` is after its last."""
        found = tuple(map(tuple, rows))
        return self._made(("rows", found), name, lambda made: _rows(made, found))

    def _made(self, key: tuple[object, ...], name: str, text: object) -> str:
        if key not in self._known:
            made, n = f"T_{ident(name)}", 2
            while made in self._taken:
                made, n = f"T_{ident(name)}_{n}", n + 1
            self._taken.add(made)
            self._known[key] = made
            assert callable(text)
            self.texts.append(text(made))
        return self._known[key]


def _numbers(name: str, values: tuple[int, ...]) -> str:
    low, high = min(values, default=0), max(values, default=0)
    types = ((-128, 127, "int8_t"), (-32_768, 32_767, "int16_t"), (-(2**31), 2**31 - 1, "int32_t"))
    type = next((t for least, most, t in types if least <= low and high <= most), "int64_t")
    return f"static const {type} {name}[{max(1, len(values))}] = {{{_joined(map(str, values)) or '0'}}};"


def _sets(name: str, values: tuple[int, ...], w: int) -> str:
    texts = _joined(sets.initial(w, value) for value in values)
    return f"static const S{w} {name}[{max(1, len(values))}] = {{{texts or sets.initial(w, 0)}}};"


def _rows(name: str, rows: tuple[tuple[int, ...], ...]) -> str:
    ends, flat = [0], list[int]()
    for row in rows:
        flat += row
        ends.append(len(flat))
    return (
        f"static const I {name}[{max(1, len(flat))}] = {{{_joined(map(str, flat)) or '0'}}};\n"
        f"static const int {name}_at[{len(ends)}] = {{{_joined(map(str, ends))}}};"
    )


def _joined(texts: Iterable[str]) -> str:
    found = list(texts)
    return ",\n    ".join(", ".join(found[at : at + 24]) for at in range(0, len(found), 24))
