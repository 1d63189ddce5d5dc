"""From a program and the answers of the table to the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from .. import ast
from .. import model as m
from ..resolve.phrases import AS_FIRST
from ..resolve.program import Draft, Program, citations, texts
from ..resolve.report import Report
from .answers import Given, complete
from .checks import check_end, check_leaders, check_openers, check_turned, covered
from .choose import Chosen
from .deck import deal, deck, families, order
from .phases import Before, check_before, check_starters, most_held, placed
from .rewrite import Rewriter

T = TypeVar("T")
DEFAULT_SAME = (m.Key(what="size"),)


def settle(program: Program, given: Given, report: Report) -> m.Rulebook | None:
    """The rulebook under these answers; None when there is none, and the report says why."""
    settings, told = complete(program, given)
    for diagnostic in told:
        report.add(diagnostic)
    if told:
        return None
    return Settling(program, settings, report).rulebook()


class Settling:
    """One settling at work."""

    def __init__(self, program: Program, settings: dict[str, str], report: Report) -> None:
        self.program = program
        self.symbols = program.symbols
        self.settings = {"players": "0", **settings}
        self.report = report
        self.drafts = [draft for draft in program.drafts if draft.guard.holds(settings)]
        present = frozenset(draft.name for draft in self.drafts)
        self.rewriter = Rewriter(settings, present)
        self.present = present

    def rulebook(self) -> m.Rulebook | None:
        """Everything, checked where the answers were needed for it."""
        made = self.deck()
        dealt = None if made is None else self.deal(made)
        play = self.play()
        if made is None or dealt is None or play is None:
            return None
        orders = self.each("order", lambda draft, chosen: self.order(draft, made))
        combinations = self.each("combination", self.combination)
        before = self.before()
        most = most_held(dealt, made, before)
        tables = self.each("table", lambda draft, chosen: self.table(draft, chosen, most))
        check_end(self.of("play")[0], play, dealt, self.report)
        check_openers(play, made, self.report)
        self.check_before(made, dealt, play)
        self.check_leaders(dealt, play)
        if self.report.failed:
            return None
        header = self.program.file.header
        notes = (*self.program.file.notes, *header.notes)
        return m.Rulebook.model_construct(
            name=header.name.text,
            title=header.title.value if header.title else header.name.text,
            edition=header.edition.value if header.edition else 1,
            sources=tuple(self.program.sources),
            notes=texts(notes),
            claim_ids=citations((*notes, *_of_blocks(self.program.file))),
            options=tuple(self.options()),
            deck=made,
            deal=dealt,
            orders=orders,
            sets=self.each("set", self.set),
            combinations=combinations,
            ladders=self.each("ladder", self.ladder),
            bombs=self.each("bombs", self.bombs),
            free=tuple(self.program.free),
            play=play,
            auctions=tuple(before.auctions.values()),
            steps=tuple(before.steps.values()),
            effects=self.each("effect", self.effect),
            duties=self.each("duty", self.duty),
            claim_rules=self.claim_rules(),
            claims=self.each("claim", self.claim),
            tables=tables,
            factors=self.each("factors", self.factors),
            lets=self.each("let", self.calculation),
            payments=self.payments(),
            match=self.match(),
            always=self.each("always", self.invariant),
            examples=tuple(self.program.examples),
            tongues=tuple(self.program.tongues),
        )

    def deck(self) -> m.Deck | None:
        """The deck with its families."""
        scales, decks = self.families(), self.of("deck")
        return deck(decks[0], self.chosen(decks[0]), scales, self.symbols, self.report) if decks else None

    def order(self, draft: Draft, made: m.Deck) -> m.Order | None:
        """An order with its slides written out."""
        return order(draft, self.chosen(draft), made.ranks, self.report)

    def families(self) -> list[m.Scale]:
        """The ranks that are compared among themselves only."""
        return families([(draft, self.chosen(draft)) for draft in self.of("family")], self.report)

    def deal(self, made: m.Deck) -> m.Deal | None:
        """How many pieces each player gets."""
        deals, players = self.of("deal"), int(self.settings["players"])
        return deal(deals[0], self.chosen(deals[0]), made, players, self.report) if deals and players else None

    def quiet(self, make: Callable[[], T]) -> T:
        """Something made without reporting what is wrong with it: another check does."""
        told, self.report = self.report, Report()
        try:
            return make()
        finally:
            self.report = told

    # ---- finding ----------------------------------------------------------------------------------------------

    def of(self, kind: str) -> list[Draft]:
        """The agreed declarations of a kind."""
        return [draft for draft in self.drafts if draft.kind == kind]

    def chosen(self, draft: Draft) -> Chosen:
        """A declaration under the setting."""
        return Chosen(draft, self.settings, self.rewriter)

    def each(self, kind: str, make: Callable[[Draft, Chosen], Any]) -> tuple[Any, ...]:
        """Every declaration of a kind, made; what cannot be made is left out (and reported)."""
        made = [make(draft, self.chosen(draft)) for draft in self.of(kind)]
        return tuple(one for one in made if one is not None)

    def options(self) -> list[m.Option]:
        """The options with the answers in force; the number of players where it can be chosen."""
        found = []
        for name, info in self.program.options.items():
            node = self.program.option_nodes.get(name)
            if node is None and len(info.answers) < 2:
                continue
            range_ = None if info.least is None else m.OptionRange(least=info.least, most=info.most)
            found.append(
                m.Option(
                    name=name,
                    answers=info.answers,
                    range=range_,
                    default=info.default,
                    answer=self.settings[name],
                    numeric=info.numeric,
                    span=node.span if node else None,
                    notes=texts(node.notes) if node else (),
                    claims=tuple(dict.fromkeys(c for note in node.notes for c in note.claims)) if node else (),
                )
            )
        return found

    def declared(self, draft: Draft, chosen: Chosen) -> dict[str, Any]:
        """What every declaration carries."""
        notes = (*draft.notes, *(note for field in draft.fields for one in chosen.all(field) for note in one.notes))
        return {
            "name": draft.name,
            "title": draft.title,
            "span": draft.span,
            "claims": chosen.every_claim(),
            "notes": notes,
        }

    # ---- combinations -----------------------------------------------------------------------------------------

    def set(self, draft: Draft, chosen: Chosen) -> m.Set | None:
        value = chosen.value("value")
        if value is None:
            return None
        return m.Set(value=value, **self.declared(draft, chosen))

    def combination(self, draft: Draft, chosen: Chosen) -> m.Combination | None:
        pattern = chosen.value("cards")
        if pattern is None:
            return None
        return m.Combination(
            pattern=pattern,
            compare=chosen.value("compare", ()),
            needs=chosen.value("needs"),
            same=chosen.value("same", DEFAULT_SAME),
            equal=chosen.value("equal", "holds"),
            **self.declared(draft, chosen),
        )

    def ladder(self, draft: Draft, chosen: Chosen) -> m.Ladder | None:
        tiers = [tuple(rung.text for rung in tier if rung.text in self.present) for tier in chosen.value("order", ())]
        tiers = [tier for tier in tiers if tier]
        if chosen.has("order") and len(tiers) < 2:
            self.report.fail(
                "CW603",
                f"the ladder `{draft.name}` has fewer than two rungs",
                draft.name_span,
                help="with these answers it orders nothing",
            )
        return m.Ladder(order=tuple(tiers), beats=chosen.value("beats", "nothing"), **self.declared(draft, chosen))

    def bombs(self, draft: Draft, chosen: Chosen) -> m.Bombs | None:
        tiers = (self.rewriter.listed(tier) for one in chosen.all("order") for tier in one.value)
        return m.Bombs(
            order=tuple(tier for tier in tiers if tier), beats=chosen.value("beats"), **self.declared(draft, chosen)
        )

    # ---- play -------------------------------------------------------------------------------------------------

    def play(self) -> m.Play | None:
        drafts = self.of("play")
        if not drafts:
            return None
        draft, chosen = drafts[0], self.chosen(drafts[0])
        first, later = chosen.value("first hand"), chosen.value("later hands", AS_FIRST)
        end, at_once = chosen.value("hand"), chosen.value("won at once")
        turn = chosen.value("each turn")
        if first is None or end is None or at_once is None or turn is None:
            return None
        lines = tuple(
            m.Line(field=name, text=self._said(alternative.span), claims=alternative.claims, span=alternative.span)
            for name in draft.fields
            for alternative in chosen.all(name)
        )
        count = end.count.value if isinstance(end.count, m.Number) else end.count
        return m.Play(
            direction=chosen.value("turns", "clockwise"),
            first_hand=first,
            later_hands=first if later == AS_FIRST else later,
            before=self.before().order,
            must_beat=turn.must_beat,
            discards=turn.discards,
            last_trick_wins=chosen.value("last trick", False),
            pass_drops_out=chosen.value("pass", False),
            one_circuit=chosen.value("trick", False),
            won_at_once=at_once,
            pile=chosen.value("pile", "nothing"),
            next_leader_may_lack_cards=chosen.value("next trick", False),
            hand_end=m.HandEnd(count=count, at_most=end.at_most, holding=end.holding, judged=end.judged),
            lines=lines,
            span=draft.span,
        )

    def _said(self, span: Any) -> str:
        return " ".join(self.program.source.slice(span).split(" with")[0].split())

    # ---- before the lead, and after a play --------------------------------------------------------------------

    def before(self) -> Before:
        """The auctions and steps, and in which order they are held."""
        auctions = {one.name: one for one in self.each("auction", self.auction)}
        steps = {one.name: one for one in self.each("step", self.step)}
        plays = self.of("play")
        order = self.chosen(plays[0]).value("before", ()) if plays else ()
        return Before(
            placed([*self.of("auction"), *self.of("step")]),
            auctions,
            steps,
            tuple(name for name in order if name in auctions or name in steps),
        )

    def check_before(self, made: m.Deck, dealt: m.Deal, play: m.Play) -> None:
        """Whether every auction and step is held, and can be."""
        draft = self.of("deal")[0]
        openings = [play.first_hand, play.later_hands]
        before = self.before()
        check_before(before, dealt, self.chosen(draft).span("rest"), openings, self.report)
        check_starters(before, made, self.report)

    def check_leaders(self, dealt: m.Deal, play: m.Play) -> None:
        """Whether there always is somebody to lead, and everybody has the turn that is his."""
        effects = self.each("effect", self.effect)
        deeds = frozenset(deed.deed for effect in effects for deed in effect.then)
        check_leaders(play, dealt, self.before(), deeds, self.report)
        check_turned(play, effects, self.report)

    def auction(self, draft: Draft, chosen: Chosen) -> m.Auction | None:
        bids, starts = chosen.value("bids"), chosen.value("starts")
        each_bids, no_bid = chosen.value("each_bids"), chosen.value("no_bid")
        if None in (bids, starts, each_bids, no_bid):
            return None
        return m.Auction(
            bids=bids,
            starts=starts[0],
            card=starts[1],
            pass_drops_out=chosen.value("pass", "keeps_you_in") == "puts_you_out",
            each_bids=each_bids,
            no_bid=no_bid,
            **self.declared(draft, chosen),
        )

    def step(self, draft: Draft, chosen: Chosen) -> m.Step | None:
        act = chosen.value("act")
        return None if act is None else m.Step(act=act, **self.declared(draft, chosen))

    def effect(self, draft: Draft, chosen: Chosen) -> m.Effect | None:
        when, then = chosen.value("when"), chosen.value("then")
        if when is None or then is None:
            return None
        return m.Effect(when=when, then=then, lasts=chosen.value("lasts", "hand"), **self.declared(draft, chosen))

    def duty(self, draft: Draft, chosen: Chosen) -> m.Duty | None:
        must, breach = chosen.value("must"), chosen.value("breach")
        if must is None or breach is None:
            return None
        return m.Duty(
            when=chosen.value("when"),
            binds=chosen.value("binds"),
            must=must,
            breach=breach,
            lasts=chosen.value("lasts", "hand"),
            **self.declared(draft, chosen),
        )

    def claim(self, draft: Draft, chosen: Chosen) -> m.Claim | None:
        holding, may, must = chosen.value("holding"), chosen.value("may"), chosen.value("must")
        if holding is None or (may or must) is None:
            return None
        return m.Claim(
            holding=holding,
            voluntary=may is not None,
            act=may or must,
            pile=chosen.value("all"),
            **self.declared(draft, chosen),
        )

    def claim_rules(self) -> m.Claims:
        """In which order claims come; those that go out or void the hand must be in it."""
        drafts = self.of("claims")
        acts = {
            draft.name: self.chosen(draft).value("may") or self.chosen(draft).value("must")
            for draft in self.of("claim")
        }
        ranked = [draft for draft in self.of("claim") if acts[draft.name] not in (None, "pile")]
        if not drafts:
            if len(ranked) > 1:
                self.report.fail(
                    "CW708",
                    f"nothing says whether `{ranked[0].name}` or `{ranked[1].name}` comes first",
                    ranked[1].name_span,
                    labels=[(ranked[0].name_span, "a claim")],
                    help="add `claims { order: a < b }`",
                )
            return m.Claims(order=((ranked[0].name,),) if ranked else ())
        chosen = self.chosen(drafts[0])
        tiers = [tuple(name.text for name in tier if name.text in self.present) for tier in chosen.value("order", ())]
        listed = {name for tier in tiers for name in tier}
        for draft in ranked:
            if chosen.has("order") and draft.name not in listed:
                self.report.fail(
                    "CW709",
                    f"`{draft.name}` is not in the order of claims",
                    draft.name_span,
                    labels=[(chosen.span("order"), "the order is here")],
                    help="add it to `order:`",
                )
        return m.Claims(
            order=tuple(tier for tier in tiers if tier),
            ties=chosen.value("ties", ()),
            claims=chosen.every_claim(),
            span=drafts[0].span,
        )

    # ---- settlement -------------------------------------------------------------------------------------------

    def table(self, draft: Draft, chosen: Chosen, most: int | None) -> m.Table | None:
        rows: tuple[m.TableRow, ...] | None = chosen.value("rows")
        if rows is None:
            return None
        of = draft.variable or "cards"
        if of == "cards" and most is not None:
            covered(draft, rows, chosen.span("rows"), most, self.report)
        return m.Table(of=of, rows=rows, **self.declared(draft, chosen))

    def factors(self, draft: Draft, chosen: Chosen) -> m.Factors:
        rows = []
        for name in draft.fields:
            alternatives = chosen.all(name)
            if alternatives:
                cases = tuple(self.rewriter.rewrite(one.value) for one in alternatives)
                rows.append(m.FactorRow(name=name, cases=cases, claims=chosen.claims(name), span=alternatives[0].span))
        return m.Factors(variable=draft.variable, rows=tuple(rows), **self.declared(draft, chosen))

    def calculation(self, draft: Draft, chosen: Chosen) -> m.Let | None:
        cases = tuple(self.rewriter.rewrite(one.value) for one in chosen.all("value"))
        if not cases:
            return None
        plain = len(cases) == 1 and cases[0].when is None
        value = cases[0].value if plain else m.Choice(cases=cases, span=draft.span)
        return m.Let(variable=draft.variable, value=value, **self.declared(draft, chosen))

    def payments(self) -> tuple[m.Payment, ...]:
        """The payments; those that effects make are gone with their effects."""
        made = {deed.payment for effect in self.each("effect", self.effect) for deed in effect.then}
        mine = [draft for draft in self.of("payment") if draft.name in made or draft.name not in self.program.in_play]
        return tuple(self.payment(draft, self.chosen(draft)) for draft in mine)

    def payment(self, draft: Draft, chosen: Chosen) -> m.Payment:
        cases = tuple(self.rewriter.rewrite(one.value) for one in chosen.all("cases"))
        return m.Payment(cases=cases, **self.declared(draft, chosen))

    def invariant(self, draft: Draft, chosen: Chosen) -> m.Always | None:
        case = chosen.value("condition")
        return None if case is None else m.Always(condition=case.value, **self.declared(draft, chosen))

    def match(self) -> m.Match:
        drafts = self.of("match")
        if not drafts:
            return m.Match()
        chosen = self.chosen(drafts[0])
        kind, number = chosen.value("ends", (None, None))
        wins, shared = chosen.value("wins", (None, False))
        count = number.value if number is not None else None
        return m.Match(
            worth=chosen.value("point"),
            hands=count if kind == "hands" else None,
            points=count if kind == "points" else None,
            wins=wins,
            shared=shared,
            claims=chosen.every_claim(),
            span=drafts[0].span,
        )


def _of_blocks(file: ast.File) -> Iterator[ast.Note]:
    """The notes of what becomes no node of the model by itself."""
    for statement in file.statements:
        match statement:
            case ast.Names(entries=entries):
                yield from (*statement.notes, *(note for entry in entries for note in entry.notes))
            case ast.Options() | ast.Examples() | ast.Never() | ast.Cited() | ast.Free():
                yield from statement.notes
            case _:
                pass
