"""Where a cascade begins: what waits, and what must be so for it to wait."""

from __future__ import annotations

from rulewright import core
from rulewright.cascades.follow import Follower, Search
from rulewright.cascades.rules import Letter
from rulewright.cascades.world import Dead, Script, World


def new_world(game: core.Game, search: Search, script: Script) -> World:
    """A world of which nothing is known."""
    world = World(game, True, game.high)
    world.script = script
    world.blind = search.rules.slice.reads
    return world


class Beginning(Follower):
    """What holds when a cascade begins: the condition, or the guard."""

    def __init__(self, world: World, search: Search) -> None:
        super().__init__(world, search, (), [])

    def begin(self, word: tuple[Letter, ...], late: bool) -> tuple[Letter, ...]:
        """The line that waits; what must be so is so in the world from now on, but for what is late."""
        if self.rules.seats != (0,):
            self.players()
        found = []
        for letter in word:
            if letter.me >= self.game.low and letter.me >= self.players():
                raise Dead
            reaction = self.game.reactions[letter.reaction]
            args = tuple(
                self.given(param.type) if arg is None or self._moves(param.type) else arg
                for param, arg in zip(params(reaction), letter.args, strict=True)
            )
            env = {p.name: arg for p, arg in zip(params(reaction), args, strict=True)} | {"me": letter.me}
            first = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
            if first is not None and len(word) == 1 and not late and not self.truth(first, env):
                raise Dead
            found.append(Letter(letter.reaction, letter.me, args))
        return tuple(found)

    def begin_with(self, answers: list[core.When], letter: Letter, spoilt: bool) -> tuple[Letter, ...]:
        """The line that an event leaves, in the order in which it runs: of those that answer, all whose guard
        holds; where that is spoilt, any of those that have one."""
        (first,) = self.begin((letter._replace(reaction=answers[0].name),), late=True)
        found = []
        for reaction in answers:
            env = {p.name: arg for p, arg in zip(reaction.params, first.args, strict=True)} | {"me": first.me}
            guard = reaction.guard
            if guard is None or (self.world.decide(2) == 1 if spoilt else self.truth(guard, env)):
                found.append(first._replace(reaction=reaction.name))
        return tuple(found)

    def _moves(self, type: core.Type) -> bool:
        """Is it a component that lies now here, now there?"""
        return isinstance(type, core.Component) and type.record not in self.fixed


def params(reaction: core.AsSoonAs | core.When) -> list[core.Param | core.Binder]:
    if isinstance(reaction, core.When):
        return list(reaction.params)
    return [reaction.binder] if reaction.binder else []
