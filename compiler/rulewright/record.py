"""Frozen records: dataclasses in all but the time it takes to define them.

The compiler has some 250 small classes; `dataclass(frozen=True, slots=True)` compiles six functions for each,
which would take a third of a short run. `record` compiles one and shares the others. `fields`, `replace`,
`is_dataclass`, `match` and type checkers treat a record as the dataclass it stands for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_MARK = getattr(dataclasses, "_FIELD")  # noqa: B009  what tells a field from a class variable


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def record(cls: type[T], /) -> type[T]: ...
@overload
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def record(*, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
def record(cls: type[Any] | None = None, /, *, kw_only: bool = False) -> Any:
    """A class decorator: fields from annotations, slots, no assignment after `__init__`, equality and hash by
    type and values. Defaults must be immutable.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), dataclasses.replace(Point(1), y=2)
    (True, Point(x=1, y=2))
    """
    return _made(cls, kw_only) if cls is not None else lambda other: _made(other, kw_only)


def _made(cls: type[Any], kw_only: bool) -> type[Any]:
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        found.update(getattr(base, "__dataclass_fields__", {}))
    own = cls.__dict__.get("__annotations__", {})  # noqa: RUF063  as written, not evaluated
    for name, annotation in own.items():
        found[name] = _field(name, annotation, cls.__dict__.get(name, dataclasses.MISSING), kw_only)
    namespace = {name: value for name, value in cls.__dict__.items() if name not in own}
    namespace.pop("__dict__", None)
    namespace.pop("__weakref__", None)
    namespace["__slots__"] = tuple(own)
    namespace["__dataclass_fields__"] = found
    namespace["__match_args__"] = tuple(name for name, f in found.items() if not f.kw_only)
    namespace["__init__"] = _init(found)
    for name, function in _SHARED.items():
        namespace.setdefault(name, function)
    return type(cls.__name__, cls.__bases__, namespace)


def _field(name: str, annotation: Any, default: Any, kw_only: bool) -> Any:
    made: Any = default if isinstance(default, dataclasses.Field) else dataclasses.field(default=default)
    made.name, made.type, made.kw_only, made._field_type = name, annotation, kw_only, _MARK
    return made


def _init(found: dict[str, Any]) -> Any:
    """The one function that is compiled for each class."""
    defaults = {
        f"_{name}": _default(f) for name, f in found.items() if _default(f) is not dataclasses.MISSING
    }
    plain = [_parameter(name, defaults) for name, f in found.items() if not f.kw_only]
    named = [_parameter(name, defaults) for name, f in found.items() if f.kw_only]
    parameters = ", ".join(["self", *plain, *(["*", *named] if named else [])])
    body = "\n".join(f" _set(self, {name!r}, {_value(name, f)})" for name, f in found.items()) or " pass"
    namespace: dict[str, Any] = {"_set": object.__setattr__, "_Factory": _Factory, **defaults}
    exec(f"def __init__({parameters}):\n{body}", namespace)
    return namespace["__init__"]


class _Factory:
    """A default that is made anew for each instance."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def _default(f: Any) -> Any:
    return f.default if f.default_factory is dataclasses.MISSING else _Factory(f.default_factory)


def _value(name: str, f: Any) -> str:
    return (
        name
        if f.default_factory is dataclasses.MISSING
        else f"{name}.make() if type({name}) is _Factory else {name}"
    )


def _parameter(name: str, defaults: dict[str, Any]) -> str:
    return f"{name}=_{name}" if f"_{name}" in defaults else name


# ---- what all records share


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in self.__dataclass_fields__)


def _eq(self: Any, other: object) -> Any:
    return _values(self) == _values(other) if type(self) is type(other) else NotImplemented


def _hash(self: Any) -> int:
    return hash((type(self).__name__, *_values(self)))


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
    return f"{type(self).__qualname__}({inside})"


def _setattr(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> tuple[Any, ...]:
    return _values(self)


def _setstate(self: Any, state: tuple[Any, ...]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED = {
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _setattr,
    "__delattr__": _delattr,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
