"""How the game is played: flow, actions, procedures, events, reactions, scores, endings, claims."""

from __future__ import annotations

from math import prod

from rulewright import core, nodes
from rulewright.elaborate.aggregates import source
from rulewright.elaborate.declarations import scope_for, text_of
from rulewright.elaborate.defines import params
from rulewright.elaborate.facts import learn, warn_if_decided
from rulewright.elaborate.fit import as_condition, fit, numeric
from rulewright.elaborate.fold import outcomes
from rulewright.elaborate.limits import limit, limited
from rulewright.elaborate.mends import a_sort
from rulewright.elaborate.names import Entry
from rulewright.elaborate.statements import block, single
from rulewright.elaborate.texts import check_places, default_text
from rulewright.elaborate.types import as_number, choices
from rulewright.elaborate.work import Scope, Unit, Work
from rulewright.report.diagnostics import Note

MOST_MOVES = 65_536
LOOPING = ("reaction", "action", "procedure")


def flow(work: Work, node: nodes.Flow) -> core.Flow:
    """`setup:`, `round:` or `turn:`"""
    seatless = None if node.sort == "turn" else f"in `{node.sort}`"
    scope = scope_for(work, node.sort, node.sort, seatless)
    body = block(scope, node.body)
    return core.Flow(sort=node.sort, per=work.cites(node.per), body=body, span=node.span)


# ---- actions


def action(work: Work, node: nodes.Action) -> core.Action:
    """`action leave "leave with column {c}":`"""
    name = node.name.text
    scope = scope_for(work, "action", name, None)
    per = work.cites(node.per)
    lines: list[core.Pick | core.Guard] = []
    names = [line.name.text if isinstance(line, nodes.Pick) else "" for line in node.lines]
    for at, line in enumerate(node.lines):
        scope.unit.later = frozenset(names[at:])
        made = _pick(scope, line) if isinstance(line, nodes.Pick) else _guard(scope, line)
        if made is not None:
            lines.append(made)
        elif isinstance(line, nodes.Pick):
            work.incomplete.add(name)
    scope.unit.later = frozenset()
    picked = [line.name.text for line in node.lines if isinstance(line, nodes.Pick)]
    check_places(work, node.text, picked, "parts of the move")
    _check_moves(scope, node, lines)
    return core.Action(
        name=name,
        span=node.name.span,
        per=per,
        text=default_text(name, picked) if node.text is None else node.text.text,
        lines=tuple(lines),
        body=block(scope.inner(), node.body),
    )


def _pick(scope: Scope, node: nodes.Pick) -> core.Pick | None:
    found = single(scope, node.source, "chosen")
    local = scope.bind(node.name, None if found is None else found.item)
    where = None if node.where is None else as_condition(scope, scope.read(node.where))
    warn_if_decided(scope, where)
    learn(scope, where)
    per = scope.work.cites(node.per)
    if found is None or (node.where is not None and where is None):
        return None
    return core.Pick(
        name=local.name,
        type=found.item,
        source=found.expr,
        where=where,
        reason=text_of(node.reason),
        per=per,
        span=node.span,
    )


def _guard(scope: Scope, node: nodes.Guard) -> core.Guard | None:
    condition = as_condition(scope, scope.read(node.condition))
    warn_if_decided(scope, condition)
    learn(scope, condition)
    per = scope.work.cites(node.per)
    check_places(scope.work, node.reason, list(scope.locals), "parts of the move")
    if condition is None:
        return None
    return core.Guard(condition=condition, reason=node.reason.text, per=per, span=node.span)


def _check_moves(scope: Scope, node: nodes.Action, lines: list[core.Pick | core.Guard]) -> None:
    picks = [line for line in lines if isinstance(line, core.Pick)]
    sizes = [choices(scope.game, pick.type) for pick in picks]
    if prod(sizes) > MOST_MOVES:
        parts = " times ".join(f"{size} `{pick.name}`" for size, pick in zip(sizes, picks, strict=True))
        help = "choose one part in the action and the rest in a `choose` under `do:`"
        message = f"`{node.name.text}` has more than {MOST_MOVES} moves: {parts}"
        scope.error("RW405", message, node.name.span, help)


