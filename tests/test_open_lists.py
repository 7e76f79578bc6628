"""Masks beside open lists: kept where counts read them, true after every move, whichever way a game came."""

from __future__ import annotations

import random

import pytest

from rulewright.machine.open_lists import open_lists
from tests import engine_checks as checks
from tests.random_rulesets import checked

RULES = """\
language 1
game Fans "Fans" version "1.0.0"
players 2: ann, ben
kinds Colour: red_one, blue_one, green_one
kinds Size: small, big
card Card from table "cards.csv":
    colour: Colour
    size: Size?
zone deck: stack of Card, face down, starts with all
zone open: row of Card, public
zone turned: row of Card, public
zone down: row of Card, face down
zone mine of player: row of Card, seen by owner
setup:
    shuffle deck
    each p in players:
        deal 3 from deck to p.mine
turn:
    offer lay, take, mix
action lay "lay {c}":
    choose c from my.mine where count(o in open where o.colour is c.colour and o.size is c.size) < 2
    do:
        move c to open
        deal 1 from deck to my.mine
action take "take {c}":
    choose c from open where not any(m.colour is c.colour and m.size is c.size for m in my.mine)
    do:
        move c to my.mine
action mix:
    do:
        deal 1 from deck to turned
        shuffle turned
        deal 1 from deck to down
ending last after 6 rounds
score reds = count(c in my.mine where c.colour is red_one) + count(t in turned where t.colour is red_one)
score plain = count(c in my.mine where c.size is my.favourite)
score large = 1 if any(o.size is big for o in open) otherwise 0
memory favourite of player: Size?, all game
winner is most score, ties share
"""
CARDS = "id,copies,colour,size\na,5,red_one,\nb,4,blue_one,small\nc,6,green_one,big\nd,2,red_one,big\n"


@pytest.fixture(scope="module")
def engine() -> checks.Engine:
    game, report = checked({"chaos.rules": RULES, "cards.csv": CARDS})
    assert game is not None, [checks.told(d) for d in report.errors]
    return checks.engine_of(game)


def test_only_what_can_be_told_is_open(engine: checks.Engine) -> None:
    assert open_lists(engine.game) == {"open", "mine"}


def test_counts_read_the_masks(engine: checks.Engine) -> None:
    text = "".join(engine.files.values())
    assert "SHADOWS + OPEN" in text
    assert "SHADOWS + mine" in text
    assert "SHADOWS + TURNED" not in text


def test_counts_by_one_column_read_tallies(engine: checks.Engine) -> None:
    text = "".join(engine.files.values())
    assert "s.pools[IN_MINE_BY_COLOUR_RED_ONE + 4 * me]" in text
    assert "s.pools[IN_MINE_BY_SIZE + 3 * me + s.memory[FAVOURITE + me]]" in text
    assert "s.pools[IN_OPEN_BY_SIZE_BIG] != 0" in text
    assert "IN_TURNED_BY_COLOUR" not in text


@pytest.mark.parametrize("seed", range(12))
def test_masks_are_true(engine: checks.Engine, seed: int) -> None:
    """They are what the lists hold, in games played, copied, saved, dealt anew and taken back."""
    chance, game = random.Random(seed), engine.module.new(seed=seed, debug=True)
    while not game.over:
        game.apply(chance.choice(game.legal_moves()))
        for other in (game.copy(), engine.module.from_json(game.to_json())):
            assert other.check() == []
        assert game.resample(chance.randrange(2), engine.module.Random(seed)).check() == []
        if chance.random() < 0.2:
            game.undo()
            assert game.check() == []
    game.state.sets[engine.rules.shadows] ^= 1
    assert any("its mask says" in found for found in game.check())
    game.state.pools[engine.module.state.IN_OPEN_BY_SIZE] += 1
    assert any("its list has" in found for found in game.check())


@pytest.mark.parametrize("seed", range(12))
def test_explicit_chance_reads_them_too(engine: checks.Engine, seed: int) -> None:
    """What is counted by masks is what is counted card by card."""
    chance, game = random.Random(seed), engine.module.new(seed=seed, chance="explicit")
    colours = engine.module.data.CARD_COLOUR
    while not game.over:
        game.apply(chance.choice(game.legal_moves()))
        zones, shadows = game.state.zones, engine.rules.shadows
        for place in (place for place in engine.rules.places if place.name in ("open", "mine")):
            for at in range(place.at, place.at + (2 if place.of_player else 1)):
                mask = game.state.sets[shadows + at]
                assert sorted(zones[at]) == [card for card in range(len(colours)) if mask >> card & 1]
