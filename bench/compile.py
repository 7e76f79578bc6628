"""Compile times: Kanagawa against the start of its libraries, and synthetic rulesets of growing length.

    python bench/compile.py            everything
    python bench/compile.py --profile  where the time goes for a synthetic ruleset of 10,000 lines

Times are the CPU time of fresh processes, medians. Only ratios of one run mean anything elsewhere.
"""

from __future__ import annotations

import argparse
import compileall
import cProfile
import pstats
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
RUNS = 7
LENGTHS = ((1_000, 7), (10_000, 3), (50_000, 1))
COMPILER = ROOT / "compiler" / "rulewright"


def build(file: Path, out: Path) -> list[str]:
    """The command that is timed: check and generation, as a user runs it."""
    return ["-m", "rulewright", "build", str(file), "--out", str(out)]


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--profile", action="store_true", help="profile a synthetic ruleset")
    arguments.add_argument("--lines", type=int, default=10_000, help="its length")
    asked = arguments.parse_args()
    # as an installed package is, also where Python writes no bytecode itself
    compileall.compile_dir(COMPILER, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        if asked.profile:
            profile(written(Path(folder), asked.lines))
            return
        kanagawa(Path(folder) / "out")
        growth(Path(folder), Path(folder) / "out")


def kanagawa(out: Path) -> None:
    """Check and generation of Kanagawa, start-up included, against the libraries' import."""
    command = build(ROOT / "rulesets" / "kanagawa" / "kanagawa.rules", out)
    libraries = ["-c", "import lark, jinja2, networkx"]
    cpu_time(command)
    pairs = [(cpu_time(command), cpu_time(libraries)) for _ in range(RUNS)]
    compile_time, start = median(a for a, _ in pairs), median(b for _, b in pairs)
    print(f"kanagawa, check and generation:    {compile_time:.3f} s")
    print(f"import lark, jinja2, networkx:     {start:.3f} s")
    print(f"ratio:                             {compile_time / start:.2f}")


def growth(folder: Path, out: Path) -> None:
    """Time per line of synthetic rulesets, start-up subtracted."""
    empty = written(folder, 0)
    start = median(cpu_time(build(empty, out)) for _ in range(RUNS))
    print(f"smallest synthetic ruleset:        {start:.3f} s (subtracted)")
    costs = []
    for lines, runs in LENGTHS:
        file = written(folder, lines)
        length = file.read_text("utf-8").count("\n") - empty.read_text("utf-8").count("\n")
        spent = median(cpu_time(build(file, out)) for _ in range(runs)) - start
        costs.append(spent / length)
        print(f"{length:6} lines more:                 {spent:.2f} s, {spent / length * 1e6:.0f} us a line")
    print(f"time per line, highest to lowest:  {max(costs) / min(costs):.2f}")


def cpu_time(arguments: list[str]) -> float:
    """User and system time of a fresh Python, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def profile(file: Path) -> None:
    """Prints where the time goes."""
    from rulewright.cli import run

    profiler = cProfile.Profile()
    profiler.runcall(run, build(file, file.parent / "out")[2:])
    for order in ("tottime", "cumulative"):
        pstats.Stats(profiler).sort_stats(order).print_stats(30)


# ---- a ruleset as long as one likes


HEAD = """language 1
game Synthetic "Synthetic" version "1.0.0"
rulebook "rulebook.md"
players 2..4: red, green, blue, white per SYN-1
unit points
pawn Cube, 40 in all
token leader, held by a player
setup:
    shuffle deck_0
    draw first from players at random
    give leader to first
    each p in players:
        move 3 Cube from supply to p.cubes_0
turn:
    offer rest, {actions}
action rest "rest":
    do:
        move 1 Cube from supply to my.cubes_0
score cubes_all = {cubes}
ending tired "the night falls" after 20 rounds
winner is most score, ties share
"""

PART = """
# ---- part {n}: what this part of the game is about, in a sentence
kinds Colour_{n}: red_{n}, green_{n}, blue_{n}, any_{n} as any
range Level_{n}: 1..4
constant most_{n} = 9 per SYN-2
option strict_{n}: yes_no default no "part {n} is played by the strict reading"
card Card_{n} from table "cards.csv" per SYN-2:
    colour: Hue
    worth: 0..9 points
    needs: list of Hue
zone deck_{n}: stack of Card_{n}, face down, starts with all
zone hand_{n} of player: set of Card_{n}, seen by owner per SYN-2
zone rows_{n} of player: row of Card_{n}, public
zone cubes_{n} of player: pool of Cube, public
zone marks_{n} of player: pool Colour_{n} of Cube, public
memory step_{n} of player: 0..most_{n}, all game per SYN-1
memory done_{n} of player: set of Colour_{n}, each round
memory seen_{n} of player: set of Card_{n}, all game

define worth_{n}(p: Player) = total(c.worth for c in p.rows_{n}) per SYN-2
define tokens_{n}(p: Player, k: Colour_{n}) = count(m in p.marks_{n}[k]) + (1 if k in p.done_{n} otherwise 0)
define bonus_{n}(p: Player, l: Level_{n}) = steps(l: 1 -> 0, 3 -> 2) if strict_{n} otherwise 2 * l - 1
define free_{n}(p: Player) = any(tokens_{n}(p, k) < 2 for k in Colour_{n})

action draw_{n} "draw from pile {n}" per SYN-2:
    requires deck_{n} is not empty else "pile {n} is used up" per SYN-2
    requires count(c in my.hand_{n}) < most_{n} else "your hand is full"
    do:
        deal 1 from deck_{n} to my.hand_{n}
        if my.step_{n} < most_{n}:
            add 1 to my.step_{n}

action lay_{n} "lay {{k}} on row {n}" per SYN-2:
    choose k from my.hand_{n} where k.worth > 0
    requires my.cubes_0 is not empty or k.colour is sun else "no cube is left"
    do:
        move k to end of my.rows_{n}
        move 1 Cube from my.cubes_0 to my.cubes_{n}
        resolve settle_{n}(k)

action mark_{n} "mark {{c}} at level {{l}}" per SYN-2:
    choose c from Colour_{n} where c not in my.done_{n}
    choose l from Level_{n} where bonus_{n}(me, l) > 0
    do:
        add c to my.done_{n}
        move 1 Cube from my.cubes_{n} to my.marks_{n}[c]
        may choose q "give a cube to {{q}}" from players where q is not me:
            move 1 Cube from supply to q.cubes_{n}
            give leader to q
        or else:
            give leader to me

procedure settle_{n}(k: Card_{n}) per SYN-2:
    add k to my.seen_{n}
    match k.colour:
        case sun:
            move 1 Cube from supply to my.cubes_{n}
        case rain:
            each c in Colour_{n} where c not in my.done_{n}:
                move 1 Cube from my.cubes_{n} to my.marks_{n}[c]
        otherwise:
            if free_{n}(me) and my.step_{n} > 2:
                remove 1 from my.step_{n}

reaction rises_{n} as soon as count(c in my.rows_{n}) >= 3 per SYN-2:
    may choose c "take colour {{c}}" from Colour_{n} where c not in my.done_{n}:
        add c to my.done_{n}

score rows_{n} "the rows of part {n}" = worth_{n}(me) + bonus_{n}(me, 2) per SYN-2
score sets_{n} "the colours of part {n}" = count(c in my.done_{n}) + most_alike(k.colour for k in my.rows_{n})
claim few_{n}: always all(tokens_{n}(p, k) <= 41 for p in players, k in Colour_{n})

example "a card of part {n} is laid" per SYN-2:
    given players 2
    given red.hand_{n} holds A1, A2
    given red.cubes_0 is 2
    when red plays lay_{n}(A1)
    then red.cubes_{n} is not empty
    then count(c in red.rows_{n}) is 1
"""

TABLE = "id,colour,worth,needs\nA1,rain,3,sun\nA2,sun,4,\nA3,frost,0,rain rain\nA4,sun,2,frost\nA5,rain,1,\n"
BOOK = "# Synthetic\n\n- **SYN-1** Two to four people play.\n- **SYN-2** Cards are laid.\n"


def written(folder: Path, lines: int) -> Path:
    """Writes a synthetic ruleset of about so many lines; gives its file."""
    parts = max(1, round(lines / PART.count("\n")))
    home = folder / f"synthetic_{lines}"
    home.mkdir(exist_ok=True)
    (home / "cards.csv").write_text(TABLE, "utf-8")
    (home / "rulebook.md").write_text(BOOK, "utf-8")
    names = ", ".join(f"{name}_{n}" for n in range(parts) for name in ("draw", "lay", "mark"))
    head = HEAD.format(actions=names, cubes="count(m in my.cubes_0)") + "kinds Hue: sun, rain, frost\n"
    text = head + "".join(PART.format(n=n) for n in range(parts))
    file = home / f"synthetic_{lines}.rules"
    file.write_text(text, "utf-8")
    return file


if __name__ == "__main__":
    main()
