"""C functions of values: defines, score lines, endings, winners, what starts anew, boards and overlays."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.elaborate.overlays import masked_fields, size_of
from rulewright.machine.increments import Increments
from rulewright.machine.leave_out import TESTED, endings_at
from rulewright.native import sets
from rulewright.native.code import Code, ident
from rulewright.native.game import Native
from rulewright.native.moves import Moves
from rulewright.native.places import Span
from rulewright.native.statements import Statements
from rulewright.native.steps import STATE, Function
from rulewright.native.values import Values


def functions(native: Native) -> Iterator[Function]:
    """All of them."""
    for define in native.game.defines.values():
        if not any(isinstance(param.type, core.Place) for param in define.params) and not is_nested(
            define.type
        ):
            yield _define(native, define)
    for board in native.game.boards.values():
        yield from _board(native, board)
    for overlay in native.game.overlays.values():
        yield from _overlay(native, overlay)
    for info in native.game.records.values():
        yield _move(native, info)
    for lifetime in ("round", "turn"):
        yield _restart(native, lifetime)
    for action in native.game.actions.values():
        unit = native.machine.units[f"action:{action.name}"]
        writer = Statements(native, unit, "me", Code())
        lines = Moves(writer, native.numbers[action.name]).lines(action)
        yield Function(
            "void",
            f"moves_{ident(action.name)}",
            f"{STATE}, I me",
            lines,
            f"the legal moves of {action.name}",
        )
    for score in native.game.scores.values():
        values = Values(native, "me")
        values.code.add(f"return {values.value(score.value)};")
        yield Function(
            "I", f"score_{ident(score.name)}", f"{STATE}, I me", values.code.lines, f"score {score.name}"
        )
    yield _total(native)
    yield from _endings(native)
    yield _winners(native)


def is_nested(type: core.Type) -> bool:
    """Is it a list of lists?"""
    return isinstance(type, core.ListType) and isinstance(type.of, core.ListType)


def _define(native: Native, define: core.Define) -> Function:
    values = Values(native)
    params = [STATE]
    result = values.shape.ctype(define.type)
    if isinstance(define.type, core.ListType):
        result = "void"
        params.append("List *out")
    for param in define.params:
        name = values.code.fresh(param.name)
        if isinstance(param.type, core.ListType):
            params += [f"const I *{name}", f"I {name}_size"]
            values.locals[param.name] = Span(name, f"{name}_size")
        else:
            params.append(f"{values.shape.ctype(param.type)} {name}")
            values.locals[param.name] = name
    if result == "void":
        values.code.add("out->n = 0;")
        with values.each(define.value) as item:
            values.code.add(f"push(r, out, {item});")
    elif isinstance(define.type, core.SetType):
        values.code.add(f"return {values.set(define.value)};")
    else:
        values.code.add(f"return {values.value(define.value)};")
    return Function(
        result, f"d_{ident(define.name)}", ", ".join(params), values.code.lines, f"define {define.name}"
    )


# ---- boards and overlays


def _board(native: Native, board: core.Board) -> Iterator[Function]:
    shape = native.shape
    cells, men = shape.blocks[board.name], shape.blocks[f"men:{board.name}"]
    sizes = native.shape.layout.memory
    w, at = men.words, f"{sizes[board.name].cells} * seat + space"
    base = f"{sizes[men.key].cells} * seat + 1"
    changed = shape.blocks.get(f"changed:{board.name}")
    code = Code()
    code.add(
        f"const I old = s->{cells.field}[{at}];",
        f"const S{w} bit = {sets.single(w, 'space')};",
        f"S{w} *const men = s->{men.field} + {base};",
        f"men[old] = {sets.differing(w, 'men[old]', 'bit')};",
        f"men[man] = {sets.differing(w, 'men[man]', 'bit')};",
        f"s->{cells.field}[{at}] = man;",
    )
    noted = f"s->{changed.field}[0]" if changed is not None else ""
    if noted:
        code.add(f"{noted} = {sets.either(w, noted, 'bit')};")
    params = "State *s, I seat, I space, I man"
    doc = f"what stands on a space of {board.name} changes, and the sets with it"
    yield Function("void", f"put_{ident(board.name)}", params, code.lines, doc)
    if not native.game.memories[board.name].of_player:
        code = Code()
        code.add(
            "if (source == to) return;",
            f"const I man = s->{cells.field}[source];",
            f"put_{ident(board.name)}(s, 0, source, -1);",
            f"put_{ident(board.name)}(s, 0, to, man);",
        )
        doc = f"what stands on a space of {board.name} goes to another"
        yield Function("void", f"move_man_{ident(board.name)}", "State *s, I source, I to", code.lines, doc)


def _overlay(native: Native, overlay: core.Overlay) -> Iterator[Function]:
    """What is seen when a card has come, and when one leaves."""
    code = _sight(native, overlay)
    below = "if (below && top[there] >= 0) continue;"
    code.add("if (!under) fail(r);", f"{_corner(native, overlay)}[card] = space;")
    with code.block("for (int i = 0; i < under; i++)"):
        code.add(
            "const I there = cover[i];",
            below,
            f"show_{ident(overlay.name)}(s, seat, there, card, first + i);",
        )
    params = f"{STATE}, I seat, I space, I card, I below"
    doc = f"a card has come to {overlay.name}, its lower left corner on a space"
    yield _show(native, overlay)
    yield Function("void", f"lay_{ident(overlay.name)}", params, code.lines, doc)
    yield _lift(native, overlay)


def _corner(native: Native, overlay: core.Overlay) -> str:
    return f"s->{native.shape.blocks[f'corner:{overlay.name}'].field}"


def _cover(native: Native, overlay: core.Overlay) -> str:
    values = native.game.tables[overlay.cover].values
    return native.tables.rows(overlay.cover, values)  # type: ignore[arg-type]


def _first_part(native: Native, overlay: core.Overlay) -> str:
    record = native.game.records[overlay.record]
    width, height = size_of(native.game, record.name)
    row = f"{native.rows_of(record.name)}[card]" if record.size > len(record.ids) else "card"
    return f"{width * height} * {row}"


def _sight(native: Native, overlay: core.Overlay) -> Code:
    code, table = Code(), _cover(native, overlay)
    top = native.shape.blocks[f"top:{overlay.name}"]
    cells = native.shape.layout.memory[top.key].cells
    code.add(
        f"const I *const cover = {table} + {table}_at[space];",
        f"const int under = {table}_at[space + 1] - {table}_at[space];",
        f"const I first = {_first_part(native, overlay)};",
        f"const {top.ctype} *const top = s->{top.field} + {cells} * seat;",
    )
    return code


def _show(native: Native, overlay: core.Overlay) -> Function:
    """A space shows another card, by a part of it; the sets follow where that makes a difference."""
    shape, code = native.shape, Code()
    sizes = shape.layout.memory
    top, part, bare = (shape.blocks[f"{sort}:{overlay.name}"] for sort in ("top", "part", "bare"))
    w = bare.words
    code.add(
        f"{part.ctype} *const parts = s->{part.field} + {sizes[part.key].cells} * seat;",
        "const I old = parts[there];",
        f"const S{w} bit = {sets.single(w, 'there')};",
        f"s->{top.field}[{sizes[top.key].cells} * seat + there] = card;",
        "parts[there] = shown;",
        f"S{w} *const bare = s->{bare.field} + {sizes[bare.key].cells} * seat;",
        f"if ((old < 0) != (shown < 0)) *bare = {sets.differing(w, '*bare', 'bit')};",
    )
    for field in masked_fields(native.game, overlay.record):
        seen = shape.blocks[f"seen:{overlay.name}:{field}"]
        values = Values(native)
        table = values.shown_table(overlay.record, field)
        with code.block():
            code.add(
                f"const I before = {table}[old + 1], after = {table}[shown + 1];",
                f"S{w} *const seen = s->{seen.field} + {sizes[seen.key].cells} * seat + 1;",
            )
            with code.block("if (before != after)"):
                code.add(
                    *(f"seen[{n}] = {sets.differing(w, f'seen[{n}]', 'bit')};" for n in ("before", "after"))
                )
    params = "State *s, I seat, I there, I card, I shown"
    return Function("void", f"show_{ident(overlay.name)}", params, code.lines, "a space shows another card")


def _lift(native: Native, overlay: core.Overlay) -> Function:
    """What lay under a card that has left is seen."""
    code, record = Code(), overlay.record
    top, table = native.shape.blocks[f"top:{overlay.name}"], _cover(native, overlay)
    zone, sizes = native.shape.layout.zones[overlay.name], native.shape.layout.memory
    w = native.shape.blocks[f"bare:{overlay.name}"].words
    corner, show = _corner(native, overlay), f"show_{ident(overlay.name)}"
    base = native.shape.layout.components[record]
    code.add(
        f"const {top.ctype} *const top = s->{top.field} + {sizes[top.key].cells} * seat;",
        f"S{w} left = {sets.const(w, 0)};",
        f"const I space = {corner}[gone];",
        f"{corner}[gone] = -1;",
    )
    with code.block(f"for (int i = {table}_at[space]; i < {table}_at[space + 1]; i++)"):
        code.add(f"const I there = {table}[i];", "if (top[there] != gone) continue;")
        code.add(
            f"left = {sets.either(w, 'left', sets.single(w, 'there'))};", f"{show}(s, seat, there, -1, -1);"
        )
    with code.block(
        f"for (I card = s->tail[{zone.at} + {zone.cells} * seat]; card >= 0; card = s->before[{base} + card])"
    ):
        code.add(f"const I first = {_first_part(native, overlay)}, at = {corner}[card];")
        with code.block(f"for (int i = {table}_at[at]; i < {table}_at[at + 1]; i++)"):
            code.add(
                f"const I there = {table}[i];",
                f"const I part = first + i - {table}_at[at];",
                f"if (top[there] < 0 && {sets.has(w, 'left', 'there')}) {show}(s, seat, there, card, part);",
            )
    doc = f"a card has left {overlay.name}: what lay under it is seen"
    return Function("void", f"lift_{ident(overlay.name)}", "State *s, I seat, I gone", code.lines, doc)


def _move(native: Native, record: core.Record) -> Function:
    """The function that moves a component from where it lies."""
    code, base, w = Code(), native.shape.layout.components[record.name], native.shape.wide(record.size)
    code.add(f"const I lay = s->where[{base} + k];")
    with code.block("if (lay >= LISTS)"):
        code.add(f"s->sets[lay - LISTS][{'k >> 6' if w > 1 else '0'}] ^= (uint64_t)1 << (k & 63);")
    with code.block("else if (lay >= 0)"):
        code.add(f"leave(s, lay, {base}, k);")
        for overlay in native.game.overlays.values():
            if overlay.record == record.name:
                zone = native.shape.layout.zones[overlay.name]
                inside = f"lay >= {zone.at} && lay < {zone.at + zone.size}"
                code.add(f"if ({inside}) lift_{ident(overlay.name)}(s, lay - {zone.at}, k);")
    with code.block("if (to >= LISTS)"):
        code.add(f"s->sets[to - LISTS][{'k >> 6' if w > 1 else '0'}] |= (uint64_t)1 << (k & 63);")
    with code.block("else"):
        code.add(f"join(s, to, {base}, k, under);")
    code.add(f"s->where[{base} + k] = (int16_t)to;", f"s->known[{base} + k] |= SEES[to];", "(void)r;")
    params = f"{STATE}, I k, I to, I under"
    return Function("void", f"move_{ident(record.name)}", params, code.lines, f"moves a {record.name}")


# ---- what starts anew


def _restart(native: Native, lifetime: str) -> Function:
    values = Values(native)
    code = values.code
    if lifetime == "round":
        code.add("s->round++;")
    for memory in native.game.memories.values():
        if memory.lifetime == lifetime:
            block, value = native.shape.blocks[memory.name], initial(values, memory)
            name = code.fresh("start")
            code.add(f"const {block.ctype if block.words else 'I'} {name} = {value};")
            code.add(f"for (int i = 0; i < {block.count}; i++) s->{block.field}[i] = {name};")
    code.add("(void)r;")
    return Function("void", f"start_{lifetime}", STATE, code.lines, f"a new {lifetime}")


def initial(values: Values, memory: core.Memory) -> str:
    """What a memory starts with."""
    if memory.starts is not None:
        return (
            values.set(memory.starts)
            if isinstance(memory.type, core.SetType)
            else values.value(memory.starts)
        )
    if isinstance(memory.type, core.SetType):
        return sets.const(values.shape.words(memory.type.of), 0)
    if isinstance(memory.type, core.YesNo):
        return "0"
    if isinstance(memory.type, core.Optional):
        return "-1"
    low, high = core.bounds(values.game, memory.type)
    return str(min(max(0, low), high))


# ---- endings and winners


def _total(native: Native) -> Function:
    lines = " + ".join(f"score_{ident(name)}(s, r, me)" for name in native.game.scores) or "0"
    return Function("I", "score_total", f"{STATE}, I me", [f"return {lines};"], "all score lines of a seat")


def _endings(native: Native) -> Iterator[Function]:
    for when in TESTED:
        tested = endings_at(native.game, when)
        if tested:
            values = Values(native)
            asked = native.shape.layout.asked if when == "action" else Increments()
            for i, ending in enumerate(native.game.endings.values()):
                if ending in tested:
                    _ending(values, ending, i, when, asked)
            for board in sorted(asked.boards):
                w = native.shape.blocks[f"changed:{board}"].words
                values.code.add(f"{values.changed(board)} = {sets.const(w, 0)};")
            values.code.add("return 0;")
            doc = f"tests the endings of the end of each {when}"
            yield Function("int", f"over_after_{when}", STATE, values.code.lines, doc)


def _ending(values: Values, ending: core.Ending, number: int, when: str, asked: Increments) -> None:
    code = values.code
    if ending.tested != "after_round":
        condition = asked.conditions.get(ending.name, ending.condition)
        code.add(f"if ({values.value(condition)}) return end(s, {number});")
        return
    at = f"s->{values.shape.blocks[f'latched:{ending.name}'].field}[0]"
    with code.block(f"if (!{at})"), code.block(f"if ({values.value(ending.condition)})"):
        more = values.value(ending.more) if ending.more is not None else "0"
        code.add(f"{at} = 1 + {more};")
    if when == "round":
        code.add(f"if ({at} == 1) return end(s, {number});", f"{at} -= {at} > 1;")


def _winners(native: Native) -> Function:
    """The seats that have won, as a set."""
    winner, code = native.game.winner, Code()
    if winner is None:
        return Function("S1", "winners", STATE, ["(void)s;", "(void)r;", "return 0;"], "nobody wins")
    if native.game.unproved is not None:
        number = list(native.game.endings).index(native.game.unproved.ending)
        code.add(f"if (s->ending == {number}) return 0;")
    size = 1 + len(winner.tie_breaks)
    code.add(f"I ranks[{native.game.high}][{size}];")
    values = Values(native, "me", code)
    with code.block("for (I me = 0; me < s->players; me++)"):
        sign = "" if winner.extreme == "most" else "-"
        code.add(f"ranks[me][0] = {sign}score_total(s, r, me);")
        for i, (extreme, expr) in enumerate(winner.tie_breaks, 1):
            code.add(f"ranks[me][{i}] = {'' if extreme == 'most' else '-'}({values.value(expr)});")
    target = "INT64_MIN" if winner.target is None else values.value(winner.target)
    if native.game.teams:
        teams = [sum(1 << seat for seat in team.seats) for team in native.game.teams.values()]
        table = native.tables.sets("teams", teams, 1)
        given = f"{table}, {len(teams)}, &ranks[0][0], {size}, {int(winner.share)}"
        code.add(f"return best_teams(s->players, {given});")
    else:
        code.add(f"return best_seats(s->players, &ranks[0][0], {size}, {int(winner.share)}, {target});")
    return Function("S1", "winners", STATE, code.lines, "the seats that have won")
