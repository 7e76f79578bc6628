"""Chance, counted exactly: explicit chance nodes against every order of a shuffle, and hands dealt anew.

Random scripts move a few cards about, unseen, seen and seen by some. `sampled` plays a script once for every
outcome of every random number; `explicit` goes through the tree of chance nodes. What all seats see must have
the same probabilities, as fractions. What `resample` deals is held to the number of ways it can lie.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from tests import engine_checks as checks
from tests.lock_step import bits
from tests.random_rulesets import checked

Face = Any
Trace = tuple[Any, ...]

TABLES = (
    "id,copies,colour\na,2,red_one\nb,1,blue_one\nc,1,red_one\n",
    "id,copies,colour\na,1,red_one\nb,1,blue_one\nc,2,blue_one\n",
    "id,copies,colour\na,1,red_one\nb,1,red_one\nc,1,blue_one\nd,1,green_one\n",
    "id,copies,colour\na,3,red_one\nb,1,red_one\n",
)

HEAD = """\
language 1
game Chaos "Chaos" version "1.0.0"
players 2: ann, ben
kinds Colour: red_one, blue_one, green_one
card Card from table "cards.csv":
    colour: Colour{backs}
zone deck: stack of Card, {deck}, starts with all
zone crypt: row of Card, hidden
zone down: row of Card, face down
zone open: row of Card, public
zone mine of player: row of Card, seen by owner
zone hand of player: set of Card, seen by owner
"""

ENDS = """\
action rest:
    do:
        nothing
