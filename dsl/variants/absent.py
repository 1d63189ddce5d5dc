"""A rulebook written without what it does not have: absent names left out of lists, and what can never hold dropped.

Whoever reads a flattened rulebook finds no name in it that nothing is called by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from .. import ast
from ..words import CLASS_KINDS, called
from .names import entries, kind_of, with_parts

# What a condition comes to when it is decided, and a class when nothing is in it.
FALSE, TRUE, NOTHING = "false", "true", "nothing"
_VERBS = (ast.Holding, ast.Have, ast.Has, ast.Played, ast.Is, ast.Be)
# Kinds that are empty where they are absent; of the others something is needed wherever they are named.
_EMPTY = frozenset({"combination", "ladder", "bombs", "set", "family", "claim", "auction", "step"})
_PLAYS = frozenset({"combination", "ladder", "bombs"})
# Classes that no rulebook declares.
_ALL = ("card", "cards", "tile", "tiles", "anything", "playable")


def without_absent(
    statements: Iterable[ast.Declaration], gone: Iterable[ast.Gone]
) -> tuple[tuple[ast.Declaration, ...], tuple[ast.Gone, ...]]:
    """The statements rid of every name that is gone; and what is gone with what comes to nothing by it."""
    left = tuple(statements)
    lost = {one.name: one for one in gone if one.statement is not None and kind_of(one.statement) in _EMPTY}
    rest = tuple(one for one in gone if one.statement is not None and one.name not in lost)
    classes = {entry.key for one in left for entry in entries(one) if entry.kind in CLASS_KINDS} | {*_ALL}
    new = dict(lost)
    while new:
        plays = {name for name, one in lost.items() if getattr(one.statement, "kind", "") in _PLAYS}
        absent = _Absent({*lost}, plays, classes | lost.keys())
        tried = [(one, absent.statement(one)) for one in left]
        left = tuple(kept for _, kept in tried if kept is not None)
        first = next(iter(new.values()))
        new = {
            entry.key: ast.Gone(first.span, entry.key, first.by, one)
            for one, kept in tried
            if kept is None
            for entry in entries(one)
        }
        rest += tuple(one for one in new.values() if one.statement and kind_of(one.statement) not in _EMPTY)
        lost |= {name: one for name, one in new.items() if one.statement and kind_of(one.statement) in _EMPTY}
    return left, (*lost.values(), *rest)


class _Absent:
    """Takes absent names out of declarations; `plays` are those of them that name plays, `classes` all names of
    classes, absent or not."""

    def __init__(self, names: set[str], plays: set[str], classes: set[str]) -> None:
        self.names = names
        self.plays = plays
        self.classes = classes

    # ---- declarations -----------------------------------------------------------------------------------------------

    def statement(self, one: ast.Declaration) -> ast.Declaration | None:
        """What is left of a declaration, None if it comes to nothing."""
        match one:
            case ast.Block():
                return self._block(one)
            case ast.Set(choice=choice) | ast.Let(choice=choice) | ast.Always(choice=choice):
                left = self._choice(choice)
                return None if left is None else one if left is choice else replace(one, choice=left)
            case ast.Free(names=names):
                kept = tuple(name for name in names if name.text not in self.names)
                return one if kept == names else replace(one, names=kept) if len(kept) > 1 else None
            case ast.Sentences():
                lines = tuple(line for line in map(self._line, one.lines) if line is not None)
                return one if _unchanged(lines, one.lines) else with_parts(one, lines)
            case ast.Factors(rows=rows):
                left_rows = tuple(row for row in map(self._row, rows) if row is not None)
                return one if _unchanged(left_rows, rows) else with_parts(one, left_rows)
            case ast.Payment(acts=acts):
                left_acts = _reached(map(self._act, acts))
                return one if _unchanged(left_acts, acts) else replace(one, acts=left_acts) if left_acts else None
            case ast.Table():
                made = self._inside(one)
                assert isinstance(made, ast.Table)
                return made
            case ast.Examples(examples=examples):
                kept_examples = tuple(example for example in examples if not self._idle(example))
                return one if kept_examples == examples else replace(one, examples=kept_examples)
            case _:
                return one

    def _block(self, block: ast.Block) -> ast.Block | None:
        fields: list[ast.AnyField] = []
        for field in block.fields:
            if not isinstance(field, ast.Field):
                fields.append(field)
                continue
            left = self._field(block.kind, field)
            if left == FALSE:
                return None
            if isinstance(left, ast.Field):
                fields.append(left)
        return block if _unchanged(tuple(fields), block.fields) else replace(block, fields=tuple(fields))

    def _field(self, kind: str, field: ast.Field) -> ast.Field | str:
        """What is left of a field: itself, FALSE if its block comes to nothing by it, TRUE if it need not be said."""
        cases: list[ast.Case] = []
        for case in field.choice.cases:
            if field.name.text in ("when", "must", "needs") and len(case.values) == 1:
                value = self._any(case.values[0])
                if value in (FALSE, TRUE):
                    # A condition that is decided under some answers only is left as it is.
                    alone = len(field.choice.cases) == 1 and case.agreement is None
                    if not alone or (kind == "effect" and value == TRUE):
                        return field
                    # What must be so and always is binds nobody, as does what can never be met.
                    return FALSE if field.name.text == "must" else str(value)
                cases.append(case if value is case.values[0] else replace(case, values=(value,)))
                continue
            left = self._case(case)
            if left is not None:
                cases.append(left)
            elif field.name.text == "beats":
                cases.append(replace(case, values=(ast.Name(case.values[0].span, NOTHING),), then=()))
        if not cases:
            return FALSE
        if _unchanged(tuple(cases), field.choice.cases):
            return field
        return replace(field, choice=replace(field.choice, cases=tuple(cases)))

    def _line(self, line: ast.Line) -> ast.Line | None:
        """A line of sentences; names that may be absent stand in lists, of plays behind `by` and of what comes before
        the lead."""
        phrases = []
        for phrase in line.phrases:
            words, head = phrase.words, 0 if line.name.text == "before" else 1
            listed = head == 0 or (words and words[0].text == "by")
            if listed and any(word.text in self.names for word in words):
                kept = self._listed(words[head:])
                if not kept and head == 0:
                    continue
                never = (ast.Word(words[0].span, "never", "NAME"),)
                phrase = replace(phrase, words=(*words[:head], *kept) if kept else never)
            phrases.append(phrase)
        if not phrases:
            return None
        return line if _unchanged(tuple(phrases), line.phrases) else replace(line, phrases=tuple(phrases))

    def _listed(self, words: tuple[ast.Word, ...]) -> list[ast.Word]:
        """A list between commas without the members that begin with an absent name."""
        groups: list[list[ast.Word]] = [[]]
        for word in words:
            if word.text == ",":
                # The comma goes with what follows it.
                groups.append([word])
            else:
                groups[-1].append(word)
        kept = [group for group in groups if group[-1].text == "," or next(
            word for word in group if word.text != ",").text not in self.names]  # fmt: skip
        flat = [word for group in kept for word in group]
        return flat[1:] if flat and flat[0].text == "," else flat

    def _row(self, row: ast.Factor) -> ast.Factor | None:
        shares = _reached(map(self._share, row.shares))
        while shares and shares[-1].for_each is not None and self.absent(shares[-1].for_each.what):
            shares = shares[:-1]
        return None if not shares else row if _unchanged(shares, row.shares) else replace(row, shares=shares)

    def _share(self, share: ast.Share) -> Any:
        return self._guarded(share, ("times", "for_each"))

    def _act(self, act: ast.Act) -> Any:
        return self._guarded(act, ("deed",))

    def _guarded(self, one: Any, fields: Iterable[str]) -> Any:
        """An alternative with a condition; None where it never holds."""
        changes = {}
        for name in fields:
            before = getattr(one, name)
            after = (
                before if before is None or (name == "for_each" and self.absent(before.what)) else self._inside(before)
            )
            if after is not before:
                changes[name] = after
        if one.when is not None:
            when = self._any(one.when)
            if when == FALSE:
                return None
            if when is not one.when:
                changes["when"] = None if when == TRUE else when
        return replace(one, **changes) if changes else one

    def _idle(self, example: ast.Example) -> bool:
        """Whether an example only says that something is not what there is not."""
        body = example.body
        return isinstance(body, ast.Fits) and body.denied and body.name.text in self.names

    # ---- choices ----------------------------------------------------------------------------------------------------

    def _choice(self, choice: ast.Choice) -> ast.Choice | None:
        cases = _reached(map(self._case, choice.cases))
        return None if not cases else choice if _unchanged(cases, choice.cases) else replace(choice, cases=cases)

    def _case(self, case: ast.Case) -> ast.Case | None:
        """A case with what is left of its list; None where nothing is, or where it never holds."""
        if case.when is not None:
            when = self._any(case.when)
            if when == FALSE:
                return None
            if when is not case.when:
                case = replace(case, when=None if when == TRUE else when)
        values = [self._value(value) for value in case.values]
        if all(map(_same, values, case.values)):
            return case
        then = (False, *(case.then or (False,) * (len(values) - 1)))
        kept = [(value, after) for value, after in zip(values, then, strict=True) if value is not None]
        if not kept:
            return None
        return replace(case, values=tuple(value for value, _ in kept), then=tuple(after for _, after in kept[1:]))

    def _value(self, value: Any) -> Any:
        if isinstance(value, ast.Chain):
            return self._chain(value)
        if self.absent(value):
            return None
        return self._expression(value)

    def _chain(self, chain: ast.Chain) -> Any:
        """A chain of what is left: members are equal only where no other sign stood between them."""
        kept = [at for at, item in enumerate(chain.items) if not self.absent(item)]
        if len(kept) == len(chain.items):
            return self._expression(chain)
        if len(kept) < 2:
            return chain.items[kept[0]] if kept else None
        signs = tuple(
            next((sign for sign in chain.signs[low:high] if sign.text != "="), chain.signs[low])
            for low, high in pairwise(kept)
        )
        return replace(chain, items=tuple(chain.items[at] for at in kept), signs=signs)

    def _expression(self, value: Any) -> Any:
        made = self._any(value)
        if isinstance(made, str):
            return None if made == FALSE else value
        return made

    # ---- expressions ------------------------------------------------------------------------------------------------

    def absent(self, value: Any) -> bool:
        """Whether a class is empty because of what is absent."""
        match value:
            case ast.Name(text=text):
                return called(text, self.classes) in self.names
            case ast.Property(name=name):
                return name.text in self.names
            case ast.Filtered(item=item, where=where):
                return self.absent(item) or self._any(where) == FALSE
            case ast.AnyOf(items=items):
                return all(map(self.absent, items))
            case ast.Group(choice=ast.Choice(cases=(ast.Case(values=values, when=None),))):
                return all(map(self.absent, values))
            case ast.Pick(name=name):
                return self.absent(name)
            case _:
                return False

    def _any(self, value: Any) -> Any:
        """An expression without what is absent: itself, another one, FALSE or TRUE."""
        read = _READERS.get(type(value))
        return self._inside(value) if read is None else read(self, value)

    def _inside(self, value: Any) -> Any:
        """The same node with its parts read; a condition inside that is decided decides nothing here."""
        if isinstance(value, tuple):
            made = tuple(self._part(one) for one in value)
            return value if _unchanged(made, value) else made
        if not isinstance(value, ast.Node):
            return value
        if isinstance(value, ast.Choice):
            return self._choice(value) or value
        changes = {}
        for name in value._names:
            if name in ("span", "notes", "agreement"):
                continue
            before = getattr(value, name)
            after = self._part(before)
            if after is not before:
                changes[name] = after
        return replace(value, **changes) if changes else value

    def _part(self, value: Any) -> Any:
        if isinstance(value, ast.Node):
            made = self._any(value)
            return value if isinstance(made, str) else made
        return self._inside(value) if isinstance(value, tuple) else value

    def _all_of(self, value: ast.AllOf) -> Any:
        return self._terms(value, TRUE, FALSE)

    def _any_of(self, value: ast.AnyOf) -> Any:
        return self._terms(value, FALSE, TRUE)

    def _terms(self, value: ast.AllOf | ast.AnyOf, unit: str, other: str) -> Any:
        """`and`, `or`: a bare class repeats the verb before it, which is said of the next one where it falls away."""
        terms: list[Any] = []
        verb: Any = None
        fallen = False
        for item in value.items:
            bare = not isinstance(item, _VERBS) and verb is not None and self._is_class(item)
            if isinstance(item, _VERBS):
                verb, fallen = item, False
            made = (FALSE if self.absent(item) else item) if bare else self._any(item)
            if made == other:
                return other
            if made == unit:
                fallen |= not bare
            else:
                terms.append(_said(verb, made) if bare and fallen else made)
                fallen &= not bare
        if _unchanged(tuple(terms), value.items):
            return value
        return unit if not terms else terms[0] if len(terms) == 1 else replace(value, items=tuple(terms))

    def _is_class(self, value: Any) -> bool:
        """Whether a term is a bare class, which repeats the verb before it."""
        match value:
            case ast.Name(text=text):
                return called(text, self.classes) in self.classes
            case ast.Property(name=name):
                return name.text in self.classes
            case ast.Filtered(item=item):
                return self._is_class(item)
            case _:
                return isinstance(value, ast.Piece | ast.Number)

    def _not(self, value: ast.Not) -> Any:
        made = self._any(value.item)
        if isinstance(made, str):
            return {FALSE: TRUE, TRUE: FALSE}[made]
        return value if made is value.item else replace(value, item=made)

    def _is(self, value: ast.Is) -> Any:
        if not self.absent(value.right):
            return self._inside(value)
        if not value.denied:
            return FALSE
        everything = "anything" if self._names_plays(value.right) else "card"
        return replace(value, right=ast.Name(value.right.span, everything), denied=False)

    def _names_plays(self, value: Any) -> bool:
        return not isinstance(value, ast.Name) or called(value.text, self.plays) in self.plays

    def _thing(self, value: Any) -> Any:
        """`has`, `have` and `holding`."""
        thing = value.thing
        if isinstance(thing, ast.Counted):
            if not self.absent(thing.noun):
                return self._inside(value)
            return FALSE if thing.count.value else TRUE
        if not self.absent(thing.what):
            return self._inside(value)
        return TRUE if thing.denied else FALSE

    def _what(self, value: Any) -> Any:
        """`played` and `be`."""
        return FALSE if self.absent(value.what) else self._inside(value)

    def _claimed(self, value: ast.Claimed) -> Any:
        return FALSE if value.claim.text in self.names else value

    def _some(self, value: ast.Some) -> Any:
        return FALSE if self.absent(value.within) else self._inside(value)

    def _count(self, value: ast.Count) -> Any:
        return ast.Number(value.span, 0) if self.absent(value.what) else self._inside(value)

    def _total(self, value: ast.Total) -> Any:
        return ast.Number(value.span, 0) if self.absent(value.within) else self._inside(value)

    def _group(self, value: ast.Group) -> Any:
        """Parentheses: around a condition that is decided they are decided as well."""
        match value.choice.cases:
            case (ast.Case(values=(inner,), when=None, agreement=None),):
                made = self._any(inner)
                return made if isinstance(made, str) else self._inside(value)
            case _:
                return self._inside(value)

    def _filtered(self, value: ast.Filtered) -> Any:
        where = self._any(value.where)
        if where == TRUE:
            return value.item
        return self._inside(value)


def _said(verb: Any, item: Any) -> Any:
    """The verb that fell away, said of another class."""
    match verb:
        case ast.Holding() | ast.Have() | ast.Has():
            return replace(verb, thing=ast.Thing(verb.thing.span, item))
        case ast.Is():
            return replace(verb, right=item, denied=False)
        case _:
            return replace(verb, what=item)


def _reached(alternatives: Iterable[Any]) -> tuple[Any, ...]:
    """The alternatives that are left; behind a plain one without an agreement nothing is reached."""
    kept = []
    for one in alternatives:
        if one is None:
            continue
        kept.append(one)
        if one.when is None and one.agreement is None:
            break
    return tuple(kept)


def _same(one: object, other: object) -> bool:
    return one is other


def _unchanged(made: tuple[Any, ...], before: tuple[Any, ...]) -> bool:
    return len(made) == len(before) and all(map(_same, made, before))


_READERS: dict[type, Callable[[Any, Any], Any]] = {
    ast.AllOf: _Absent._all_of,
    ast.AnyOf: _Absent._any_of,
    ast.Not: _Absent._not,
    ast.Is: _Absent._is,
    **dict.fromkeys((ast.Has, ast.Have, ast.Holding), _Absent._thing),
    **dict.fromkeys((ast.Played, ast.Be), _Absent._what),
    ast.Claimed: _Absent._claimed,
    ast.Some: _Absent._some,
    ast.Count: _Absent._count,
    ast.Total: _Absent._total,
    ast.Filtered: _Absent._filtered,
    ast.Group: _Absent._group,
}
