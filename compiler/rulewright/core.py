"""The checked tree: what a ruleset means, with every name resolved and every expression typed.

`elaborate` makes it from `nodes`; everything after it (graphs, meaning hash, machine, Python) reads only
this. All values are whole numbers at run time, and this module fixes how:

- yes_no: 0, 1. A range: the number itself. A seat: 0 is the first player.
- a word of a kind: its dense index. A word that carries values covers a block of indices, one for each
  combination, in mixed radix with the last value fastest; the block starts at `KindWord.base`.
- a component (card, tile): its index among the physical components of its record, in table order, the
  copies of a row side by side.
- an optional: -1 for none, else the value (only types whose values are never negative may be optional).
- a set: a bit mask over the dense index of its items (`dense_index` below). A list: a tuple.
- a multiset (what `matchings` offers): its index in `multisets(size, most)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import cast

from rulewright.record import record
from rulewright.report.diagnostics import Span

# ---- types


@record
class YesNo:
    """yes or no"""


@record
class Number:
    """A whole number with what is known of its range; `unit` is None for a plain number."""

    low: int
    high: int
    unit: str | None = None


@record
class KindType:
    """A word of a `kinds` declaration."""

    name: str


@record
class RangeType:
    """A member of a `range` declaration."""

    name: str


@record
class Seat:
    """A player."""


@record
class Component:
    """A card or tile of a record."""

    record: str


@record
class PieceType:
    """An alike piece: only counted, never told apart."""

    name: str


@record
class Optional:
    """A value or none."""

    of: Type


@record
class ListType:
    """Values in order; `longest` is the most there can be, if known."""

    of: Type
    longest: int | None = None


@record
class SetType:
    """Distinct values."""

    of: Type


@record
class Multiset:
    """Words of a kind with repetition, at most `most` of them."""

    kind: str
    most: int


@record
class Place:
    """The contents of a zone, or of one of its cells."""

    zone: str


@record
class TextType:
    """A sentence; only compared by nobody, shown to players."""


Type = (
    YesNo
    | Number
    | KindType
    | RangeType
    | Seat
    | Component
    | PieceType
    | Optional
    | ListType
    | SetType
    | Multiset
    | Place
    | TextType
)

# ---- expressions: each has `type` and `span`


@record(kw_only=True)
class Expr:
    """What all expressions share."""

    type: Type
    span: Span


@record(kw_only=True)
class Const(Expr):
    """A value known now: a number, yes/no, a word of a kind, a seat, a component, none; in examples also a
    set (its bit mask) and a multiset (its index)."""

    value: int


@record(kw_only=True)
class Local(Expr):
    """A parameter, pick, `let`, binder or loop name. `name` is unique within its unit (declaration)."""

    name: str


@record(kw_only=True)
class Me(Expr):
    """The seat that acts, or is scored."""


@record(kw_only=True)
class PlayerCount(Expr):
    """How many play."""


@record(kw_only=True)
class RoundNumber(Expr):
    """The number of this round; the first is 1."""


@record(kw_only=True)
class GameOver(Expr):
    """Has the game ended? (examples and claims only)"""


@record(kw_only=True)
class Winners(Expr):
    """The seats that have won; none before the end (examples and claims only). Type SetType(Seat)."""


@record(kw_only=True)
class OptionValue(Expr):
    """An option's value; for an option of words, the index of its word."""

    name: str


@record(kw_only=True)
class ConstantByPlayers(Expr):
    """A constant that depends on the number of players. (Other constants are folded to Const.)"""

    name: str


@record(kw_only=True)
class MemoryValue(Expr):
    """What is remembered: shared, of a seat, or per member of a kind or range (`index`)."""

    name: str
    seat: Expr | None
    index: Expr | None


@record(kw_only=True)
class Holder(Expr):
    """The seat that holds a token (`leader.holder`); -1 (none) before it is first given. The type is
    Seat for a token that `setup` gives in any case, else Optional(Seat)."""

    token: str


@record(kw_only=True)
class Column(Expr):
    """A field of a component (`k.colour`)."""

    record: str
    field: str
    of: Expr


@record(kw_only=True)
class ZoneRef(Expr):
    """A zone, one player's, or one of its cells; type is Place.

    `seat` is None for a shared zone. `indices` holds one expression an axis: all of them name a cell,
    none names the whole zone, some (the first axes) a slice. `supply` of a piece is the zone
    named `supply:Piece`."""

    zone: str
    seat: Expr | None
    indices: tuple[Expr, ...]


