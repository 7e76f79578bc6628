"""Proofs that were found before: a ruleset whose meaning has not changed is not proved again.

Only that all is proved is remembered, never a refusal or a doubt, by the meaning of the game and the text of
what proves it; in the user's cache, which can be thrown away at any time.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from rulewright import core
from rulewright.machine.meaning import meaning, plain
from rulewright.reading.user_cache import cache_folder

_HOME = Path(__file__).parent
_PROVERS = (*sorted(_HOME.parent.glob("cascades/*.py")), _HOME / "effects.py", _HOME.parent / "core.py")


def is_known(game: core.Game) -> bool:
    """Has all of a game been proved to end?"""
    mark = _mark(game)
    return mark is not None and mark.exists()


def remember(game: core.Game) -> None:
    """All of a game is proved to end. Where nothing can be written nothing is remembered."""
    mark = _mark(game)
    if mark is not None:
        with suppress(OSError):
            mark.parent.mkdir(exist_ok=True)
            mark.touch()


def _mark(game: core.Game) -> Path | None:
    """The file that says so by being there; None without a cache. Claims may take part in a proof."""
    folder = cache_folder()
    if folder is None:
        return None
    claims = blake2b(repr((plain(game.claims), plain(game.cascade_claims))).encode(), digest_size=16)
    return folder / "proofs" / f"{meaning(game)}-{claims.hexdigest()}-{_provers()}"


@cache
def _provers() -> str:
    """A fingerprint of the passes that prove."""
    digest = blake2b(digest_size=16)
    for file in _PROVERS:
        digest.update(file.read_bytes())
    return digest.hexdigest()
