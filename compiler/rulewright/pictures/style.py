"""The style sheet of pictures: all colours are variables, for paper that is light or dark."""

from __future__ import annotations

from rulewright.pictures.shapes import SIZES

LIGHT = {
    "paper": "#faf7f0", "panel": "#ffffff", "own": "#fffdf2", "card": "#fffefa", "ink": "#26231f",
    "soft": "#57524a", "faint": "#8d867a",
    "line": "#cfc7b8", "edge": "#4a443b", "ground-a": "#f3ead6", "ground-b": "#e6eedd",
    "field": "#f1e6cf", "dark": "#dfcfae", "stripe": "#c9b48d", "onword": "#1e1b17", "back": "#8a94a6",
}  # fmt: skip
DARK = {
    "paper": "#1b1d21", "panel": "#24272d", "own": "#2a2c2b", "card": "#2e3239", "ink": "#ece8df",
    "soft": "#c3bdb1", "faint": "#8f8a80",
    "line": "#454a53", "edge": "#d8d0c0", "ground-a": "#3a352b", "ground-b": "#2d3a33",
    "field": "#3b362c", "dark": "#2c2922", "stripe": "#6e5f42", "onword": "#1e1b17", "back": "#5a6475",
}  # fmt: skip
WORDS = (
    "#e8a0a0", "#8fc7b5", "#e6c46a", "#9db8e8", "#c8a2d8", "#b5cc7a",
    "#e8ac7a", "#7fc4dc", "#d69bbb", "#a9a6e0", "#c9b79c", "#9fd09a",
)  # fmt: skip
SEATS = {
    "red": "#d0473e", "yellow": "#e3b72f", "green": "#459a55", "blue": "#3f74c4", "purple": "#8b57b0",
    "black": "#2b2b2b", "white": "#f7f5ef", "orange": "#e0822f", "brown": "#8a6242", "pink": "#dd86ae",
    "grey": "#8c8c8c",
}  # fmt: skip
PALE = ("yellow", "white", "pink", "orange")


def _style() -> str:
    tones = {f"tone{i}": colour for i, colour in enumerate(WORDS)}
    seats = {f"of-{name}": colour for name, colour in SEATS.items()}
    rules = [
        f"svg{{{_variables({**LIGHT, **tones, **seats})}font-family:system-ui,'DejaVu Sans',sans-serif}}",
        f"@media (prefers-color-scheme:dark){{svg{{{_variables(DARK)}}}}}",
        *(f".{name}{{font-size:{size:g}px}}" for name, size in SIZES.items()),
        "text{fill:var(--ink)}.title,.head,.name,.strong{font-weight:600}.soft{fill:var(--soft)}.faint{fill:var(--faint)}",
        ".mid{text-anchor:middle}.end{text-anchor:end}.onword{fill:var(--onword)}.onback{fill:#fff}",
        ".paper{fill:var(--paper)}.seat{fill:var(--panel);stroke:var(--line)}.own{fill:var(--own)}",
        ".card{fill:var(--card);stroke:var(--line)}.plain{fill:var(--line)}.back{fill:var(--back)}",
        ".inlay{fill:none;stroke:#fff;stroke-opacity:.6}.slot{fill:var(--panel);stroke:var(--line)}",
        ".cell{stroke:var(--line);stroke-opacity:.5}.ground-a{fill:var(--ground-a)}.ground-b{fill:var(--ground-b)}",
        ".hollow{fill:none;stroke:var(--line);stroke-dasharray:3 4}.crossed{fill:url(#crossed)}",
        ".stripe{stroke:var(--stripe);stroke-width:1.5;fill:none;stroke-opacity:.7}.edge{fill:none;stroke:var(--edge);stroke-width:2.4;"
        "stroke-linecap:round}",
        ".halo{paint-order:stroke;stroke:var(--ground-a);stroke-width:3px;stroke-linejoin:round}",
        ".disc{stroke:none}.token{stroke:var(--edge);stroke-width:2}.man{stroke:var(--edge);stroke-width:1.6}",
        ".ring{fill-opacity:0;stroke:var(--edge);stroke-width:2;stroke-dasharray:4 3}",
        ".nobody{fill:var(--back)}",
        ".field{fill:var(--field);stroke:var(--line)}.dark{fill:var(--dark)}",
        ".tint1{fill-opacity:.85}.tint2{fill-opacity:.7}",
        ".road{stroke:var(--faint);stroke-width:3}.walker{fill:var(--of-red);stroke:var(--edge)}",
        ".step{fill:var(--panel);stroke:var(--line)}.here{fill:var(--tone2);stroke:var(--edge)}",
        *(f".{name}{{fill:var(--{name})}}" for name in (*tones, *seats)),
        *(f".of-{name}-on{{fill:{'#222' if name in PALE else '#fff'}}}" for name in SEATS),
    ]
    return "".join(rules)


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())


STYLE = _style()