ending last after 1 rounds
score s = count(c in my.hand)
winner is most score
"""

COURSES = 3000

ROWS = ("deck", "crypt", "down", "open", "{p}.mine")


MEMORY = """\
memory noted: set of Card, all game
memory last of player: Card?, all game
memory liked per Colour: Card?, all game
"""


def script(seed: int, remembers: bool = False) -> tuple[str, str]:
    """Rules that move cards about, and maybe remember some, and their table."""
    chance = random.Random(seed)
    backs, deck = chance.choice(["", ", seen by all"]), chance.choice(["hidden", "face down"])

    def verb(p: str) -> str:
        source, to = chance.choice(ROWS), chance.choice([*ROWS, "{p}.hand", "{p}.hand"])
        end = chance.choice(["", "bottom of "]) if not to.endswith("hand") else ""
        some, drawn = chance.choice(["top", "bottom"]), "draw VAR from {p}.hand at random"
        notes = [
            "each VAR in {p}.hand:\n    add VAR to noted\n    set liked[VAR.colour] to VAR",
            "if {p}.hand is not empty:\n    draw VAR from {p}.hand at random\n    set {p}.last to VAR",
            "each VAR in noted where VAR in {p}.hand:\n    remove VAR from noted\n    move VAR to TO",
        ]
        text = chance.choice(
            [
                *[note.replace("TO", f"{end}{to}") for note in notes if remembers],
                f"deal {chance.choice('112')} from {source} to {end}{to}",
                f"deal {chance.choice('12')} from deck to {end}{to}",
                f"move all from {{p}}.hand to {end}{to.replace('hand', 'mine')}",
                f"move all from {source} to {end}{to}",
                *[f"shuffle {place}" for place in (source, chance.choice(["deck", source])) if not remembers],
                f"if {source} is not empty:\n    move {some} of {source} to {end}{to}",
                f"if {{p}}.hand is not empty:\n    {drawn}\n    move VAR to {end}{to}",
            ]
        )
        return text.replace("VAR", f"v{chance.randrange(10**6)}").replace("{p}", p)

    def verbs(p: str, pad: str, most: int) -> str:
        lines = [line for _ in range(chance.randint(1, most)) for line in verb(p).split("\n")]
        return "".join(f"{pad}{line}\n" for line in lines)

    text = (
        HEAD.format(backs=backs, deck=deck)
        + MEMORY * remembers
        + "setup:\n    shuffle deck\n"
        + verbs("ann", "    ", 3)
    )
    text += "turn:\n" + verbs("my", "    ", 3) + "    offer go, rest\n"
    text += "action go:\n    choose c from my.hand\n    do:\n        move c to "
    text += (
        f"{chance.choice(['crypt', 'down', 'open', 'bottom of deck'])}\n" + verbs("my", "        ", 3) + ENDS
    )
    return text, chance.choice(TABLES)


def engine_of(text: str, table: str) -> checks.Engine:
    game, report = checked({"chaos.rules": text, "cards.csv": table})
    assert game is not None, [checks.told(found) for found in report.errors] + [text]
    return checks.engine_of(game)


# ---- two ways to count


def seen(game: Face) -> Trace:
    """What all seats see at a decision, and what may be done."""
    views = tuple(str(game.view(seat)) for seat in range(game.players))
    return game.to_move, views, tuple(sorted(game.name(move) for move in game.legal_moves()))


def explicit(engine: checks.Engine, most: int) -> dict[Trace, Fraction]:
    """How likely each course of a game is, by its chance nodes; seats play all moves alike."""
    found: dict[Trace, Fraction] = {}
    waiting: list[tuple[Face, Fraction, Trace]] = [
        (engine.module.new(2, 0, chance="explicit"), Fraction(1), ())
    ]
    while waiting:
        game, share, trace = waiting.pop()
        if game.to_move == engine.module.CHANCE:
            for move, odds in zip(game.state.legal, game.state.odds, strict=True):
                other = game.copy()
                other.apply(move)
                waiting.append((other, share * Fraction(odds, sum(game.state.odds)), trace))
            continue
        assert game.check() == []
        trace = (*trace, seen(game))
        if game.over or len(trace) > most:
            found[trace] = found.get(trace, Fraction(0)) + share
            continue
        for move in game.legal_moves():
            other = game.copy()
            other.apply(move)
            waiting.append((other, share / game.n_legal(), (*trace, game.name(move))))
    return found


class Numbers:
    """Random numbers, one course of them after the other; the odds of each course."""

    def __init__(self) -> None:
        self.course: list[int] = []
        self.sizes: list[int] = []

    def below(self, n: int) -> int:
        """The next number of this course."""
        self.sizes.append(n)
        if len(self.sizes) > len(self.course):
            self.course.append(0)
        return self.course[len(self.sizes) - 1]

    def next(self) -> bool:
        """On to the next course."""
        while self.course and self.course[-1] + 1 == self.sizes[len(self.course) - 1]:
            self.course.pop()
        if self.course:
            self.course[-1] += 1
        self.sizes = []
        return bool(self.course)


def sampled(
    engine: checks.Engine, most: int, monkeypatch: pytest.MonkeyPatch
) -> dict[Trace, Fraction] | None:
    """How likely each course of a game is, by every outcome of its random numbers; None for too many."""
    numbers = Numbers()
    found: dict[Trace, Fraction] = {}
    state = type(engine.module.new(2, 0).state)
    monkeypatch.setattr(state, "below", lambda self, n: numbers.below(n))
    monkeypatch.setattr(
        sys.modules[state.__module__], "splitmix64_block", lambda _, size: drawn(numbers, size)
    )
    for _ in range(COURSES):
        trace = course(engine.module.new(2, 0), numbers, most)
        share = Fraction(1)
        for size in numbers.sizes:
            share /= size
        found[trace] = found.get(trace, Fraction(0)) + share
        if not numbers.next():
            return found
    return None


def drawn(numbers: Numbers, size: int) -> list[int]:
    """The 32-bit numbers with which a shuffle of one card more than `size` draws the outcomes that come."""
    return [-(-(numbers.below(i + 1) << 32) // (i + 1)) for i in range(size, 0, -1)]


def course(game: Face, numbers: Numbers, most: int) -> Trace:
    """One game, its moves chosen by the same numbers."""
    trace: Trace = (seen(game),)
    while not game.over and len(trace) <= most:
        move = game.nth_legal(numbers.below(game.n_legal()))
        name = game.name(move)
        game.apply(move)
        trace = (*trace, name, seen(game))
    return trace


def check_counts(engine: checks.Engine, monkeypatch: pytest.MonkeyPatch, most: int = 2) -> None:
    """Both ways give the same fractions."""
    other = sampled(engine, most, monkeypatch)
    if other is None:
        return
    one = explicit(engine, most)
    assert sum(one.values()) == sum(other.values()) == 1
    wrong = {trace for trace in {*one, *other} if one.get(trace) != other.get(trace)}
    told = [f"explicit {one.get(t)}, sampled {other.get(t)}: {t}" for t in sorted(wrong, key=str)[:3]]
    assert not wrong, "\n".join(told)


@pytest.mark.parametrize("seed", range(16))
def test_explicit_chance(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_counts(engine_of(*script(seed)), monkeypatch)


@pytest.mark.parametrize("seed", range(16))
def test_explicit_chance_with_memory(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_counts(engine_of(*script(seed, remembers=True)), monkeypatch)


@pytest.mark.parametrize("seed", [125, 132, 196, 352])
def test_one_card_shuffled(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known of a single card is forgotten too, and nothing is left open."""
    check_counts(engine_of(*script(seed)), monkeypatch)


