"""The layout of a rulebook: its statements as lines, each with the comment at its end."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from ..lexing import Lexer, Token
from ..render.columns import width
from ..tree import Tree
from .atoms import Atom, Remark, Stream
from .columns import NEAR_NAMES, WIDTH, near, padded, table
from .rows import Alternative, Line, Row, placed, remarks, section
from .spacing import HANG, Piece, Spacing, commented

INDENT = 2
_NAMES_GAP = "    "
_LABELLED = frozenset({"order", "set", "let", "always", "table", "payment"})


class Layout:
    """Lays out the statements of one text."""

    def __init__(self, tree: Tree, lexer: Lexer) -> None:
        self.statements = _trees(tree)
        self.stream = Stream.of(tree, lexer)
        self.spacing = Spacing.of(tree)
        self._agreements = {each.end: each.start for each in tree.walk() if each.name == "agreement"}

    def lines(self, kept: Container[int] = ()) -> list[Line]:
        """The lines of the whole text; the statements with these numbers keep the line breaks of their author."""
        lines: list[Line] = []
        for keeps, run in self._runs(kept):
            begun = len(lines)
            if keeps:
                lines += self._as_written(run[0])
            elif run[0].name in _LABELLED:
                lines += section([self._row(each, whole=True) for each in run], 0, whole=True)
            elif self._on_one_line(run[0]):
                lines += self._one_line(run)
            else:
                lines += self._statement(run[0])
            # A blank line parts the version of the language from the rest.
            lines[begun].spaced |= run[0] is self.statements[1] and self.statements[0].name == "version"
        return lines + remarks(self.stream.atoms[-1].above, 0)

    def _runs(self, kept: Container[int]) -> Iterator[tuple[bool, list[Tree]]]:
        """The statements; those of one kind that follow one another closely, together."""
        run: list[Tree] = []
        likeness: object = None
        for number, statement in enumerate(self.statements):
            like = number if number in kept else self._like(statement)
            if run and (self._stands_apart(statement) or like != likeness):
                yield isinstance(likeness, int), run
                run = []
            likeness = like
            run.append(statement)
        yield isinstance(likeness, int), run

    def _stands_apart(self, statement: Tree) -> bool:
        """Whether a blank line or a comment comes before a statement, be it only when it is laid out."""
        atoms = self.stream.within(statement)
        if statement.name in _LABELLED:
            return atoms[0].spaced or bool(_label(atoms)[1])
        return atoms[0].spaced or bool(atoms[0].above)

    def _like(self, statement: Tree) -> object:
        """What statements have in common that are set in columns together."""
        keyword = self.stream.within(statement)[0].text
        return keyword if statement.name in _LABELLED or self._on_one_line(statement) else statement

    def _statement(self, statement: Tree) -> list[Line]:
        atoms = self.stream.within(statement)
        if _brace(atoms) is not None:
            return self._block(statement, atoms)
        if statement.name == "change":
            return section([self._row(statement, whole=True)], 0, whole=True)
        lines = placed(self.spacing.pieces(atoms, hanging=True), 0, atoms[0].spaced)
        return [*remarks(atoms[0].above, 0), *lines]

    def _as_written(self, statement: Tree) -> list[Line]:
        """A statement on the lines its author gave it."""
        atoms = self.stream.within(statement)
        begins = {self.stream.within(item)[0].token.start for item in _items(statement)}
        cuts = [0, *(at for at, atom in enumerate(atoms) if at and (atom.fresh or atom.above)), len(atoms)]
        lines: list[Line] = []
        depth = 0
        for start, end in pairwise(cuts):
            some = atoms[start:end]
            first = some[0]
            item = first.token.start in begins or first.type == "RBRACE" or not start
            indent = (depth - (first.type == "RBRACE")) * INDENT + (0 if item else 2 * HANG)
            depth += sum((atom.type == "LBRACE") - (atom.type == "RBRACE") for atom in some)
            lines += remarks(first.above, indent)
            lines += placed([Piece(self.spacing.line(some), 0, some[-1].beside)], indent, first.spaced)
        return lines

    # ---- blocks

    def _on_one_line(self, statement: Tree) -> bool:
        """Whether a block stays on one line, as its author had it."""
        atoms = self.stream.within(statement)
        brace = _brace(atoms)
        if brace is None or atoms[brace + 1].fresh:
            return False
        hidden = commented(atoms[1:-1]) or atoms[0].beside is not None or bool(atoms[-1].above)
        return not hidden and width(self.spacing.line(atoms)) <= WIDTH

    def _one_line(self, run: Sequence[Tree]) -> list[Line]:
        """Blocks on one line each, their heads and fields in columns."""
        lines: list[Line] = []
        for group in near(run, lambda each: width(" ".join(self._head(each))), NEAR_NAMES):
            heads = [self._head(each) for each in group]
            names = max(width(name) for name, _ in heads) if all(agreed for _, agreed in heads) else 0
            texts = [f"{padded(name, names)} {agreed}".rstrip() for name, agreed in heads]
            longest = max(map(width, texts))
            inner = table([[self.spacing.line(self.stream.within(item)) for item in _items(each)] for each in group])
            for statement, head, fields in zip(group, texts, inner, strict=True):
                atoms = self.stream.within(statement)
                opened = atoms[_brace(atoms) or 0].text
                line = f"{padded(head, longest)} {opened} {fields} {atoms[-1].text}"
                lines += remarks(atoms[0].above, 0)
                lines.append(Line(line, atoms[-1].beside, atoms[0].spaced))
        return lines

    def _head(self, statement: Tree) -> tuple[str, str]:
        """The head of a block up to its brace: its name, and what was agreed."""
        atoms = self.stream.within(statement)
        name, agreed = self._split(atoms[: _brace(atoms)])
        return self.spacing.line(name), self.spacing.line(agreed)

    def _block(self, statement: Tree, atoms: Sequence[Atom]) -> list[Line]:
        """A block on several lines."""
        brace = _brace(atoms) or 0
        head = self.spacing.pieces(atoms[: brace + 1], hanging=True)
        lines = [*remarks(atoms[0].above, 0), *placed(head, 0, atoms[0].spaced)]
        closing = Line(atoms[-1].text, atoms[-1].beside)
        if not atoms[brace + 1].fresh and lines[-1].comment is None:
            # It was one line, and the comment at its end is about all of it.
            lines[-1].comment, closing.comment = closing.comment, None
        items = _items(statement)
        if statement.name == "names":
            inner = self._namings(items)
        else:
            inner = section([self._row(item) for item in items], INDENT)
        inner += remarks(atoms[-1].above, INDENT)
        if inner:
            inner[0].spaced = False
        if statement.name == "options":
            for line in inner:
                line.block = statement.start
        return [*lines, *inner, closing]

    def _namings(self, items: Sequence[Tree]) -> list[Line]:
        """Names for the eye, as many on a line as their author gave it."""
        lines: list[Line] = []
        for item in items:
            atoms = self.stream.within(item)
            hoisted = [remark for atom in atoms for remark in atom.above] + _besides(atoms[:-1])
            text = self.spacing.line(atoms)
            last = lines[-1] if lines else None
            joined = not (last is None or atoms[0].fresh or hoisted or last.comment is not None)
            if joined and last is not None and width(last.text) + len(_NAMES_GAP) + width(text) <= WIDTH:
                last.text += _NAMES_GAP + text
            else:
                lines += remarks(hoisted, INDENT)
                lines.append(Line(" " * INDENT + text, spaced=atoms[0].spaced))
            lines[-1].comment = atoms[-1].beside
        return lines

    # ---- rows

    def _row(self, tree: Tree, *, whole: bool = False) -> Row:
        """A field, a line, a row of a list; or a whole statement with its label and values."""
        atoms = self.stream.within(tree)
        if tree.name == "example":
            value = self._alternative("", atoms, hanging=True)
            return Row("", [value], atoms[0].above, atoms[0].spaced)
        colon, above = _label(atoms)
        after = atoms[colon + 1 :]
        places = _bars(tree)
        bars = [at for at, atom in enumerate(after) if atom.token.start in places]
        cuts = [-1, *bars, len(after)]
        alternatives = [
            self._alternative(after[start].text if start >= 0 else "", after[start + 1 : end])
            for start, end in pairwise(cuts)
        ]
        for bar, each in zip(bars, alternatives[1:], strict=True):
            each.above = [*after[bar].above, *_besides(after[bar : bar + 1]), *after[bar + 1].above]
        comment = atoms[colon].beside
        broken = any(after[bar].fresh for bar in bars)
        below = comment is not None or (whole and after[0].fresh)
        label = self.spacing.line(atoms[: colon + 1])
        return Row(label, alternatives, above, atoms[0].spaced, comment, below, broken)

    def _alternative(self, bar: str, atoms: Sequence[Atom], hanging: bool = False) -> Alternative:
        value, agreed = self._split(atoms)
        return Alternative(
            bar,
            self.spacing.pieces(value, hanging=hanging),
            [Piece(remark.text) for remark in (agreed[0].above if agreed else ())] + self.spacing.pieces(agreed),
            [],
        )

    def _split(self, atoms: Sequence[Atom]) -> tuple[Sequence[Atom], Sequence[Atom]]:
        """A value, and what was agreed about it."""
        start = self._agreements.get(atoms[-1].token.end)
        if start is None or start < atoms[0].token.start:
            return atoms, ()
        cut = next(at for at, atom in enumerate(atoms) if atom.token.start == start)
        return atoms[:cut], atoms[cut:]


def _label(atoms: Sequence[Atom]) -> tuple[int, list[Remark]]:
    """Where the label of a row ends, and the comments that come above the row."""
    colon = next(at for at, atom in enumerate(atoms) if atom.type == "COLON")
    label = [remark for atom in atoms[: colon + 1] for remark in atom.above]
    return colon, [*label, *_besides(atoms[:colon]), *atoms[colon + 1].above]


def _besides(atoms: Sequence[Atom]) -> list[Remark]:
    """The comments at the ends of lines that can be no longer there."""
    return [Remark(atom.beside, False) for atom in atoms if atom.beside is not None]


def _brace(atoms: Sequence[Atom]) -> int | None:
    """Where a block is opened."""
    return next((at for at, atom in enumerate(atoms) if atom.type == "LBRACE"), None)


def _trees(tree: Tree) -> list[Tree]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _items(statement: Tree) -> list[Tree]:
    """What stands between the braces of a statement."""
    for tree in statement.walk():
        at = next(
            (n for n, child in enumerate(tree.children) if isinstance(child, Token) and child.type == "LBRACE"), -1
        )
        if at >= 0:
            return [child for child in tree.children[at:] if isinstance(child, Tree)]
    return []


def _bars(tree: Tree) -> set[int]:
    """Where the `|` between the alternatives of a row stand."""
    holders = [tree, *(child for child in _trees(tree) if child.name == "choice" or tree.name == "change")]
    if tree.name == "change":
        return _bars(_trees(tree)[0])
    return {
        child.start
        for holder in holders
        for child in holder.children
        if isinstance(child, Token) and child.type == "VBAR"
    }