@record(kw_only=True)
class Domain(Expr):
    """All members of a kind, range or Seat as a source; type is ListType. A kind's words that carry
    values count with each of their values. A range's bounds may depend on the player count."""

    of: KindType | RangeType | Seat


@record(kw_only=True)
class SeatsFrom(Expr):
    """Seats of `of` (a set of seats, or all) in turn order, starting with `start`; type is ListType(Seat)."""

    of: Expr
    start: Expr
    backwards: bool = False


@record(kw_only=True)
class NextSeat(Expr):
    """The seat after another in turn order, or before it (`backwards`), among those of a set if one is given;
    the seat itself where there is no other."""

    seat: Expr
    among: Expr | None
    backwards: bool


@record(kw_only=True)
class TeamOf(Expr):
    """The seats of a seat's team that play, with itself; type is SetType(Seat)."""

    seat: Expr


@record(kw_only=True)
class Interval(Expr):
    """`1..4` as a source; type is ListType(Number)."""

    low: Expr
    high: Expr


@record(kw_only=True)
class Members(Expr):
    """The words of a group as a source or the right side of `in`; type is SetType(KindType)."""

    group: str


@record(kw_only=True)
class Call(Expr):
    """A `define` applied to arguments; `me` is passed on where the define is used inside a seat's context
    only if the define says `me` (it never does: `me` in a define is an error)."""

    define: str
    args: tuple[Expr, ...]


@record(kw_only=True)
class Word(Expr):
    """A word of a kind with computed values: `trees(n)`; constant ones are folded to Const."""

    kind: str
    word: str
    args: tuple[Expr, ...]


@record(kw_only=True)
class Binary(Expr):
    """op: `+ - * /` (rounded down) on numbers, `+` also on lists, `< <= > >=` on numbers, `is is_not` on
    two values of one type, `and or` on yes_no (left to right, stopping early)."""

    op: str
    left: Expr
    right: Expr


@record(kw_only=True)
class Not(Expr):
    """not a"""

    of: Expr


@record(kw_only=True)
class IsEmpty(Expr):
    """Is an optional none; has a zone, set, list or multiset no members? (`is not empty` is its Not.)"""

    of: Expr


@record(kw_only=True)
class IsFull(Expr):
    """Does a zone with `at most` hold that many?"""

    of: ZoneRef


@record(kw_only=True)
class In(Expr):
    """Is a value (never none: none is in nothing) in a source?"""

    value: Expr
    source: Expr


@record(kw_only=True)
class Fits(Expr):
    """Are two words of a kind the same, or one of them a joker (`as any`)?"""

    left: Expr
    right: Expr


@record(kw_only=True)
class Knows(Expr):
    """Has a seat seen which component this is, since it was last shuffled? (examples and claims only)"""

    seat: Expr
    component: Expr


@record(kw_only=True)
class If(Expr):
    """a if c otherwise b"""

    condition: Expr
    then: Expr
    otherwise: Expr


@record(kw_only=True)
class Binder:
    """`name in source`: one more nesting of an aggregate; later binders see earlier ones."""

    name: str
    type: Type
    source: Expr
    span: Span


@record(kw_only=True)
class Aggregate(Expr):
    """op: count (value None), total, any, all, highest, lowest (0 of nothing), distinct (how many different
    values; none is not counted), most_alike (size of the largest group of equal values; none not counted),
    list (values in order), first (the first member, or none; value None), those (a set of the one binder's
    members; value None).

    A binder over a pool cell counts its pieces: `count(b in p.camp)`; its name is never read."""

    op: str
    value: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None


@record(kw_only=True)
class EndOf(Expr):
    """The top or bottom component of a stack or row; type Optional(Component). The top is the end that is
    drawn from: the first of the row as written left to right is the bottom."""

    end: str
    zone: ZoneRef


@record(kw_only=True)
class Repeated(Expr):
    """The condition of an ending: the position, but for some memory and the number of the round, has come so
    often at the moments when the ending is tested, this one too."""

    times: Expr
    apart: tuple[str, ...]