# ---- procedures, events, reactions


def signature(work: Work, node: nodes.Procedure | nodes.Event) -> None:
    """Note the parameters of a procedure or event, for those who name it."""
    scope = scope_for(work, "signature", node.name.text, "in a signature")
    found = params(scope, node.params)
    if found is not None:
        work.params[node.name.text] = found


def procedure(work: Work, node: nodes.Procedure) -> core.Procedure:
    """`procedure reward(d: Prize):`; whether it needs a seat is settled by `elaborate_seats`."""
    name = node.name.text
    scope = scope_for(work, "procedure", name, None)
    _bind_params(scope, node.params, work.params.get(name))
    return core.Procedure(
        name=name,
        span=node.name.span,
        per=work.cites(node.per),
        params=work.params.get(name, ()),
        body=block(scope.inner(), node.body),
        uses_me=scope.unit.uses_me,
    )


def _bind_params(scope: Scope, given: tuple[nodes.Param, ...], known: tuple[core.Param, ...] | None) -> None:
    """Bind parameters; their mistakes are reported by `signature`."""
    types = [None] * len(given) if known is None else [param.type for param in known]
    for param, type in zip(given, types, strict=True):
        _quietly(scope, param.name, type)


def _quietly(scope: Scope, word: nodes.Word, type: core.Type | None) -> None:
    from rulewright.elaborate.work import LocalInfo

    scope.locals[word.text] = LocalInfo(scope.unit.unique(word.text), type, word.span)


def event(work: Work, node: nodes.Event) -> core.Event:
    """`event painted(k: Fruit)`"""
    name = node.name.text
    known = work.params.get(name, ())
    return core.Event(name=name, span=node.name.span, per=work.cites(node.per), params=known)


def as_soon_as(work: Work, node: nodes.AsSoonAs) -> core.AsSoonAs | None:
    """`reaction x as soon as c, for each f in Family:`"""
    name = node.name.text
    scope = scope_for(work, "reaction", name, None)
    binder = None if node.binder is None else _binder(scope, node.binder)
    condition = as_condition(scope, scope.read(node.condition))
    warn_if_decided(scope, condition)
    learn(scope, condition)
    scope.forget()
    per = work.cites(node.per)
    body = block(scope.inner(), node.body)
    most = limit(scope, name, node.limit)
    if condition is None or (node.binder is not None and binder is None):
        return None
    after = _after(scope, node)
    return core.AsSoonAs(
        name=name,
        span=node.name.span,
        per=per,
        condition=condition,
        binder=binder,
        body=limited(name, most, body),
        limit=most,
        after=after,
    )


def _after(scope: Scope, node: nodes.AsSoonAs | nodes.When) -> tuple[str, ...]:
    """The reactions that come first by the rules' own words; they stand above, for the file is the order."""
    above = [entry.name for entry in scope.work.names.of_sort("reaction")]
    above = above[: above.index(node.name.text)] if node.name.text in above else above
    for word in node.after:
        entry = _reaction_named(scope, word, above)
        if entry is not None and word.text not in above:
            notes = [Note("it stands here", entry.span)] if word.text != node.name.text else []
            message = f"`{word.text}` does not stand above `{node.name.text}`"
            help = "reactions run in the order of the file: put it where its turn is"
            scope.error("RW323", message, word.span, help, notes)
    return tuple(word.text for word in node.after)


def _reaction_named(scope: Scope, word: nodes.Word, known: list[str]) -> Entry | None:
    """The reaction that is meant; None after an error."""
    entry = scope.work.names.deeds.get(word.text)
    if entry is not None and entry.sort == "reaction":
        return entry
    message = f"`{word.text}` is not the name of a reaction"
    scope.error("RW201", message, word.span, scope.work.suggest(word.text, known))
    return None


