"""From the machine to Python: the files of a generated engine.

`to_python(game)` gives file names and texts: `data.py`, `state.py`, `scoring.py`, `moves.py`, `_runtime.py`,
`__init__.py`, `manifest.json`. The same game gives the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined

from rulewright import __version__, core
from rulewright.checks.hidden_reads import reads_hidden, seen_by
from rulewright.machine import words
from rulewright.machine.draws import draws
from rulewright.machine.held import held
from rulewright.machine.layout import layout
from rulewright.machine.lower import lower
from rulewright.machine.machine import AskOffer, AskTogether, Machine, mover
from rulewright.machine.meaning import meaning
from rulewright.machine.move_numbers import Block, number_moves
from rulewright.machine.open_lists import open_lists
from rulewright.python import data as py_data
from rulewright.python import overlays as py_overlays
from rulewright.python import scoring as py_scoring
from rulewright.python import state as py_state
from rulewright.python.costs import costs
from rulewright.python.data import Table
from rulewright.python.examples import example_functions
from rulewright.python.expressions import Context
from rulewright.python.functions import Function
from rulewright.python.kept_values import function_of, keeps, kept_functions, readers_by_place, records_read
from rulewright.python.layout import WIDTH, fitted, quoted, split, unquoted
from rulewright.python.light import Light, light
from rulewright.python.moves import Moves
from rulewright.python.names import Names
from rulewright.python.paths import Paths
from rulewright.python.steps import Steps
from rulewright.reading.user_cache import cache_folder

CLAUSE = re.compile(r"\b[A-Z]+-[A-Z]?[0-9]+[a-z]?\b")
WORD = re.compile(r"[^\W\d]\w*")


def to_python(game: core.Game, examples: bool = False) -> dict[str, str]:
    """The files of a game's engine; with `examples`, also `_examples.py`, which never leaves the compiler."""
    machine = lower(game)
    context = _context(game, machine)
    context.keeping = keeps(game, _costs(_context(game, machine)))
    blocks = number_moves(game, machine)
    writer = _Writer(context, machine, blocks)
    return writer.files(examples)


def _context(game: core.Game, machine: Machine) -> Context:
    return Context(game, layout(game), Names(game), open=open_lists(game), mover=mover(machine))


def _costs(context: Context) -> dict[str, int]:
    """How long the defines of a game take, written as if none of their values were kept."""
    defines = dict(zip(context.game.defines, py_scoring.defines(context), strict=True))
    endings = {
        f"ending:{name}": py_scoring.ends_by(context, name)
        for name in context.game.endings
        if name not in context.layout.asked.conditions
    }
    return costs({**defines, **endings}, list(map(py_scoring.helper, context.helpers)))