@record(kw_only=True)
class Lookup(Expr):
    """op `table`: exact (elaborate has shown that the value's range is covered); `steps`: the last step
    not above the value (the first step not above the range's low end)."""

    op: str
    value: Expr
    arrows: tuple[tuple[int, Expr], ...]


@record(kw_only=True)
class MatchCase:
    """One word of the matched kind, names for its values, the result."""

    word: str
    params: tuple[tuple[str, Type], ...]
    value: Expr
    per: tuple[str, ...]
    span: Span


@record(kw_only=True)
class Match(Expr):
    """A define's match; exhaustive, or with `otherwise`."""

    value: Expr
    cases: tuple[MatchCase, ...]
    otherwise: Expr | None


@record(kw_only=True)
class LongestRun(Expr):
    """`longest_run(list, jokers: n, fixed: k)`: the most neighbours in a list of words of a kind that are
    alike, where words `as any` are alike to all and up to n others may be replaced by any word, but not
    the first k. None of an optional list breaks a run."""

    of: Expr
    kind: str
    jokers: Expr
    fixed: Expr


@record(kw_only=True)
class Matchings(Expr):
    """`matchings(needs, pool)` as a source of Multiset values: each multiset of words taken from the pool
    (one count a word of the kind) that covers every need, a joker covering any. `pool` is a ZoneRef slice
    or zone with the kind as its only remaining axis."""

    needs: Expr
    pool: ZoneRef
    kind: str


@record(kw_only=True)
class Table(Expr):
    """A value out of a table made at compile time (`Game.tables[name]`), one index for each of its axes. Type
    SetType: the members of a set."""

    name: str
    indices: tuple[Expr, ...]


@record(kw_only=True)
class Shown(Expr):
    """`strip[s].animal`: what a picture of the topmost card of an overlay shows at a space; -1 (none, or no
    of a yes_no) where no card lies. `of` is that space of the overlay: the memory `top:NAME`."""

    overlay: str
    field: str
    of: MemoryValue


@record(kw_only=True)
class LeadingRun(Expr):
    """`leading_alike(list)`, `leading_different(list)`: how many members at the start of a list are all the
    same (op `alike`), or no two of them are (`different`); none ends it."""

    op: str
    of: Expr


@record(kw_only=True)
class Leading(Expr):
    """`leading(t in S while c)`: the members of an ordered source up to the first for which it does not hold;
    type is ListType."""

    binder: Binder
    condition: Expr


@record(kw_only=True)
class Region(Expr):
    """`region(from, within)`: the spaces of `within` (a set) that are reached from those of `start` (a set)
    step by step inside it; type is SetType. `near` is the table of neighbours."""

    start: Expr
    within: Expr
    near: str


@record(kw_only=True)
class Connects(Expr):
    """`connects(within, one, other)`: do the spaces of `within` join one of `one` to one of `other`?"""

    within: Expr
    one: Expr
    other: Expr
    near: str


@record(kw_only=True)
class ScoreOf(Expr):
    """`red.score` (line None) or `red.score.colours`: examples, winner and claims only."""

    seat: Expr
    line: str | None


# ---- statements


@record(kw_only=True)
class Stmt:
    """What all statements share: where, and the clauses they implement (ids, or quoted words). `me` is the
    seat that acts here where that is not the one of the declaration (lowering writes it: `choose ... by`)."""

    span: Span
    per: tuple[str, ...]
    me: Expr | None = None


Block = tuple[Stmt, ...]


@record(kw_only=True)
class Move(Stmt):
    """A component leaves where it lies and enters `to`; `end` is `top` (also `end of`: the last of a row)
    or `bottom`. `source` is the zone it is known to lie in, or None."""

    what: Expr
    to: ZoneRef
    end: str
    source: ZoneRef | None


@record(kw_only=True)
class Lay(Move):
    """A component enters an overlay (`to`) with its lower left corner on the space `at`; `end` is `top` over
    what lies there, `bottom` under all of it."""

    at: Expr


@record(kw_only=True)
class MoveAll(Stmt):
    """All components of a zone or cell move, from the bottom up."""

    source: ZoneRef
    to: ZoneRef
    end: str


@record(kw_only=True)
class MovePieces(Stmt):
    """`number` pieces (None: all) move from pool cell to pool cell, as many as there are."""

    piece: str
    number: Expr | None
    source: ZoneRef
    to: ZoneRef


