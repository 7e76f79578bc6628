"""The machine: a ruleset's flow as numbered steps and frames, the one source of every emitter.

A Unit is what has a frame of its own: the set-up, the flow, an action's `do`, a procedure, a reaction's
body. A unit in which nobody can be asked anything is `simple`: it stays a structured block that an emitter
turns into a plain function. All others are cut into Steps: a step runs some simple statements and ends in
one `End`. A frame is a list: the number of its next step, then the unit's slots.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright import core
from rulewright.record import record
from rulewright.report.diagnostics import Span


@record
class Slot:
    """One local value of a frame; index 0 is the step number."""

    name: str
    index: int


@dataclass(slots=True)
class Unit:
    """A piece of flow. `me` says that its first parameter is the seat that acts (0 where nobody does, for
    units that only start with that seat when they test reactions)."""

    name: str
    sort: str
    me: bool
    params: tuple[core.Param, ...]
    body: core.Block
    span: Span
    per: tuple[str, ...]
    simple: bool = True
    entry: int = -1
    slots: list[Slot] = field(default_factory=list)

    @property
    def has_me(self) -> bool:
        """Does a seat act in it?"""
        return self.me or self.sort == "turn"

    @property
    def frame_size(self) -> int:
        """How many places its frame has."""
        return 1 + len(self.slots)


# ---- operations: simple statements, and these


@record
class Test:
    """Reactions `as soon as` are tested: `seat` for one seat only, None for all, from the one that acts;
    `cases` is the mask of the cases of its `for each` that can have changed, None for all. Where that depends
    on the `member` that a verb moves, `masks` has it for each component; `apart` says that they are cases,
    else there is one, that all can have changed."""

    reaction: str
    seat: core.Expr | None
    cases: int | None = None
    member: core.Local | None = None
    masks: tuple[int, ...] = ()
    apart: bool = False


@record
class StartRound:
    """The round's number rises; what is remembered for a round starts anew."""


@record
class StartTurn:
    """What is remembered for a turn starts anew."""


@record
class Hold:
    """Set-up is over: the conditions of all `as soon as` are noted as they are."""


@record
class Items:
    """A source is fixed in a slot, and a counter starts at 0. A range, which never changes, needs no slot:
    then `items` is empty, and the counter is the next member."""

    items: str
    at: str
    source: core.Expr
    name: str
    where: core.Expr | None


@record
class Gather:
    """The seats that decide together are fixed; none has chosen, and the first is shown first."""

    seats: str
    chosen: str
    at: str
    source: core.Expr


Op = core.Stmt | Test | StartRound | StartTurn | Hold | Items | Gather


# ---- ends


@record
class Goto:
    """The next step of this frame."""

    step: int


@record
class Branch:
    """One of two steps."""

    condition: core.Expr
    then: int
    otherwise: int


@record
class Switch:
    """By the word of a kind; the words' values go into slots."""

    value: core.Expr
    cases: tuple[tuple[str, tuple[tuple[str, core.Type], ...], int], ...]
    otherwise: int


@record
class Next:
    """The next item of a fixed source, or on to `after`."""

    items: str
    at: str
    name: str
    source: core.Expr
    recheck: core.Expr | None
    body: int
    after: int


@record
class Enter:
    """A frame for another unit; this one goes on at `then` when it returns. Where it has nothing left to do
    that is -1, and the other's frame takes the place of its own. `me` is the seat that acts."""

    unit: str
    args: tuple[core.Expr, ...]
    then: int
    me: core.Expr | None = None


@record
class Return:
    """The frame is done."""


@record
class AskOffer:
    """Seat `to` chooses among the legal moves of some actions; the step then is `after[action]`. When
    there is none it is `otherwise` (None: a rule error)."""

    actions: tuple[str, ...]
    to: core.Expr
    after: tuple[int, ...]
    otherwise: int | None


@record
class AskTogether:
    """Each of some seats chooses among the legal moves of some actions; once all have, on to `reveal`."""

    actions: tuple[str, ...]
    seats: str
    chosen: str
    reveal: int


@record
class Reveal:
    """What the next seat has chosen is played, if it is still legal, and the step is `again`; after the last
    seat, on to `after`."""

    actions: tuple[str, ...]
    seats: str
    chosen: str
    at: str
    me: str
    asked: int
    again: int
    after: int


@record
class AskChoice:
    """Seat `by` chooses one of a source."""

    choose: core.Choose
    body: int
    or_else: int


@record
class TestEndings:
    """The game ends if an ending tested now is true; else on to `then`. `when` is action, turn or round."""

    when: str
    then: int


@record
class Drain:
    """The reactions that wait in line run, one after the other; then on to `then`."""

    then: int


Ask = AskOffer | AskTogether | AskChoice
End = Goto | Branch | Switch | Next | Enter | Return | Ask | Reveal | TestEndings | Drain


@dataclass(slots=True)
class Step:
    """A numbered step: what it does, how it ends, the rule it comes from.

    `yields` says that its last operation may have put another frame on top, which runs first. Where it ends
    the unit then, its own frame has gone before."""

    number: int
    unit: str
    ops: list[Op]
    end: End
    span: Span
    yields: bool = False


@dataclass(slots=True)
class Path:
    """A step and what it runs on into: `ways` has the paths from the steps that it takes in; to others that
    it leads to it jumps. A loop over all seats that goes on for ever has a `refill`: the steps that begin it
    anew at its end, none where it has just begun."""

    step: Step
    ways: dict[int, Path]
    refill: tuple[Step, ...] | None = None


@dataclass(slots=True)
class Machine:
    """A whole game. `tests` are the reactions tested after a statement, by its id. `paths` are the steps that
    a frame can name, `answers` by step what each answer runs on into."""

    units: dict[str, Unit] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    tests: dict[int, tuple[Test, ...]] = field(default_factory=dict)
    paths: dict[int, Path] = field(default_factory=dict)
    answers: dict[int, dict[int, Path]] = field(default_factory=dict)


def mover(machine: Machine) -> int:
    """Where the frame of the turn keeps whose turn it is; 0 in a game without turns."""
    slots = machine.units["turn"].slots if "turn" in machine.units else []
    return next((slot.index for slot in slots if slot.name == "me"), 0)
