"""To plot: how results are spread before and after, drawn by the package `matplotlib`.

One panel for each thing that was counted: the share of games by value, old and new side by side, with the
means as lines and their intervals as bands."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from rulewright.diff.distributions import NORMAL, Distributions, Row, Spread
from rulewright.diff.to_game import change_of
from rulewright.report.diagnostics import trouble

FORMATS = ("png", "svg", "pdf")
COLOURS = ("#888888", "#d08000")
ACROSS = 3
MISSING = "RW018"


def to_plot(found: Distributions, names: tuple[str, str], format: str) -> bytes:
    """The picture in one of the formats; where the package is missing, says what to install."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        help = 'pip install "rulewright[plot]"'
        raise trouble(MISSING, "a plot needs the package `matplotlib`", "--plot", help) from error
    down = -(-len(found.rows) // ACROSS)
    figure = Figure(figsize=(4 * ACROSS, 2.6 * down), layout="constrained")
    panels: list[Any] = list(figure.subplots(down, ACROSS, squeeze=False).flat)
    for panel, row in zip(panels, found.rows, strict=False):
        _panel(panel, row, names)
    for panel in panels[len(found.rows) :]:
        panel.set_axis_off()
    figure.suptitle(f"{found.games} games of {found.players} players by {', '.join(found.bots)}")
    made = BytesIO()
    figure.savefig(made, format=format)
    return made.getvalue()


def _panel(panel: Any, row: Row, names: tuple[str, str]) -> None:
    panel.set_title(f"{row.name}: {change_of(row).strip()}", fontsize=9)
    there = [each for each in (row.old, row.new) if each is not None and each.number]
    values = [value for each in there for value, _ in each.counts]
    width = (max(values) - min(values)) / 25 if values and max(values) - min(values) > 25 else 1
    for at, (each, colour, name) in enumerate(zip((row.old, row.new), COLOURS, names, strict=True)):
        if each is not None and each.number:
            _bars(panel, each, (at, width, min(values)), colour, name)
    if there:
        panel.legend(fontsize=7)


def _bars(panel: Any, spread: Spread, place: tuple[int, float, int], colour: str, name: str) -> None:
    """The shares of one side, its mean and the interval of that."""
    at, width, low = place
    shares: dict[int, float] = {}
    for value, often in spread.counts:
        bin = int((value - low) / width)
        shares[bin] = shares.get(bin, 0.0) + often / spread.number
    where = [low + bin * width + (at - 0.5) * width * 0.4 for bin in shares]
    panel.bar(where, list(shares.values()), width * 0.4, color=colour, label=name)
    off = NORMAL * spread.error
    panel.axvspan(spread.mean - off, spread.mean + off, color=colour, alpha=0.3)
    panel.axvline(spread.mean, color=colour, linewidth=1)
