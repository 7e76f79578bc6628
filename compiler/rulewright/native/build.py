"""Builds C text into a module: with cffi, and whatever C compiler there is."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulewright.report.diagnostics import trouble

MODULE = "_native"
FACE = """
typedef struct { int64_t players, to_move, ending; int64_t options[...]; ...; } State;
typedef struct { int64_t n; int32_t *moves; ...; } Run;
typedef struct {
    int64_t n, playing;
    uint64_t seed, stream;
    State *states;
    uint8_t *masks;
    int32_t *lists, *told, *chosen;
    uint64_t *won;
} Batch;
void rw_copy(State *to, const State *from);
int rw_begin(State *s, Run *r);
int rw_refresh(State *s, Run *r);
int rw_apply(State *s, Run *r, int64_t move);
void rw_seed(State *s, uint64_t seed);
int rw_winners(State *s, Run *r, uint64_t *won);
int64_t rw_playout(const State *start, State *s, Run *r, int64_t games, uint64_t seed, int64_t *counts);
int64_t rw_simulate(const State *start, State *states, Run *r, int64_t games, uint64_t seed, int64_t line,
    int64_t most, int64_t *counts, int64_t *sums);
int rw_batch_begin(const State *start, Batch *b, Run *r, int64_t all);
void rw_batch_choose(Batch *b);
int64_t rw_batch_step(Batch *b, Run *r, const int32_t *moves);
int64_t rw_offset(int i);
int64_t rw_perft(const State *s, Run *r, int64_t depth);
int64_t rw_pack(const State *s, int64_t *out);
void rw_unpack(State *s, const int64_t *in);
const char *rw_schema(void);
void *rw_fast(void);
int64_t rw_run_at(void);
"""
HELP_CFFI = 'install it: pip install "rulewright[native]"; engines in Python go on working'
HELP_CC = "install one, or name another: CC=clang; engines in Python go on working"
FLAGS = ("-O2", "-fPIC", "-shared", "-w", "-D_CFFI_NO_LIMITED_API")


def built(text: str, folder: Path, flags: Sequence[str] = ()) -> Path:
    """Builds C text into a module in a folder; gives its path. Raises UserError RW021, RW022."""
    target = folder / file_name()
    with TemporaryDirectory(prefix="rulewright-native-") as where:
        source, made = Path(where, f"{MODULE}.c"), Path(where, target.name)
        source.write_text(_wrapped(text), "utf-8")
        _compile([*_compiler(), *FLAGS, *_system(), *flags, str(source), "-o", str(made)], folder)
        put(target, made.read_bytes())
    return target


def file_name() -> str:
    """What a built module is called here."""
    return f"{MODULE}{EXTENSION_SUFFIXES[0]}"


def put(target: Path, contents: bytes) -> None:
    """Puts a module in its place in one step: one that is in use stays what it is."""
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    fresh.write_bytes(contents)
    fresh.chmod(0o755)
    os.replace(fresh, target)


def _wrapped(text: str) -> str:
    """The C text with what makes it a module of Python."""
    try:
        from cffi import FFI
    except ImportError:
        raise trouble("RW021", "native engines need cffi", "cffi", HELP_CFFI) from None
    ffi = FFI()
    ffi.cdef(FACE)
    ffi.set_source(MODULE, text)
    with TemporaryDirectory(prefix="rulewright-native-") as where:
        path = Path(where, f"{MODULE}.c")
        with redirect_stdout(StringIO()):  # it says what it writes
            ffi.emit_c_code(str(path))
        return path.read_text("utf-8")


def _compiler() -> list[str]:
    """The C compiler: what `CC` says, else the one that Python was built with, else `cc`."""
    said = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shlex.split(said)[:1] if not os.environ.get("CC") else shlex.split(said)


def _system() -> list[str]:
    """What the platform asks for. Sets are counted at every ply, and each x86 of 64 bits that still works has an
    instruction for it."""
    found = [f"-I{sysconfig.get_path('include')}"]
    if platform.machine().lower() in ("x86_64", "amd64"):
        found.append("-mpopcnt")
    return [*found, "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else found


def _compile(command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise trouble("RW021", f"there is no C compiler: {reason}", command[0], HELP_CC) from error
    if done.returncode:
        kept = folder / f"{MODULE}.log"
        kept.write_text(f"{shlex.join(command)}\n{done.stdout}{done.stderr}", "utf-8")
        first = next((line for line in done.stderr.splitlines() if "error" in line), "")
        raise trouble(
            "RW022",
            f"the C compiler failed: {first or done.returncode}",
            str(kept),
            "its output is kept there",
        )


def loaded(path: Path) -> Any:
    """A built module."""
    spec = spec_from_file_location(MODULE, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
