"""From tree: the parser's tree of one declaration becomes nodes, with spans in the file.

Names are brought to one Unicode form (NFC) here; texts are kept letter by letter.
"""

from __future__ import annotations

from lark import Token, Tree

from rulewright.nodes import AnyDeclaration
from rulewright.reading.source import Chunk
from rulewright.report.diagnostics import Report
from rulewright.syntax.tree_declarations import Declarations
from rulewright.syntax.tree_expressions import TooDeep


def from_tree(tree: Tree[Token], chunk: Chunk, report: Report) -> AnyDeclaration | None:
    """Take the tree that `parse` made of a chunk, give its declaration.

    None where it is nested too deep (RW119); a number that is too large (RW120) is reported and becomes 0.

    >>> from rulewright.syntax.parser import parse
    >>> chunk = Chunk("a.rules", 7, "constant goal = 5")
    >>> made = from_tree(parse(chunk, Report()), chunk, Report())
    >>> made.name.text, str(made.span)
    ('goal', 'a.rules:7:1')
    """
    try:
        return Declarations(chunk, report).declaration(tree.children[0])
    except TooDeep as found:
        report.add(
            "RW119",
            "this is nested too deep to be read",
            found.span,
            help="give a part of it a name of its own by `define` or `procedure`",
        )
        return None
