"""The syntax tree: one frozen dataclass for each rule of `grammar/rules.lark`, each with its span.

Nodes say what was written and nothing about what it means: a `Ref` may turn out to be a zone, a kind's
word or a call. `from_tree` makes them, `elaborate` reads them. Sequences are tuples; what may be left
out is `None`; `per` holds the citations at the end of the line.
"""

from __future__ import annotations

from rulewright.record import record
from rulewright.report.diagnostics import Span


@record
class Node:
    """What all nodes share: where they were written."""

    span: Span


@record
class Word(Node):
    """A name, a Type or a keyword kept for its own span."""

    text: str


@record
class Cite(Node):
    """One citation: a clause id (`KAN-28`) or quoted words of the rulebook."""

    text: str
    quoted: bool


Cites = tuple[Cite, ...]


@record
class Text(Node):
    """A string as the player reads it, quotes removed."""

    text: str


# ---- types


@record
class Named(Node):
    """`Ground`: a kinds, range, record or piece type, or `Player`."""

    name: Word


@record
class Optional(Node):
    """`Ground?`"""

    name: Word


@record
class ListOf(Node):
    """`list of Ground`"""

    item: Type


@record
class SetOf(Node):
    """`set of Player`"""

    item: Type


@record
class RangeType(Node):
    """`-2..2 points`; a bound is a number or the name of a constant."""

    low: int | Word
    high: int | Word
    unit: Word | None


@record
class YesNo(Node):
    """`yes_no`"""


@record
class Words(Node):
    """`shifted or literal`: the words of an option."""

    words: tuple[Word, ...]


Type = Named | Optional | ListOf | SetOf | RangeType | YesNo | Words

# ---- expressions


@record
class Int(Node):
    """A whole number."""

    value: int


@record
class Attr(Node):
    """`.colour`"""

    name: Word


@record
class Index(Node):
    """`[fresh, l]`"""

    items: tuple[Expr, ...]


@record
class NamedArg(Node):
    """`jokers: 2`"""

    name: Word
    value: Expr


@record
class Args(Node):
    """`(me, jokers: 2)`"""

    items: tuple[Expr | NamedArg, ...]


@record
class Ref(Node):
    """`my.helpers[fresh, l]`: a name and what is asked of it, step by step."""

    name: Word
    trailers: tuple[Attr | Index | Args, ...]


@record
class Binary(Node):
    """`a + b`; op is one of `+ - * / and or < <= > >= is is_not in not_in fits knows`."""

    op: str
    left: Expr
    right: Expr


@record
class Unary(Node):
    """`not a`, `-a`, `a is empty`; op is one of `not - is_empty is_not_empty is_full is_not_full`."""

    op: str
    value: Expr


@record
class IfOtherwise(Node):
    """`a if c otherwise b`"""

    then: Expr
    condition: Expr
    otherwise: Expr


@record
class Binder(Node):
    """`x in S`, or `n in 1..4` (then `high` is set)."""

    name: Word
    source: Expr
    high: Expr | None


@record
class Aggregate(Node):
    """`total(e for x in S where c)`; op is one of `total any all highest lowest distinct most_alike list
    count those first`; the last three have no `value`."""

    op: str
    value: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None


@record
class Leading(Node):
    """`leading(t in S while c)`: the members up to the first for which it does not hold."""

    binder: Binder
    condition: Expr


@record
class EndOf(Node):
    """`top of deck`, `bottom of deck`"""

    end: str
    zone: Expr


@record
class Lookup(Node):
    """`table(n: 1 -> 2, 2 -> 5)` is exact; `steps(n: 0 -> 0, 3 -> 2)` takes the last step reached."""

    op: str
    value: Expr
    arrows: tuple[tuple[Int, Expr], ...]


@record
class Repeated(Node):
    """`the position has come 3 times but for quiet`, in an ending; `apart` is memory that does not count."""

    times: Expr
    apart: tuple[Word, ...]


Expr = Ref | Int | Text | Binary | Unary | IfOtherwise | Aggregate | Leading | EndOf | Lookup | Repeated


@record
class Call(Node):
    """`reward(d)`: a procedure, event or action by name."""

    name: Word
    args: tuple[Expr, ...]


# ---- statements


@record
class Statement(Node):
    """What all statements share: the clauses they implement."""

    per: Cites


Block = tuple[Statement, ...]


