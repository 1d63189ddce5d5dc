"""The text of a flattened rulebook: the words of the files it comes from, with what was settled and changed put in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import ast
from ..parser import parse
from ..source import Source, Span
from .names import PARTS

# Fields whose nodes stand between bars, and those that follow one another without a sign.
_BARRED = frozenset({"cases", "phrases", "patterns", "rankings", "alternatives", "shares", "acts"})
_PLAIN = frozenset({*PARTS.values(), "options", "entries", "examples"})


def flat_text(file: ast.File, source: Source) -> str:
    """The text of a complete rulebook that was put together from the texts of `source`."""
    return _Writer(source, file).text(file)


@dataclass(slots=True)
class _Edit:
    """Offsets of a text, and what to write there."""

    start: int
    end: int
    text: str


@dataclass(slots=True)
class _Writer:
    source: Source
    whole: ast.File
    files: dict[str, _File] = field(default_factory=dict)

    def text(self, file: ast.File) -> str:
        """The whole text."""
        for source in self.source.all:
            self.files[source.name] = _File(source)
        root = self.source.all[-1].name
        blocks = ["cardwright 1", self._header(file, root)]
        for statement in file.statements:
            if not isinstance(statement, ast.Change | ast.ChangeFields | ast.Remove):
                blocks.append(self._statement(statement, root))
        return "\n\n".join(block for block in blocks if block.strip()) + "\n"

    # ---- the head ---------------------------------------------------------------------------------------------------

    def _header(self, file: ast.File, root: str) -> str:
        header = file.header
        lines = [f"## {note.text}" for note in file.notes if note.text]
        head = f"rulebook {header.name.text}"
        if header.title is not None:
            head += f" {self.source.slice(header.title.span)}"
        lines.append(f"{head} edition {header.edition.value if header.edition else 1}")
        if len(self.files) > 1:
            lines.append(f"# Flattened. What names no other file comes from {root}.")
        for one in file.settled:
            lines.append(f"# Settled: {self.source.slice(one.span)} ({_place(one.span)})")
        lines += (f"## {note.text}" for note in header.notes if note.text)
        return "\n".join(lines)

    # ---- statements -------------------------------------------------------------------------------------------------

    def _statement(self, one: Any, root: str) -> str:
        file = self.files[one.span.file]
        above, trailing = file.around(one.span)
        kept = {(note.span.file, note.span.line) for note in ast.notes_in(one)}
        if trailing.lstrip().startswith("##") and (one.span.file, one.span.end_line) not in kept:
            trailing = ""  # the note of an alternative that is gone
        text = self._render(one)
        notes = [f"## {note.text}" for note in one.notes if note.span.file != one.span.file]
        head = [getattr(one, name, None) for name in ("title", "agreement")]
        places = {_place(part.span) for part in head if part is not None and part.span.file != one.span.file}
        notes += (f"# its head: {place}" for place in sorted(places))
        if one.span.file != root:
            text = _told(text + trailing, one.span)
            trailing = ""
        return "\n".join([*above, *notes, text + trailing])

    def _render(self, node: Any) -> str:
        """The text of a node: as it was written, with what differs from that put in."""
        file = self.files[node.span.file]
        old = file.nodes.get((node.span, type(node)))
        if old is None:
            return _spelled(node)
        edits = list(self._edits(file, old, node))
        start, end = file.offsets(node.span)
        return _edited(file.text, start, end, edits)

    def _edits(self, file: _File, old: Any, new: Any) -> Iterator[_Edit]:
        if old is new or old == new:
            return
        for name in new._names:
            if name in ("span", "notes", "then", "signs"):
                continue
            before, after = getattr(old, name), getattr(new, name)
            if before is after or before == after:
                continue
            if name == "agreement":
                yield self._agreement(file, old, new)
            elif name == "when" and after is None:
                yield self._without_guard(file, before)
            elif name in _BARRED:
                yield from self._barred(file, before, after)
            elif name in _PLAIN and not isinstance(new, ast.Rows):
                yield from self._plain(file, old, before, after)
            elif isinstance(after, tuple):
                yield from self._joined(file, new, before, after)
            elif isinstance(after, ast.Node) and isinstance(before, ast.Node):
                yield from self._one(file, before, after)
            elif name == "title":
                yield self._title(file, old, after)
            elif name == "instead":
                yield self._without_instead(file, before)
            elif name == "denied" and isinstance(new, ast.Is):
                start, end = file.offsets(old.left.span.end.to(old.right.span.start))
                yield _Edit(start, end, " is ")
            elif name == "of" and isinstance(new, ast.Factors):
                yield from () if after is None else self._of(file, old, after)

    def _one(self, file: _File, before: ast.Node, after: ast.Node) -> Iterator[_Edit]:
        """A node in the place of another one: its parts where it is the same one changed."""
        if type(before) is type(after) and before.span == after.span and (before.span, type(before)) in file.nodes:
            if isinstance(after, ast.Name | ast.Number | ast.Text | ast.Word):
                yield _Edit(*file.offsets(before.span), _spelled(after))
            else:
                yield from self._edits(file, before, after)
        else:
            yield _Edit(*file.offsets(before.span), self._render(after))

    # ---- guards -----------------------------------------------------------------------------------------------------

    def _agreement(self, file: _File, old: Any, new: Any) -> _Edit:
        before, after = old.agreement, new.agreement
        if before is None:
            at = file.offsets(_head_end(old).end)[0]
            return _Edit(at, at, f" {self._render(after)}")
        start, end = file.offsets(before.span)
        if after is None:
            return _Edit(file.blank_before(start), end, "")
        return _Edit(start, end, _agreed(after) if after.span == before.span else self._render(after))

    def _without_guard(self, file: _File, guard: ast.Node) -> _Edit:
        """A condition that always holds, with its `when`."""
        start, end = file.offsets(guard.span)
        when = file.text.rindex("when", 0, start)
        return _Edit(file.blank_before(when), end, "")

    def _without_instead(self, file: _File, instead: ast.Node) -> _Edit:
        start, end = file.offsets(instead.span)
        comma = file.text.rindex(",", 0, start)
        return _Edit(comma, end, "")

    def _title(self, file: _File, old: Any, title: ast.Text) -> _Edit:
        if old.title is not None:
            return _Edit(*file.offsets(old.title.span), self._render(title))
        at = file.offsets(old.name.span.end)[0]
        return _Edit(at, at, f" {self._render(title)}")

    def _of(self, file: _File, old: ast.Factors, of: ast.Name) -> Iterator[_Edit]:
        if old.of is None:
            at = file.offsets(old.name.span.end)[0]
            yield _Edit(at, at, f" of {of.text}")

    # ---- lists ------------------------------------------------------------------------------------------------------

    def _barred(self, file: _File, before: Sequence[Any], after: Sequence[Any]) -> Iterator[_Edit]:
        """Alternatives between bars, of which some are gone."""
        kept = {one.span: one for one in after}
        first = next(at for at, one in enumerate(before) if one.span in kept)
        if first:
            yield _Edit(file.offsets(before[0].span)[0], file.offsets(before[first].span)[0], "")
        for at, one in enumerate(before):
            if one.span in kept:
                yield from self._one(file, one, kept[one.span])
            elif at > first:
                end = file.offsets(one.span)[1]
                bar = file.bar_between(file.offsets(before[at - 1].span)[1], file.offsets(one.span)[0])
                yield _Edit(file.blank_before(bar), file.comment_after(end), "")

    def _plain(self, file: _File, holder: Any, before: Sequence[Any], after: Sequence[Any]) -> Iterator[_Edit]:
        """Fields, lines, rows, options and names: some gone, some changed by another file, some added."""
        spans = {one.span: one for one in after}
        names = {_named(one): one for one in after}
        old_names = {_named(one) for one in before}
        for one in before:
            start, end = file.offsets(one.span)
            if one.span in spans:
                yield from self._one(file, one, spans[one.span])
            elif _named(one) in names and names[_named(one)].span.file != file.name:
                part = names[_named(one)]
                if any(note.span.file == file.name for note in part.notes):
                    # What it is about is still said by the base, at the end of the line.
                    yield _Edit(start, end, f"# {_place(part.span)}\n  {self._render(part)}")
                    continue
                text = self._foreign(part)
                end = file.comment_after(end)
                yield _Edit(start, end, _ended(text, file.text[end:]))
            else:
                yield _Edit(file.own_lines_before(start, one.notes), file.comment_after(end), "")
        added = [one for one in after if one.span.file != file.name and _named(one) not in old_names]
        if added:
            last = (
                file.offsets(before[-1].span)[1] if before else file.text.index("{", file.offsets(holder.span)[0]) + 1
            )
            at = file.comment_after(last)
            yield _Edit(at, at, "".join(f"\n  {self._foreign(one)}" for one in added) + "\n")

    def _foreign(self, part: Any) -> str:
        """A part that another file says, with the comment at its end and where it stands."""
        file = self.files[part.span.file]
        end = file.offsets(part.span)[1]
        return _told(self._render(part) + file.text[end : file.comment_after(end)], part.span)

    def _joined(self, file: _File, new: Any, before: Sequence[Any], after: Sequence[Any]) -> Iterator[_Edit]:
        """A list written anew, with the sign that joins it; only what stands in it where nothing is gone."""
        if len(before) == len(after):
            for one, other in zip(before, after, strict=True):
                if one != other:
                    yield from self._one(file, one, other)
            return
        texts = [self._render(one) for one in after]
        match new:
            case ast.Chain(signs=signs):
                said = texts[0] + "".join(f" {sign.text} {text}" for sign, text in zip(signs, texts[1:], strict=True))
            case ast.Case(then=then):
                commas = [", then " if one else ", " for one in then or (False,) * (len(texts) - 1)]
                said = texts[0] + "".join(map("".join, zip(commas, texts[1:], strict=True)))
            case ast.Phrase():
                said = " ".join(one.text for one in after).replace(" ,", ",")
            case ast.AllOf() | ast.AnyOf():
                said = (" and " if isinstance(new, ast.AllOf) else " or ").join(texts)
            case _:
                said = ", ".join(texts)
        start, end = file.offsets(before[0].span.to(before[-1].span))
        yield _Edit(start, end, said)


class _File:
    """A text, its nodes by their places, and what stands around them."""

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self.text = source.text
        self.lines = source.lines
        self.starts = [0]
        for line in source.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.nodes: dict[tuple[Span, type], ast.Node] = {}
        self.tops: list[Span] = []
        parsed = parse(source).ast
        if parsed is not None:
            self.tops = [parsed.header.span, *(one.span for one in parsed.statements)]
            for one in ast.nodes(parsed):
                self.nodes.setdefault((one.span, type(one)), one)

    def offsets(self, span: Span) -> tuple[int, int]:
        """Where a place begins and ends in the text."""
        return (
            self.starts[span.line - 1] + span.column - 1,
            self.starts[span.end_line - 1] + span.end_column - 1,
        )

    def around(self, span: Span) -> tuple[list[str], str]:
        """The lines of comment above a statement, and the comment behind it."""
        at = next(at for at, top in enumerate(self.tops) if top.contains(span))
        top = self.tops[at]
        first = self.tops[at - 1].end_line if at else 0
        above = [line.strip() for line in self.lines[first : top.line - 1]]
        # A statement begins after the one before it; what stands above both belongs to the first.
        comments = [line for line in above if line.startswith("#")]
        end = self.offsets(top)[1]
        return comments, self.text[end : self.comment_after(end)]

    def comment_after(self, end: int) -> int:
        """The end of a comment that follows on the same line; the place itself where none does."""
        line_end = self.text.find("\n", end)
        line_end = len(self.text) if line_end < 0 else line_end
        return line_end if self.text[end:line_end].lstrip().startswith("#") else end

    def blank_before(self, start: int) -> int:
        """Where the blank space before a place begins."""
        while start and self.text[start - 1] in " \t\n":
            start -= 1
        return start

    def bar_between(self, start: int, end: int) -> int:
        """The bar between two alternatives; one in a comment is none."""
        at = start
        while at < end:
            if self.text[at] == "#":
                at = self.text.find("\n", at)
            elif self.text[at] == "|":
                return at
            at += 1
        raise AssertionError("alternatives stand between bars")

    def own_lines_before(self, start: int, notes: Sequence[ast.Note]) -> int:
        """Where the notes of a part begin that stand on lines of their own above it."""
        above = [self.offsets(note.span)[0] for note in notes if note.span.file == self.name]
        return min([start, *above])


def _edited(text: str, start: int, end: int, edits: Sequence[_Edit]) -> str:
    """A stretch of text after some edits, without the lines that they have emptied."""
    pieces: list[str] = []
    at = start
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += (text[at : edit.start], edit.text)
        at = max(at, edit.end)
    pieces.append(text[at:end])
    made = "".join(pieces)
    return "\n".join(line.rstrip() for line in made.split("\n") if line.strip()) if edits else made


def _told(text: str, span: Span) -> str:
    """A text with the place it comes from: at its end, or above where a comment stands there."""
    place = f"# {_place(span)}"
    return f"{place}\n{text}" if "#" in text.rpartition("\n")[2] else f"{text}    {place}"


def _ended(text: str, rest: str) -> str:
    """A text that ends in a comment ends its line."""
    commented = "#" in text.rpartition("\n")[2]
    return text if not commented or rest.lstrip(" \t")[:1] in ("\n", "") else f"{text}\n"


def _place(span: Span) -> str:
    name = span.file.replace(chr(92), "/").rpartition("/")[2]
    # What was given as an option stands on no line.
    return name if name.startswith("--") else f"{name}:{span.line}"


def _named(part: Any) -> str:
    match part:
        case ast.Naming(subject=subject):
            return subject.text
        case ast.Example():
            return str(part.span)
        case _:
            return str(part.name.text)


def _head_end(block: Any) -> Span:
    """The last word of the head of a block."""
    place = block.title or block.name
    assert place is not None
    span = place.span
    assert isinstance(span, Span)
    return span


def _spelled(node: Any) -> str:
    """A word that stands in no file."""
    match node:
        case ast.Number(value=value):
            return str(value)
        case ast.Text(value=value):
            return f'"{value}"'
        case _:
            return str(node.text)


def _agreed(agreement: ast.Agreement) -> str:
    """What is left of an agreement."""
    yes = [one for one in agreement.settings if not one.denied]
    no = [one.name.text for one in agreement.settings if one.denied]
    said = [
        one.name.text + (f" = {' or '.join(map(ast.answer_text, one.answers))}" if one.answers else "") for one in yes
    ]
    parts = [f"with {', '.join(said)}"] if said else []
    return " ".join([*parts, f"without {', '.join(no)}"] if no else parts)
