"""Variants written for somebody: the head of one with answers, and a starter to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from .. import ast
from ..source import Source
from ..words import RESERVED, STATEMENTS
from .names import parts, whole

_MOST_WIDE = 118
_MOST_EXAMPLES = 2


def name_from(text: str) -> str:
    """A name that a rulebook can have, made of any text."""
    name = re.sub(r"\W+", "_", text.lower()).strip("_")
    name = re.sub(r"^[\d_]+", "", name)
    return name if len(name) > 1 and name not in RESERVED and name not in STATEMENTS else f"my_{name or 'rules'}"


def head(name: str, title: str, edition: int, base: str, base_edition: int, answers: Mapping[str, str]) -> str:
    """The first lines of a variant; `base` as it is written behind `extends`."""
    plain = (sign for sign in " ".join(title.split()).replace('"', "'") if sign.isprintable())
    title = "".join(plain).strip() or name
    without = [option for option, answer in answers.items() if answer == "no"]
    said = [
        option if answer == "yes" else f"{option} = {answer}" for option, answer in answers.items() if answer != "no"
    ]
    lines = [
        "cardwright 1",
        "",
        f'rulebook {name} "{title}" edition {edition} extends {base} edition {base_edition}',
        *_filled("with ", said),
        *_filled("without ", without),
    ]
    return "\n".join(lines) + "\n"


def _filled(word: str, names: Sequence[str]) -> Iterator[str]:
    """A list of names in lines that are not too long."""
    line = f"  {word}"
    for at, one in enumerate(names):
        comma = "," if at + 1 < len(names) else ""
        if len(line) + len(one) + 1 > _MOST_WIDE:
            yield line.rstrip()
            line = " " * (len(word) + 2)
        line += f"{one}{comma} "
    if names:
        yield line.rstrip()


def starter(head_lines: str, base: ast.File, source: Source) -> str:
    """A variant that changes nothing yet, with comments that show how each kind of change is written."""
    lines = [
        head_lines.rstrip(),
        "",
        "# A house rule in a few lines: what you write here is laid over the base, and all the rest of it holds.",
        "# Take the `#` away from a line below and change it, or write your own. The order never matters.",
        "",
    ]
    for title, said in _suggestions(base, source):
        lines += [f"# {title}", *(f"#   {line}" for line in said), ""]
    shown = [example for example in _examples(base, source)][:_MOST_EXAMPLES]
    lines += [
        "# Say what your rules come to: `cardwright check` tries every example. These are the base's own; add yours.",
        "examples {",
        *(f"  {example}" for example in shown),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _suggestions(base: ast.File, source: Source) -> Iterator[tuple[str, list[str]]]:
    """What may be done, each with a line about this very base; no line touches what another one does."""
    options = [option for one in whole(base) if isinstance(one, ast.Options) for option in one.options]
    choices = [option for option in options if isinstance(option.answers, tuple) and len(option.answers) > 1]
    if choices:
        option = choices[0]
        assert isinstance(option.answers, tuple)
        first, second, *more = (source.slice(answer.span) for answer in option.answers)
        turned = " or ".join([second, first, *more])
        yield (
            "Let another answer come first; the table may still give the others.",
            [f"change options {{ {option.name.text}: {turned} }}"],
        )
    blocks = [one for one in whole(base) if isinstance(one, ast.Block) and one.kind == "combination"]
    if blocks and blocks[-1].name is not None:
        block = blocks[-1]
        field = next((part for part in parts(block) if part.name.text == "compare"), None)
        if field is not None and block.name is not None:
            yield (
                "Change a field of a declaration; its other fields stay.",
                _indented(f"change {block.name.text} {{", _text(source, field)),
            )
    table = next((one for one in whole(base) if isinstance(one, ast.Table)), None)
    if table is not None:
        yield (
            "Change a table, an order, a payment: these are written as a whole.",
            _lines(f"change {source.slice(table.span)}"),
        )
    play = next((one for one in whole(base) if isinstance(one, ast.Sentences) and one.kind == "play"), None)
    if play is not None:
        line = next(part for part in parts(play) if part.name.text == "turns")
        yield (
            "Change a line of `deal`, `play` or `match`.",
            [f"change play {{ {' '.join(_text(source, line).split())} }}"],
        )
    declared = (one for one in whole(base) if isinstance(one, ast.Block))
    alone = next((one.name.text for one in declared if one.name is not None and _is_of_one(one)), None)
    if alone is not None:
        yield (
            "Add a rule of your own: anything that a rulebook can declare.",
            [
                f'duty gentle "Who leads one card leads the highest {alone}." {{',
                "  when:   leading",
                f"  binds:  {alone}",
                f"  must:   be the highest {alone}",
                "  breach: refused",
                "}",
            ],
        )
    yield "Take something away: a declaration, an option, a row (`remove bonus.quads`).", ["remove NAME, NAME"]


def _is_of_one(block: ast.Block) -> bool:
    """Whether a combination is any one piece, whatever has been agreed."""
    if block.kind != "combination" or block.agreement is not None:
        return False
    patterns = [one for field in block.fields if isinstance(field, ast.CardsField) for one in field.patterns]
    return bool(patterns) and all(
        len(pattern.parts) == 1
        and isinstance(pattern.parts[0].body, ast.Sized)
        and pattern.parts[0].body.amount == replace(pattern.parts[0].body.amount, low=1, high=None, or_more=False)
        and not pattern.parts[0].qualities
        for pattern in patterns
    )


def _indented(first: str, text: str) -> list[str]:
    lines = text.split("\n")
    return [f"{first} {lines[0]} }}"] if len(lines) == 1 else [first, *_lines("  " + text), "}"]


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n")]


def _text(source: Source, node: ast.Node) -> str:
    """What is written at a place, without comments."""
    return "\n".join(line.partition("#")[0].rstrip() for line in source.slice(node.span).split("\n"))


def _examples(base: ast.File, source: Source) -> Iterator[str]:
    """Examples at the first answers."""
    for one in whole(base):
        if isinstance(one, ast.Examples):
            for example in one.examples:
                text = source.slice(example.span)
                if example.agreement is None and "\n" not in text:
                    yield text