@record
class Move(Statement):
    """`move k to end of my.basket`; `end` is `end`, `top`, `bottom` or None."""

    what: Expr
    to: Expr
    end: str | None


@record
class MoveAll(Statement):
    """`move all from market[r, c] to my.hand`; `piece` names the piece of a pool."""

    piece: Word | None
    source: Expr
    to: Expr
    end: str | None


@record
class MoveSome(Statement):
    """`move 2 Helper from supply to my.camp`: as many as there are."""

    number: Expr
    piece: Word
    source: Expr
    to: Expr


@record
class Deal(Statement):
    """`deal 1 from deck to p.start`: as many as there are."""

    number: Expr
    source: Expr
    to: Expr
    end: str | None


@record
class Shuffle(Statement):
    """`shuffle deck`"""

    zone: Expr


@record
class Give(Statement):
    """`give leader to p`, or a piece on a board: `give board[t] to me`"""

    what: Ref
    to: Expr


@record
class PlaceOn(Statement):
    """`place Disc on board[s]`, `place Disc of p on board[s]`"""

    man: Word
    of: Expr | None
    on: Expr


@record
class Capture(Statement):
    """`capture board[t]`: what stands there leaves the board."""

    what: Expr


@record
class Promote(Statement):
    """`promote board[t] to King`"""

    what: Expr
    to: Word


@record
class Assign(Statement):
    """`set my.step to 3`"""

    target: Ref
    value: Expr


@record
class AddTo(Statement):
    """`add d to my.refused`, `add 1 to rows_laid`"""

    value: Expr
    target: Ref


@record
class RemoveFrom(Statement):
    """`remove me from at_market`, `remove 1 from my.life`"""

    value: Expr
    target: Ref


@record
class Let(Statement):
    """`let n = 3`: never changes, seen only in its block."""

    name: Word
    value: Expr


@record
class Choose(Statement):
    """`may choose d "take {d}" from S where c by p: ... or else: ...`; how is `choose`, `may`, `must`."""

    how: str
    name: Word
    text: Text | None
    source: Expr
    where: Expr | None
    by: Expr | None
    body: Block
    or_else: Block | None


@record
class ChooseRandom(Statement):
    """`draw sky from Sky at random by percent chance(sky)`: names a value for the rest of the block."""

    name: Word
    source: Expr
    weight: Expr | None
    percent: bool


@record
class Roll(Statement):
    """`roll a, b from Die`: names several values that do not depend on each other."""

    names: tuple[Word, ...]
    source: Expr


@record
class Offer(Statement):
    """`offer stay, leave to p`, and `otherwise:` when none of them can be played."""

    actions: tuple[Word, ...]
    to: Expr | None
    otherwise: Block | None


@record
class OfferTogether(Statement):
    """`offer rock, paper to players from leader together`"""

    actions: tuple[Word, ...]
    to: Expr
    start: Expr | None
    backwards: bool


@record
class OfferUntil(Statement):
    """`offer learn, paint, finish until finish`, and `otherwise:` as in `offer`."""

    actions: tuple[Word, ...]
    until: Word
    otherwise: Block | None


@record
class AnyOrder(Statement):
    """`in any order:`"""

    body: Block


@record
class Each(Statement):
    """`each p in at_market from leader.holder backwards where c:`"""

    name: Word
    source: Expr
    start: Expr | None
    backwards: bool
    where: Expr | None
    body: Block


@record
class Repeat(Statement):
    """`repeat until c:`"""

    until: Expr
    body: Block


@record
class If(Statement):
    """`if c:` and `otherwise:`"""

    condition: Expr
    then: Block
    otherwise: Block | None


@record
class Pattern(Node):
    """`trees(n)`: a word of a kind, and names for the values it carries."""

    name: Word
    params: tuple[Word, ...]


@record
class MatchCase(Node):
    """`case trees(n):`"""

    pattern: Pattern
    per: Cites
    body: Block


@record
class Match(Statement):
    """`match e:`"""

    value: Expr
    cases: tuple[MatchCase, ...]
    otherwise: Block | None


@record
class WhenCase(Node):
    """`case c:` under `the first that applies:`"""

    condition: Expr
    per: Cites
    body: Block


@record
class FirstThat(Statement):
    """`the first that applies:`"""

    cases: tuple[WhenCase, ...]
    otherwise: Block | None