@record(kw_only=True)
class Deal(Stmt):
    """Up to `number` components move one by one from the top of a stack."""

    number: Expr
    source: ZoneRef
    to: ZoneRef
    end: str


@record(kw_only=True)
class Shuffle(Stmt):
    """A stack or row gets a random order; who knew its cards knows them no more."""

    zone: ZoneRef


@record(kw_only=True)
class Give(Stmt):
    """A token goes to a player."""

    token: str
    to: Expr


@record(kw_only=True)
class Remember(Stmt):
    """Memory changes: op `set`, `add` (insert into a set, or plus for a number), `remove`."""

    op: str
    target: MemoryValue
    value: Expr


@record(kw_only=True)
class MoveMan(Stmt):
    """What stands on one space of a board goes to another; what stood there is captured."""

    source: MemoryValue
    to: MemoryValue


@record(kw_only=True)
class Let(Stmt):
    """A name for a value until the end of the block."""

    name: str
    value: Expr


@record(kw_only=True)
class Choose(Stmt):
    """A decision of seat `by`: one of `source` where `where` holds. `how` is `choose` (skipped when nothing
    can be chosen), `may` (adds decline), `must`. `label` names the decision uniquely in the game (for move
    numbers): `declaration.name`. `body` runs with the choice; `or_else`, if there is one, without. `Me` in
    `source`, `where`, `body` and `or_else` is the seat `by`. A place in braces in `text` is the choice, by
    the name as written (`name` may differ, since it is unique)."""

    how: str
    label: str
    name: str
    type: Type
    text: str | None
    source: Expr
    where: Expr | None
    by: Expr
    body: Block
    or_else: Block | None


@record(kw_only=True)
class Draw(Stmt):
    """A random member of a source; the name holds it until the end of the block. All are alike likely, or by
    `weight`, a number that reads a member as `each`."""

    name: str
    type: Type
    source: Expr
    weight: Expr | None = None
    each: str = ""


@record(kw_only=True)
class Offer(Stmt):
    """A decision of seat `to` among the legal moves of some actions. With `until`, offered again until that
    action has been played. With `together`, `to` is a source of seats: each decides, and no other knows of
    it; then all is played, in the order of the source, as far as it is still legal.
    `otherwise` runs, and the offer is over, when there is none (None: an error)."""

    actions: tuple[str, ...]
    to: Expr
    until: str | None
    together: bool = False
    otherwise: Block | None = None


@record(kw_only=True)
class Each(Stmt):
    """For each member; the source is fixed at the start, members gone when their turn comes are skipped
    (`recheck`, which reads `name`, None when nothing can go). `where` is tested at the start."""

    name: str
    type: Type
    source: Expr
    where: Expr | None
    recheck: Expr | None
    body: Block


@record(kw_only=True)
class Repeat(Stmt):
    """Until the condition holds (tested first)."""

    until: Expr
    body: Block


@record(kw_only=True)
class IfStmt(Stmt):
    """if / otherwise; `the first that applies` is a chain of these."""

    condition: Expr
    then: Block
    otherwise: Block


@record(kw_only=True)
class StmtCase:
    """One word of the matched kind, names for its values, what happens."""

    word: str
    params: tuple[tuple[str, Type], ...]
    per: tuple[str, ...]
    body: Block
    span: Span


@record(kw_only=True)
class MatchStmt(Stmt):
    """match / case / otherwise (None: exhaustive)"""

    value: Expr
    cases: tuple[StmtCase, ...]
    otherwise: Block | None


@record(kw_only=True)
class Resolve(Stmt):
    """A procedure runs now."""

    procedure: str
    args: tuple[Expr, ...]


@record(kw_only=True)
class Trigger(Stmt):
    """An event is raised."""

    event: str
    args: tuple[Expr, ...]


@record(kw_only=True)
class DropLine(Stmt):
    """A reaction has come to its limit: what waits in line is dropped, and the log says so. `of` is the
    reaction."""

    of: str


# ---- what is declared


@record(kw_only=True)
class Info:
    """What all declarations share."""

    name: str
    span: Span
    per: tuple[str, ...] = ()
    text: str | None = None


@record(kw_only=True)
class KindWord:
    """A word of a kind: `size` indices from `base`."""

    name: str
    text: str | None
    params: tuple[Type, ...]
    base: int
    size: int
    joker: bool


