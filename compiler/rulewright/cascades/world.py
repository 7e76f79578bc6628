"""A world that is made up as it is read: places start as unknowns, and each question narrows what they can
be.

A question that what is known does not answer is a decision (`decide`): the caller takes one answer after the
other, so that all worlds are seen. `exact` says that nothing may be left open where a rule depends on it;
what cannot be told then is CannotTell.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import isqrt
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.values import Domain, Number, Sum, Unknown

Cell = tuple[Any, ...]
Groups = list[tuple[Any, frozenset[int]]]
KEPT = ("option", "players")


def is_component(name: Unknown) -> bool:
    """Does an unknown stand for a component?"""
    return isinstance(name, tuple) and name[0] == "component"


class Dead(Exception):
    """There is no such world."""


class Stopped(Exception):
    """The rules have no way on."""


class CannotTell(Exception):
    """A rule depends on what is not known, and cannot be found out."""


class TooHard(Exception):
    """More questions than may be asked here."""


class Script:
    """Answers to questions: those that are given, then the first of each; `taken` are all, with how many
    there were. `following` gives the next script, None after the last."""

    def __init__(self, given: tuple[int, ...] = ()) -> None:
        self.given = given
        self.taken: list[tuple[int, int]] = []

    def decide(self, options: int, names: Sequence[Hashable] | None = None) -> int:
        """The answer to the next question; `names` tell the answers apart, whenever they come again."""
        at = len(self.taken)
        answer = self.given[at] if at < len(self.given) else self.first(options, names)
        self.taken.append((answer, options))
        return answer

    def amount(self, options: int) -> int:
        """How many lie in a place that is looked at first."""
        return self.decide(options)

    def first(self, options: int, names: Sequence[Hashable] | None) -> int:
        """The answer to a question that was not asked before."""
        return 0

    def following(self) -> Script | None:
        """Another way to answer."""
        taken = self.taken
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken = taken[:-1]
        if not taken:
            return None
        return Script((*(answer for answer, _ in taken[:-1]), taken[-1][0] + 1))


class World:
    """The places of a game, as far as they are known. `cells` are what places hold now, `domains` what
    unknowns can be, `reads` when a place was last asked; `partial` says that not all worlds are looked at,
    `vague` how often something was answered that was not read. `blind` tells of which places it is known what
    they hold. `looked` is what was known of places when claims about them were last asked, `groups` are
    components by what is asked of them, `asked` are those of which something was asked, with
    their records."""

    def __init__(self, game: core.Game, exact: bool, high: int) -> None:
        self.game, self.exact, self.high = game, exact, high
        self.cells: dict[Cell, Any] = {}
        self.domains: dict[Unknown, Domain] = {}
        self.starts: dict[Cell, Any] = {}
        self._factors: dict[Unknown, tuple[Number, Number]] = {}
        self._balanced: dict[Unknown, list[Sum]] = {}
        self.reads: dict[Cell, int] = {}
        self.clock = self.epoch = self._fresh = 0
        self.partial = False
        self.script = Script()
        self.quota: int | None = None
        self.vague = 0
        self.blind: Callable[[Cell], bool] | None = None
        self.looked: dict[Cell, Any] = {}
        self.groups: dict[Hashable, Groups] = {}
        self.asked: list[tuple[str, Unknown]] = []

    def copy(self) -> World:
        """The same world, to be changed."""
        other = World(self.game, self.exact, self.high)
        other.cells, other.domains = dict(self.cells), dict(self.domains)
        other.starts, other.reads = dict(self.starts), dict(self.reads)
        other.clock, other.epoch, other._fresh = self.clock, self.epoch, self._fresh
        other.partial, other.blind = self.partial, self.blind
        other._factors, other._balanced = dict(self._factors), dict(self._balanced)
        other.looked, other.groups = self.looked, self.groups
        return other

    # ---- places

    def read(self, cell: Cell, type: core.Type, noted: bool = True) -> Number:
        """What a place holds; an unknown when it is read first."""
        if noted:
            self.reads[cell] = self.clock
        if self.is_blind(cell):
            return self.fresh(v.domain_of(self.game, type))
        if cell not in self.cells:
            self.start(cell, self.opened((cell, self.epoch), v.domain_of(self.game, type)))
        found: Number = self.resolved(self.cells[cell])
        return found

    def is_blind(self, cell: Cell) -> bool:
        """Is nothing known of what a place holds? In an exact world that cannot be."""
        if self.blind is None or self.blind(cell):
            return False
        if self.exact:
            raise CannotTell
        self.vague += 1
        return True

    def start(self, cell: Cell, value: Any) -> None:
        """A place that is read for the first time holds this."""
        self.cells[cell] = value
        self.starts.setdefault(cell, value)

    def opened(self, name: Unknown, domain: Domain) -> Number:
        """An unknown by its name; new ones can be anything in the domain."""
        self.domains.setdefault(name, domain)
        return self.resolved(v.unknown(name))

    def fresh(self, domain: Domain) -> Number:
        """A new unknown."""
        self._fresh += 1
        return self.opened(("new", self._fresh, self.epoch), domain)

    def component(self, domain: Domain) -> Number:
        """A new unknown that is a component."""
        self._fresh += 1
        return self.opened(("component", self._fresh, self.epoch), domain)

    def forget(self) -> None:
        """Anything may have happened: what was known of places is known no more."""
        self.epoch += 1
        self.cells = {cell: value for cell, value in self.cells.items() if cell[0] in KEPT}

    # ---- what unknowns can be

    def resolved(self, number: Number) -> Number:
        """A sum without the unknowns that can be one thing only; a component stays itself."""
        if isinstance(number, int):
            return number
        known = [
            (name, n)
            for name, n in number.terms
            if v.size(self.domains[name]) == 1 and not is_component(name)
        ]
        for name, n in known:
            number = v.add(number, v.times(v.minus(v.lowest(self.domains[name]), v.unknown(name)), n))
        return number

    def span(self, number: Number) -> tuple[int, int]:
        """The lowest and highest that a sum can be."""
        if isinstance(number, int):
            return number, number
        low = high = number.constant
        for name, n in number.terms:
            a, b = n * v.lowest(self.domains[name]), n * v.highest(self.domains[name])
            low, high = low + min(a, b), high + max(a, b)
        return low, high

    def narrow(self, name: Unknown, domain: Domain) -> None:
        """An unknown can be no more than this."""
        if (domain[0] > domain[1]) if isinstance(domain, tuple) else not domain:
            raise Dead
        if self.domains.get(name) == domain:
            return
        self.domains[name] = domain
        for balance in self._balanced.get(name, ()):
            self._weigh(balance)
        if name in self._factors:
            self._narrow_factors(v.lowest(domain), v.highest(domain), *self._factors[name])

    def balance(self, number: Number) -> None:
        """A sum is 0, now and whatever is found out later."""
        for name, _ in number.terms if isinstance(number, Sum) else ():
            assert isinstance(number, Sum)
            self._balanced[name] = [*self._balanced.get(name, ()), number]
        self._weigh(number)

    def _weigh(self, number: Number) -> None:
        self._at_most(number, 0)
        self.at_least(number, 0)

    def product(self, left: Number, right: Number) -> Number:
        """A new unknown that is the product of two numbers, as far as their ends tell."""
        ends = [a * b for a in self.span(left) for b in self.span(right)]
        found = self.fresh((max(0, min(ends)) if left == right else min(ends), max(ends)))
        if isinstance(found, Sum) and min(self.span(left)[0], self.span(right)[0]) >= 0:
            self._factors[next(iter(found.terms))[0]] = left, right
        return found

    def _narrow_factors(self, least: int, most: int, *factors: Number) -> None:
        """What two factors that are not below 0 can still be, by what their product can be."""
        left, right = factors
        if left == right:
            self.at_least(left, isqrt(least - 1) + 1 if least > 0 else 0)
            self._at_most(left, isqrt(most))
            return
        for one, other in ((left, right), (right, left)):
            low, high = self.span(other)
            if least > 0 and high > 0:
                self.at_least(one, -(-least // high))
            if low > 0:
                self._at_most(one, most // low)

    def _at_most(self, number: Number, most: int) -> None:
        """Only the worlds in which a sum is not above a number, as far as each unknown shows that."""
        if isinstance(number, int):
            if number > most:
                raise Dead
            return
        low = self.span(number)[0]
        for name, n in number.terms:
            domain = self.domains[name]
            least = min(n * v.lowest(domain), n * v.highest(domain))
            room = most - (low - least)
            bottom, top = (v.lowest(domain), room // n) if n > 0 else (-(room // -n), v.highest(domain))
            self._cut(name, bottom, top)

    def _cut(self, name: Unknown, bottom: int, top: int) -> None:
        domain = self.domains[name]
        if isinstance(domain, tuple):
            self.narrow(name, (max(bottom, domain[0]), min(top, domain[1])))
        elif any(not bottom <= x <= top for x in domain):
            self.narrow(name, frozenset(x for x in domain if bottom <= x <= top))

    def at_least(self, number: Number, least: int) -> None:
        """Only the worlds in which a sum is not below a number."""
        self._at_most(v.times(number, -1), -least)

    # ---- questions

    def decide(self, options: int, names: Sequence[Hashable] | None = None) -> int:
        """One of several ways on."""
        if self.quota is not None:
            if self.quota == 0:
                raise TooHard
            self.quota -= 1
        return self.script.decide(options, names)

    def is_negative(self, number: Number) -> bool:
        """Is a sum below 0? Narrows what it is made of."""
        number = self.resolved(number)
        low, high = self.span(number)
        if high < 0 or low >= 0:
            return high < 0
        if isinstance(number, Sum) and len(number.terms) > 1 and self.exact:
            return self.is_negative(self._with_one_known(number))
        if self.decide(2) == 0:
            self._at_most(number, -1)
            return True
        self._at_most(v.times(number, -1), 0)
        return False

    def is_zero(self, number: Number) -> bool:
        """Is a sum 0? Narrows what it is made of."""
        number = self.resolved(number)
        if isinstance(number, int):
            return number == 0
        low, high = self.span(number)
        if low > 0 or high < 0:
            return False
        if len(number.terms) == 1:
            (name, n) = next(iter(number.terms))
            return number.constant % n == 0 and self._is(name, -number.constant // n)
        if self.exact:
            if all(is_component(name) for name, _ in number.terms):
                return False  # they lie in two places
            return self.is_zero(self._with_one_known(number))
        if self._apart(number):
            return False
        if self.decide(2) == 1:
            return False
        self._at_most(number, 0)
        self._at_most(v.times(number, -1), 0)
        return True

    def _apart(self, number: Sum) -> bool:
        """Are these two unknowns that have no value in common?"""
        domains = [self.domains[name] for name, _ in number.terms]
        if number.constant or len(domains) != 2 or sorted(n for _, n in number.terms) != [-1, 1]:
            return False
        one, other = domains
        return isinstance(one, frozenset) and isinstance(other, frozenset) and not one & other

    def _is(self, name: Unknown, value: int) -> bool:
        domain = self.domains[name]
        if not v.holds(domain, value):
            return False
        if isinstance(domain, frozenset):
            if self.decide(2) == 0:
                self.narrow(name, frozenset({value}))
                return True
            self.narrow(name, domain - {value})
            return False
        parts = [(value, value), (domain[0], value - 1), (value + 1, domain[1])]
        parts = [part for part in parts if part[0] <= part[1]]
        taken = self.decide(len(parts)) if len(parts) > 1 else 0
        self.narrow(name, parts[taken])
        return taken == 0

    def _with_one_known(self, number: Sum) -> Number:
        """One of several unknowns is decided, that with the fewest values."""
        name = min(
            (name for name, _ in number.terms), key=lambda name: (v.size(self.domains[name]), repr(name))
        )
        self.known(v.unknown(name))
        times = dict(number.terms)[name]
        return v.add(number, v.times(v.minus(v.lowest(self.domains[name]), v.unknown(name)), times))

    def known(self, number: Number) -> int | None:
        """The value of a sum, decided if need be; None when there are too many to go through."""
        number = self.resolved(number)
        while isinstance(number, Sum):
            name = min((n for n, _ in number.terms), key=lambda n: (v.size(self.domains[n]), repr(n)))
            if not self._decided(name):
                return None
            times = dict(number.terms)[name]
            number = v.add(number, v.times(v.minus(v.lowest(self.domains[name]), v.unknown(name)), times))
        return number

    def _decided(self, name: Unknown) -> bool:
        domain = self.domains[name]
        if v.size(domain) <= v.FEW:
            found = v.listed(domain)
        elif self.exact:
            self.partial = True
            low, high = v.lowest(domain), v.highest(domain)
            found = [x for x in sorted({low, low + 1, high - 1, high}) if v.holds(domain, x)]
        else:
            return False
        self.narrow(name, frozenset({found[self.decide(len(found))]}))
        return True