@record
class Resolve(Statement):
    """`resolve reward(d)`"""

    call: Call


@record
class Trigger(Statement):
    """`trigger painted(k)`"""

    call: Call


@record
class Nothing(Statement):
    """`nothing`"""


# ---- declarations


@record
class Language(Node):
    """`language 1`"""

    version: int


@record
class Declaration(Node):
    """What all named declarations share."""

    name: Word
    per: Cites


@record
class Game(Declaration):
    """`game Orchard "Orchard" version "1.0.0"`"""

    title: Text
    version: Text


@record
class Rulebook(Node):
    """`rulebook "rulebook.md"`"""

    path: Text


@record
class Use(Node):
    """`use "std/sets.rules"`"""

    path: Text


@record
class Players(Node):
    """`players 2..4: red, yellow, green, blue`; the seats' names, first to last."""

    low: Int
    high: Int
    names: tuple[Word, ...]
    per: Cites


@record
class Unit(Declaration):
    """`unit points`"""

    text: Text | None


@record
class Kind(Node):
    """One word of a kinds declaration: `trees(1..9)`, `golden as any`."""

    name: Word
    text: Text | None
    params: tuple[Type, ...]
    joker: bool


@record
class Kinds(Declaration):
    """`kinds Colour: crimson, gold, purple, green, golden as any`"""

    text: Text | None
    kinds: tuple[Kind, ...]


@record
class Team(Declaration):
    """`team north_south "North and South": north, south`"""

    text: Text | None
    seats: tuple[Word, ...]


@record
class Group(Declaration):
    """`group warm of Colour: crimson, gold`"""

    of: Word
    members: tuple[Word, ...]


@record
class RangeOf(Declaration):
    """`range Column: 1..player_count`"""

    low: Expr
    high: Expr


@record
class Field(Node):
    """`back: Back, seen by all`; `look: grid of Plant? from upper, nothing`: `rows` are the columns of a
    picture's rows from the top, None for `nothing`."""

    name: Word
    type: Type
    seen_by_all: bool
    per: Cites
    rows: tuple[Word | None, ...] = ()


@record
class Ignored(Node):
    """`ignore notes, art`: columns of the table that are a designer's own."""

    names: tuple[Word, ...]


@record
class Record(Declaration):
    """`card Fruit from table "fruits.csv":`; `sort` is `card` or `tile`;
    `reconstructed` says why the table is not the published one."""

    sort: str
    text: Text | None
    table: Text
    reconstructed: Text | None
    fields: tuple[Field, ...]
    ignored: tuple[Ignored, ...]


@record
class Faces(Node):
    """`white faces north`: which way is forward for a seat."""

    seat: Word
    direction: Word


@record
class SpacesShape(Node):
    """`squares W by H`, `hexes W by H`, `hexes of side N` (`hexagon`), `ring of N`."""

    sort: str
    sizes: tuple[Expr, ...]


@record
class Spaces(Declaration):
    """`spaces Square: squares 8 by 8`, or spaces that a table lists; one of `shape` and `table` is there."""

    text: Text | None
    shape: SpacesShape | None
    table: Text | None
    reconstructed: Text | None
    fields: tuple[Field, ...]
    ignored: tuple[Ignored, ...]
    faces: tuple[Faces, ...]


@record
class Man(Declaration):
    """`piece Disc of player`: what may stand on a board."""

    text: Text | None
    of_player: bool


@record
class Axis(Node):
    """`Column`, or `1..3` (then `type` is None)."""

    type: Word | None
    low: Expr | None
    high: Expr | None


@record
class Shape(Node):
    """`stack`, `row`, `set`, `grid A by B`, `pool A by B`, `board A`, `overlay A`."""

    sort: str
    axes: tuple[Axis, ...]


@record
class Limit(Node):
    """`hidden`, `public`, `seen_by_owner`, `face_down` (`places`), `at_most` (`value`), `starts_with_all`."""

    sort: str
    places: tuple[tuple[int, ...], ...] = ()
    value: Expr | None = None


@record
class Zone(Declaration):
    """`zone hand of player: set of Fruit, seen by owner`"""

    text: Text | None
    of_player: bool
    shape: Shape
    item: Word
    others: tuple[Word, ...]
    limits: tuple[Limit, ...]