def _binder(scope: Scope, node: nodes.Binder) -> core.Binder | None:
    found = source(scope, node.source, node.high)
    if found is not None and not isinstance(found.expr, core.Domain | core.Members):
        help = "put the rest into the condition"
        message = "`for each` goes through a kind, a group of its words, a range or the players"
        scope.error("RW222", message, found.expr.span, help)
        found = None
    local = scope.bind(node.name, None if found is None else found.item)
    if found is None:
        return None
    return core.Binder(name=local.name, type=found.item, source=found.expr, span=node.name.span)


def when(work: Work, node: nodes.When) -> core.When | None:
    """`reaction x when painted(k) if c, in line once each:`"""
    name = node.name.text
    scope = scope_for(work, "reaction", name, None)
    taken = _event_params(scope, node)
    guard = None if node.guard is None else as_condition(scope, scope.read(node.guard))
    warn_if_decided(scope, guard)
    learn(scope, guard)
    scope.forget()
    per = work.cites(node.per)
    body = block(scope.inner(), node.body)
    most = limit(scope, name, node.limit)
    if taken is None or (node.guard is not None and guard is None):
        return None
    return core.When(
        name=name,
        span=node.name.span,
        per=per,
        event=node.event.text,
        params=taken,
        guard=guard,
        order=node.order,
        once_each=node.once_each,
        body=limited(name, most, body),
        limit=most,
        after=_after(scope, node),
    )


def _event_params(scope: Scope, node: nodes.When) -> tuple[core.Param, ...] | None:
    name, work = node.event.text, scope.work
    entry = work.names.deeds.get(name)
    known = work.params.get(name)
    types: list[core.Type | None] = [None] * len(node.params)
    if entry is None or entry.sort != "event":
        what = f"is {a_sort(entry.sort)}, not an event" if entry else "is not the name of an event"
        near = work.suggest(name, [found.name for found in work.names.of_sort("event")])
        help = near or f"declare an event, `event {name}_done`, and `trigger` it where it happens"
        scope.error("RW201", f"`{name}` {what}", node.event.span, help)
        known = None
    elif known is not None and len(known) != len(node.params):
        message = f"`{name}` has {len(known)} parameters, here are {len(node.params)} names"
        help = f"write `{name}({', '.join(param.name for param in known)})`" if known else f"write `{name}`"
        scope.error("RW216", message, node.event.span, help)
        known = None
    else:
        scope.use("reacts", name, node.event.span)
        work.note(node.event.span, "event", name)
    if known is not None:
        types = [param.type for param in known]
    locals = [scope.bind(word, type) for word, type in zip(node.params, types, strict=True)]
    if known is None:
        return None
    pairs = zip(locals, known, strict=True)
    return tuple(core.Param(name=local.name, type=param.type, span=local.span) for local, param in pairs)


# ---- scores, endings, the winner, claims


def score(work: Work, node: nodes.Score) -> core.Score | None:
    """`score cards "cards in the print" = ...`"""
    scope = scope_for(work, "score", node.name.text, None)
    value = numeric(scope, scope.read(node.value))
    per = work.cites(node.per)
    if value is None:
        return None
    return core.Score(name=node.name.text, span=node.name.span, per=per, text=text_of(node.text), value=value)


def ending(work: Work, node: nodes.Ending) -> core.Ending | None:
    """`ending x when c, at end of round`; `after n rounds` becomes `round_number >= n`."""
    scope = scope_for(work, "ending", node.name.text, "in an ending")
    per = work.cites(node.per)
    if node.tested == "rounds":
        condition = _rounds(scope, node.value)
    else:
        condition = as_condition(scope, scope.read(node.value))
        warn_if_decided(scope, condition)
    more = None if node.more is None else numeric(scope, scope.read(node.more))
    if condition is None or (node.more is not None and more is None):
        return None
    return core.Ending(
        name=node.name.text,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        condition=condition,
        tested=node.tested,
        more=more,
    )