@pytest.mark.parametrize("seed", [514, 893])
def test_backs_that_are_seen(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A back that is seen elsewhere makes the same back here less likely."""
    check_counts(engine_of(*script(seed)), monkeypatch)


@pytest.mark.deep
def test_explicit_chance_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(100, 1000):
        check_counts(engine_of(*script(seed)), monkeypatch)


# ---- dealt anew


def ways(engine: checks.Engine, game: Face, seat: int) -> Counter[str]:
    """Everything that the cards can be while a seat sees what it sees, and in how many ways: each order of
    the unseen ones, those of a batch lying in its open places in some order."""
    record, state = game.rules.records[0], game.state
    unseen = [i for i in range(len(record.ids)) if not state.known[record.base + i] >> seat & 1]
    view, found, lying = game.view(seat), Counter[str](), in_open_places(game)
    for order in permutations(unseen):
        other = game.copy()
        swap = dict(zip(unseen, order, strict=True))
        if any(back not in ("?", record.backs[swap[card]]) for card, _, back in lying):
            continue
        other.state.zones = [[swap.get(c, c) for c in zone] for zone in state.zones]
        other.state.sets = [sum(1 << swap.get(c, c) for c in bits(mask)) for mask in state.sets]
        for batch in range(len(state.batches)):
            other.state.batches[batch] = sum(1 << swap[card] for card, of, _ in lying if of == batch)
        for cell in game.rules.cells:
            for at in range(cell.at, cell.at + len(cell.cells) * game.players**cell.of_player):
                now = {swap.get(c, c) for c in checks.components(cell, state.memory[at])}
                other.state.memory[at] = sum(1 << c for c in now) if cell.is_set else max(now, default=-1)
        for old, new in swap.items():
            other.state.where[record.base + new] = state.where[record.base + old]
            other.state.known[record.base + new] = state.known[record.base + old]
        if other.view(seat) == view:
            found[whole(other)] += 1
    return found


def in_open_places(game: Face) -> list[tuple[int, int, str]]:
    """The cards of each batch in its open places, in some order that may be: card, batch, back or `?`."""
    record, left = game.rules.records[0], [bits(mask) for mask in game.state.batches]
    places = [divmod(-2 - value, 64) for zone in game.state.zones for value in zone if value < -1]
    found = []
    for batch, back in sorted(places, key=lambda place: place[1]):  # those with an open back last
        shown = "?" if back == 63 else record.all_backs[back]
        card = next(c for c in left[batch] if shown in ("?", record.backs[c]))
        left[batch].remove(card)
        found.append((card, batch, shown))
    assert not any(left), "a batch has more cards than open places"
    return found


def whole(game: Face) -> str:
    """All that lies anywhere, by name: what is open, by its batch."""
    ids = game.rules.records[0].ids
    return str((game.view(), [sorted(ids[card] for card in bits(mask)) for mask in game.state.batches]))


def positions(engine: checks.Engine, seed: int, chance: str = "sampled") -> Iterator[Face]:
    """The decisions of one game by random moves."""
    game, stream = engine.module.new(2, seed, history=True, chance=chance), engine.module.Random(seed)
    while not game.over:
        if game.to_move != engine.module.CHANCE:
            yield game
        game.apply(by_chance(game, stream))


def by_chance(game: Face, stream: Any) -> int:
    """A random move; at a chance node with its probability."""
    odds = game.state.odds or [1] * game.n_legal()
    weighted = [move for move, weight in zip(game.legal_moves(), odds, strict=True) for _ in range(weight)]
    return int(weighted[stream.below(len(weighted))])


def check_dealt_anew(engine: checks.Engine, game: Face, seat: int, seed: int, times: int) -> float:
    """How far off the deals are from what can lie: chi-square, in standard deviations from its mean."""
    expected, stream, dealt = ways(engine, game, seat), engine.module.Random(seed), Counter[str]()
    for _ in range(times):
        other = game.resample(seat, stream)
        assert other.view(seat) == game.view(seat)
        assert other.observation_key(seat) == game.observation_key(seat)
        assert other.information_key(seat) == game.information_key(seat)
        assert other.to_move == game.to_move
        assert game.to_move != seat or other.legal_moves() == game.legal_moves()
        assert other.check() == []
        in_open_places(other)
        dealt[whole(other)] += 1
    assert set(dealt) <= set(expected)
    total = sum(expected.values())
    if len(expected) == 1:
        return 0.0
    means = {deal: times * number / total for deal, number in expected.items()}
    square = sum((dealt[deal] - mean) ** 2 / mean for deal, mean in means.items())
    freedom = len(expected) - 1
    return float((square - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize("seed", range(20, 30))
def test_resample(seed: int) -> None:
    engine = engine_of(*script(seed))
    for game in positions(engine, seed):
        for seat in range(2):
            assert check_dealt_anew(engine, game, seat, seed, 400) < 5


@pytest.mark.parametrize("seed", range(6, 14))
@pytest.mark.parametrize("remembers", [False, True])
def test_resample_with_explicit_chance(seed: int, remembers: bool) -> None:
    engine = engine_of(*script(seed, remembers))
    for game in positions(engine, seed, "explicit"):
        for seat in range(2):
            assert check_dealt_anew(engine, game, seat, seed, 400) < 5


@pytest.mark.parametrize("seed", range(20, 26))
def test_resample_with_memory(seed: int) -> None:
    engine = engine_of(*script(seed, remembers=True))
    for game in positions(engine, seed):
        for seat in range(2):
            assert check_dealt_anew(engine, game, seat, seed, 400) < 5


@pytest.mark.parametrize("seed", range(5, 13))
def test_resample_at_a_chance_node(seed: int) -> None:
    """What is dealt anew there is whole, and can be played to its end."""
    engine = engine_of(*script(seed))
    game, stream = engine.module.new(2, seed, chance="explicit"), engine.module.Random(seed)
    while not game.over:
        for seat in range(2):
            other = game.resample(seat, stream)
            while not other.over:
                assert other.check() == []
                in_open_places(other)
                other.apply(by_chance(other, stream))
        game.apply(by_chance(game, stream))


LOOP = """\
setup:
    shuffle deck
    deal 2 from deck to ben.hand
turn:
    offer go, rest
action go:
    do:
        let first = those(k in ben.hand)
        each k in ben.hand:
            may choose x from Colour by ann:
                move k to end of open
        each k in first where k in ben.hand:
            move k to end of down
"""


@pytest.mark.parametrize("seed", range(8))
def test_resample_in_the_middle_of_a_rule(seed: int) -> None:
    """What a rule goes through is what lies there now, also where that was dealt anew."""
    engine = engine_of(HEAD.format(backs="", deck="hidden") + LOOP + ENDS, TABLES[2])
    game = engine.module.new(2, seed, history=True)
    stream = engine.module.Random(seed)
    game.apply(game.legal_moves()[0])
    while game.to_move == 0 and game.action(game.nth_legal(0)) not in ("go", "rest"):
        for other in (game.resample(0, stream) for _ in range(6)):
            while other.action(other.nth_legal(0)) not in ("go", "rest"):
                other.apply(other.nth_legal(0))
            places = [len(other.view()[place]) for place in ("deck", "open", "down")]
            assert places == [2, 2, 0]
        game.apply(game.nth_legal(0))


@pytest.mark.deep
def test_resample_deep() -> None:
    for seed in range(1000, 1400):
        engine = engine_of(*script(seed))
        for game in positions(engine, seed):
            for seat in range(2):
                assert check_dealt_anew(engine, game, seat, seed, 1000) < 10, seed


@pytest.mark.deep
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_resample_with_memory_deep(chance: str) -> None:
    for seed in range(2000, 2050):
        engine = engine_of(*script(seed, remembers=True))
        for game in positions(engine, seed, chance):
            for seat in range(2):
                assert check_dealt_anew(engine, game, seat, seed, 1000) < 10, seed


@pytest.mark.deep
def test_explicit_chance_with_memory_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(100, 400):
        check_counts(engine_of(*script(seed, remembers=True)), monkeypatch)