@record
class Piece(Declaration):
    """`pawn Helper, 15 in all`: alike pieces, counted in pools."""

    sort: str
    text: Text | None
    number: int | Word


@record
class Token(Declaration):
    """`token leader, held by a player`"""

    text: Text | None


@record
class Memory(Declaration):
    """`memory refused of player: set of Prize, all game`; lifetime is `round`, `turn` or `game`."""

    text: Text | None
    of_player: bool
    axis: Word | None
    type: Type
    lifetime: str
    starts: Expr | None


@record
class Constant(Declaration):
    """`constant goal = 5`, or `by players: 2 -> 5, 4 -> 4` (then `value` is None)."""

    value: Expr | None
    by_players: tuple[tuple[Int, Expr], ...]


@record
class Option(Declaration):
    """`option rainy: yes_no default no "a sentence"`"""

    type: Type
    default: Expr
    text: Text


@record
class Flow(Node):
    """`setup:`, `round:`, `turn:` (`sort`)."""

    sort: str
    per: Cites
    body: Block


@record
class Pick(Node):
    """`choose k from my.hand where c else "sentence"`: one part of an action's move."""

    name: Word
    source: Expr
    where: Expr | None
    reason: Text | None
    per: Cites


@record
class Guard(Node):
    """`requires c else "sentence"`"""

    condition: Expr
    reason: Text
    per: Cites


@record
class Action(Declaration):
    """`action leave "leave with column {c}":`; `lines` holds picks and guards in their order."""

    text: Text | None
    lines: tuple[Pick | Guard, ...]
    body: Block


@record
class Param(Node):
    """`p: Player`"""

    name: Word
    type: Type


@record
class Procedure(Declaration):
    """`procedure reward(d: Prize):`"""

    params: tuple[Param, ...]
    body: Block


@record
class Event(Declaration):
    """`event painted(k: Fruit)`"""

    params: tuple[Param, ...]


@record
class SoOften(Node):
    """`, at most 200 times a turn`; the period is `turn`, `round` or `game`."""

    number: Expr
    period: str


@record
class AsSoonAs(Declaration):
    """`reaction x as soon as c, for each f in Family, at most 3 times a turn, after y:`"""

    condition: Expr
    binder: Binder | None
    limit: SoOften | None
    after: tuple[Word, ...]
    body: Block


@record
class When(Declaration):
    """`reaction x when painted(k) if c, in line once each, at most 9 times a turn, after y:`; order is
    `in_line` or `at_once`."""

    event: Word
    params: tuple[Word, ...]
    guard: Expr | None
    order: str
    once_each: bool
    limit: SoOften | None
    after: tuple[Word, ...]
    body: Block


@record
class MatchLine(Node):
    """`case trees(n): expression per KAN-48`"""

    pattern: Pattern
    value: Expr
    per: Cites


@record
class DefineMatch(Node):
    """The body of a `define` that matches on a kind."""

    value: Expr
    lines: tuple[MatchLine, ...]
    otherwise: Expr | None
    otherwise_per: Cites


@record
class Define(Declaration):
    """`define arrows(p: Player) = ...`"""

    params: tuple[Param, ...]
    body: Expr | DefineMatch


@record
class Score(Declaration):
    """`score cards "cards in the print" = ...`"""

    text: Text | None
    value: Expr


@record
class Ending(Declaration):
    """`ending x when c, at end of round`; tested is `at_once`, `end_of_turn`, `end_of_round`,
    `after_round` (with `more`) or `rounds` (then `value` is the number of rounds)."""

    text: Text | None
    value: Expr
    tested: str
    more: Expr | None


@record
class FirstTurn(Node):
    """`first turn to lead.holder`"""

    to: Expr
    per: Cites


@record
class NextTurn(Node):
    """`next turn to next_player(me)`"""

    to: Expr
    per: Cites


@record
class Winner(Node):
    """`winner is most score, at least 50, then most coins, ties share, paid by score`; `extreme` is of the
    score."""

    extreme: str
    target: Expr | None
    tie_breaks: tuple[tuple[str, Expr], ...]
    share: bool
    paid: bool
    per: Cites


@record
class Claim(Declaration):
    """`claim x: always c`; promise is `always` or `never`."""

    promise: str
    condition: Expr


@record
class CascadeClaim(Declaration):
    """`claim x: cascade of r stops because a, b decreases`, or `accepted "why"`: no measures then."""

    of: Word | None
    measures: tuple[Expr, ...]
    reason: Text | None