@record(kw_only=True)
class Kind(Info):
    """A kind: `size` is the number of its dense indices. The words of an option `x: a or b` are a kind
    `option:x`, among `Game.kinds` too."""

    words: tuple[KindWord, ...]
    size: int


@record(kw_only=True)
class Group(Info):
    """Some plain words of a kind, as dense indices."""

    kind: str
    members: tuple[int, ...]


@record(kw_only=True)
class Range(Info):
    """A named range; `low..high` are the widest bounds (over player counts and options), `low_expr` and
    `high_expr` what holds in a game (they read only constants, options and the player count)."""

    low: int
    high: int
    low_expr: Expr
    high_expr: Expr


@record(kw_only=True)
class AxisInfo:
    """One axis of a grid or pool: a kind (whole domain) or a range of numbers with its widest bounds. Axes of
    tables may be seats and optional kinds too; these count none as one more, the last."""

    type: Type
    low: int
    size: int


@record(kw_only=True)
class TableInfo:
    """A table made at compile time: one value for each combination of its axes, the last fastest. An axis
    whose type is Optional has its entry for none last. The values of a set are its members, rising."""

    axes: tuple[AxisInfo, ...]
    values: tuple[int | tuple[int, ...] | tuple[tuple[int, ...], ...], ...]


@record(kw_only=True)
class Spaces(Info):
    """The geometry of a kind of spaces: `steps` by direction, the space that is reached or -1 by space;
    `columns` and `rows` from 1 where there are any; `width`, `height` where all of those exist. `faces` has
    the direction that each seat faces. For pictures: `ways`, the space that is reached or -1 by direction and
    space, and `facts`, the types of what a table says of its spaces (`Game.tables["field:SPACES:NAME"]`)."""

    directions: tuple[str, ...]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    width: int
    height: int
    faces: dict[int, str]
    ways: dict[str, tuple[int, ...]] = field(default_factory=dict)
    facts: dict[str, Type] = field(default_factory=dict)


@record(kw_only=True)
class Board(Info):
    """A zone with at most one piece a space: the memory of its name holds words of the kind `men`, whose
    words are pieces, those of players with their seat."""

    spaces: str
    men: str


@record(kw_only=True)
class Overlay(Info):
    """A zone whose components lie on spaces and cover each other. The memory `top:NAME` holds the topmost
    component by space; `cover` is the table of the spaces that lie under one, by the space of its lower left
    corner: row by row from the top, as pictures are read, none at all where it would not lie inside."""

    spaces: str
    record: str
    cover: str


@record(kw_only=True)
class Pictures(Info):
    """The columns of a record that are pictures: lists of `width * height` items, row by row from the top."""

    width: int
    height: int
    fields: tuple[str, ...]


@record(kw_only=True)
class FieldInfo(Info):
    """A column; `values` has one run-time value a row (lists as tuples)."""

    type: Type
    seen_by_all: bool
    values: tuple[int | tuple[int, ...], ...]


@record(kw_only=True)
class Record(Info):
    """A card or tile type. `ids` names the rows, `row_spans` says where they are written; `copies` says how
    many components each has; `players` from how many players on a row is used (0: always)."""

    sort: str
    ids: tuple[str, ...]
    copies: tuple[int, ...]
    players: tuple[int, ...]
    fields: dict[str, FieldInfo]
    table: str
    row_spans: tuple[Span, ...]

    @property
    def size(self) -> int:
        """How many physical components there are."""
        return sum(self.copies)


@record(kw_only=True)
class Zone(Info):
    """A zone. `shape` is stack, row, set, grid, pool, overlay (in order as a row, the lowest first). `item`
    is the record or piece. `visibility` is public, hidden, owner, face_down; `down` lists the cells (as dense
    indices from 0, one an axis) of a grid that lie face down. `fills` is True when it starts with all of its
    record."""

    of_player: bool
    shape: str
    axes: tuple[AxisInfo, ...]
    item: str
    visibility: str
    down: tuple[tuple[int, ...], ...]
    at_most: Expr | None
    fills: bool


@record(kw_only=True)
class Piece(Info):
    """Alike pieces; all start in the pool zone `supply:Name` (public, shared, no axes), which is among
    `Game.zones` too."""

    number: int


@record(kw_only=True)
class Token(Info):
    """A single token held by a player."""


