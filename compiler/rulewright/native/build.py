"""Builds C text into a module: with cffi, and whatever C compiler there is.

An engine is plain C. What makes a module of Python of it (the text that cffi writes, and `module.c`) is the
same for all engines: it is compiled beside the first one, kept, and linked to the others.
"""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from contextlib import redirect_stdout
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from importlib.resources import files as resources
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulewright.reading.user_cache import cache_folder
from rulewright.record import record
from rulewright.report.diagnostics import trouble

MODULE = "_native"
FACE = """
typedef struct State State;
typedef struct Run Run;
typedef struct Batch {
    int64_t n, playing;
    uint64_t seed, stream;
    State *states;
    uint8_t *masks;
    int32_t *lists, *told, *chosen;
    uint64_t *won;
} Batch;
typedef struct Count {
    int64_t most, plies;
    int32_t *moves, *movers;
    int64_t *taken, *decided, *away, *lines, *fired;
    uint8_t *offered;
    const int32_t *homes;
    int64_t n_homes, ending, round;
    uint64_t won;
} Count;
int64_t rw_size(int what);
int64_t rw_setting(const State *s, int64_t i);
int64_t rw_legal(Run *r, int32_t **moves);
void rw_copy(State *to, const State *from);
int rw_begin(State *s, Run *r);
int rw_refresh(State *s, Run *r);
int rw_apply(State *s, Run *r, int64_t move);
void rw_seed(State *s, uint64_t seed);
int rw_winners(State *s, Run *r, uint64_t *won);
int64_t rw_playout(const State *start, State *s, Run *r, int64_t games, uint64_t seed, int64_t *counts);
int64_t rw_simulate(const State *start, State *states, Run *r, int64_t games, uint64_t seed, int64_t line,
    int64_t most, int64_t *counts, int64_t *sums);
int rw_game(const State *start, State *s, Run *r, uint64_t seed, uint64_t *streams, Count *c);
int rw_lines(State *s, Run *r, int64_t *lines);
int rw_batch_begin(const State *start, Batch *b, Run *r, int64_t all);
void rw_batch_choose(Batch *b);
int64_t rw_batch_step(Batch *b, Run *r, const int32_t *moves);
void rw_batch_see(const Batch *b, int64_t seat, const int32_t *plan, int64_t n, double *row, float *out);
int64_t rw_offset(int i);
int64_t rw_perft(const State *s, Run *r, int64_t depth);
int64_t rw_place(const State *s, int64_t *out);
int64_t rw_pack(const State *s, int64_t *out);
void rw_unpack(State *s, const int64_t *in);
const char *rw_schema(void);
void *rw_fast(void);
"""
HELP_CFFI = 'install it: pip install "rulewright[native]"; engines in Python go on working'
HELP_CC = "install one, or name another: CC=clang; engines in Python go on working"
FLAGS = ("-fPIC", "-fvisibility=hidden", "-w")


def built(text: str, folder: Path, flags: Sequence[str] = ()) -> Path:
    """Builds C text into a module in a folder; gives its path. Raises UserError RW021, RW022."""
    target = folder / file_name()
    with TemporaryDirectory(prefix="rulewright-native-") as where:
        source, engine, made = Path(where, f"{MODULE}.c"), Path(where, "engine.o"), Path(where, target.name)
        source.write_text(text, "utf-8")
        cc = _compiler()
        jobs = [_begun([*cc, "-O2", *FLAGS, *_machine(), *flags, "-c", str(source), "-o", str(engine)])]
        try:
            module = _module(cc, flags, Path(where), jobs)
        finally:
            for job in jobs:
                job.done(folder)
        link = [*cc, *flags, "-shared", *_system(), str(engine), str(module), "-o", str(made)]
        _begun(link).done(folder)
        _keep(module)
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


# ---- what is the same for all engines


def _module(cc: Sequence[str], flags: Sequence[str], where: Path, jobs: list[_Job]) -> Path:
    """What makes a module of an engine, compiled: as it is kept, or to be found when the jobs are done."""
    if find_spec("cffi") is None:
        raise trouble("RW021", "native engines need cffi", "cffi", HELP_CFFI)
    own = resources("rulewright.native").joinpath("module.c").read_text("utf-8")
    text = f"#include <stdint.h>\n{FACE}\n{own}"
    options = ["-O1", *FLAGS, "-D_CFFI_NO_LIMITED_API", f"-I{sysconfig.get_path('include')}", *flags]
    name = f"{_told(text, *cc, *options)}.o"
    cache = cache_folder()
    kept = None if cache is None else cache / "native" / name
    if kept is not None and kept.is_file():
        return kept
    source, found = where / "module.c", where / name
    source.write_text(_wrapped(text), "utf-8")
    jobs.append(_begun([*cc, *options, "-c", str(source), "-o", str(found)]))
    return found


def _keep(module: Path) -> None:
    """Keeps what was compiled for the next engine."""
    cache = cache_folder()
    if cache is not None and module.parent != cache / "native":
        (cache / "native").mkdir(parents=True, exist_ok=True)
        put(cache / "native" / module.name, module.read_bytes())


def _told(*parts: str) -> str:
    """What tells this module from those for another compiler, Python or cffi."""
    found = blake2b(digest_size=16)
    for part in (*parts, sys.version, version("cffi"), platform.platform()):
        found.update(part.encode("utf-8") + b"\0")
    return found.hexdigest()


def _wrapped(text: str) -> str:
    """C text with what makes it a module of Python."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef(FACE)
    ffi.set_source(MODULE, text)
    with TemporaryDirectory(prefix="rulewright-native-") as where:
        path = Path(where, f"{MODULE}.c")
        with redirect_stdout(StringIO()):  # it says what it writes
            ffi.emit_c_code(str(path))
        return path.read_text("utf-8")


# ---- the C compiler


@record
class _Job:
    """A run of the C compiler that has begun."""

    command: tuple[str, ...]
    process: subprocess.Popen[str]

    def done(self, folder: Path) -> None:
        """Waits for its end. Raises UserError RW022, with what it said kept in a folder."""
        said = "".join(self.process.communicate())
        if not self.process.returncode:
            return
        kept = folder / f"{MODULE}.log"
        kept.write_text(f"{shlex.join(self.command)}\n{said}", "utf-8")
        first = next((line for line in said.splitlines() if "error" in line), "")
        raise trouble(
            "RW022",
            f"the C compiler failed: {first or self.process.returncode}",
            str(kept),
            "its output is kept there",
        )


def _begun(command: Sequence[str]) -> _Job:
    """Raises UserError RW021 where there is no such program."""
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, errors="replace")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise trouble("RW021", f"there is no C compiler: {reason}", command[0], HELP_CC) from error
    return _Job(tuple(command), process)


def _compiler() -> list[str]:
    """The C compiler: what `CC` says, else the one that Python was built with, else `cc`."""
    said = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shlex.split(said)[:1] if not os.environ.get("CC") else shlex.split(said)


def _machine() -> list[str]:
    """Sets are counted at every ply: each x86 of 64 bits that still works has an instruction for it."""
    return ["-mpopcnt"] if platform.machine().lower() in ("x86_64", "amd64") else []


def _system() -> list[str]:
    return ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []


def loaded(path: Path) -> Any:
    """A built module."""
    spec = spec_from_file_location(MODULE, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
