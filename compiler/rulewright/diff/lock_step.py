"""Lock step: both versions play the same moves by name from the same seed, until they part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.diff.versions import Difference, Key, Pair, Setting
from rulewright.python.runtime import Game, Random
from rulewright.record import record

MOST_PLIES = 4_000
BARE = "stop the game: what they need is left out"
Choice = Callable[[Game, Random], int]


@record
class Parting:
    """Where two versions part: how the game starts, the moves that lead there, and what differs then."""

    setting: Setting
    moves: tuple[Key, ...]
    differences: tuple[Difference, ...]

    @property
    def size(self) -> tuple[int, int, int, int]:
        """How large it is: moves, players, options that are not as they come; the fewer rows are left out of
        tables, the larger."""
        setting = self.setting
        return len(self.moves), setting.players, len(setting.options), -len(setting.without)


class Walk:
    """Two games in lock step. `parted` holds what differs once anything does."""

    def __init__(self, pair: Pair, setting: Setting) -> None:
        self.pair = pair
        self.setting = setting
        self.moves: list[Key] = []
        self.parted: tuple[Difference, ...] = ()
        self.one = self._tried(lambda: pair.old.new(setting))
        self.other = self._tried(lambda: pair.new.new(setting))
        self._compare()

    @property
    def over(self) -> bool:
        """Is nothing left to be played?"""
        one = self.one
        return bool(self.parted) or not isinstance(one, Game) or one.over

    def play(self, key: Key) -> bool:
        """Plays a move in both; False where one of them does not have it."""
        one, other = self.one, self.other
        assert isinstance(one, Game)
        assert isinstance(other, Game)
        before, after = self.pair.old.move(one, key), self.pair.new.move(other, key)
        if before is None or after is None:
            return False
        self._apply(before, after, key)
        return True

    def step(self, choose: Choice, rng: Random) -> None:
        """Plays a move that is chosen in the old version, where both have the same."""
        one, other = self.one, self.other
        assert isinstance(one, Game)
        assert isinstance(other, Game)
        move = choose(one, rng)
        key = self.pair.old.key(one, move)
        same = move if self.pair.numbered_alike else self.pair.new.move(other, key)
        assert same is not None
        self._apply(move, same, key)

    def parting(self) -> Parting | None:
        """Where they have parted, if they have."""
        return Parting(self.setting, tuple(self.moves), self.parted) if self.parted else None

    def _apply(self, before: int, after: int, key: Key) -> None:
        one, other = self.one, self.other
        assert isinstance(one, Game)
        assert isinstance(other, Game)
        self.moves.append(key)
        self.one = self._tried(lambda: _applied(one, before))
        self.other = self._tried(lambda: _applied(other, after))
        self._compare()

    def _compare(self) -> None:
        one, other = self.one, self.other
        if isinstance(one, Game) and isinstance(other, Game):
            if self.pair.differ(one, other):
                self.parted = tuple(self.pair.differences(one, other))
        elif isinstance(one, Game) or isinstance(other, Game) or one != other:
            texts = ("go on" if isinstance(each, Game) else each for each in (one, other))
            self.parted = (Difference("stop", "the rules", *texts),)

    def _tried(self, do: Callable[[], Game]) -> Game | str:
        """A game, or the sentence with which the rules stop it."""
        try:
            return do()
        except (self.pair.old.error, self.pair.new.error) as error:
            return f"stop the game: {str(error).partition(' (line')[0]}"
        except ValueError as error:
            return f"do not start: {error}"
        except (IndexError, KeyError):
            if not self.setting.without:
                raise
            return BARE


def _applied(game: Game, move: int) -> Game:
    game.apply(move)
    return game


def replayed(pair: Pair, setting: Setting, moves: Iterable[Key]) -> Parting | None:
    """The parting to which moves lead, at the first where anything differs; None where one cannot be made, or
    nothing differs."""
    walk = Walk(pair, setting)
    for key in moves:
        if walk.over or not walk.play(key):
            break
    return walk.parting()


def exactly(pair: Pair, setting: Setting, moves: Sequence[Key]) -> Parting | None:
    """As `replayed`, where all of the moves are needed to come there."""
    found = replayed(pair, setting, moves)
    return found if found is not None and found.moves == tuple(moves) else None


def played(
    pair: Pair,
    setting: Setting,
    choose: Choice,
    rng: Random,
    enough: Callable[[], bool],
    plies: int = MOST_PLIES,
) -> Walk:
    """A game in lock step to its end, to where it parts, or until there is `enough`."""
    walk = Walk(pair, setting)
    while not walk.over and len(walk.moves) < plies and not enough():
        walk.step(choose, rng)
    return walk
