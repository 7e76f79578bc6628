"""Revisions: the texts of a ruleset as git keeps them; the only place that runs git.

`texts_at(at, root)` reads `HEAD~3:rulesets/orchard` without touching the working tree.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from rulewright.reading.files import MAX_BYTES, STANDARD, packaged_rulesets, text_of
from rulewright.record import record
from rulewright.report.diagnostics import UserError, trouble
from rulewright.report.suggest import did_you_mean

SUFFIXES = (".rules", ".csv", ".md")
FOLDER = "rulesets"


@record
class Revised:
    """The texts below a root at a revision, by their paths from it, and which is the ruleset's."""

    revision: str
    root: str
    file: str
    texts: dict[str, str]


def texts_at(revision: str, path: str, here: Path) -> Revised:
    """The ruleset at a path and all texts that it may use. Raises `UserError` RW030 where there is no such
    revision, RW031 where it has nothing at the path."""
    _is_there(revision, here)
    names = _names(revision, here)
    file = _file(path, _prefix(here), names)
    if file is None:
        raise _absent(revision, path, names)
    root = _root(file)
    inside = [name for name in names if _below(name, root) and name.endswith(SUFFIXES)]
    texts = {name.removeprefix(f"{root}/"): text for name, text in _texts(revision, inside, here).items()}
    return Revised(revision, root, file.removeprefix(f"{root}/"), {**_library(), **texts})


def _is_there(revision: str, here: Path) -> None:
    if _git(["rev-parse", "--is-inside-work-tree"], here) is None:
        help = "run the command inside a repository, or make a snapshot: `rulewright snapshot NAME`"
        raise trouble("RW030", "the working folder is in no git repository", revision, help)
    asked = revision or "HEAD"
    if _git(["rev-parse", "--verify", "--quiet", "HEAD"], here) is None and not _git(["for-each-ref"], here):
        help = "make one: `git add .`, then `git commit -m start`; or a snapshot: `rulewright snapshot NAME`"
        raise trouble("RW030", "this repository has no commits yet, so nothing to compare with", asked, help)
    if asked.startswith("-") or _git(["rev-parse", "--verify", "--quiet", f"{asked}^{{tree}}"], here) is None:
        if asked.startswith(("HEAD~", "HEAD^", "@~", "@^")):
            number = (_git(["rev-list", "--count", "HEAD"], here) or b"?").decode("ascii", "replace").strip()
            help = "`git log --oneline` lists them; in a shallow clone, `git fetch --unshallow` gets all"
            raise trouble("RW030", f"there is no `{revision}`: `HEAD` has {number} commits", revision, help)
        known = (_git(["for-each-ref", "--format=%(refname:short)"], here) or b"").decode("utf-8", "replace")
        near = did_you_mean(revision, known.split())
        remote, _, branch = revision.partition("/")
        fetch = f"git fetch {remote} {branch}" if branch else f"git fetch origin {revision}"
        help = f"{near or 'it may not have been fetched'}; `{fetch}` gets it from elsewhere"
        raise trouble("RW030", f"there is no revision `{revision}`", revision, help)


def _absent(revision: str, path: str, names: Sequence[str]) -> UserError:
    folders = {str(PurePosixPath(name).parent) for name in names if name.endswith(".rules")}
    near = did_you_mean(path, sorted(folders))
    log = f"`git log --oneline --all -- {path}` shows the revisions that have it"
    message = f"there is no ruleset `{path}` at `{revision}`"
    return trouble("RW031", message, f"{revision}:{path}", f"{near}; {log}" if near else log)


def _names(revision: str, here: Path) -> list[str]:
    found = _git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", revision or "HEAD"], here) or b""
    return [name.decode("utf-8", "replace") for name in found.split(b"\0") if name]


def _prefix(here: Path) -> str:
    """Where the working folder lies in its repository."""
    return (_git(["rev-parse", "--show-prefix"], here) or b"").decode("utf-8", "replace").strip()


def _file(path: str, prefix: str, names: Sequence[str]) -> str | None:
    """The file that a path means: from the top of the repository, as git has it, from here, or by name."""
    there = set(names)
    plain = path.removeprefix("./").rstrip("/")
    for base in dict.fromkeys((plain, f"{prefix}{plain}", f"{FOLDER}/{plain}", f"{prefix}{FOLDER}/{plain}")):
        for found in (base, f"{base}/{PurePosixPath(base).name}.rules"):
            if found in there and found.endswith(".rules"):
                return found
    return None


def _root(file: str) -> str:
    """The folder that a ruleset stays in: the nearest one around it named `rulesets`, or its own."""
    folder = PurePosixPath(file).parent
    return next((str(around) for around in folder.parents if around.name == FOLDER), str(folder))


def _below(name: str, root: str) -> bool:
    return root == "." or name.startswith(f"{root}/")


def _texts(revision: str, names: Sequence[str], here: Path) -> dict[str, str]:
    """The texts of some files; one that is none is left out, and is missed where it is read."""
    asked = "".join(f"{revision or 'HEAD'}:{name}\n" for name in names)
    answer = _git(["cat-file", "--batch"], here, asked.encode()) or b""
    found, at = {}, 0
    for name in names:
        line_end = answer.find(b"\n", at)
        words = answer[at:line_end].split(b" ")
        at = line_end + 1
        if len(words) < 3 or words[-2] != b"blob":
            continue
        size = int(words[-1])
        data, at = answer[at : at + size], at + size + 1
        if size <= MAX_BYTES:
            try:
                found[name] = text_of(data, f"{revision}:{name}").text
            except UserError:
                continue
    return found


def _library() -> dict[str, str]:
    """The standard library of the package, for a repository that has none of its own."""
    folder = packaged_rulesets()
    files = sorted((folder / STANDARD).glob("*.rules")) if folder is not None else []
    return {f"{STANDARD}/{file.name}": file.read_text("utf-8") for file in files}


def _git(words: Sequence[str], here: Path, given: bytes = b"") -> bytes | None:
    """What git prints; None where it fails, or is not there."""
    try:
        done = subprocess.run(["git", *words], cwd=here, input=given, capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