class _Writer:
    """Fills the templates; modules written first give the names that later ones import."""

    def __init__(self, context: Context, machine: Machine, blocks: list[Block]) -> None:
        self._context = context
        self._game = context.game
        self._machine = machine
        self._blocks = blocks
        self._numbers = {block.label: block.base for block in blocks}
        self._meaning = meaning(context.game)
        self._play_out: Function
        self._light: Light | None = None
        self._exports: dict[str, set[str]] = {"_runtime": set(RUNTIME_NAMES)}
        self._base = {
            "header": f"{self._game.title} {self._game.version}",
            "origin": f"Written by Rulewright {__version__} from {self._game.path}; change that.",
            "game": self._game,
            "layout": context.layout,
            "names": context.names,
            "slug": self._game.slug,
            "meaning": self._meaning,
            "endless": self._endless(),
        }

    def _endless(self) -> int:
        """The ending of a game whose rules do not stop; -1 where that is ruled out."""
        unproved = self._game.unproved
        return -1 if unproved is None else list(self._game.endings).index(unproved.ending)

    def files(self, examples: bool) -> dict[str, str]:
        """All files, in the order of their names."""
        # Functions first: they ask for the tables that data.py must hold.
        scoring, moves = self._scoring_parts(), self._moves_parts()
        if self._game.unproved is None:
            self._light = light(self._context, self._machine, self._numbers, self._move_numbers())
        self._context.closed = True
        starts = [
            *py_state.puts(self._context),
            *py_overlays.lays(self._context),
            *py_state.starts(self._context),
        ]
        asked = example_functions(self._context) if examples else []
        scoring["endings"] = self._called(scoring["endings"], [*moves["steps"], *moves["answers"]])
        data = self._data()
        state = self._state(starts)
        texts = {
            "data.py": data,
            "state.py": state,
            "scoring.py": self._scoring(scoring),
            "moves.py": self._moves(moves),
            "__init__.py": self._init(),
            "_runtime.py": files("rulewright.python").joinpath("runtime.py").read_text("utf-8"),
            "manifest.json": self._manifest(),
        }
        if self._light is not None:
            texts["light.py"] = self._lightly(self._light)
        if examples:
            imports = self._imports(asked, "_runtime", "data", "scoring", "state")
            texts["_examples.py"] = self._render("examples.py.j2", functions=asked, **imports)
        return dict(sorted(texts.items()))

    def _render(self, template: str, **values: Any) -> str:
        text = environment().get_template(template).render(**self._base, **values)
        text = re.sub(r"\n{4,}", "\n\n\n", text)
        return re.sub(r"(\nfrom [^\n]*|\n\))\n\n\n#", r"\1\n\n#", text).strip("\n") + "\n"

    def _imports(
        self, functions: Iterable[Function], *modules: str, always: frozenset[str] = frozenset()
    ) -> dict[str, list[str]]:
        used: set[str] = {"State"} | always
        for f in functions:
            used.update(WORD.findall(f.args))
            for line in f.lines:
                used.update(WORD.findall(unquoted(line).partition("#")[0]))
        return {
            module.lstrip("_"): sorted(used & self._exports[module], key=_import_order) for module in modules
        }

    def _called(self, endings: list[Function], by: list[Function]) -> list[Function]:
        """The functions of endings without those that stand where they are used."""
        called = {word for f in by for word in WORD.findall(" ".join(f.lines))}
        return [f for f in endings if not f.name.startswith("over_after_") or f.name in called]

    def _explained(self, functions: list[Function]) -> list[Function]:
        """Functions whose docstrings say the clauses that they implement."""
        return [replace(f, clauses=self._clauses(f.doc)) for f in functions]

    def _clauses(self, doc: str) -> tuple[str, ...]:
        cited = [clause for clause in CLAUSE.findall(doc) if clause in self._game.clauses]
        texts = [
            f"{clause}: {' '.join(self._game.clauses[clause].split())}" for clause in dict.fromkeys(cited)
        ]
        return tuple(line for text in texts for line in wrap(text, WIDTH - 4, subsequent_indent="  "))

    # ---- modules

    def _data(self) -> str:
        context = self._context
        words, groups = py_data.words(context), py_data.groups(context)
        components, constants = py_data.components(context), py_data.constants(context)
        derived = py_data.derived(context)
        tables = [*groups, *constants, *derived, *(t for _, ts in [*words, *components] for t in ts)]
        self._exports["data"] = {table.name.partition(":")[0] for table in tables}
        return self._render(
            "data.py.j2",
            words=words,
            groups=groups,
            components=components,
            constants=constants,
            derived=derived,
            runtime=sorted(name for name in MADE_IN_DATA if any(name in table.text for table in derived)),
        )

    def _state(self, starts: list[Function]) -> str:
        context = self._context
        offsets = py_state.offsets(context)
        self._exports["state"] = {table.name for _, tables in offsets for table in tables}
        self._exports["state"] |= {"ALL", "LISTS", "SEES", *(f.name for f in starts)}
        self._exports["state"] |= {
            context.names[sort, board] for board in self._game.boards for sort in ("put", "move board")
        }
        self._exports["state"] |= {
            context.names[sort, record]
            for record in self._game.records
            for sort in ("move", "move several", "deal", "hidden")
        }
        self._exports["state"] |= {"BACKS", "SHADOWS", "TALLIES", "TEAMS"}
        teams = [(t.name, t.text or words.spoken(t.name), t.seats) for t in self._game.teams.values()]
        sees = quoted(tuple(py_state.sees(self._game, context.layout)))
        seen = quoted(tuple(py_state.backs_seen(self._game, context.layout)))
        always = frozenset({"Hidden", "RuleError", "entering"} if self._game.records else ())
        columns = {
            context.names["field", record, field]
            for tally in context.tallies
            for _, record, field in tally.lists
        }
        always |= columns
        always |= {"readers"} if readers_by_place(context) else set()
        imports = self._imports(starts, "_runtime", "data", always=always)
        hidden = py_state.hidden(context, self._numbers)
        return self._render(
            "state.py.j2",
            offsets=offsets,
            shadows=context.shadows,
            tallies=py_state.tallies(context),
            tallied={record for tally in context.tallies for _, record, _ in tally.lists},
            readers=readers_by_place(context),
            records_read=records_read(context),
            several=context.several,
            sees=sees,
            backs=seen,
            starts=starts,
            hidden=hidden,
            teams=quoted(tuple(teams)) if teams else "",
            **imports,
        )

    def _scoring_parts(self) -> dict[str, list[Function]]:
        context = self._context
        return {
            "defines": self._explained(list(py_scoring.defines(context))),
            "scores": self._explained(list(py_scoring.scores(context))),
            "endings": [
                *(
                    py_scoring.ends_by(context, name)
                    for name in self._game.endings
                    if f"ending:{name}" in context.keeping.of
                ),
                *py_scoring.endings(context),
                py_scoring.winners(context),
                py_scoring.claims(context),
            ],
        }

    def _scoring(self, parts: dict[str, list[Function]]) -> str:
        helpers = [py_scoring.helper(one) for one in self._context.helpers]
        parts = {**parts, "defines": [*parts["defines"], *helpers]}
        functions = [f for part in parts.values() for f in part]
        self._exports["scoring"] = {"end", *(f.name for f in functions)}
        heads = " ".join(f"{f.args} {f.result}" for f in functions)
        imports = self._imports(functions, "_runtime", "data", "state")
        return self._render(
            "scoring.py.j2",
            **parts,
            **imports,
            sequence="Sequence" in heads,
            any="Any" in heads,
            remembered=any(f.decorator for f in functions),
        )

    def _moves_parts(self) -> dict[str, list[Function]]:
        steps = Steps(self._context, self._machine, self._numbers)
        paths = Paths(self._context, self._machine, self._numbers)
        self._play_out = paths.play_out()
        return {
            "actions": [
                *self._explained(list(Moves(self._context, self._numbers).functions())),
                *paths.together(),
            ],
            "simple": self._explained(list(steps.simple(paths.inlined))),
            "tests": [*steps.tests(), *steps.raises()],
            "steps": list(paths.functions()),
            "answers": list(paths.answers()),
        }

    def _moves(self, parts: dict[str, list[Function]]) -> str:
        self._exports["moves"] = set(self._context.numbers)
        functions = [*(f for part in parts.values() for f in part), self._play_out]
        units = self._machine.units
        flow = units[self._game.flow.sort] if self._game.flow else None
        set_up = units.get("setup")
        tables = {text.partition("(")[0] for text in self._context.numbers.values()}
        always = frozenset({"BUDGET", "RuleError", "run_explicit", *tables})
        if self._game.unproved is not None:
            always |= {"end"}
        imports = self._imports(functions, "_runtime", "data", "scoring", "state", always=always)
        return self._render(
            "moves.py.j2",
            **parts,
            **imports,
            play_out=self._play_out,
            most=self._game.unproved.most if self._game.unproved else 0,
            numbers=[Table(name, text) for name, text in self._context.numbers.items()],
            step_names=_tuple([f.name for f in parts["steps"] if f.name.startswith("step_")]),
            answer_names=_dict({f.name.removeprefix("answer_"): f.name for f in parts["answers"]}),
            offers=_dict(
                {
                    str(s.number): quoted(s.end.actions)
                    for s in self._machine.steps
                    if isinstance(s.end, AskOffer | AskTogether)
                }
            ),
            together=self._together(),
            held=_dict({str(number): quoted(slots) for number, slots in held(self._machine).items()}),
            why_names=_dict({quoted(name): self._context.names["why", name] for name in self._game.actions}),
            flow=flow.sort if flow else "game",
            frames=", ".join(quoted([unit.entry, *[0] * len(unit.slots)]) for unit in (flow, set_up) if unit),
        )

    def _together(self) -> str:
        """By step: where a frame keeps who decides and what they chose, and what they may."""
        found = {}
        for step in self._machine.steps:
            if isinstance(step.end, AskTogether):
                stores = {slot.name: slot.index for slot in self._machine.units[step.unit].slots}
                slots = f"{stores[step.end.seats]}, {stores[step.end.chosen]}"
                found[str(step.number)] = f"({slots}, together_{step.number})"
        return _dict(found)

    def _init(self) -> str:
        return self._render(
            "init.py.j2",
            together=self._together() != "{}",
            runtime=self._runtime_of_init(),
            scoring=sorted(
                [
                    "claims",
                    "winners",
                    *(self._context.names["score", name] for name in self._game.scores),
                    *(function_of(self._context.names, name) for name in self._context.keeping.of),
                ]
            ),
            kept=kept_functions(self._context),
            groups=[self._group(block) for block in self._blocks],
            places=py_state.places(self._context),
            boards=py_state.boards(self._context),
            cells=py_state.cells(self._context),
            records=py_state.records(self._context),
            options=[
                f"OptionInfo({quoted(o.name)}, {quoted(o.values)}, {o.default}, {quoted(o.text or '')})"
                for o in self._game.options.values()
            ],
            endings=[quoted((e.name, e.text or words.spoken(e.name))) for e in self._game.endings.values()],
            reactions=tuple(self._game.reactions),
            reads_hidden=reads_hidden(self._game),
            shadows=self._context.shadows,
            tallies=bool(self._context.tallies),
            random=draws(self._machine),
            light=self._light is not None,
            chart=self._light is not None and bool(self._light.chart),
            least_wins=self._game.winner is not None and self._game.winner.extreme == "least",
            paid=self._game.winner is not None and self._game.winner.paid,
            pieces=[quoted((p.name, p.number)) for p in self._game.pieces.values()],
            sheet=[self._line(score) for score in self._game.scores.values()],
        )

    def _runtime_of_init(self) -> list[str]:
        names = [
            "CHANCE",
            "Game",
            "IllegalMove",
            "Playouts",
            "Random",
            "RuleError",
            "Rules",
            "SaveError",
            "load_game",
            "native_part",
            "new_game",
            "play_games",
        ]
        used = [("MoveGroup", self._blocks), ("Place", self._game.zones), ("OptionInfo", self._game.options)]
        used += [("Cell", [*self._game.tokens, *self._game.memories]), ("Record", self._game.records)]
        used += [("ScoreLine", self._game.scores)]
        return sorted([*names, *(name for name, things in used if things)], key=_import_order)

    def _group(self, block: Block) -> str:
        picks: list[tuple[str, tuple[str, ...], str | None]] = []
        if block.words:
            picks.append((block.text.partition("{")[2].partition("}")[0], block.words, None))
        for name, type in block.picks:
            of = type.of if isinstance(type, core.Optional) else type
            record = of.record if isinstance(of, core.Component) else None
            picks.append((name, tuple(words.choice_words(self._game, type)), record))
        chance = ", True" if block.words else ""
        entry = (block.name, block.base, block.count, block.text, tuple(picks), block.declines)
        return f"MoveGroup({quoted(entry)[1:-1]}{chance})"

    def _line(self, score: core.Score) -> str:
        text = score.text or words.spoken(score.name)
        told = f"{quoted(score.name)}, {quoted(text)}, {quoted(score.per)}"
        value, seen = self._context.names["score", score.name], quoted(seen_by(self._game, score.value))
        low, high = core.bounds(self._game, score.value.type)
        return f"ScoreLine({told}, {value}, {seen}, {low}, {high})"

    # ---- games for speed

    def _move_numbers(self) -> int:
        """How many numbers of moves there are."""
        return sum(block.count for block in self._blocks)

    def _lightly(self, parts: Light) -> str:
        functions = parts.methods
        tables = Function("", "", "", "", [f"{t.name} = {t.text}" for t in parts.tables])
        imports = self._imports(
            [*functions, tables],
            "_runtime",
            "data",
            "moves",
            "scoring",
            "state",
            always=frozenset({"BoardGame", "held_at", *(("ChartedGame",) if parts.chart else ())}),
        )
        text = str([f.args + str(f.lines) for f in functions])
        return self._render(
            "light.py.j2",
            held=parts.held,
            tables=parts.tables,
            methods=parts.methods,
            copied=parts.copied,
            chart=parts.chart,
            size=self._move_numbers(),
            plain=not any(":" in part or "copy" in part for part in parts.copied),
            bisect="bisect_left(" in text,
            callable="Callable" in text,
            **imports,
        )

    # ---- manifest

    def _manifest(self) -> str:
        game = self._game
        data = {
            "format": 1,
            "ruleset": game.slug,
            "title": game.title,
            "version": game.version,
            "compiler": __version__,
            "meaning": self._meaning,
            "source": game.path,
            "players": [game.low, game.high],
            "seats": list(game.seats),
            "options": {
                o.name: {"values": [w for w, _ in o.values], "default": _default(o)}
                for o in game.options.values()
            },
            "moves": [self._moves_entry(block) for block in self._blocks],
            "steps": {f"step_{n}": path.step.span.line for n, path in self._machine.paths.items()},
            "functions": self._lines(),
        }
        unproved = self._game.unproved
        if unproved is not None:
            said = {"codes": unproved.codes, "reactions": unproved.reactions}
            data["unproved"] = {**said, "budget": unproved.most, "ending": unproved.ending}
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    def _moves_entry(self, block: Block) -> dict[str, Any]:
        picks = {name: words.choice_words(self._game, type) for name, type in block.picks}
        if block.words:
            picks = {"chance": list(block.words)}
        return {
            "name": block.name,
            "first": block.base,
            "count": block.count,
            "text": block.text,
            "picks": picks,
            "declines": block.declines,
        }

    def _lines(self) -> dict[str, int]:
        """Where the rule behind each generated function stands."""
        names, game = self._context.names, self._game
        found = {names["define", d.name]: d.span.line for d in game.defines.values()}
        found |= {names["score", d.name]: d.span.line for d in game.scores.values()}
        found |= {
            names[p, a.name]: a.span.line for a in game.actions.values() for p in ("moves", "why", "play")
        }
        return found | {names["procedure", p.name]: p.span.line for p in game.procedures.values()}