@record(kw_only=True)
class Memory(Info):
    """What is remembered; lifetime round, turn or game; `starts` may read setup-time values only (constants,
    options, player count, `players`); None starts at 0, no, none or the empty set."""

    of_player: bool
    axis: AxisInfo | None
    type: Type
    lifetime: str
    starts: Expr | None


@record(kw_only=True)
class Constant(Info):
    """A constant by player count: one value for each of players.low..high, in order."""

    type: Type
    values: tuple[int, ...]


@record(kw_only=True)
class Option(Info):
    """An option: its values as (word, run-time value), and the default's run-time value."""

    type: Type
    values: tuple[tuple[str, int], ...]
    default: int


@record(kw_only=True)
class Param:
    """A parameter; `name` is its Local's name."""

    name: str
    type: Type
    span: Span


@record(kw_only=True)
class Pick:
    """One part of a move: the name, what it is chosen from, the filter, the sentence when there is none."""

    name: str
    type: Type
    source: Expr
    where: Expr | None
    reason: str | None
    per: tuple[str, ...]
    span: Span


@record(kw_only=True)
class Guard:
    """A condition and the sentence for the player when it does not hold."""

    condition: Expr
    reason: str
    per: tuple[str, ...]
    span: Span


@record(kw_only=True)
class Action(Info):
    """An action; `text` is the move's name with {pick} places. `me` is the seat that plays it."""

    lines: tuple[Pick | Guard, ...]
    body: Block

    @property
    def picks(self) -> tuple[Pick, ...]:
        """The parts of its move, in order."""
        return tuple(line for line in self.lines if isinstance(line, Pick))


@record(kw_only=True)
class Procedure(Info):
    """A named block with parameters; `me` is the caller's; `uses_me` says whether it is read."""

    params: tuple[Param, ...]
    body: Block
    uses_me: bool


@record(kw_only=True)
class Event(Info):
    """An event that rules raise with `trigger`."""

    params: tuple[Param, ...]


@record(kw_only=True)
class Limit:
    """How often a reaction may run in a `period` (turn, round, game). The memory `counter` counts it, and its
    body, in which nothing else is left to do, asks and counts."""

    number: Expr
    period: str
    counter: str
    span: Span


@record(kw_only=True)
class Unproved:
    """Of a game that is built though it is not proved to stop: by which codes it is refused, and how many of
    its `reactions` may run in a turn. The memory `counter` counts them; one more, and the game ends as
    `ending`."""

    codes: tuple[str, ...]
    reactions: tuple[str, ...]
    most: int
    counter: str
    ending: str


@record(kw_only=True)
class AsSoonAs(Info):
    """A condition that becomes true. `binder` (None: no `for each`) ranges over a kind, range or seats.
    `me` is the seat for which it became true (tested for all seats, from the one that acts). `after` names
    reactions above it of which the rules say that they come first."""

    condition: Expr
    binder: Binder | None
    body: Block
    after: tuple[str, ...] = ()
    limit: Limit | None = None


@record(kw_only=True)
class When(Info):
    """A reaction to an event; `after` as in `AsSoonAs`."""

    event: str
    params: tuple[Param, ...]
    guard: Expr | None
    order: str
    once_each: bool
    body: Block
    after: tuple[str, ...] = ()
    limit: Limit | None = None


@record(kw_only=True)
class Define(Info):
    """A pure function."""

    params: tuple[Param, ...]
    type: Type
    value: Expr


@record(kw_only=True)
class Score(Info):
    """A score line; `me` is the seat that is scored."""

    value: Expr


@record(kw_only=True)
class Ending(Info):
    """An ending; `tested` as in nodes.Ending; for `rounds` the condition is already `round_number >= n`."""

    condition: Expr
    tested: str
    more: Expr | None


@record(kw_only=True)
class Team(Info):
    """Seats that win together."""

    seats: tuple[int, ...]


@record(kw_only=True)
class Turns:
    """Who has the first turn of each round; None: the first seat. Where `next`, which reads `me`, says who
    has the next turn, each turn is a round of its own, and `first` is asked once."""

    first: Expr | None
    next: Expr | None


@record(kw_only=True)
class Winner:
    """Highest or lowest score, tie breaks (most/least, an expression of `me`), whether ties share, and
    whether a seat is paid its score. Nobody wins who has less than `target` (None: whatever it is)."""

    extreme: str
    tie_breaks: tuple[tuple[str, Expr], ...]
    target: Expr | None = None
    share: bool
    paid: bool
    per: tuple[str, ...]
    span: Span


