"""What a rulebook says and no game can show, whatever the table agrees: warnings, for the rest of it can be played."""

from __future__ import annotations

from .. import model as m
from ..resolve.program import Draft, Program
from ..resolve.report import Report
from .dead import why_dead
from .phases import Before, most_held
from .settings import Asked, every_alternative
from .settle import Settling

BY_RANK = ("rank", "ranks", "highest_card", "lowest_card")


def check_idle(program: Program, report: Report) -> None:
    """Combinations and claims that no cards can be, rows nobody reaches, ranks that orders and families leave out."""
    table = every_alternative([*program.of_kind("deck"), *program.of_kind("deal")])
    more = ["players"] if "players" in program.options else []
    phases = list(program.of_kind("auction", "step"))
    held = [*every_alternative(phases), *(one for play in program.of_kind("play")
                                          for one in play.fields.get("before", ()))]  # fmt: skip
    for draft in program.of_kind("combination", "claim", "table"):
        own = every_alternative([draft])
        asked = Asked.by(program, [*table, *own], [draft], more)
        if not own or not asked.clear:
            continue
        idle = _Idle(draft)
        for setting in Asked.by(program, [*table, *held, *own], [draft, *phases], more).settings():
            at = Settling(program, {**program.first_answers, **setting}, Report())
            deck = at.deck()
            if draft in at.drafts and deck is not None:
                deal = at.deal(deck)
                # A claim is made with the hand as it was dealt.
                before = Before({}, {}, {}, ()) if draft.kind == "claim" else at.before()
                idle.look(at, deck, most_held(deal, deck, before) if deal is not None else None)
                if not idle.left:
                    break
        idle.tell(report)


class _Idle:
    """What of one declaration has not been of use so far."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.why: str | None = None
        self.used = False
        self.rows: dict[m.TableRow, int] = {}
        self.reached: set[m.TableRow] = set()
        self.strange: dict[m.Key, str] = {}

    @property
    def left(self) -> bool:
        """Whether another setting could show more."""
        return not self.used or self.draft.kind == "table"

    def look(self, at: Settling, deck: m.Deck, most: int | None) -> None:
        """What one setting shows."""
        chosen = at.chosen(self.draft)
        if self.draft.kind == "table":
            self._rows(chosen.value("rows"), most)
            return
        pattern = chosen.value("holding" if self.draft.kind == "claim" else "cards")
        if pattern is None:
            return
        why = why_dead(pattern, deck, most, {one.name: one for one in at.each("set", at.set)})
        self.why = self.why or why
        self.used = self.used or why is None
        for key in chosen.value("compare", ()):
            missing = _missing(at, key, deck)
            if missing is not None:
                self.strange[key] = missing

    def tell(self, report: Report) -> None:
        """Report what no setting has shown."""
        if not self.used and self.why is not None:
            report.fail(
                "CW612",
                f"no cards can ever be this {self.draft.kind}: {self.why}",
                self.draft.name_span,
                help="change its pattern, the deck or the deal",
            )
        for key, missing in self.strange.items():
            if key.span is not None:
                by = f"`{key.by}` leaves out" if key.by is not None else "no family has"
                report.fail(
                    "CW614",
                    f"{by} the rank `{missing}`, and plays are compared by it here",
                    key.span,
                    help="give every rank its place",
                )
        for row, most in self.rows.items():
            if row not in self.reached and row.span is not None:
                report.fail(
                    "CW715",
                    f"nobody can have {row.low} cards left",
                    row.span,
                    help=f"every player is dealt {most}: take the row away",
                )

    def _rows(self, rows: tuple[m.TableRow, ...] | None, most: int | None) -> None:
        if rows is None or most is None or self.draft.variable != "cards":
            return
        for row in rows:
            self.rows[row] = max(most, self.rows.get(row, 0))
            if row.low <= most:
                self.reached.add(row)


def _missing(at: Settling, key: m.Key, deck: m.Deck) -> str | None:
    """The first rank that the order of a key, or the families of the deck, do not have."""
    if key.by is not None:
        draft = next((one for one in at.of("order") if one.name == key.by), None)
        order = None if draft is None else at.order(draft, deck)
        if order is None:
            return None
        known = {rank for tier in order.tiers for run in tier for rank in run}
    elif key.what in BY_RANK and deck.rank_scales and not any(one.unread for one in every_alternative(at.of("family"))):
        known = {rank for scale in deck.rank_scales for tier in scale.tiers for rank in tier}
    else:
        return None
    return next((rank for rank in deck.ranks if rank not in known), None)