MADE_IN_DATA = (
    "Payable",
    "lines_through",
    "masks_of",
    "pictures",
)  # what tables are made with, when an engine is imported

RUNTIME_NAMES = (
    "BoardGame",
    "ChartedGame",
    "above_on",
    "axes_of",
    "lowest_free",
    "enclosed",
    "filling",
    "held_at",
    "seats_with_most",
    "nth_bit",
    "rays_from",
    "rows_of",
    "set_board",
    "spaces_filling",
    "BUDGET",
    "FEW",
    "Hidden",
    "entering",
    "run_explicit",
    "State",
    "RuleError",
    "bits",
    "mask_of",
    "members",
    "turn_order",
    "most_alike",
    "leading_alike",
    "leading_different",
    "longest_run",
    "came",
    "best_teams",
    "next_seat",
    "weighed",
    "shuffle",
    "pick",
    "readers",
    "leading",
    "lowest",
    "rising",
    "falling",
    "numbering",
    "byte_tables",
    "eight",
    "region",
    "spread",
    "twenty_four",
    "seen",
    "on_a_line",
    "new_line",
    "now_connects",
    "connects",
    "one_each",
    "within",
)


def _default(option: core.Option) -> str:
    return next(word for word, value in option.values if value == option.default)


def _import_order(name: str) -> tuple[int, str]:
    """As isort does: constants, classes, functions; one capital alone is a class; 5 comes before 10."""
    constant = name.isupper() and len(name) > 1
    counted = re.sub(r"\d+", lambda number: number[0].zfill(9), name)
    return (0 if constant else 1 if name[0].isupper() else 2, counted.lower())


