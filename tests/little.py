"""A very small engine written by hand, for tests of what plays: a hidden deck, hands, coins, one guard.

Each seat holds two of six cards (worth 1 to 6). In turn a seat plays a card and draws, or rests for a coin
of the supply. `grow` fires when a 6 is played. The game ends when all hands are empty.
"""

from __future__ import annotations

from rulewright.python.runtime import (
    Cell,
    Game,
    Hidden,
    MoveGroup,
    OptionInfo,
    Place,
    Record,
    Rules,
    ScoreLine,
    State,
    bits,
    load_game,
    new_game,
    shuffle,
)

IDS = ("one", "two", "three", "four", "five", "six")
SEATS = ("red", "green", "blue")
HAND, TABLE = 0, 3  # offsets among the sets
REST, NEVER = 6, 7


HIDDEN = Hidden(0, 100, 110, tuple(range(6)), (0,) * 6, 1)


def start(players: int, options: tuple[int, ...], rng: int) -> State:
    """All cards in the deck, all coins in the supply."""
    state = State()
    state.players, state.options, state.rng, state.ending = players, options, rng, -1
    state.zones, state.sets, state.pools, state.memory = [list(range(6))], [0] * 6, [4, 0, 0, 0], [0, 0]
    state.where, state.known, state.frames = [0] * 6, [0] * 6, [[0]]
    state.to_move, state.legal, state.odds, state.trace = None, [], [], None
    state.queue, state.past = [], ()
    state.explicit, state.batches, state.drawn, state.answering = False, [], [], -1
    state.kept = []
    return state


def begin(state: State) -> None:
    """Sets up, and goes on to the first decision."""
    set_up(state)
    refresh(state)


def set_up(state: State) -> None:
    """Shuffles and deals two cards to each seat."""
    shuffle(state, 0, HIDDEN, 0, False)
    for seat in range(state.players):
        _draw(state, seat)
        _draw(state, seat)
    state.memory[0] = 1


def _draw(state: State, seat: int) -> None:
    if state.zones[0]:
        card = state.zones[0].pop()
        state.sets[HAND + seat] |= 1 << card
        state.where[card] = 1 + HAND + seat
        state.known[card] = 1 << seat


def refresh(state: State) -> None:
    """The open decision, from the rest."""
    if state.ending >= 0:
        state.to_move, state.legal = None, []
        return
    seat = state.memory[1]
    state.to_move, state.legal = seat, bits(state.sets[HAND + seat])
    if state.pools[0]:
        state.legal.append(REST)


def apply(state: State, move: int) -> None:
    """Plays a card, or rests."""
    seat = state.memory[1]
    if move == REST:
        state.pools[0] -= 1
        state.pools[1 + seat] += 1
    else:
        state.sets[HAND + seat] ^= 1 << move
        state.sets[TABLE + seat] |= 1 << move
        state.where[move] = 1 + TABLE + seat
        state.known[move] = (1 << state.players) - 1
        if move == 5 and state.trace is not None:
            state.trace.append("grow")
        _draw(state, seat)
    _next(state)


def _next(state: State) -> None:
    for _ in range(state.players):
        state.memory[1] = (state.memory[1] + 1) % state.players
        if not state.memory[1]:
            state.memory[0] += 1
        if state.sets[HAND + state.memory[1]]:
            break
    else:
        state.ending = 0
    refresh(state)


def why(state: State, action: str, picks: tuple[int, ...] | None) -> list[str]:
    """The guard of `rest`, and the hand."""
    if action == "rest":
        return [] if state.pools[0] else ["no coin is left in the supply (L-2)"]
    if action == "play" and picks is not None and not state.sets[HAND + state.memory[1]] >> picks[0] & 1:
        return ["play one of your own cards (L-1)"]
    return ["this cannot be played now"] if action == "never" else []


def coins(state: State, seat: int) -> int:
    """One point for each coin."""
    return state.pools[1 + seat]


def cards(state: State, seat: int) -> int:
    """What the cards on the table are worth."""
    return sum(card + 1 for card in bits(state.sets[TABLE + seat]))


def winners(state: State) -> list[int]:
    """The most points, shared."""
    totals = [coins(state, seat) + cards(state, seat) for seat in range(state.players)]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


RULES = Rules(
    name="little", title="Little", version="1.2.0", meaning="abc", low=2, high=3, seats=SEATS, lists=1,
    groups=(
        MoveGroup("play", 0, 6, "play {k}", (("k", IDS, "Card"),), False),
        MoveGroup("rest", REST, 1, "rest for a coin", (), False),
        MoveGroup("never", NEVER, 1, "never", (), False),
    ),
    places=(
        Place("deck", "deck", "list", "Card", 0, ("",), False),
        Place("hand", "hand", "set", "Card", HAND, ("",), True),
        Place("table", "table", "set", "Card", TABLE, ("",), True),
        Place("supply", "supply", "pool", "Coin", 0, ("",), False),
        Place("coins", "coins", "pool", "Coin", 1, ("",), True),
    ),
    cells=(Cell("turn_of", "turn of", 1, ("",), False, SEATS, 0, 2, False, None),),
    records=(Record("Card", 0, IDS, ("",) * 6, ("",), "a Card"),),
    options=(OptionInfo("quick", (("no", 0), ("yes", 1)), 0, "a shorter game"),),
    sees=(), backs=(True,) * 7, endings=(("empty_hands", "all hands are empty"),),
    texts={"fr": {"rest for a coin": "se reposer", "play {k}": "jouer {k}", "six": "seize"}},
    pieces=(("Coin", 4),), reactions=(), least_wins=False, reads_hidden="",
    start=start, set_up=set_up, begin=begin, apply=apply, refresh=refresh, why=why,
    sheet=(ScoreLine("coins", "coins", (), coins), ScoreLine("cards", "cards", ("L-3",), cards)),
    winners=winners, claims=lambda state: [], held={},
)  # fmt: skip


def new(players: int | None = None, seed: int = 0, options: dict[str, object] | None = None) -> Game:
    """A new game."""
    return new_game(RULES, players, seed, options, "sampled", False)


def from_json(text: str) -> Game:
    """A game from its JSON."""
    return load_game(RULES, text)
