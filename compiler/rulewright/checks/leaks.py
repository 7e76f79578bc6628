"""Leaks: what a decision, a test or a score gives away of components that not everybody sees.

`check(game, report)` walks from the set-up and the flow through all that they reach, with what each local
value tells (`secrets`). A guard, or a choice, that depends on what its chooser cannot see is an error
(RW501): who may choose would learn it. A choice that is skipped for what only its chooser sees tells the
others (RW502), a condition that the game tests by itself tells all (RW503), and a line that counts what
nobody sees cannot be followed (RW504). Effects may read everything: they are done by the game, not by a
player.
"""

from __future__ import annotations

from rulewright import core
from rulewright.checks.effects import inner_blocks
from rulewright.checks.secrets import NOBODY, NOTHING, Env, Secrets, Told, kept, seat_key, shown_to, unseen_by
from rulewright.checks.sure import Sure
from rulewright.report.diagnostics import Report, Span

LEAKS, TELLS, TESTED, COUNTED = "RW501", "RW502", "RW503", "RW504"
ME = "me"


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report what its decisions, tests and scores give away."""
    if all(zone.visibility == "public" and not zone.down for zone in game.zones.values()):
        return
    first = _Leaks(game, Report(), {})
    first.walk()
    if first.remembered:  # what memories hold is known only when all is seen that is put into them
        _Leaks(game, report, first.remembered).walk()
    else:
        report.extend(first.report)


class _Leaks:
    """Walks through rules with what is known of local values."""

    def __init__(self, game: core.Game, report: Report, memories: dict[str, Told]) -> None:
        self._game = game
        self.report = report
        self.remembered = dict(memories)
        self._secrets = Secrets(game, memories)
        self._sure = Sure(game)
        self._done: set[object] = set()

    def walk(self) -> None:
        """All that is declared; `remembered` then has what memories of components tell."""
        for flow in (self._game.setup, self._game.flow):
            if flow is not None:
                self.block(flow.body, Env(ME if flow.sort == "turn" else NOBODY))
        for action in self._game.actions.values():
            self.action(action)
        for reaction in self._game.reactions.values():
            if isinstance(reaction, core.AsSoonAs):
                self.as_soon_as(reaction)
        for ending in self._game.endings.values():
            self.tested(ending.condition, Env(), "the game ends, or goes on")
        for score in self._game.scores.values():
            self.scored(score)

    # ---- what is declared

    def action(self, action: core.Action) -> None:
        """The lines of an action, for the seat that plays it, and what it does."""
        env = Env(ME)
        for line in action.lines:
            if isinstance(line, core.Guard):
                self._seen(line.condition, env, f"whether `{action.name}` can be played")
            else:
                self._source(line.source, env)
                self._named(env, line.name, line.type, line.source)
                self._seen(line.where, env, f"what can be chosen for `{action.name}`")
        self.block(action.body, env)

    def as_soon_as(self, reaction: core.AsSoonAs) -> None:
        """What starts a reaction, and what it does."""
        self.tested(reaction.condition, Env(ME), f"`{reaction.name}` starts, or does not")
        self.block(reaction.body, Env(ME))

    def tested(self, condition: core.Expr, env: Env, what: str) -> None:
        """A condition that the game tests by itself, for all to see."""
        for part in core.conjuncts(condition):
            zones = unseen_by(self._secrets.of(part, env), NOBODY)
            if zones:
                message = f"this tells everybody what lies in {_listed(zones)}: {what}"
                help = "let a player say so by an action, or test what all can see"
                self.report.add(TESTED, message, part.span, help)

    def scored(self, score: core.Score) -> None:
        """A score line, counted when all is over."""
        told = self._secrets.of(score.value, Env(ME))
        zones = unseen_by(frozenset(s for s in told if not s.known_to and not self._owned(s.zone)), NOBODY)
        if zones:
            message = f"nobody can follow this score: it reads what lies in {_listed(zones)}"
            help = "move what counts to where it is seen"
            self.report.add(COUNTED, message, score.value.span, help)

    def _owned(self, zone: str) -> bool:
        return self._game.zones[zone].visibility == "owner"

    # ---- statements

    def block(self, block: core.Block, env: Env) -> None:
        """Statements in order; `env` learns what they name."""
        for stmt in block:
            match stmt:
                case core.Choose():
                    self._choose(stmt, env)
                    continue
                case core.Let(name=name, value=value):
                    self._named(env, name, value.type, value)
                case (
                    core.Draw(name=name, type=type, source=source)
                    | core.Each(name=name, type=type, source=source)
                ):
                    self._named(env, name, type, source)
                case core.Move(what=core.Local(name=name), to=to):
                    env.told[name] = shown_to(env.told, name, self._beholders(to, env))
                case core.Remember():
                    self._remember(stmt, env)
                case core.Offer():
                    self._offer(stmt, env)
                case core.Resolve(procedure=name, args=args):
                    procedure = self._game.procedures[name]
                    self._within(name, procedure.params, args, procedure.body, env)
                case core.Trigger():
                    self._raised(stmt, env)
            self._inside(stmt, env)

    def _inside(self, stmt: core.Stmt, env: Env) -> None:
        if isinstance(stmt, core.MatchStmt):
            value = self._secrets.of(stmt.value, env)
            env.told.update((name, value) for case in stmt.cases for name, _ in case.params)
        for inner in inner_blocks(stmt):
            self.block(inner, env.inner())

    def _remember(self, stmt: core.Remember, env: Env) -> None:
        """A memory of components tells of them for as long as they are hidden."""
        target = stmt.target
        of = target.type.of if isinstance(target.type, core.SetType | core.Optional) else target.type
        told = kept(self._secrets.of(stmt.value, env), seat_key(target.seat, env))
        if isinstance(of, core.Component) and stmt.op != "remove" and told:
            self.remembered[target.name] = self.remembered.get(target.name, NOTHING) | told

    def _named(self, env: Env, name: str, type: core.Type, value: core.Expr) -> None:
        """A local name for a value, or for a member of one."""
        env.told[name] = self._secrets.of(value, env)
        if isinstance(type, core.Seat) and type == value.type:
            env.seats[name] = seat_key(value, env) or f"local {name}"

    def _beholders(self, zone: core.ZoneRef, env: Env) -> frozenset[str] | None:
        """The seats that see what enters a zone; None for all."""
        inside = self._secrets.inside(zone, env)
        return None if not inside else frozenset().union(*(secret.known_to for secret in inside))

    def _within(
        self,
        name: str,
        params: tuple[core.Param, ...],
        args: tuple[core.Expr, ...],
        body: core.Block,
        env: Env,
    ) -> None:
        """What is called, once for each way to call it."""
        inner, _ = self._secrets.given(params, args, env)
        key = (name, inner.me, frozenset(inner.seats.items()), frozenset(inner.told.items()))
        if key not in self._done:
            self._done.add(key)
            self.block(body, inner)

    def _raised(self, stmt: core.Trigger, env: Env) -> None:
        for reaction in self._game.reactions.values():
            if isinstance(reaction, core.When) and reaction.event == stmt.event:
                if reaction.guard is not None:
                    inner, _ = self._secrets.given(reaction.params, stmt.args, env)
                    self.tested(reaction.guard, inner, f"`{reaction.name}` starts, or does not")
                self._within(reaction.name, reaction.params, stmt.args, reaction.body, env)

    # ---- decisions

    def _offer(self, stmt: core.Offer, env: Env) -> None:
        """Where something else happens in place of the offer, all learn that nothing could be played."""
        if stmt.otherwise is None:
            return
        told = NOTHING.union(*(self._availability(self._game.actions[name]) for name in stmt.actions))
        self._skipped(told, stmt.span)

    def _availability(self, action: core.Action) -> Told:
        env, told = Env(ME), NOTHING
        for line in action.lines:
            if isinstance(line, core.Guard):
                told |= self._secrets.of(line.condition, env)
            else:
                told |= self._secrets.size(line.source, env)
                self._named(env, line.name, line.type, line.source)
                told |= self._secrets.of(line.where, env)
        return told

    def _choose(self, stmt: core.Choose, env: Env) -> None:
        chooser = seat_key(stmt.by, env)
        inner = env.inner(chooser)
        left = inner.inner()
        found = len(self.report)
        self._source(stmt.source, inner)
        skipped = self._secrets.size(stmt.source, inner)
        self._named(inner, stmt.name, stmt.type, stmt.source)
        self._seen(stmt.where, inner, "what can be chosen here")
        skipped |= self._secrets.of(stmt.where, inner)
        if stmt.how != "must" and len(self.report) == found and self._sure.may_be_empty(stmt):
            self._skipped(skipped, stmt.source.span)
        self.block(stmt.body, inner)
        self.block(stmt.or_else or (), left)

    def _source(self, source: core.Expr, env: Env) -> None:
        self._seen(source, env, "what can be chosen here")

    def _seen(self, expr: core.Expr | None, env: Env, what: str) -> None:
        """What decides a choice must be seen by its chooser."""
        for part in core.conjuncts(expr):
            zones = unseen_by(self._secrets.of(part, env), env.me)
            if zones:
                message = f"{what} depends on {_listed(zones)}, which the chooser cannot see"
                help = "ask for what the chooser sees, or first move the components to where they are seen"
                self.report.add(LEAKS, message, part.span, help)

    def _skipped(self, told: Told, span: Span) -> None:
        """A decision that is not asked tells the others what its chooser sees."""
        zones = unseen_by(told, NOBODY)
        if zones and self._game.high > 1:
            message = f"where this is skipped, all learn what lies in {_listed(zones)}"
            help = "offer actions of which one can always be played, so that the seat is asked in any case"
            self.report.add(TELLS, message, span, help)


def _listed(zones: list[str]) -> str:
    return " and ".join(f"`{zone}`" for zone in zones)
