"""Trees of blocks and statements become nodes: a part of `from_tree`, one method for each rule."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulewright import nodes as n
from rulewright.syntax.tree_expressions import Expressions, children


class Statements(Expressions):
    """Makes the nodes of blocks."""

    def block(self, tree: Tree[Token]) -> n.Block:
        return tuple(self.deeper(tree, self.statement, child) for child in tree.children)

    def optional_block(self, tree: Tree[Token] | None) -> n.Block | None:
        return None if tree is None else self.block(tree)

    def statement(self, tree: Tree[Token]) -> n.Statement:
        made: n.Statement = getattr(self, f"do_{tree.data}")(tree, *children(tree))
        return made

    # -- moving things

    def do_move(self, t: Any, what: Any, end: Any, to: Any, per: Any) -> n.Statement:
        return n.Move(self.span(t), self.per(per), self.expr(what), self.expr(to), _first_word(end))

    def do_move_all(self, t: Any, piece: Any, source: Any, end: Any, to: Any, per: Any) -> n.Statement:
        return n.MoveAll(
            self.span(t),
            self.per(per),
            self.optional_word(piece),
            self.expr(source),
            self.expr(to),
            _first_word(end),
        )

    def do_move_some(self, t: Any, number: Any, piece: Any, source: Any, to: Any, per: Any) -> n.Statement:
        return n.MoveSome(
            self.span(t),
            self.per(per),
            self.expr(number),
            self.word(piece),
            self.expr(source),
            self.expr(to),
        )

    def do_deal(self, t: Any, number: Any, source: Any, end: Any, to: Any, per: Any) -> n.Statement:
        return n.Deal(
            self.span(t),
            self.per(per),
            self.expr(number),
            self.expr(source),
            self.expr(to),
            _first_word(end),
        )

    def do_shuffle(self, t: Any, zone: Any, per: Any) -> n.Statement:
        return n.Shuffle(self.span(t), self.per(per), self.expr(zone))

    def do_place_on(self, t: Any, man: Any, of: Any, on: Any, per: Any) -> n.Statement:
        return n.PlaceOn(self.span(t), self.per(per), self.word(man), self.optional_expr(of), self.expr(on))

    def do_capture(self, t: Any, what: Any, per: Any) -> n.Statement:
        return n.Capture(self.span(t), self.per(per), self.expr(what))

    def do_promote(self, t: Any, what: Any, to: Any, per: Any) -> n.Statement:
        return n.Promote(self.span(t), self.per(per), self.expr(what), self.word(to))

    def do_give(self, t: Any, what: Any, to: Any, per: Any) -> n.Statement:
        return n.Give(self.span(t), self.per(per), self.ref(what), self.expr(to))

    # -- remembering

    def do_assign(self, t: Any, target: Any, value: Any, per: Any) -> n.Statement:
        return n.Assign(self.span(t), self.per(per), self.ref(target), self.expr(value))

    def do_add_to(self, t: Any, value: Any, target: Any, per: Any) -> n.Statement:
        return n.AddTo(self.span(t), self.per(per), self.expr(value), self.ref(target))

    def do_remove_from(self, t: Any, value: Any, target: Any, per: Any) -> n.Statement:
        return n.RemoveFrom(self.span(t), self.per(per), self.expr(value), self.ref(target))

    def do_let(self, t: Any, name: Any, value: Any, per: Any) -> n.Statement:
        return n.Let(self.span(t), self.per(per), self.word(name), self.expr(value))

    # -- choosing

    def do_choose(self, t: Any, how: Any, name: Any, text: Any, source: Any, *rest: Any) -> n.Statement:
        where, by, per, body, or_else = rest
        return n.Choose(
            self.span(t),
            self.per(per),
            _first_word(how) or "",
            self.word(name),
            self.optional_string(text),
            self.expr(source),
            self.optional_expr(where),
            self.optional_expr(by),
            self.block(body),
            self.optional_block(or_else),
        )

    def do_choose_random(self, t: Any, name: Any, source: Any, weight: Any, per: Any) -> n.Statement:
        return n.ChooseRandom(
            self.span(t),
            self.per(per),
            self.word(name),
            self.expr(source),
            None if weight is None else self.expr(weight.children[0]),
            weight is not None and weight.data == "by_percent",
        )

    def do_roll(self, t: Any, *parts: Any) -> n.Statement:
        *names, source, per = parts
        return n.Roll(self.span(t), self.per(per), self.words(names), self.expr(source))

    def do_offer(self, t: Any, *parts: Any) -> n.Statement:
        *actions, to, per, otherwise = parts
        stuck = self.optional_block(otherwise)
        return n.Offer(self.span(t), self.per(per), self.words(actions), self.optional_expr(to), stuck)

    def do_offer_until(self, t: Any, *parts: Any) -> n.Statement:
        *actions, until, per, otherwise = parts
        stuck = self.optional_block(otherwise)
        return n.OfferUntil(self.span(t), self.per(per), self.words(actions), self.word(until), stuck)

    def do_offer_together(self, t: Any, *parts: Any) -> n.Statement:
        *actions, to, start, back, per = parts
        seats, first = self.expr(to), self.optional_expr(start)
        return n.OfferTogether(
            self.span(t), self.per(per), self.words(actions), seats, first, back is not None
        )

    # -- the order of things

    def do_each(self, t: Any, name: Any, source: Any, start: Any, *rest: Any) -> n.Statement:
        back, where, per, body = rest
        return n.Each(
            self.span(t),
            self.per(per),
            self.word(name),
            self.expr(source),
            self.optional_expr(start),
            back is not None,
            self.optional_expr(where),
            self.block(body),
        )

    def do_any_order(self, t: Any, per: Any, body: Any) -> n.Statement:
        return n.AnyOrder(self.span(t), self.per(per), self.block(body))

    def do_repeat(self, t: Any, until: Any, per: Any, body: Any) -> n.Statement:
        return n.Repeat(self.span(t), self.per(per), self.expr(until), self.block(body))

    def do_if_(self, t: Any, condition: Any, per: Any, then: Any, otherwise: Any) -> n.Statement:
        return n.If(
            self.span(t),
            self.per(per),
            self.expr(condition),
            self.block(then),
            self.optional_block(otherwise),
        )

    def do_match(self, t: Any, value: Any, per: Any, *parts: Any) -> n.Statement:
        *cases, otherwise = parts
        return n.Match(
            self.span(t),
            self.per(per),
            self.expr(value),
            tuple(map(self.match_case, cases)),
            self.optional_block(otherwise),
        )

    def match_case(self, tree: Tree[Token]) -> n.MatchCase:
        pattern, per, body = children(tree)
        return n.MatchCase(self.span(tree), self.pattern(pattern), self.per(per), self.block(body))

    def pattern(self, tree: Tree[Token]) -> n.Pattern:
        name, names = children(tree)
        return n.Pattern(self.span(tree), self.word(name), self.names(names))

    def names(self, tree: Tree[Token] | None) -> tuple[n.Word, ...]:
        return () if tree is None else self.words(tree.children)

    def do_first_that(self, t: Any, *parts: Any) -> n.Statement:
        *cases, otherwise = parts
        return n.FirstThat(
            self.span(t), (), tuple(map(self.when_case, cases)), self.optional_block(otherwise)
        )

    def when_case(self, tree: Tree[Token]) -> n.WhenCase:
        condition, per, body = children(tree)
        return n.WhenCase(self.span(tree), self.expr(condition), self.per(per), self.block(body))

    def do_resolve(self, t: Any, call: Any, per: Any) -> n.Statement:
        return n.Resolve(self.span(t), self.per(per), self.call(call))

    def do_trigger(self, t: Any, call: Any, per: Any) -> n.Statement:
        return n.Trigger(self.span(t), self.per(per), self.call(call))

    def do_nothing(self, t: Any, per: Any) -> n.Statement:
        return n.Nothing(self.span(t), self.per(per))


def _first_word(token: Token | None) -> str | None:
    """Give the word that counts of `end of`, `may choose`."""
    return None if token is None else str(token).split()[0]
