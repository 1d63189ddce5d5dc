"""The sections of a sheet about play: before the lead, how a hand goes, duties, and what plays set off."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl import model
from cardwright.interpreter import Game, class_words

from ..describing import auction_words, claim_words, duty_words, effect_words, step_words, tiers_words
from ..naming import Names
from .document import Section
from .setup import points


def before(rulebook: model.Rulebook, names: Names) -> Section | None:
    """Claims, auctions and steps."""
    said = [*_claims(rulebook, names)]
    auctions = {auction.name: auction for auction in rulebook.auctions}
    steps = {step.name: step for step in rulebook.steps}
    for name in rulebook.play.before:
        if name in auctions:
            said.append(auction_words(auctions[name], names))
        elif name in steps:
            said.append(_labelled(name, step_words(steps[name], names), names))
    return _section("sheet.before", said, names)


def _claims(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    say = names.language.say
    for claim in rulebook.claims:
        key = "claim.may" if claim.voluntary else "claim.must"
        yield say(key, name=names.thing(claim.name), said=claim_words(claim, names))
    rules = rulebook.claim_rules
    if len(rulebook.claims) > 1 and rules.order:
        order = tiers_words([[names.thing(name) for name in tier] for tier in rules.order])
        piece = say("tile" if names.tiles else "card")
        ties = names.language.join("then", (say(f"tie.{tie}", piece=piece) for tie in rules.ties))
        yield say("claims.order", order=order) + (say("claims.ties", ties=ties) if ties else "")


def hand(game: Game, names: Names) -> Section:
    """How a hand goes, from turn to turn, to its end."""
    said = list(_course(game.rulebook, names))
    if game.rulebook.play.last_trick_wins:
        said.append(names.language.say("winner.last_trick"))
    elif game.rules.memory.out:
        said.append(names.language.say("winner.out"))
    found = _section("sheet.hand", said, names)
    assert found is not None
    return found


def _course(rulebook: model.Rulebook, names: Names) -> Iterator[str]:
    say, play, pieces = names.language.say, rulebook.play, names.pieces
    turn = "beat_else" if play.must_beat else "beat_or"
    yield say(f"turn.{turn}_{'discard' if play.discards else 'pass'}", pieces=pieces)
    crossing = any(ladder.beats == "lower" for ladder in rulebook.ladders) or rulebook.bombs
    yield say("play.kinds", pieces=pieces, unless=say("play.unless") if crossing else "")
    if all(combination.equal == "holds" for combination in rulebook.combinations):
        yield say("play.equal")
    if not play.discards and not play.one_circuit:
        yield say("pass.out" if play.pass_drops_out else "pass.stays")
    yield say("trick.circuit" if play.one_circuit else "trick.passes")
    if play.won_at_once.unbeatable:
        yield say("at_once.unbeatable")
    if play.won_at_once.of is not None:
        yield say("at_once.of", of=class_words(play.won_at_once.of, names))
    if play.pile != "nothing":
        yield say(f"pile.{play.pile}")
    yield say("leader.else_next" if play.next_leader_may_lack_cards else "leader.winner", pieces=pieces)
    yield _end(play.hand_end, names)


def _end(end: model.HandEnd, names: Names) -> str:
    kind = ("at_most" if end.at_most else "holding") if end.holding else "out"
    said = names.language.counted(f"end.{kind}", end.count, pieces=names.pieces)
    return names.language.say(f"end.{end.judged}", end=said)


def duties(rulebook: model.Rulebook, names: Names) -> Section | None:
    """What players must do, and what it costs not to."""
    said = [_told(duty, duty_words(duty, names), names) for duty in rulebook.duties]
    return _section("sheet.duties", said, names)


def effects(rulebook: model.Rulebook, names: Names) -> Section | None:
    """What plays set off."""
    said = [_told(effect, effect_words(effect, names), names) for effect in rulebook.effects]
    return _section("sheet.effects", said, names)


def _told(declared: model.Duty | model.Effect, said: str, names: Names) -> str:
    """A declaration with its sentence, if it has one, and with what it says. A sentence that the tongue does not tell
    is shown as it was written, and marked."""
    title = declared.title and names.language.say("as_written", sentence=declared.title)
    sentence = names.sentence(declared.name, title)
    shown = names.language.say("behind_sentence", sentence=sentence.rstrip(".。"), said=said) if sentence else said
    return _labelled(declared.name, shown, names)


def _labelled(name: str, said: str, names: Names) -> str:
    return names.language.say("labelled", name=names.thing(name), said=said)


def _section(title: str, said: list[str], names: Names) -> Section | None:
    return Section(names.language.say(title), (points(said, names),)) if said else None
