"""Engines in memory: the files of a generated package become a module without touching the disk.

`load(files, name)` imports them under a private package name, so that several versions of one game can live
side by side (a rule and its change, an example and its mutant).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from itertools import count
from types import CodeType, ModuleType

_numbers = count(1)
_runtime_code: dict[str, CodeType] = {}


class _Memory(MetaPathFinder, Loader):
    """Finds the modules of one package in a dictionary of texts."""

    def __init__(self, package: str, files: Mapping[str, str]) -> None:
        self._package = package
        self._texts = {name.removesuffix(".py"): text for name, text in files.items() if name.endswith(".py")}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the package or one of its modules."""
        package, _, module = fullname.partition(".")
        if package != self._package or (module or "__init__") not in self._texts:
            return None
        return ModuleSpec(fullname, self, is_package=not module)

    def exec_module(self, module: ModuleType) -> None:
        """Runs a module's text."""
        name = module.__name__.partition(".")[2] or "__init__"
        exec(self._code(name, module.__name__), module.__dict__)

    def _code(self, name: str, fullname: str) -> CodeType:
        text = self._texts[name]
        if name != "_runtime":
            return compile(text, f"<{fullname}>", "exec")
        if text not in _runtime_code:
            _runtime_code[text] = compile(text, "<runtime>", "exec")
        return _runtime_code[text]


def load(files: Mapping[str, str], name: str, beside: Mapping[str, ModuleType] | None = None) -> ModuleType:
    """The package that some files make, imported from memory; modules that are no text lie `beside` them."""
    package = f"_engine_{name}_{next(_numbers)}"
    finder = _Memory(package, files)
    sys.meta_path.insert(0, finder)
    sys.modules.update({f"{package}.{part}": module for part, module in (beside or {}).items()})
    try:
        module = import_module(package)
        for file in files:
            if file.endswith(".py") and file != "__init__.py":
                import_module(f"{package}.{file.removesuffix('.py')}")
    finally:
        sys.meta_path.remove(finder)
    return module


def unload(module: ModuleType) -> None:
    """Forgets an engine made by `load`."""
    for name in [n for n in sys.modules if n == module.__name__ or n.startswith(f"{module.__name__}.")]:
        del sys.modules[name]
