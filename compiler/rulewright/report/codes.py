"""The table of all diagnostics: one code, its level and its title.

| range | about |
|-------|-------|
| RW0xx | files and source |
| RW1xx | syntax |
| RW2xx | names and types |
| RW3xx | dependencies and cascades |
| RW4xx | flow |
| RW5xx | information |
| RW6xx | tables and components |
| RW7xx | variants, options, modules |
| RW8xx | citations and coverage |
| RW9xx | examples and claims at run time |

Every code has a page, `pages/RWnnn.md`, which `rulewright explain RWnnn` prints; a test holds the two
together. A code is never given a second meaning: a finding that goes away takes its code with it.
"""

from __future__ import annotations

from typing import Literal

from rulewright.record import record

Level = Literal["error", "warning", "note"]


@record
class Code:
    """One kind of finding."""

    code: str
    level: Level
    title: str


_TABLE: tuple[Code, ...] = (
    # RW0xx: files and source
    Code("RW001", "error", "file not found"),
    Code("RW002", "error", "file is not UTF-8"),
    Code("RW003", "error", "binary file"),
    Code("RW004", "error", "file too large"),
    Code("RW005", "error", "empty file"),
    Code("RW006", "error", "path outside the project"),
    Code("RW007", "error", "tab in the indentation"),
    Code("RW008", "error", "bad indentation"),
    Code("RW009", "error", "file cannot be read"),
    Code("RW010", "error", "no such ruleset"),
    Code("RW011", "error", "folder cannot be written"),
    Code("RW012", "error", "no such code"),
    Code("RW013", "error", "bad name for a ruleset"),
    Code("RW014", "error", "folder is already there"),
    Code("RW015", "error", "not a setting"),
    Code("RW016", "error", "damaged save"),
    Code("RW017", "error", "no such language"),
    Code("RW018", "error", "picture that cannot be drawn"),
    Code("RW019", "error", "file cannot be written"),
    Code("RW020", "warning", "over a limit of the native form"),
    Code("RW021", "error", "no way to build a native engine"),
    Code("RW022", "error", "C compiler that fails"),
    Code("RW030", "error", "no such revision"),
    Code("RW031", "error", "nothing at that revision"),
    Code("RW032", "error", "two different games"),
    Code("RW033", "error", "file of a newer version"),
    Code("RW034", "error", "no such format"),
    # RW1xx: syntax
    Code("RW101", "error", "unexpected text"),
    Code("RW102", "error", "misspelt word"),
    Code("RW103", "error", "unknown declaration"),
    Code("RW104", "error", "action without `do`"),
    Code("RW105", "error", "missing colon"),
    Code("RW106", "error", "missing block"),
    Code("RW107", "error", "a line too deep"),
    Code("RW108", "error", "unknown comparison"),
    Code("RW109", "error", "`per` is not last"),
    Code("RW110", "error", "text without an end"),
    Code("RW111", "error", "bracket without an end"),
    Code("RW112", "error", "bracket that closes nothing"),
    Code("RW113", "error", "character without a meaning"),
    Code("RW114", "error", "capital in place of a name"),
    Code("RW115", "error", "small letter in place of a Type"),
    Code("RW116", "error", "`else` and `otherwise`"),
    Code("RW117", "error", "unfinished line"),
    Code("RW118", "error", "unknown statement"),
    Code("RW119", "error", "nested too deep"),
    Code("RW120", "error", "number too large"),
    Code("RW121", "error", "no version of the language"),
    Code("RW122", "error", "unknown version of the language"),
    Code("RW123", "error", "no game"),
    # RW2xx: names and types
    Code("RW201", "error", "unknown name"),
    Code("RW202", "error", "name declared twice"),
    Code("RW203", "error", "name that the language uses"),
    Code("RW204", "error", "name that hides another"),
    Code("RW205", "error", "word of several kinds"),
    Code("RW206", "error", "unknown type"),
    Code("RW207", "error", "`me` where no seat acts"),
    Code("RW208", "error", "whose zone or memory"),
    Code("RW209", "error", "shared, not a player's"),
    Code("RW210", "error", "no such part"),
    Code("RW211", "error", "wrong type"),
    Code("RW212", "error", "optional used unchecked"),
    Code("RW213", "error", "two units mixed"),
    Code("RW214", "error", "two types compared"),
    Code("RW215", "error", "number out of range"),
    Code("RW216", "error", "wrong number of arguments"),
    Code("RW217", "error", "wrong number of indices"),
    Code("RW218", "error", "never empty"),
    Code("RW219", "error", "case missing"),
    Code("RW220", "error", "case never reached"),
    Code("RW221", "error", "steps with a gap"),
    Code("RW222", "error", "nothing to go through"),
    Code("RW223", "error", "piece told apart"),
    Code("RW224", "error", "wrong shape of zone"),
    Code("RW225", "warning", "condition that never changes"),
    Code("RW226", "error", "unknown place in a text"),
    Code("RW227", "warning", "never used"),
    Code("RW228", "error", "supply of which piece"),
    Code("RW229", "error", "division by zero"),
    Code("RW230", "error", "name without a value"),
    Code("RW231", "error", "change of what is fixed"),
    Code("RW232", "error", "type that cannot stand here"),
    Code("RW233", "error", "memory without a start"),
    Code("RW234", "error", "not known before the game starts"),
    Code("RW235", "error", "seats and players differ"),
    Code("RW236", "error", "nothing in it"),
    Code("RW238", "error", "component named in a rule"),
    Code("RW239", "error", "score read by a rule"),
    Code("RW240", "error", "too many values"),
    Code("RW241", "error", "limits that contradict"),
    Code("RW242", "error", "translation of no text"),
    Code("RW243", "error", "seat that does not play"),
    Code("RW244", "error", "component placed twice"),
    Code("RW245", "error", "reason that is not given"),
    Code("RW246", "error", "board or line that has no spaces"),
    Code("RW247", "error", "direction that is not there"),
    Code("RW248", "error", "seat that faces nowhere"),
    Code("RW250", "error", "weights that are no chances"),
    # RW3xx: dependencies and cascades
    Code("RW301", "error", "value that needs itself"),
    Code("RW302", "error", "procedure that resolves itself"),
    Code("RW310", "error", "reactions that set each other off without end"),
    Code("RW311", "error", "cascade that is not proved to end"),
    Code("RW312", "error", "claimed measure that does not fall"),
    Code("RW313", "error", "claimed measure without a bound"),
    Code("RW314", "error", "claim about no cascade"),
    Code("RW315", "error", "limit of zero"),
    Code("RW316", "note", "cascade that stops if a claim holds"),
    Code("RW317", "note", "cascade that is accepted without a proof"),
    Code("RW320", "note", "order of reactions that matters"),
    Code("RW321", "warning", "`in any order` of what has an order"),
    Code("RW322", "note", "order that could not be settled"),
    Code("RW323", "error", "reaction after one that stands below"),
    Code("RW324", "error", "`in any order` of nothing to order"),
    # RW4xx: flow
    Code("RW401", "error", "part of the game missing"),
    Code("RW402", "error", "rounds and turns"),
    Code("RW403", "warning", "game without an ending"),
    Code("RW404", "warning", "game without a winner"),
    Code("RW405", "error", "action with too many moves"),
    Code("RW406", "error", "`until` of what is not offered"),
    Code("RW407", "error", "procedure that needs a seat"),
    Code("RW408", "error", "loop that changes nothing"),
    Code("RW409", "error", "turns in a game without turns"),
    Code("RW410", "warning", "never reached"),
    Code("RW411", "warning", "case that comes too late"),
    Code("RW412", "error", "decision without an answer"),
    Code("RW413", "warning", "offer that may be left without a move"),
    Code("RW414", "warning", "`must choose` that may be left without a choice"),
    Code("RW415", "note", "choice that may be skipped"),
    Code("RW416", "warning", "moves that can be made for ever"),
    Code("RW418", "error", "ending that nothing brings about"),
    Code("RW419", "warning", "game that may never end"),
    Code("RW420", "warning", "turns in which nobody can do anything"),
    # RW5xx: information
    Code("RW501", "error", "choice that shows what is hidden"),
    Code("RW502", "warning", "skipped choice that tells"),
    Code("RW503", "warning", "condition that tells"),
    Code("RW504", "note", "score that nobody can follow"),
    # RW6xx: tables and components
    Code("RW601", "error", "column named twice"),
    Code("RW602", "error", "row too short"),
    Code("RW603", "error", "row too long"),
    Code("RW604", "error", "row named twice"),
    Code("RW605", "error", "no column `id`"),
    Code("RW606", "error", "row without a name"),
    Code("RW607", "error", "column without a name"),
    Code("RW608", "error", "cell without an end"),
    Code("RW621", "error", "column missing"),
    Code("RW622", "error", "column not declared"),
    Code("RW623", "error", "empty cell"),
    Code("RW625", "error", "cell out of range"),
    Code("RW626", "error", "cell of the wrong type"),
    Code("RW627", "error", "cell that cannot be read"),
    Code("RW630", "error", "bad number of copies or players"),
    Code("RW631", "error", "no such cell"),
    Code("RW632", "error", "components start in two places"),
    Code("RW633", "warning", "components that start nowhere"),
    Code("RW634", "error", "picture of another size"),
    Code("RW640", "warning", "set-up takes more than there is"),
    Code("RW641", "warning", "component that no rule can use"),
    Code("RW642", "warning", "number that is never reached"),
    Code("RW643", "note", "row that another one beats"),
    # RW7xx: variants, options, modules
    Code("RW701", "error", "files that use each other"),
    Code("RW702", "error", "variant of another game"),
    Code("RW703", "error", "declared twice"),
    Code("RW704", "error", "unknown variant"),
    Code("RW705", "error", "a variant changes what is not there"),
    Code("RW706", "error", "variants that collide"),
    Code("RW707", "error", "addition without a place"),
    Code("RW708", "error", "what a variant cannot change"),
    Code("RW709", "error", "variant that is not refused"),
    # RW8xx: citations and coverage
    Code("RW801", "error", "clause numbered twice"),
    Code("RW810", "error", "unknown clause"),
    Code("RW811", "error", "words that are not in the rulebook"),
    Code("RW812", "error", "clause waived twice"),
    # RW9xx: examples and claims at run time
    Code("RW901", "error", "example that does not hold"),
    Code("RW902", "error", "example that breaks the rules"),
    Code("RW903", "error", "example that cannot be played"),
    Code("RW904", "error", "rules that stop a game"),
)

CODES: dict[str, Code] = {code.code: code for code in _TABLE}
