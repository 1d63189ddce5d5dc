"""What a variant does to its base: the declarations it adds, changes and takes away.

Its operations are a set: their order never matters, and each touches something of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .. import ast
from ..diagnostics import Applicability, Diagnostic, Fix, problem, rewrite
from ..near import near
from ..source import Span
from ..words import SPOKEN, listing
from .gone import asked_again
from .names import PARTS, Entry, entries, kind_of, parts, with_parts

TITLE, AGREEMENT = '"', "with"


@dataclass(frozen=True, slots=True)
class Touch:
    """One operation: what it touches (a part of it, or all: None), where it stands, what it takes away, and where the
    base declares what it touches."""

    key: str
    part: str | None
    span: Span
    before: ast.Node | None = None
    place: Span | None = None


@dataclass(slots=True)
class Operations:
    """The operations of one variant, done to the statements of its base one after another."""

    base: ast.File
    variant: ast.File
    settled: Mapping[str, ast.Settled]
    report: list[Diagnostic]
    statements: list[ast.Declaration | None] = field(default_factory=list)
    places: dict[str, tuple[int, Entry]] = field(default_factory=dict)
    own: dict[str, Entry] = field(default_factory=dict)
    touched: list[Touch] = field(default_factory=list)
    added: list[ast.Declaration] = field(default_factory=list)
    gone: list[ast.Gone] = field(default_factory=list)

    def do(self, statements: Iterable[ast.Declaration]) -> tuple[ast.Declaration, ...]:
        """The statements of the base after all operations, and behind them what the variant adds."""
        self.statements = list(statements)
        for place, statement in enumerate(self.statements):
            assert statement is not None
            self.places |= {entry.key: (place, entry) for entry in entries(statement)}
        for one in self.variant.statements:
            if not isinstance(one, ast.Change | ast.ChangeFields | ast.Remove):
                self.own |= {entry.key: entry for entry in entries(one)}
        for one in self.variant.statements:
            match one:
                case ast.Remove(refs=refs):
                    for ref in refs:
                        self._remove(ref)
                case ast.Change(declaration=declaration):
                    self._change(one, declaration)
                case ast.ChangeFields():
                    self._change_fields(one)
                case _:
                    self._add(one)
        return (*(one for one in self.statements if one is not None), *self.added)

    # ---- adding -----------------------------------------------------------------------------------------------------

    def _add(self, one: ast.Declaration) -> None:
        doubled = [entry for entry in entries(one) if entry.key in self.places]
        if isinstance(one, ast.Options):
            for entry in doubled:
                self._already(entry, entry.span, "write it in `change options { … }`", None)
            known = {entry.key for entry in doubled}
            left = tuple(option for option in one.options if option.name.text not in known)
            left = tuple(option for option in left if not self._settled(option.name))
            if left:
                self.added.append(replace(one, options=left))
        elif isinstance(one, ast.Names) and doubled:
            self._more_names(one)
        elif doubled:
            entry = doubled[0]
            fix = rewrite(one.span.start, "change ", Applicability.UNSAFE)
            self._already(entry, entry.span, f"write `change {_short(entry)}`", fix)
        else:
            self.added.append(one)

    def _already(self, entry: Entry, span: Span, help: str, fix: Fix | None) -> None:
        before = self.places[entry.key][1]
        self.report.append(
            problem(
                "CW224",
                f"{entry.named} is already in `{self.base.header.name.text}` (line {before.span.line})",
                span,
                labels=[(before.span, f"declared here, as {SPOKEN[before.kind]}" if before.kind in SPOKEN else "here")],
                help=help,
                fix=fix,
            )
        )

    def _more_names(self, one: ast.Names) -> None:
        known = {
            _subject(naming): naming
            for statement in self.statements
            if isinstance(statement, ast.Names) and statement.tongue.text == one.tongue.text
            for naming in statement.entries
        }
        left = []
        for naming in one.entries:
            before = known.get(_subject(naming))
            if before is None:
                left.append(naming)
                continue
            self.report.append(
                problem(
                    "CW224",
                    f"`{_subject(naming)}` already has a name in `{one.tongue.text}`",
                    naming.span,
                    labels=[(before.span, f"in `{self.base.header.name.text}`")],
                    help=f"write it in `change names {one.tongue.text} {{ … }}`",
                )
            )
        self.added.append(replace(one, entries=tuple(left)))

    # ---- changing ---------------------------------------------------------------------------------------------------

    def _change(self, change: ast.Change, new: ast.Declaration) -> None:
        notes = change.notes
        match new:
            case ast.Options(options=options):
                for option in options:
                    self._change_option(option, (*notes, *new.notes))
            case ast.Names():
                self._change_names(new, (*notes, *new.notes))
            case ast.Examples() | ast.Never() | ast.Free():
                kind = kind_of(new)
                what = (
                    "examples are about the rulebook that they stand in"
                    if kind == "examples"
                    else (f"a `{kind}` has no name, and so cannot be changed")
                )
                help = f"write `{kind} …` without `change`" + (
                    "" if kind == "examples" else ": it adds to those there are"
                )
                self.report.append(problem("CW227", what, new.span, help=help))
            case ast.Block(name=None, kind=kind) if kind not in ("deck", "claims"):
                self.report.append(
                    problem(
                        "CW211", f"this `{kind}` has no name", new.kind_span, help="say which one: `change NAME { … }`"
                    )
                )
            case _:
                entry = next(iter(entries(new)))
                place = self._find(entry.key, entry.span, entry.kind)
                if place is None:
                    return
                old = self.statements[place]
                assert old is not None
                if type(new) in PARTS:
                    title, agreement = getattr(new, "title", None), getattr(new, "agreement", None)
                    self._merge(place, old, parts(new), title, agreement, (*notes, *new.notes))
                elif self._touch(entry.key, None, new.span, old):
                    self.statements[place] = replace(new, notes=(*notes, *new.notes))

    def _change_fields(self, change: ast.ChangeFields) -> None:
        key = change.name.text
        place = self._find(key, change.name.span, None)
        if place is None:
            return
        old = self.statements[place]
        if isinstance(old, ast.Block):
            self._merge(place, old, change.fields, change.title, change.agreement, change.notes)
            return
        before = self.places[key][1]
        self.report.append(
            problem(
                "CW227",
                f"`{key}` is {SPOKEN[before.kind]}: it has no fields",
                change.name.span,
                labels=[(before.span, "declared here")],
                help=f"write `change {_short(before)}`",
            )
        )

    def _merge(
        self,
        place: int,
        old: ast.Declaration,
        new: tuple[Any, ...],
        title: ast.Text | None,
        agreement: ast.Agreement | None,
        notes: tuple[ast.Note, ...],
    ) -> None:
        """Put fields, lines or rows in the place of those of the same name, behind the others where there are none."""
        key = next(iter(entries(old))).key
        held = list(parts(old))
        changes: dict[str, Any] = {"notes": (*old.notes, *notes)} if notes else {}
        for part in new:
            at = next((at for at, one in enumerate(held) if one.name.text == part.name.text), None)
            if not self._touch(key, part.name.text, part.name.span, None if at is None else held[at]):
                continue
            if at is None:
                held.append(part)
            else:
                held[at] = part
        if title is not None and self._touch(key, TITLE, title.span):
            changes["title"] = title
        if agreement is not None and self._touch(key, AGREEMENT, agreement.span, getattr(old, "agreement", None)):
            changes["agreement"] = agreement
        self.statements[place] = with_parts(old, held, **changes)

    def _change_option(self, option: ast.Option, notes: tuple[ast.Note, ...]) -> None:
        if self._settled(option.name):
            return
        name = option.name.text
        place = self._find(name, option.name.span, "option")
        if place is None or not self._touch(name, None, option.span):
            return
        old = self.statements[place]
        assert isinstance(old, ast.Options)
        # What an option is about stays so, whatever is answered first.
        options = tuple(
            replace(option, notes=option.notes or one.notes) if one.name.text == name else one for one in old.options
        )
        self.statements[place] = replace(old, options=options, notes=_more(old.notes, notes))

    def _change_names(self, new: ast.Names, notes: tuple[ast.Note, ...]) -> None:
        tongue = new.tongue.text
        if self._find(f"names {tongue}", new.tongue.span, "names") is None:
            return
        for naming in new.entries:
            subject = _subject(naming)
            found = False
            for place, statement in enumerate(self.statements):
                if isinstance(statement, ast.Names) and statement.tongue.text == tongue:
                    held = tuple(naming if _subject(one) == subject else one for one in statement.entries)
                    if held != statement.entries:
                        found = True
                        if self._touch(f"names {tongue}", subject, naming.span):
                            more = _more(statement.notes, notes)
                            self.statements[place] = replace(statement, entries=held, notes=more)
            if not found:
                self.report.append(
                    problem(
                        "CW223",
                        f"`{subject}` has no name in `{tongue}` that could be changed",
                        naming.span,
                        help=f"write `names {tongue} {{ … }}` without `change`",
                    )
                )

    # ---- taking away ------------------------------------------------------------------------------------------------

    def _remove(self, ref: ast.Ref) -> None:
        key = ref.name.text
        if self._settled(ref.name):
            return
        place = self._find(key, ref.name.span, None)
        if place is None:
            return
        old = self.statements[place]
        assert old is not None
        by = self.variant.header.name.text
        if ref.row is not None:
            self._remove_part(place, old, ref, ref.row)
        elif isinstance(old, ast.Options):
            if self._touch(key, None, ref.span):
                left = tuple(option for option in old.options if option.name.text != key)
                self.statements[place] = replace(old, options=left)
                self.gone.append(ast.Gone(ref.span, key, by))
        elif self._touch(key, None, ref.span, old):
            self.statements[place] = None
            self.gone.append(ast.Gone(ref.span, key, by, old))

    def _remove_part(self, place: int, old: ast.Declaration, ref: ast.Ref, row: ast.Name) -> None:
        held = parts(old)
        part = next((one for one in held if one.name.text == row.text), None)
        if part is None:
            known = [one.name.text for one in held]
            close = near(row.text, known)
            listed = ", ".join(f"`{one}`" for one in known)
            self.report.append(
                problem(
                    "CW223",
                    f"`{ref.name.text}` has no `{row.text}` that could be removed",
                    row.span,
                    labels=[(old.span, "it is declared here")],
                    help=f"did you mean {listing(f'`{one}`' for one in close)}?"
                    if close
                    else f"it has {listed or 'none'}",
                    fix=rewrite(row.span, close[0]) if len(close) == 1 else None,
                )
            )
        elif self._touch(ref.name.text, row.text, ref.span, part):
            left = tuple(one for one in held if one is not part)
            self.statements[place] = with_parts(old, left)

    # ---- what is named, and how often -------------------------------------------------------------------------------

    def _find(self, key: str, span: Span, kind: str | None) -> int | None:
        """Where the base declares a name as this kind of thing; reported where it does not."""
        if not key:
            return None  # A name that could not be read is reported already.
        found = self.places.get(key)
        if found is not None and self.statements[found[0]] is None:
            # Taken away by another operation: both would touch it.
            self._touch(key, None, span)
            return None
        if found is not None and kind in (None, found[1].kind):
            return found[0]
        base = self.base.header.name.text
        if found is not None:
            before = found[1]
            self.report.append(
                problem(
                    "CW227",
                    f"`{key}` is {SPOKEN[before.kind]} in `{base}`, not {SPOKEN.get(str(kind), f'`{kind}`')}",
                    span,
                    labels=[(before.span, "declared here")],
                    help=f"write `change {_short(before)}`",
                )
            )
            return None
        self._unknown(key, span, kind)
        return None

    def _unknown(self, key: str, span: Span, kind: str | None) -> None:
        base = self.base.header.name.text
        gone = next((one for one in self.base.gone if one.name == key), None)
        labels, fix = [], None
        if key in self.own:
            labels, help = [(self.own[key].span, "declared here")], "what a variant adds is written as it should be"
        elif gone is not None:
            labels, help = [(gone.span, f"`{gone.by}` has removed it")], "declare it anew, without `change`"
        else:
            same = [entry.key for _, entry in self.places.values() if kind in (None, entry.kind)]
            close = near(key, same) or near(key, self.places)
            if close:
                help = f"did you mean {listing(f'`{one}`' for one in close)}?"
                labels = [(self.places[close[0]][1].span, f"`{close[0]}` is declared here")]
                fix = rewrite(span, close[0]) if len(close) == 1 and " " not in close[0] else None
            elif kind is not None and same and len(same) <= 20:
                help = f"{_plural(kind)} of `{base}`: " + ", ".join(f"`{one}`" for one in same)
            else:
                help = f"`cardwright flatten {base}` shows everything that it declares"
        self.report.append(problem("CW223", f"`{base}` has no `{key}`", span, labels=labels, help=help, fix=fix))

    def _settled(self, name: ast.Name) -> bool:
        """Whether an option is settled, and so cannot be asked again; reported."""
        settled = self.settled.get(name.text)
        if settled is not None:
            self.report.append(asked_again(name.span, settled))
        return settled is not None

    def _touch(self, key: str, part: str | None, span: Span, before: ast.Node | None = None) -> bool:
        """Note an operation; whether it is the first one there. Another one is reported."""
        first = next((one for one in self.touched if one.key == key and (None in (part, one.part) or part == one.part)),
                     None)  # fmt: skip
        if first is None:
            at = self.places.get(key)
            old = None if at is None else self.statements[at[0]]
            self.touched.append(Touch(key, part, span, before, None if old is None else old.span))
            return True
        named = f"`{key}`" if part is None or first.part is None else f"`{part}` of `{key}`"
        if part == first.part == AGREEMENT or part == first.part == TITLE:
            named = f"the head of `{key}`"
        self.report.append(
            problem(
                "CW225",
                f"{named} is changed or removed twice",
                span,
                labels=[(first.span, "first here")],
                help="the order of changes never matters, so each may touch a thing once: join the two",
            )
        )
        return False


def _more(notes: tuple[ast.Note, ...], others: tuple[ast.Note, ...]) -> tuple[ast.Note, ...]:
    return (*notes, *(note for note in others if note not in notes))


def _subject(naming: ast.Naming) -> str:
    return naming.subject.text


def _short(entry: Entry) -> str:
    """How a change of something begins, in short."""
    if entry.kind in ("order", "family", "set", "let", "always", "payment", "step", "table"):
        return f"{entry.head}: …" if entry.kind != "table" else f"{entry.head} of …"
    if entry.kind == "source":
        return f'{entry.head} "…"'
    whole = entry.kind in ("factors", "names", "option", entry.key)
    return f"{entry.head if whole else entry.key} {{ … }}"


def _plural(kind: str) -> str:
    return {"family": "families", "duty": "duties"}.get(kind, kind if kind.endswith("s") else f"{kind}s")
