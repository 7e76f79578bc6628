"""What the game is made of, apart from components: kinds, groups, ranges, constants, options, memory."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.facts import reads_state
from rulewright.elaborate.fit import article, fit, numeric
from rulewright.elaborate.fold import outcomes
from rulewright.elaborate.mends import listed
from rulewright.elaborate.typenames import named, type_of
from rulewright.elaborate.types import CAP, show
from rulewright.elaborate.work import Scope, Unit, Work

MOST_WORDS = 65_536


def text_of(node: nodes.Text | None) -> str | None:
    """The text a player reads, if there is one."""
    return None if node is None else node.text


def scope_for(work: Work, sort: str, name: str, seatless: str | None) -> Scope:
    """The outermost scope of a declaration."""
    unit = Unit(sort, name, seatless)
    work.units.append(unit)
    return Scope(work, unit)


def kind(work: Work, node: nodes.Kinds) -> bool:
    """`kinds Colour: crimson, ...`"""
    scope = scope_for(work, "kind", node.name.text, "in a kind")
    words: list[core.KindWord] = []
    base, fine = 0, True
    for one in node.kinds:
        params = [_carried(scope, param) for param in one.params]
        if any(param is None for param in params):
            fine = False
            continue
        carried = tuple(param for param in params if param is not None)
        size = 1
        for param in carried:
            low, high = core.bounds(work.game, param)
            size *= high - low + 1
        name = one.name.text
        word = core.KindWord(
            name=name, text=text_of(one.text), params=carried, base=base, size=size, joker=one.joker
        )
        words.append(word)
        base += size
        if base > MOST_WORDS:
            message = f"`{node.name.text}` has more than {MOST_WORDS} values"
            scope.error("RW240", message, one.name.span, "let its words carry less")
            return False
    work.words[node.name.text] = {word.name: word for word in words}
    work.game.kinds[node.name.text] = core.Kind(
        name=node.name.text,
        span=node.name.span,
        per=work.cites(node.per),
        text=text_of(node.text),
        words=tuple(words),
        size=base,
    )
    return fine


def _carried(scope: Scope, node: nodes.Type) -> core.Type | None:
    type = type_of(scope, node)
    if type is None or isinstance(type, core.KindType | core.RangeType | core.Number | core.YesNo):
        return type
    scope.error("RW232", f"a word carries words, numbers or yes_no, not {article(type)}", node.span)
    return None


def group(work: Work, node: nodes.Group) -> bool:
    """`group warm of Colour: crimson, ...`"""
    scope = scope_for(work, "group", node.name.text, "in a group")
    type = named(scope, node.of)
    if type is None:
        return False
    if not isinstance(type, core.KindType):
        scope.error("RW206", f"a group is of a kind, `{node.of.text}` is none", node.of.span)
        return False
    words = work.words[type.name]
    members: dict[int, nodes.Word] = {}
    fine = True
    for member in node.members:
        word = words.get(member.text)
        if word is None:
            help = work.suggest(member.text, words) or listed(words)
            scope.error("RW201", f"`{member.text}` is no word of {type.name}", member.span, help)
        elif word.params:
            message = f"`{member.text}` carries values, a group holds plain words"
            scope.error("RW236", message, member.span)
        elif word.base in members:
            scope.error("RW202", f"`{member.text}` stands twice in this group", member.span, "remove one")
        else:
            members[word.base] = member
            work.note(member.span, "word", member.text, type.name)
            continue
        fine = False
    work.game.groups[node.name.text] = core.Group(
        name=node.name.text,
        span=node.name.span,
        per=work.cites(node.per),
        kind=type.name,
        members=tuple(sorted(members)),
    )
    return fine


def range_of(work: Work, node: nodes.RangeOf) -> bool:
    """`range Column: 1..player_count`"""
    scope = scope_for(work, "range", node.name.text, "in a range")
    low, high = numeric(scope, scope.read(node.low)), numeric(scope, scope.read(node.high))
    per = work.cites(node.per)
    if low is None or high is None:
        return False
    found = outcomes(work.game, low, high)
    if found is None:
        message = "a range is built from numbers, constants, options and `player_count`"
        scope.error("RW234", message, low.span.to(high.span))
        return False
    empty = next(((a, b) for a, b in found if a > b), None)
    if empty is not None:
        message = f"the range can be {empty[0]}..{empty[1]}, which holds no number"
        scope.error("RW236", message, low.span.to(high.span))
        return False
    lowest, highest = min(a for a, _ in found), max(b for _, b in found)
    if highest - lowest >= MOST_WORDS or lowest <= -CAP or highest >= CAP:
        scope.error("RW240", f"`{node.name.text}` has more than {MOST_WORDS} values", node.name.span)
        return False
    work.game.ranges[node.name.text] = core.Range(
        name=node.name.text,
        span=node.name.span,
        per=per,
        low=lowest,
        high=highest,
        low_expr=low,
        high_expr=high,
    )
    return True


def constant(work: Work, node: nodes.Constant) -> bool:
    """`constant goal = 5`, or by players."""
    scope = scope_for(work, "constant", node.name.text, "in a constant")
    per = work.cites(node.per)
    if node.value is None:
        found = _by_players(scope, node)
    else:
        value = scope.read(node.value)
        found = None if value is None else _one_value(scope, value)
    if found is None:
        return False
    type, values = found
    work.game.constants[node.name.text] = core.Constant(
        name=node.name.text, span=node.name.span, per=per, type=type, values=values
    )
    return True


def _one_value(scope: Scope, value: core.Expr) -> tuple[core.Type, tuple[int, ...]] | None:
    rows = outcomes(scope.game, value)
    if rows is None or any(isinstance(part, core.OptionValue) for part in core.walk(value)):
        message = "a constant is built from numbers, words, constants and `player_count`"
        scope.error("RW234", message, value.span)
        return None
    values = tuple(row[0] for row in rows)
    return _sharpened(value.type, values), values


def _sharpened(type: core.Type, values: tuple[int, ...]) -> core.Type:
    if isinstance(type, core.Number):
        return core.Number(min(values), max(values), type.unit)
    return type


def _by_players(scope: Scope, node: nodes.Constant) -> tuple[core.Type, tuple[int, ...]] | None:
    game, sure = scope.game, scope.work.players_known
    values: dict[int, int] = {}
    type: core.Type | None = None
    fine = True
    for players, target in node.by_players:
        value = scope.read(target, type)
        if sure and not game.low <= players.value <= game.high:
            message = f"{game.low}..{game.high} can play, not {players.value}"
            scope.error("RW221", message, players.span)
            fine = False
        if players.value in values:
            scope.error("RW221", f"{players.value} players stand here twice", players.span)
            fine = False
        if value is None or (type is not None and fit(scope, value, _wide(type), "this") is None):
            fine = False
        elif not isinstance(value, core.Const):
            scope.error("RW234", "each value by players is a number or a word", value.span)
            fine = False
        else:
            values[players.value], type = value.value, type or value.type
    missing = [n for n in range(game.low, game.high + 1) if n not in values]
    if fine and missing and sure:
        message = f"there is no value for {missing[0]} players"
        scope.error("RW221", message, node.name.span, f"add `{missing[0]} -> ...`")
    if not fine or missing or type is None:
        return None
    row = tuple(values[n] for n in range(game.low, game.high + 1))
    return _sharpened(type, row), row


def _wide(type: core.Type) -> core.Type:
    return core.Number(-CAP, CAP, type.unit) if isinstance(type, core.Number) else type


# ---- options


def option(work: Work, node: nodes.Option) -> bool:
    """`option rainy: yes_no default no "a sentence"`"""
    name = node.name.text
    scope = scope_for(work, "option", name, "in an option")
    per = work.cites(node.per)
    words = isinstance(node.type, nodes.Words)
    type = _option_words(work, node) if words else type_of(scope, node.type)
    if type is None:
        return False
    values = _values(work.game, type)
    if values is None:
        message = f"an option is yes_no, words, a kind or a range, not {article(type)}"
        scope.error("RW232", message, node.type.span)
        return False
    default = fit(scope, scope.read(node.default, type), type, f"the default of `{name}`")
    if default is None:
        return False
    if not isinstance(default, core.Const):
        scope.error("RW234", "a default is one of the option's values", default.span)
        return False
    if name in work.fixed:
        values = tuple(value for value in values if value[1] == default.value)
    work.game.options[name] = core.Option(
        name=name,
        span=node.name.span,
        per=per,
        text=node.text.text,
        type=type,
        values=values,
        default=default.value,
    )
    return True


def _option_words(work: Work, option: nodes.Option) -> core.Type | None:
    """The words of an option are a kind of their own, named `option:NAME`."""
    name, node = f"option:{option.name.text}", option.type
    assert isinstance(node, nodes.Words)
    seen: dict[str, core.KindWord] = {}
    for word in node.words:
        if word.text in seen:
            work.error("RW202", f"`{word.text}` stands here twice", word.span, "remove one of them")
            return None
        seen[word.text] = core.KindWord(
            name=word.text, text=None, params=(), base=len(seen), size=1, joker=False
        )
    work.words[name] = seen
    work.game.kinds[name] = core.Kind(name=name, span=node.span, words=tuple(seen.values()), size=len(seen))
    return core.KindType(name)


def _values(game: core.Game, type: core.Type) -> tuple[tuple[str, int], ...] | None:
    if isinstance(type, core.YesNo):
        return ("no", 0), ("yes", 1)
    if isinstance(type, core.KindType):
        words = game.kinds[type.name].words
        return None if any(word.params for word in words) else tuple((w.name, w.base) for w in words)
    if isinstance(type, core.Number | core.RangeType):
        low, high = core.bounds(game, type)
        return tuple((str(n), n) for n in range(low, high + 1)) if high - low < 1000 else None
    return None


# ---- memory


def memory(work: Work, node: nodes.Memory) -> bool:
    """`memory refused of player: set of Prize, all game`; how it starts is read by `memory_start`."""
    name = node.name.text
    scope = scope_for(work, "memory", name, "in a memory")
    per = work.cites(node.per)
    type = type_of(scope, node.type)
    axis = None if node.axis is None else _axis(scope, node.axis)
    if type is None or (node.axis is not None and axis is None):
        return False
    if isinstance(type, core.ListType | core.PieceType):
        message = f"memory holds a value or a set, not {article(type)}"
        item = f"set of {show(type.of)}" if isinstance(type, core.ListType) else "a pool, declared by `zone`"
        scope.error(
            "RW232", message, node.type.span, f"write `{item}`" if "set" in item[:3] else f"use {item}"
        )
        return False
    if node.starts is None and not _starts_by_itself(work.game, type):
        message = f"how does `{name}` start? {show(type)} has no value to start with"
        scope.error("RW233", message, node.type.span, "add `, starts as ...`, or make it optional")
        return False
    work.game.memories[name] = core.Memory(
        name=name,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        of_player=node.of_player,
        axis=axis,
        type=type,
        lifetime=node.lifetime,
        starts=None,
    )
    return True


def _starts_by_itself(game: core.Game, type: core.Type) -> bool:
    if isinstance(type, core.Number):
        return type.low <= 0 <= type.high
    if isinstance(type, core.RangeType):
        return core.bounds(game, type)[0] <= 0 <= core.bounds(game, type)[1]
    return isinstance(type, core.YesNo | core.Optional | core.SetType)


def _axis(scope: Scope, word: nodes.Word) -> core.AxisInfo | None:
    type = named(scope, word)
    if type is None:
        return None
    if not isinstance(type, core.KindType | core.RangeType):
        message = f"memory is kept for each word of a kind or number of a range, not {article(type)}"
        scope.error("RW232", message, word.span)
        return None
    low, high = core.bounds(scope.game, type)
    return core.AxisInfo(type=type, low=low, size=high - low + 1)


def memory_start(work: Work, node: nodes.Memory) -> core.Expr | None:
    """The value a memory starts with."""
    assert node.starts is not None
    type = work.game.memories[node.name.text].type
    scope = scope_for(work, "memory", node.name.text, "before the game starts")
    start = fit(scope, scope.read(node.starts, type), type, f"the memory `{node.name.text}`")
    if start is None:
        return None
    if reads_state(start):
        message = "what a memory starts with is known before the game starts"
        scope.error("RW234", message, start.span, "set it in `setup`")
        return None
    return start