def _rounds(scope: Scope, node: nodes.Expr) -> core.Expr | None:
    number = numeric(scope, scope.read(node))
    if number is None:
        return None
    type = as_number(scope.game, number.type)
    if type is not None and type.high < 1:
        scope.error("RW215", "a game has one round at least", number.span)
        return None
    now = core.RoundNumber(type=core.Number(1, 10**6), span=node.span)
    return core.Binary(op=">=", left=now, right=number, type=core.YesNo(), span=node.span)


def winner(work: Work, node: nodes.Winner) -> core.Winner:
    """`winner is most score, then most coins, ties share`"""
    scope = Scope(work, Unit("winner", "winner", None), scores=True)
    breaks: list[tuple[str, core.Expr]] = []
    target = None if node.target is None else _target(scope, node, node.target)
    for extreme, value in node.tie_breaks:
        found = numeric(scope, scope.read(value))
        if found is not None:
            breaks.append((extreme, found))
    return core.Winner(
        extreme=node.extreme,
        tie_breaks=tuple(breaks),
        target=target,
        share=node.share,
        paid=node.paid,
        per=work.cites(node.per),
        span=node.span,
    )


def _target(scope: Scope, winner: nodes.Winner, node: nodes.Expr) -> core.Expr | None:
    """What has to be scored to win at all: known before the game starts."""
    found = numeric(scope, scope.read(node))
    if winner.extreme == "least" or any(scope.work.names.of_sort("team")):
        why = "the least score wins" if winner.extreme == "least" else "there are teams"
        scope.error("RW241", f"`at least` says nothing where {why}", node.span, "leave it out")
        return None
    if found is None or outcomes(scope.game, found) is not None:
        return found
    message = "what has to be scored is built from numbers, constants, options and `player_count`"
    scope.error("RW234", message, found.span)
    return None


def turns(work: Work, first: nodes.FirstTurn | None, next: nodes.NextTurn | None) -> core.Turns | None:
    """`first turn to ...`, `next turn to ...`"""
    found: list[core.Expr | None] = []
    for node, seatless in ((first, "in `first turn`"), (next, None)):
        expr = None
        if node is not None:
            work.cites(node.per)
            scope = scope_for(work, "turn order", "turn order", seatless)
            expr = fit(scope, scope.read(node.to, core.Seat()), core.Seat(), "who has the turn")
        found.append(expr)
    return core.Turns(first=found[0], next=found[1]) if first or next else None


def claim(work: Work, node: nodes.Claim | nodes.CascadeClaim) -> core.Claim | None:
    """`claim x: always c`"""
    if not isinstance(node, nodes.Claim):
        return None
    scope = scope_for(work, "claim", node.name.text, "in a claim")
    scope.scores = True
    condition = as_condition(scope, scope.read(node.condition))
    per = work.cites(node.per)
    if condition is None:
        return None
    return core.Claim(
        name=node.name.text, span=node.name.span, per=per, promise=node.promise, condition=condition
    )


def cascade_claim(work: Work, node: nodes.Claim | nodes.CascadeClaim) -> core.CascadeClaim | None:
    """`claim x: cascade of r stops because a, b decreases`, or `accepted "why"`"""
    if not isinstance(node, nodes.CascadeClaim):
        return None
    scope = scope_for(work, "claim", node.name.text, "in a claim")
    measures = [numeric(scope, scope.read(measure)) for measure in node.measures]
    found = tuple(measure for measure in measures if measure is not None)
    per = work.cites(node.per)
    if node.of is not None:
        entry = work.names.deeds.get(node.of.text)
        if entry is None or entry.sort not in LOOPING:
            every = [found.name for sort in LOOPING for found in work.names.of_sort(sort)]
            message = f"`{node.of.text}` is not the name of a reaction, an action or a procedure"
            scope.error("RW201", message, node.of.span, work.suggest(node.of.text, every))
            return None
    if len(found) < len(measures):
        return None
    return core.CascadeClaim(
        name=node.name.text,
        span=node.name.span,
        per=per,
        of=None if node.of is None else node.of.text,
        measures=found,
        reason=None if node.reason is None else text_of(node.reason),
    )