@record(kw_only=True)
class Claim(Info):
    """`always c` or `never c`, tested at every decision of a debug run."""

    promise: str
    condition: Expr


@record(kw_only=True)
class CascadeClaim(Info):
    """What the author says of a cascade (of the reaction `of`, or of the only one): that the `measures`,
    compared part by part, fall; or, for a `reason`, that it is accepted without a proof."""

    of: str | None
    measures: tuple[Expr, ...]
    reason: str | None


@record(kw_only=True)
class Flow:
    """`setup`, `round` or `turn` with its block. A `turn` is played by each seat in order, `me` is that seat;
    a round is then one turn each."""

    sort: str
    per: tuple[str, ...]
    body: Block
    span: Span


# ---- examples


@record(kw_only=True)
class GivenHolds:
    """The zone or cell holds exactly these, first to last (last is the top); what it held goes back to
    where its record starts, or aside. On the space `at` of an overlay they are laid over what lies there."""

    zone: ZoneRef
    items: tuple[Expr, ...]
    span: Span
    at: Expr | None = None


@record(kw_only=True)
class GivenBegins:
    """The next to be drawn from a stack, first to last."""

    zone: ZoneRef
    items: tuple[Expr, ...]
    span: Span


@record(kw_only=True)
class GivenDraws:
    """What `draw` and `roll` give next, first to last."""

    values: tuple[Expr, ...]
    span: Span


@record(kw_only=True)
class GivenIs:
    """A pool cell holds so many (taken from the supply), memory or a token's holder is so."""

    target: ZoneRef | MemoryValue | Holder
    value: Expr
    span: Span


@record(kw_only=True)
class Played:
    """A seat plays an action with these picks."""

    seat: int
    action: str
    args: tuple[Expr, ...]
    span: Span


@record(kw_only=True)
class Chosen:
    """A seat chooses a value in a decision inside effects; None declines."""

    seat: int
    value: Expr | None
    span: Span


@record(kw_only=True)
class MayPlay:
    """A seat may (or may not, and for this reason) play an action; no args: in some way."""

    seat: int
    allowed: bool
    action: str
    args: tuple[Expr, ...]
    because: str | None
    span: Span


@record(kw_only=True)
class MayChoose:
    """A seat may (or may not) choose a value; None declines."""

    seat: int
    allowed: bool
    value: Expr | None
    span: Span


@record(kw_only=True)
class Fact:
    """A condition that holds now."""

    condition: Expr
    span: Span


ExampleLine = GivenHolds | GivenBegins | GivenDraws | GivenIs | Played | Chosen | MayPlay | MayChoose | Fact


@record(kw_only=True)
class Example:
    """A rulebook's example: givens apply after set-up, before the first round or turn starts."""

    title: str
    per: tuple[str, ...]
    span: Span
    players: int
    options: dict[str, int]
    in_setup: bool  # the lines answer what set-up asks
    lines: tuple[ExampleLine, ...]


@record
class Use:
    """A declaration names another: who (sort, name), whom, and where it stands."""

    by: tuple[str, str]
    of: tuple[str, str]
    span: Span


@record
class AnyOrder:
    """`in any order:`: statements of a block of which the rules say that their order is all the same. They
    stand in the block one after the other, and run so; `by` is the declaration (sort, name)."""

    by: tuple[str, str]
    parts: tuple[Block, ...]
    span: Span


