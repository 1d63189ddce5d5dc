"""What may be played and what beats what: combinations, ladders, bombs, and sets of them."""

from __future__ import annotations

from .. import ast
from .. import model as m
from .blocks import begin, conditions, declared_tiers, patterns_of, tiers
from .classes import PIECES, UNKNOWN, Classes
from .context import Context
from .expressions import Expressions
from .fields import alternatives, gather, plain, word
from .keys import Keys
from .patterns import NO_SCOPE, Patterns
from .program import Draft, citations, texts
from .scope import Scope

PLAY = m.Fact(fact="play")


class Combinations:
    """Reads what may be played, and what beats what."""

    def __init__(self, context: Context, classes: Classes, expressions: Expressions) -> None:
        self.context = context
        self.classes = classes
        self.expressions = expressions
        self.patterns = Patterns(context, classes)
        self.keys = Keys(context, classes)

    def set(self, declared: ast.Set) -> Draft:
        """A named class."""

        def read(case: ast.Case) -> m.Class | None:
            cls = self.classes.listed(case.values, NO_SCOPE)
            self.context.set_kinds[declared.name.text] = UNKNOWN if cls is None else self.classes.kind(cls)
            return cls

        draft = Draft(
            "set",
            declared.name.text,
            declared.span,
            declared.name.span,
            claims=citations(declared.notes),
            notes=texts(declared.notes),
        )
        draft.fields["value"] = alternatives(self.context, declared.choice, read)
        return draft

    # ---- what may be played, and what beats what --------------------------------------------------------------

    def combination(self, block: ast.Block) -> Draft:
        """A type of play."""
        draft = begin(self.context, block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            patterns: list[m.Pattern] = []
            if isinstance(cards := gathered.get("cards"), ast.CardsField):
                draft.fields["cards"] = patterns_of(self.context, self.patterns, cards, lacking=False)
                patterns = [one.value for one in draft.fields["cards"] if not one.unread]
            for name in ("compare", "same"):
                if name in gathered:
                    draft.fields[name] = alternatives(
                        self.context,
                        plain(gathered[name]),
                        lambda case: self.keys.read(case.values, patterns),
                    )
            parts = dict.fromkeys(self.context.labels.get(draft.name, frozenset()), PLAY)
            scope = Scope("a combination", frozenset({"play"}), parts=parts, owner=None, subject=PLAY)
            if "needs" in gathered:
                draft.fields["needs"] = conditions(self.context, self.expressions, plain(gathered["needs"]), scope)
            if "equal" in gathered:
                draft.fields["equal"] = word(self.context, plain(gathered["equal"]), ("holds", "falls"))
        return draft

    def ladder(self, block: ast.Block) -> Draft:
        """A ladder: names in tiers, and whether a higher rung beats."""
        draft = begin(self.context, block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            if "order" in gathered:
                draft.fields["order"] = alternatives(self.context, plain(gathered["order"]), self._rungs)
            if "beats" in gathered:
                draft.fields["beats"] = word(self.context, plain(gathered["beats"]), ("lower", "nothing"))
        return draft

    def _rungs(self, case: ast.Case) -> tuple[tuple[ast.Name, ...], ...] | None:
        said, help = "the rungs of a ladder are combinations", "a part of a combination can stand in `bombs`"
        return declared_tiers(self.context, case, "combination", said, help)

    def bombs(self, block: ast.Block) -> Draft:
        """Bombs: classes in tiers, and what they beat."""
        draft = begin(self.context, block)
        with self.context.under(draft.guard):
            gathered = gather(self.context, block)
            if "order" in gathered:
                draft.fields["order"] = alternatives(self.context, plain(gathered["order"]), self._bomb_rungs)
            if "beats" in gathered:
                draft.fields["beats"] = alternatives(self.context, plain(gathered["beats"]), self._beaten)
        return draft

    def _bomb_rungs(self, case: ast.Case) -> tuple[tuple[m.Class, ...], ...] | None:
        read = tiers(self.context, case)
        if read is None:
            return None
        found: list[tuple[m.Class, ...]] = []
        for tier in read:
            classes = [self.classes.read(item, NO_SCOPE) for item in tier]
            for cls, item in zip(classes, tier, strict=True):
                if cls is not None and not isinstance(cls, m.TypeClass):
                    self.context.fail(
                        "CW302",
                        "the rungs of bombs are combinations",
                        item.span,
                        help="name every combination, with `<` or `=` between them",
                    )
                    return None
            if None in classes:
                return None
            found.append(tuple(cls for cls in classes if cls is not None))
        return tuple(found) if self._no_dead_rung(found) else None

    def _no_dead_rung(self, tiers: list[tuple[m.Class, ...]]) -> bool:
        """A play that is on two rungs counts on the higher one: none may take all of one below, or beside it."""
        rungs = [(tier, cls) for tier, several in enumerate(tiers) for cls in several if isinstance(cls, m.TypeClass)]
        for tier, cls in rungs:
            above = (other for at, other in rungs if other is not cls and at >= tier and _includes(other, cls))
            higher = next(above, None)
            if higher is not None and cls.span is not None and higher.span is not None:
                said = self.context.source.slice(cls.span)
                self.context.fail("CW602", f"every `{said}` stands on another rung of this list as well", cls.span,
                                  labels=[(higher.span, "here")],
                                  help="what fits several rungs is on the highest: take one of them away")  # fmt: skip
                return False
        return True

    def _beaten(self, case: ast.Case) -> m.Class | None:
        match case.values:
            case (ast.Name(text="everything", span=span),):
                return m.Anything(of="plays", span=span)
            case (ast.Name(text="nothing", span=span),):
                return m.UnionClass(parts=(), span=span)
            case values:
                cls = self.classes.listed(values, NO_SCOPE)
                if cls is not None and self.classes.kind(cls) == PIECES:
                    self.context.fail(
                        "CW302",
                        "bombs beat combinations, and these are pieces",
                        case.span,
                        help="write `everything`, `nothing`, or names such as `single of 2`",
                    )
                    return None
                return cls


def _includes(all_: m.TypeClass, some: m.TypeClass) -> bool:
    """Whether every play of one class is in the other, by their names, ranks and lengths."""
    if all_.combination != some.combination:
        return False
    if all_.rank is not None or some.rank is not None:
        return all_.rank in (None, some.rank) and all_.length is None
    if all_.length is None or some.length is None:
        return all_.length is None
    if not all_.or_more:
        return not some.or_more and all_.length == some.length
    return all_.length <= some.length