def _tuple(items: list[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _dict(items: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in items.items()) + "}"


# ---- layout of the templates


@cache
def environment() -> Environment:
    """Jinja as all templates need it."""
    env = Environment(
        loader=PackageLoader("rulewright", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        bytecode_cache=_compiled(),
    )
    env.filters.update(
        doc=doc,
        plain=plain,
        comment=comment,
        wrapped=wrapped,
        imported=imported,
        entries=entries,
        cited=cited,
        repr=quoted,
    )
    return env


def _compiled() -> FileSystemBytecodeCache | None:
    """Compiled templates are kept in the user's cache, where there is one."""
    folder = cache_folder()
    return FileSystemBytecodeCache(str(folder), "%s.template") if folder else None


def plain(text: str) -> str:
    """A text that is safe between triple quotes."""
    return comment(text).replace("\\", "\\\\").replace('"', "'")


def doc(text: str) -> str:
    """A docstring's sentence."""
    text = plain(text)
    return text if not text or text[-1] in ".!?:'" else f"{text}."


def comment(text: str) -> str:
    """A text that is safe after `#`: one line without control characters."""
    return "".join(c if c.isprintable() else " " for c in str(text))


def cited(per: tuple[str, ...]) -> str:
    """` (KAN-1)` for a comment, or nothing."""
    return comment(f" ({', '.join(per)})") if per else ""


def wrapped(text: str) -> str:
    """A long tuple or dictionary over several lines, as many items a line as fit."""
    if len(text) <= WIDTH - 20 or text[0] not in "([{":
        return text
    lines, line = [], ""
    for part in split(text[1:-1], (", ",), keep=False):
        if line and len(line) + len(part) > WIDTH - 6:
            lines.append(line.rstrip())
            line = ""
        line += f"{part.rstrip(',')}, "
    return "\n".join([text[0], *(f"    {one}" for one in [*lines, line.rstrip()] if one), text[-1]])


def entries(items: list[str]) -> str:
    """A tuple with one entry a line."""
    if not items:
        return "()"
    lines = [f"        {line}" for item in items for line in fitted(f"{item},", WIDTH - 8)]
    return "\n".join(["(", *lines, "    )"])


def imported(names: list[str]) -> str:
    """Names to import, over several lines when there are many."""
    text = ", ".join(names)
    return text if len(text) < 80 else "(\n    " + ",\n    ".join(names) + ",\n)"
