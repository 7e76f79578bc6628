"""Trees of examples and variants become nodes: a part of `from_tree`, one method for each rule."""

from __future__ import annotations

from typing import Any

from rulewright import nodes as n
from rulewright.syntax.tree_expressions import children
from rulewright.syntax.tree_statements import Statements

Made = n.AnyDeclaration


class Changes(Statements):
    """Makes the nodes of examples and variants."""

    def declaration(self, tree: Any) -> Made:
        raise NotImplementedError

    # -- examples

    def make_example(self, t: Any, title: Any, per: Any, *lines: Any) -> Made:
        made = tuple(getattr(self, f"line_{line.data}")(line, *children(line)) for line in lines)
        return n.Example(self.span(t), self.string(title), self.per(per), made)

    def line_given_players(self, t: Any, number: Any) -> n.ExampleLine:
        return n.GivenPlayers(self.span(t), self.int_node(number))

    def line_given_setup(self, t: Any) -> n.ExampleLine:
        return n.GivenSetup(self.span(t))

    def line_given_option(self, t: Any, name: Any, value: Any) -> n.ExampleLine:
        return n.GivenOption(self.span(t), self.word(name), self.expr(value))

    def line_given_holds(self, t: Any, zone: Any, *items: Any) -> n.ExampleLine:
        return n.GivenHolds(self.span(t), self.ref(zone), self.exprs(list(items)))

    def line_given_begins(self, t: Any, zone: Any, *items: Any) -> n.ExampleLine:
        return n.GivenBegins(self.span(t), self.ref(zone), self.exprs(list(items)))

    def line_given_draws(self, t: Any, *values: Any) -> n.ExampleLine:
        return n.GivenDraws(self.span(t), self.exprs(list(values)))

    def line_given_is(self, t: Any, target: Any, value: Any) -> n.ExampleLine:
        return n.GivenIs(self.span(t), self.ref(target), self.expr(value))

    def line_plays(self, t: Any, seat: Any, call: Any) -> n.ExampleLine:
        return n.Plays(self.span(t), self.word(seat), self.call(call))

    def line_chooses(self, t: Any, seat: Any, value: Any) -> n.ExampleLine:
        return n.Chooses(self.span(t), self.word(seat), self.expr(value))

    def line_declines(self, t: Any, seat: Any) -> n.ExampleLine:
        return n.Declines(self.span(t), self.word(seat))

    def line_may_play(self, t: Any, seat: Any, may: Any, call: Any, because: Any) -> n.ExampleLine:
        return n.MayPlay(
            self.span(t), self.word(seat), _allowed(may), self.call(call), self.optional_string(because)
        )

    def line_may_choose(self, t: Any, seat: Any, may: Any, value: Any) -> n.ExampleLine:
        return n.MayChoose(self.span(t), self.word(seat), _allowed(may), self.expr(value))

    def line_may_decline(self, t: Any, seat: Any, may: Any) -> n.ExampleLine:
        return n.MayDecline(self.span(t), self.word(seat), _allowed(may))

    def line_fact(self, t: Any, condition: Any) -> n.ExampleLine:
        return n.Fact(self.span(t), self.expr(condition))

    # -- variants

    def make_variant(self, t: Any, name: Any, text: Any, of: Any, per: Any, *changes: Any) -> Made:
        made = tuple(getattr(self, f"change_{c.data}")(c, *children(c)) for c in changes)
        return n.Variant(self.span(t), self.word(name), self.per(per), self.string(text), self.word(of), made)

    def change_expect_refused(self, t: Any, code: Any) -> n.Change:
        return n.ExpectRefused(self.span(t), self.word(code))

    def change_set_value(self, t: Any, name: Any, value: Any, per: Any) -> n.Change:
        return n.SetValue(self.span(t), self.word(name), self.expr(value), self.per(per))

    def change_set_cell(self, t: Any, record: Any, row: Any, column: Any, cell: Any, per: Any) -> n.Change:
        value = self.exprs(cell.children) if cell.data == "cells" else ()
        return n.SetCell(
            self.span(t), self.word(record), self.word(row), self.word(column), value, self.per(per)
        )

    def change_remove_named(self, t: Any, sort: Any, name: Any, per: Any) -> n.Change:
        return n.RemoveNamed(self.span(t), self.word(sort.children[0]), self.word(name), self.per(per))

    def change_remove_example(self, t: Any, title: Any, per: Any) -> n.Change:
        return n.RemoveExample(self.span(t), self.string(title), self.per(per))

    def change_replace(self, t: Any, declaration: Any) -> n.Change:
        return n.Replace(self.span(t), self.deeper(t, self.declaration, declaration))

    def change_add(self, t: Any, side: Any, anchor: Any, declaration: Any) -> n.Change:
        made = self.deeper(t, self.declaration, declaration)
        return n.Add(self.span(t), None if side is None else str(side.data), self.optional_word(anchor), made)


def _allowed(may: Any) -> bool:
    return str(may).split() == ["may"]