@dataclass(slots=True, kw_only=True)
class Game:
    """A checked ruleset. Dictionaries keep the order of the file."""

    name: str
    slug: str
    title: str
    version: str
    path: str
    span: Span
    low: int
    high: int
    seats: tuple[str, ...]
    units: dict[str, Info] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    ranges: dict[str, Range] = field(default_factory=dict)
    spaces: dict[str, Spaces] = field(default_factory=dict)
    tables: dict[str, TableInfo] = field(default_factory=dict)
    library: frozenset[str] = frozenset()
    boards: dict[str, Board] = field(default_factory=dict)
    overlays: dict[str, Overlay] = field(default_factory=dict)
    pictures: dict[str, Pictures] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=dict)
    memories: dict[str, Memory] = field(default_factory=dict)
    constants: dict[str, Constant] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    defines: dict[str, Define] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    reactions: dict[str, AsSoonAs | When] = field(default_factory=dict)
    scores: dict[str, Score] = field(default_factory=dict)
    endings: dict[str, Ending] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    cascade_claims: dict[str, CascadeClaim] = field(default_factory=dict)
    examples: list[Example] = field(default_factory=list)
    setup: Flow | None = None
    flow: Flow | None = None
    winner: Winner | None = None
    turns: Turns | None = None
    teams: dict[str, Team] = field(default_factory=dict)
    waived: dict[str, str] = field(default_factory=dict)
    clauses: dict[str, str] = field(default_factory=dict)
    # Of each `per`: a clause id (quoted words become the clause that has them, else stay as they are).
    citations: list[tuple[str, Span]] = field(default_factory=list)
    # Which declaration names which, in the order in which they were read.
    uses: list[Use] = field(default_factory=list)
    any_orders: list[AnyOrder] = field(default_factory=list)
    # What each variant is called, whether it is played or not.
    variants: dict[str, str] = field(default_factory=dict)
    # By language: what a player reads, by the text of the rules (or a name with spaces for `_`).
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    expect_refused: str | None = None
    unproved: Unproved | None = None
    # Tables that are not the published ones, by file, and why.
    reconstructed: dict[str, str] = field(default_factory=dict)


# ---- how values are numbered


def multisets(size: int, most: int) -> list[tuple[int, ...]]:
    """All multisets of up to `most` of the words 0..size-1, in the order that numbers them.

    >>> multisets(2, 2)
    [(), (0,), (1,), (0, 0), (0, 1), (1, 1)]
    """
    return [m for n in range(most + 1) for m in combinations_with_replacement(range(size), n)]


def bounds(game: Game, type: Type) -> tuple[int, int]:
    """The lowest and highest run-time value of a type, none excluded.

    >>> from types import SimpleNamespace
    >>> bounds(SimpleNamespace(high=4), Seat())
    (0, 3)
    """
    match type:
        case YesNo():
            return 0, 1
        case Number(low, high):
            return low, high
        case KindType(name):
            return 0, game.kinds[name].size - 1
        case RangeType(name):
            return game.ranges[name].low, game.ranges[name].high
        case Seat():
            return 0, game.high - 1
        case Component(record):
            return 0, game.records[record].size - 1
        case Optional(of):
            return bounds(game, of)
        case Multiset(kind, most):
            return 0, len(multisets(game.kinds[kind].size, most)) - 1
    raise TypeError(f"{type} has no bounds")


def choices(game: Game, type: Type) -> tuple[int, int]:
    """As `bounds`, but copies of a component are one choice: a component counts by its row."""
    if isinstance(type, Component):
        return 0, len(game.records[type.record].ids) - 1
    return bounds(game, type)


def has_copies(game: Game, type: Type) -> bool:
    """Is a type a component of which some rows have more than one copy?"""
    return isinstance(type, Component) and game.records[type.record].size > len(game.records[type.record].ids)


def children(node: Expr) -> Iterator[Expr]:
    """The expressions directly inside an expression, left to right (binders' sources too)."""
    for name in type(node).__dataclass_fields__:
        if name not in ("type", "span"):
            yield from _expressions(getattr(node, name))


def _expressions(value: object) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, Binder):
        yield value.source
    elif isinstance(value, MatchCase):
        yield value.value
    elif isinstance(value, tuple):
        for item in value:
            yield from _expressions(item)


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and all inside it, outermost first."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def substituted(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """An expression with local names replaced by what they stand for."""
    return cast(Expr, _substituted(expr, values))


def _substituted(value: object, values: Mapping[str, Expr]) -> object:
    if isinstance(value, Local):
        return values.get(value.name, value)
    if isinstance(value, tuple):
        return tuple(_substituted(item, values) for item in value)
    if isinstance(value, Expr | Binder | MatchCase):
        made: Callable[..., object] = type(value)
        names = type(value).__dataclass_fields__
        return made(**{name: _substituted(getattr(value, name), values) for name in names})
    return value


def conjuncts(expr: Expr | None) -> list[Expr]:
    """The parts of an `and`, left to right."""
    if expr is None:
        return []
    if isinstance(expr, Binary) and expr.op == "and":
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]
