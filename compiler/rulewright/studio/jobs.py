"""Jobs: long work in a thread of its own, which tells how far it is and can be stopped."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Thread
from typing import Any

from rulewright.report.diagnostics import UserError
from rulewright.studio.asked import Refused

MOST = 8


class Stopped(Exception):
    """Somebody wants a job no longer."""


class Job:
    """One piece of work: `work` is given a function to call with how much has been done since."""

    def __init__(self, of: int, work: Callable[[Callable[[int], None]], dict[str, Any]]) -> None:
        self.name = secrets.token_urlsafe(9)
        self.of, self.done = of, 0
        self.result: dict[str, Any] | None = None
        self.error: str | None = None
        self._work = work
        self._wanted = True
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends it at its next step."""
        self._wanted = False

    @property
    def is_over(self) -> bool:
        """Is there a result, or an error?"""
        return self.result is not None or self.error is not None

    def _step(self, more: int) -> None:
        self.done += more
        if not self._wanted:
            raise Stopped

    def _run(self) -> None:
        try:
            self.result = self._work(self._step)
        except Stopped:
            self.error = "stopped"
        except (Refused, UserError) as error:
            self.error = str(error)
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            self.error = f"this is a bug in rulewright, please report it: {text}"


class Jobs:
    """The latest of them; one runs at a time, a new one ends the others."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def begin(self, job: Job) -> dict[str, Any]:
        """Starts a job."""
        for other in self._jobs.values():
            other.stop()
        while len(self._jobs) >= MOST:
            del self._jobs[next(iter(self._jobs))]
        self._jobs[job.name] = job
        job.start()
        return told(job)

    def named(self, name: str) -> Job:
        """A job; refused where it is gone."""
        if name not in self._jobs:
            raise Refused("this work is no longer known: start it again", 404)
        return self._jobs[name]


def told(job: Job) -> dict[str, Any]:
    """How far a job is."""
    return {"job": job.name, "done": job.done, "of": job.of, "result": job.result, "error": job.error}
