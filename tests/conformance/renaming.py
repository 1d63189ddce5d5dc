"""A rulebook with every identifier replaced by another, in its own text, by the places the syntax tree tells.

Every namespace gets names of its own, in the opposite alphabetical order, so that nothing can hang on how a name is
spelt or sorted. Suits alone keep their order: pieces are numbered by rank as written, then by suit in alphabetical
order (so that tables which agree on another order of suits still number their pieces alike), and a renaming that
turned this order round would renumber the pieces: the games would be the same, but not number by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any, TypeAlias

from cardwright.dsl import Checked, Source, Span, ast

Path: TypeAlias = tuple[tuple[ast.Node, str], ...]
"""The nodes around a leaf, from the file inwards, each with the field that leads on."""

# Words of the language that are facts, properties or answers and never names of the author.
ROLES = frozenset({"player", "players", "loser", "losers", "winner", "payer", "payee", "opener"})
TRUTHS = frozenset({"yes", "no"})
# Names of these kinds are spoken of in conditions and formulas; the others only where their kind is asked for.
SPOKEN_OF = frozenset(
    {"option", "order", "family", "set", "combination", "ladder", "bombs", "table", "factors", "let", "auction"}
)
DECLARING = (ast.Block, ast.Order, ast.Set, ast.Let, ast.Always, ast.Table, ast.Factors, ast.Payment)


@dataclass(slots=True)
class Names:
    """New names, by namespace: the declared names of the file are one, each option's answers another, and so on."""

    declared: dict[str, str] = field(default_factory=dict)
    rulebook: dict[str, str] = field(default_factory=dict)
    answers: dict[tuple[str, str], str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    cards: dict[str, str] = field(default_factory=dict)
    """Ranks, suits and pieces."""

    def answer(self, option: str, answer: str) -> str:
        """An answer; truths and numbers stay, and one that is a rank, a suit or a run of ranks is renamed as such."""
        if answer.isdecimal():
            return answer
        return self.answers.get((option, answer)) or self.joined(answer)

    def joined(self, text: str) -> str:
        """Cards, or ranks, joined; what is none of the deck stays."""
        bits = text.split("-")
        return "-".join(self.cards[bit] for bit in bits) if all(bit in self.cards for bit in bits) else text

    def setting(self, answers: Iterable[tuple[str, str]]) -> dict[str, str]:
        """A setting as the renamed rulebook asks it."""
        return {self.declared.get(name, name): self.answer(name, answer) for name, answer in answers}

    @property
    def back(self) -> dict[str, str]:
        """Every new name with the old one."""
        every: list[dict[Any, str]] = [self.declared, self.rulebook, self.labels, self.rows, self.variables, self.cards]
        found = {new: old for names in every for old, new in names.items()}
        found |= {new: old for (_, old), new in self.answers.items()}
        assert len(found) == sum(map(len, every)) + len(self.answers), "two things have been given one name"
        return found


@dataclass(frozen=True, slots=True)
class Renamed:
    """The new text, and what became of each name."""

    source: Source
    names: Names


def renamed(checked: Checked) -> Renamed:
    """The rulebook under other names."""
    program = checked.program
    assert program is not None
    kinds = {name: symbol.kind for name, symbol in program.symbols.declared.items()}
    leaves = list(_leaves(program.file))
    names = _names(checked, kinds, leaves)
    edits = [
        (leaf.span, new)
        for path, leaf in leaves
        if (new := _new(names, kinds, path, leaf)) not in (None, leaf_text(leaf))
    ]
    return Renamed(Source("renamed.rules", _edited(checked.source, edits)), names)


def leaf_text(leaf: ast.Node) -> str:
    """What stands in the text."""
    return str(leaf.value) if isinstance(leaf, ast.Number) else str(getattr(leaf, "text", ""))


def _leaves(node: Any, path: Path = ()) -> Iterator[tuple[Path, ast.Node]]:
    if isinstance(node, tuple):
        for item in node:
            yield from _leaves(item, path)
    elif isinstance(node, ast.Name | ast.Piece | ast.Joined | ast.Number | ast.Word):
        yield path, node
    elif isinstance(node, ast.Node):
        for each in fields(node):
            if each.name != "span":
                yield from _leaves(getattr(node, each.name), (*path, (node, each.name)))


def _edited(source: Source, edits: list[tuple[Span, Any]]) -> str:
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    text = source.text
    for span, new in sorted(edits, key=lambda edit: (edit[0].line, edit[0].column), reverse=True):
        assert span.line == span.end_line
        start = starts[span.line - 1]
        text = text[: start + span.column - 1] + new + text[start + span.end_column - 1 :]
    return text


# ---- new names -----------------------------------------------------------------------------------------------------


def _names(checked: Checked, kinds: dict[str, str], leaves: list[tuple[Path, ast.Node]]) -> Names:
    program = checked.program
    assert program is not None
    numbers = count(1)

    def fresh(old: Iterable[str]) -> dict[str, str]:
        """New words for old ones, in the opposite alphabetical order."""
        return {name: f"zu{next(numbers):04}" for name in sorted(set(old), reverse=True)}

    names = Names(declared=fresh(kinds), rulebook=fresh([program.file.header.name.text]))
    for name, option in program.options.items():
        if not option.numeric and name in kinds:
            words = [answer for answer in option.answers if answer not in TRUTHS and answer.replace("_", "").isalpha()]
            words = [answer for answer in words if answer[0].islower()]
            names.answers |= {(name, old): new for old, new in fresh(words).items()}
    names.labels = fresh(_texts(leaves, "Part", "label"))
    names.rows = fresh(_texts(leaves, "Factor", "name"))
    names.variables = fresh(
        text
        for kind, where in (("Some", "variable"), ("Total", "variable"), ("Let", "variable"), ("Factors", "of"))
        for text in _texts(leaves, kind, where)
        if text not in ROLES
    )
    symbols = program.symbols
    ranks = dict(zip(sorted(symbols.ranks, reverse=True), (f"Rz{n:02}" for n in count(10)), strict=False))
    suits = dict(zip(sorted(symbols.suits), (f"Uz{n:02}" for n in count(10)), strict=False))
    names.cards = {**ranks, **suits}
    for piece, (rank, suit) in symbols.pieces.items():
        names.cards[piece] = ranks.get(rank, rank) + (suits[suit] if suit is not None else "")
    return names


def _texts(leaves: list[tuple[Path, ast.Node]], kind: str, where: str) -> list[str]:
    """The names that stand at one place of one kind of node."""
    return [leaf_text(leaf) for path, leaf in leaves if _at(path) == (kind, where)]


def _at(path: Path) -> tuple[str, str]:
    node, where = path[-1]
    return type(node).__name__, where


# ---- what becomes of a leaf ----------------------------------------------------------------------------------------


def _new(names: Names, kinds: dict[str, str], path: Path, leaf: ast.Node) -> str | None:
    """The new text of a leaf; None where it is no identifier."""
    match leaf:
        case ast.Name(text=text):
            return _new_name(names, kinds, path, text)
        case ast.Word():
            return _new_word(names, kinds, path, leaf)
        case ast.Piece(text=text):
            return None if _at(path) in _NO_CARDS else names.cards.get(text)
        case ast.Joined(text=text):
            return None if _at(path) == ("Tile", "pips") else names.joined(text)
        case ast.Number(value=value):
            return names.cards.get(str(value)) if _is_rank(path) else None
        case _:
            return None


_NO_CARDS = {("Fact", "seat"), ("Says", "who"), ("Cited", "id")}


def _new_name(names: Names, kinds: dict[str, str], path: Path, text: str) -> str | None:
    node, where = path[-1]
    kind = kinds.get(text)
    match _at(path):
        case ("Header", "name"):
            return names.rulebook[text]
        case ("Option" | "Setting", "name"):
            return names.declared.get(text)
        case ("Option" | "Setting", "answers"):
            assert isinstance(node, ast.Option | ast.Setting)
            return names.answers.get((node.name.text, text))
        case ("Factor", "name") | ("Share", "instead") | ("Ref", "row"):
            return names.rows[text]
        case ("Part", "label"):
            return names.labels[text]
        case ("Some" | "Total" | "Let", "variable") | ("Factors", "of"):
            return names.variables.get(text)
        case ("Naming", "subject"):
            return (
                names.declared.get(text) or names.rulebook.get(text) or names.labels.get(text) or names.rows.get(text)
            )
        case ("Field" | "CardsField" | "TilesField" | "Line", "name"):
            return None
        case ("Bears" | "Paid", "payment"):
            return names.declared[text] if kind == "payment" else None
        case ("Claimed", "claim"):
            return names.declared[text]
        case ("Item", "because"):
            return names.declared.get(text)
        case ("Fact", "what") | ("Item", "what") | ("Done", "of"):
            return names.declared[text] if kind in ("duty", "claim") else None
    if isinstance(node, DECLARING) and where == "name":
        return names.declared[text]
    if kind == "claim" and any(isinstance(outer, ast.Block) and outer.kind == "claims" for outer, _ in path):
        return names.declared[text]
    if text in names.variables and text not in kinds:
        return names.variables[text]
    if text in names.labels and (kind not in SPOKEN_OF or _labelled(path, text)):
        return names.labels[text]
    return names.declared[text] if kind in SPOKEN_OF else None


def _labelled(path: Path, text: str) -> bool:
    """Whether the combination that speaks of it has a part of that name, whatever else is called so."""
    around = [node for node, _ in path if isinstance(node, ast.Block) and node.kind == "combination"]
    return any(
        isinstance(leaf, ast.Name) and leaf.text == text and _at(inner) == ("Part", "label")
        for block in around
        for inner, leaf in _leaves(block)
    )


def _new_word(names: Names, kinds: dict[str, str], path: Path, word: ast.Word) -> str | None:
    """A word of a sentence. What is done with the rest of the deal is said in words of the language alone."""
    line = next(node for node, _ in path if isinstance(node, ast.Line))
    phrase, _ = path[-1]
    assert isinstance(phrase, ast.Phrase)
    match word.type:
        case "NAME" if line.name.text != "rest" and kinds.get(word.text) in {*SPOKEN_OF, "step"}:
            return names.declared[word.text]
        case "PIECE":
            return names.cards.get(word.text)
        case "RUN":
            return names.joined(word.text)
        case "INT":
            before = [
                each for each in phrase.words if (each.span.line, each.span.column) < (word.span.line, word.span.column)
            ]
            return names.cards.get(word.text) if before and before[-1].type == "OF" else None
        case _:
            return None


def _has_lengths(path: Path, name: str) -> bool:
    """Whether a name is that of a combination whose runs or groups may be longer or shorter."""
    parts = [
        node
        for around, _ in _leaves(path[0][0])
        for node, _ in around
        if isinstance(node, ast.Part) and isinstance(node.body, ast.Sized) and _declares(around, name)
    ]
    sizes = [
        part.body.groups or part.body.amount
        for part in parts
        if isinstance(part.body, ast.Sized)
        and (part.body.groups is not None or any(isinstance(quality, ast.Inside) for quality in part.qualities))
    ]
    return any(size.or_more or size.high is not None for size in sizes)


def _declares(path: Path, name: str) -> bool:
    """Whether a path leads through the combination of that name."""
    return any(
        isinstance(node, ast.Block) and node.kind == "combination" and node.name is not None and node.name.text == name
        for node, _ in path
    )


def _is_rank(path: Path) -> bool:
    """Whether a number is the name of a rank: where cards or classes of cards are spoken of."""
    node, where = path[-1]
    match _at(path):
        case ("Chain", "items"):
            return any(isinstance(outer, ast.Field) and outer.name.text == "ranks" for outer, _ in path)
        case ("Property", "of"):
            return not (isinstance(node, ast.Property) and _has_lengths(path, node.name.text))
        case ("Thing", "what") | ("ForEach", "what") | ("Played", "what") | ("Count", "what"):
            return True
        case ("Is", "right" | "high"):
            left = getattr(node, "left", None)
            return isinstance(left, ast.Property) and left.name.text == "rank"
        case ("Case", "values"):
            return any(
                isinstance(outer, ast.Set) or (isinstance(outer, ast.Field) and outer.name.text == "compare")
                for outer, _ in path
            )
    return where in ("holding", "pieces", "low", "high") and not isinstance(node, ast.Row | ast.Rows)
