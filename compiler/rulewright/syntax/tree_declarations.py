"""Trees of declarations become nodes: a part of `from_tree`, one method for each rule."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulewright import nodes as n
from rulewright.syntax.tree_changes import Changes
from rulewright.syntax.tree_expressions import children

Made = n.AnyDeclaration
_LIFETIMES = {"each_round": "round", "each_turn": "turn", "all_game": "game"}


class Declarations(Changes):
    """Makes the nodes of declarations."""

    def declaration(self, tree: Any) -> Made:
        made: n.AnyDeclaration = getattr(self, f"make_{tree.data}")(tree, *children(tree))
        return made

    # -- what the game is made of

    def make_language(self, t: Any, version: Any) -> Made:
        return n.Language(self.span(t), self.whole_number(version))

    def make_game(self, t: Any, name: Any, title: Any, version: Any, per: Any) -> Made:
        return n.Game(self.span(t), self.word(name), self.per(per), self.string(title), self.string(version))

    def make_rulebook(self, t: Any, path: Any) -> Made:
        return n.Rulebook(self.span(t), self.string(path))

    def make_use(self, t: Any, path: Any) -> Made:
        return n.Use(self.span(t), self.string(path))

    def make_players(self, t: Any, low: Any, high: Any, *parts: Any) -> Made:
        *names, per = parts
        return n.Players(
            self.span(t),
            self.int_node(low),
            self.int_node(low if high is None else high),
            self.words(names),
            self.per(per),
        )

    def make_unit(self, t: Any, name: Any, text: Any, per: Any) -> Made:
        return n.Unit(self.span(t), self.word(name), self.per(per), self.optional_string(text))

    def make_kinds(self, t: Any, name: Any, text: Any, *parts: Any) -> Made:
        *kinds, per = parts
        return n.Kinds(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            tuple(map(self.kind, kinds)),
        )

    def kind(self, tree: Tree[Token]) -> n.Kind:
        name, text, types, joker = children(tree)
        params = () if types is None else tuple(map(self.type, types.children))
        return n.Kind(self.span(tree), self.word(name), self.optional_string(text), params, joker is not None)

    def make_team(self, t: Any, name: Any, text: Any, *parts: Any) -> Made:
        *seats, per = parts
        return n.Team(
            self.span(t), self.word(name), self.per(per), self.optional_string(text), self.words(seats)
        )

    def make_group(self, t: Any, name: Any, of: Any, *parts: Any) -> Made:
        *members, per = parts
        return n.Group(self.span(t), self.word(name), self.per(per), self.word(of), self.words(members))

    def make_range_of(self, t: Any, name: Any, low: Any, high: Any, per: Any) -> Made:
        return n.RangeOf(self.span(t), self.word(name), self.per(per), self.expr(low), self.expr(high))

    def make_spaces(self, t: Any, name: Any, text: Any, shape: Any, *parts: Any) -> Made:
        *faces, per = parts
        sizes = self.exprs(children(shape))
        return n.Spaces(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            n.SpacesShape(self.span(shape), str(shape.data), sizes),
            None,
            None,
            (),
            (),
            tuple(map(self.faces, faces)),
        )

    def make_spaces_table(
        self, t: Any, name: Any, text: Any, table: Any, reconstructed: Any, *parts: Any
    ) -> Made:
        faces = [part for part in parts if part is not None and part.data == "faces"]
        per, *lines = parts[len(faces) :]
        return n.Spaces(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            None,
            self.string(table),
            self.reconstructed(reconstructed),
            tuple(self.field(line) for line in lines if line.data != "ignored"),
            self.ignored(lines),
            tuple(map(self.faces, faces)),
        )

    def faces(self, tree: Tree[Token]) -> n.Faces:
        seat, direction = children(tree)
        return n.Faces(self.span(tree), self.word(seat), self.word(direction))

    def reconstructed(self, tree: Tree[Token] | None) -> n.Text | None:
        return None if tree is None else self.string(*children(tree))

    def make_man(self, t: Any, name: Any, text: Any, of_player: Any, per: Any) -> Made:
        return n.Man(
            self.span(t), self.word(name), self.per(per), self.optional_string(text), of_player is not None
        )

    def make_record(
        self, t: Any, sort: Any, name: Any, text: Any, table: Any, reconstructed: Any, *parts: Any
    ) -> Made:
        per, *lines = parts
        return n.Record(
            self.span(t),
            self.word(name),
            self.per(per),
            str(sort),
            self.optional_string(text),
            self.string(table),
            self.reconstructed(reconstructed),
            tuple(self.field(line) for line in lines if line.data != "ignored"),
            self.ignored(lines),
        )

    def ignored(self, lines: list[Any]) -> tuple[n.Ignored, ...]:
        return tuple(
            n.Ignored(self.span(line), self.words(line.children)) for line in lines if line.data == "ignored"
        )

    def field(self, tree: Tree[Token]) -> n.Field:
        if tree.data == "picture":
            return self.picture(tree)
        name, type_, seen, per = children(tree)
        return n.Field(self.span(tree), self.word(name), self.type(type_), seen is not None, self.per(per))

    def picture(self, tree: Tree[Token]) -> n.Field:
        name, type_, *rows, per = children(tree)
        columns = tuple(self.word(row) if isinstance(row, Token) else None for row in rows)
        return n.Field(self.span(tree), self.word(name), self.type(type_), False, self.per(per), columns)

    def make_zone(self, t: Any, name: Any, text: Any, of_player: Any, shape: Any, *parts: Any) -> Made:
        items = [part for part in parts if isinstance(part, Token)]
        *limits, per = parts[len(items) :]
        return n.Zone(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            of_player is not None,
            self.shape(shape),
            self.word(items[0]),
            self.words(items[1:]),
            tuple(map(self.limit, limits)),
        )

    def shape(self, tree: Tree[Token]) -> n.Shape:
        axes = tuple(self.axis(axis) for axis in children(tree) if axis is not None)
        return n.Shape(self.span(tree), str(tree.data).rstrip("_"), axes)

    def axis(self, tree: Tree[Token]) -> n.Axis:
        c = children(tree)
        if tree.data == "axis_type":
            return n.Axis(self.span(tree), self.word(c[0]), None, None)
        return n.Axis(self.span(tree), None, self.expr(c[0]), self.expr(c[1]))

    def limit(self, tree: Tree[Token]) -> n.Limit:
        span, c, sort = self.span(tree), children(tree), str(tree.data)
        if sort == "face_down":
            return n.Limit(span, sort, places=tuple(self.place(place) for place in c if place is not None))
        return n.Limit(span, sort, value=self.expr(c[0]) if sort == "at_most" else None)

    def place(self, tree: Tree[Token]) -> tuple[int, ...]:
        return tuple(map(self.whole_number, children(tree)))

    def make_pawn(self, t: Any, name: Any, text: Any, number: Any, per: Any) -> Made:
        sort = "pawn" if t.data == "pawn" else "token"
        return n.Piece(
            self.span(t),
            self.word(name),
            self.per(per),
            sort,
            self.optional_string(text),
            self.bound(number),
        )

    make_token_piece = make_pawn

    def make_token(self, t: Any, name: Any, text: Any, per: Any) -> Made:
        return n.Token(self.span(t), self.word(name), self.per(per), self.optional_string(text))

    def make_memory(self, t: Any, name: Any, text: Any, of_player: Any, axis: Any, *parts: Any) -> Made:
        type_, lifetime, starts, per = parts
        return n.Memory(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            of_player is not None,
            self.optional_word(axis),
            self.type(type_),
            _LIFETIMES[lifetime.data],
            self.optional_expr(starts),
        )

    def make_constant(self, t: Any, name: Any, value: Any, per: Any) -> Made:
        return n.Constant(self.span(t), self.word(name), self.per(per), self.expr(value), ())

    def make_constant_by_players(self, t: Any, name: Any, *parts: Any) -> Made:
        *arrows, per = parts
        by_players = tuple(map(self.arrow, arrows))
        return n.Constant(self.span(t), self.word(name), self.per(per), None, by_players)

    def make_option(self, t: Any, name: Any, type_: Any, default: Any, text: Any, per: Any) -> Made:
        return n.Option(
            self.span(t),
            self.word(name),
            self.per(per),
            self.type(type_),
            self.expr(default),
            self.string(text),
        )

    # -- how it is played

    def make_setup(self, t: Any, per: Any, body: Any) -> Made:
        return n.Flow(self.span(t), str(t.data), self.per(per), self.block(body))

    make_round = make_setup
    make_turn = make_setup

    def make_action(self, t: Any, name: Any, text: Any, per: Any, *parts: Any) -> Made:
        *lines, body = parts
        return n.Action(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            tuple(self.pick(line) if line.data == "pick" else self.guard(line) for line in lines),
            self.block(body),
        )

    def pick(self, tree: Tree[Token]) -> n.Pick:
        name, source, where, reason, per = children(tree)
        return n.Pick(
            self.span(tree),
            self.word(name),
            self.expr(source),
            self.optional_expr(where),
            self.optional_string(reason),
            self.per(per),
        )

    def guard(self, tree: Tree[Token]) -> n.Guard:
        condition, reason, per = children(tree)
        return n.Guard(self.span(tree), self.expr(condition), self.string(reason), self.per(per))

    def params(self, tree: Tree[Token] | None) -> tuple[n.Param, ...]:
        return () if tree is None else tuple(map(self.param, children(tree)))

    def param(self, tree: Tree[Token]) -> n.Param:
        name, type_ = children(tree)
        return n.Param(self.span(tree), self.word(name), self.type(type_))

    def make_procedure(self, t: Any, name: Any, params: Any, per: Any, body: Any) -> Made:
        return n.Procedure(
            self.span(t), self.word(name), self.per(per), self.params(params), self.block(body)
        )

    def make_event(self, t: Any, name: Any, params: Any, per: Any) -> Made:
        return n.Event(self.span(t), self.word(name), self.per(per), self.params(params))

    def make_as_soon_as(self, t: Any, name: Any, condition: Any, each: Any, *parts: Any) -> Made:
        limit, later, per, body = parts
        return n.AsSoonAs(
            self.span(t),
            self.word(name),
            self.per(per),
            self.expr(condition),
            None if each is None else self.for_each(each),
            self.so_often(limit),
            self.names(later),
            self.block(body),
        )

    def so_often(self, tree: Tree[Token] | None) -> n.SoOften | None:
        if tree is None:
            return None
        number, period = children(tree)
        return n.SoOften(self.span(tree), self.expr(number), str(period.data))

    def for_each(self, tree: Tree[Token]) -> n.Binder:
        name, source = children(tree)
        return n.Binder(self.token_span(name).to(self.span(source)), self.word(name), self.expr(source), None)

    def make_when(self, t: Any, name: Any, event: Any, names: Any, guard: Any, *parts: Any) -> Made:
        order, once_each, limit, later, per, body = parts
        return n.When(
            self.span(t),
            self.word(name),
            self.per(per),
            self.word(event),
            self.names(names),
            self.optional_expr(guard),
            str(order.data),
            once_each is not None,
            self.so_often(limit),
            self.names(later),
            self.block(body),
        )

    # -- what is computed, scored, ended, claimed

    def make_define(self, t: Any, name: Any, params: Any, value: Any, per: Any) -> Made:
        return n.Define(self.span(t), self.word(name), self.per(per), self.params(params), self.expr(value))

    def make_define_match(self, t: Any, name: Any, params: Any, per: Any, value: Any, *parts: Any) -> Made:
        *lines, otherwise, otherwise_per = parts
        end = otherwise_per or otherwise or lines[-1]
        body = n.DefineMatch(
            self.span(value).to(self.span(end)),
            self.expr(value),
            tuple(map(self.match_line, lines)),
            self.optional_expr(otherwise),
            self.per(otherwise_per),
        )
        return n.Define(self.span(t), self.word(name), self.per(per), self.params(params), body)

    def match_line(self, tree: Tree[Token]) -> n.MatchLine:
        pattern, value, per = children(tree)
        return n.MatchLine(self.span(tree), self.pattern(pattern), self.expr(value), self.per(per))

    def make_score(self, t: Any, name: Any, text: Any, value: Any, per: Any) -> Made:
        return n.Score(
            self.span(t), self.word(name), self.per(per), self.optional_string(text), self.expr(value)
        )

    def make_ending(self, t: Any, name: Any, text: Any, value: Any, tested: Any, per: Any) -> Made:
        more = self.optional_expr(tested.children[0]) if tested.data == "after_round" else None
        return n.Ending(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            self.expr(value),
            str(tested.data),
            more,
        )

    def make_ending_rounds(self, t: Any, name: Any, text: Any, value: Any, per: Any) -> Made:
        return n.Ending(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            self.expr(value),
            "rounds",
            None,
        )

    def make_ending_repeated(
        self, t: Any, name: Any, text: Any, times: Any, apart: Any, tested: Any, per: Any
    ) -> Made:
        names = () if apart is None else self.words(apart.children)
        number = self.expr(times)
        return n.Ending(
            self.span(t),
            self.word(name),
            self.per(per),
            self.optional_string(text),
            n.Repeated(number.span.to(names[-1].span) if names else number.span, number, names),
            str(tested.data),
            None,
        )

    def make_first_turn(self, t: Any, to: Any, per: Any) -> Made:
        return n.FirstTurn(self.span(t), self.expr(to), self.per(per))

    def make_next_turn(self, t: Any, to: Any, per: Any) -> Made:
        return n.NextTurn(self.span(t), self.expr(to), self.per(per))

    def make_winner(self, t: Any, extreme: Any, target: Any, *parts: Any) -> Made:
        *then, ties, paid, per = parts
        pairs = zip(then[::2], then[1::2], strict=True)
        return n.Winner(
            self.span(t),
            str(extreme.data),
            None if target is None else self.expr(children(target)[0]),
            tuple((str(most.data), self.expr(value)) for most, value in pairs),
            ties is not None,
            paid is not None,
            self.per(per),
        )

    def make_claim(self, t: Any, name: Any, promise: Any, condition: Any, per: Any) -> Made:
        return n.Claim(self.span(t), self.word(name), self.per(per), str(promise.data), self.expr(condition))

    def make_cascade_claim(self, t: Any, name: Any, of: Any, how: Any, per: Any) -> Made:
        parts, stops = children(how), how.data == "stops_because"
        return n.CascadeClaim(
            self.span(t),
            self.word(name),
            self.per(per),
            None if of is None else self.word(children(of)[0]),
            self.exprs(parts) if stops else (),
            None if stops else self.string(parts[0]),
        )

    def make_waive(self, t: Any, *parts: Any) -> Made:
        *clauses, reason = parts
        return n.Waive(self.span(t), tuple(map(self.cite, clauses)), self.string(reason))

    def make_texts(self, t: Any, language: Any, table: Any) -> Made:
        return n.Texts(self.span(t), self.string(language), self.string(table))