@record
class Waive(Node):
    """`waive KAN-9 "why"`"""

    clauses: tuple[Cite, ...]
    reason: Text


@record
class Texts(Node):
    """`texts "fr" from table "texts.fr.csv"`"""

    language: Text
    table: Text


# ---- examples


@record
class GivenPlayers(Node):
    """`given players 3`"""

    number: Int


@record
class GivenSetup(Node):
    """`given setup`: the example answers what set-up asks."""


@record
class GivenOption(Node):
    """`given option rainy is yes`"""

    name: Word
    value: Expr


@record
class GivenHolds(Node):
    """`given red.basket holds B08, G15`"""

    zone: Ref
    items: tuple[Expr, ...]


@record
class GivenBegins(Node):
    """`given deck begins with B08, G15`: from the top."""

    zone: Ref
    items: tuple[Expr, ...]


@record
class GivenDraws(Node):
    """`given draws 3, 4`: what chance gives next."""

    values: tuple[Expr, ...]


@record
class GivenIs(Node):
    """`given leader.holder is red`"""

    target: Ref
    value: Expr


@record
class Plays(Node):
    """`when red plays learn(B01)`"""

    seat: Word
    call: Call


@record
class Chooses(Node):
    """`when red chooses trees_3`"""

    seat: Word
    value: Expr


@record
class Declines(Node):
    """`when red declines`"""

    seat: Word


@record
class MayPlay(Node):
    """`then red may not stay because "sentence"`"""

    seat: Word
    allowed: bool
    call: Call
    because: Text | None


@record
class MayChoose(Node):
    """`then red may choose trees_3`"""

    seat: Word
    allowed: bool
    value: Expr


@record
class MayDecline(Node):
    """`then red may decline`"""

    seat: Word
    allowed: bool


@record
class Fact(Node):
    """`then colour_run(red) is 3`"""

    condition: Expr


ExampleLine = (
    GivenPlayers
    | GivenSetup
    | GivenOption
    | GivenHolds
    | GivenBegins
    | GivenDraws
    | GivenIs
    | Plays
    | Chooses
    | Declines
    | MayPlay
    | MayChoose
    | MayDecline
    | Fact
)


@record
class Example(Node):
    """`example "what it shows":`"""

    title: Text
    per: Cites
    lines: tuple[ExampleLine, ...]


# ---- variants


@record
class ExpectRefused(Node):
    """`expect refused RW310`"""

    code: Word


@record
class SetValue(Node):
    """`set cards_for_end = 12`: a constant's value or an option's default."""

    name: Word
    value: Expr
    per: Cites


@record
class SetCell(Node):
    """`set Fruit B06.colour = gold`; an empty tuple is an empty cell."""

    record: Word
    row: Word
    column: Word
    value: tuple[Expr, ...]
    per: Cites


@record
class RemoveNamed(Node):
    """`remove score symbols`"""

    sort: Word
    name: Word
    per: Cites


@record
class RemoveExample(Node):
    """`remove example "a full hand picks no more"`"""

    title: Text
    per: Cites


@record
class Replace(Node):
    """`replace` and a whole declaration of the same sort and name."""

    declaration: AnyDeclaration


@record
class Add(Node):
    """`add before NAME` and a whole declaration; `side` is `before`, `after` or None."""

    side: str | None
    anchor: Word | None
    declaration: AnyDeclaration


Change = ExpectRefused | SetValue | SetCell | RemoveNamed | RemoveExample | Replace | Add


@record
class Variant(Declaration):
    """`variant other_cards "..." of Orchard:`"""

    text: Text | None
    of: Word
    changes: tuple[Change, ...]


AnyDeclaration = (
    Language
    | Game
    | Rulebook
    | Use
    | Players
    | Unit
    | Kinds
    | Team
    | Group
    | RangeOf
    | Spaces
    | Man
    | Record
    | Zone
    | Piece
    | Token
    | Memory
    | Constant
    | Option
    | Flow
    | Action
    | Procedure
    | Event
    | AsSoonAs
    | When
    | Define
    | Score
    | Ending
    | FirstTurn
    | NextTurn
    | Winner
    | Claim
    | CascadeClaim
    | Waive
    | Texts
    | Example
    | Variant
)
