"""The sections of a sheet that come before play: setup, combinations, what stands above what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TypeAlias

from cardwright.dsl import model
from cardwright.interpreter import Game, Play, class_words

from ..describing import (
    bombs_words,
    combination_words,
    comparing_words,
    ladder_words,
    order_words,
    tiers_words,
)
from ..naming import Names
from .document import Block, Cards, Grid, Line, Points, Remark, Section
from .examples import example
from .faces import drawn, drawn_rank

Tiers: TypeAlias = tuple[tuple[str, ...], ...]
"""Names from low to high; equal ones side by side."""

# ---- setup ---------------------------------------------------------------------------------------------------------


def setup(game: Game, names: Names) -> Section:
    """Deck, players, deal, and who opens."""
    said = [_players(game, names), _deck(game, names), _deal(game, names), *_openings(game.rulebook.play, names)]
    return Section(names.language.say("sheet.setup"), (points(said, names),))


def points(said: list[str], names: Names) -> Points:
    """Sentences as points."""
    return Points(tuple((sentence(one, names),) for one in said))


def sentence(said: str, names: Names) -> str:
    """Something said as a sentence: a capital in front, where the language has them, and a full stop."""
    capital = said[:1].upper() if names.language.capitals else said[:1]
    return names.language.say("sentence", said=capital + said[1:])


def _players(game: Game, names: Names) -> str:
    direction = names.language.say(f"direction.{game.direction}")
    return names.language.say("setup.players", n=game.players, direction=direction)


def _deck(game: Game, names: Names) -> str:
    """How many pieces there are, and of which ranks and suits."""
    language, deck = names.language, game.rulebook.deck
    measure = language.say(f"measure.{'tile' if names.tiles else 'card'}")
    counts: dict[int, list[str]] = {}
    for rank in deck.ranks:
        number = sum(piece.copies for piece in deck.pieces if piece.rank == rank)
        if number:
            counts.setdefault(number, []).append(rank)
    groups = [
        language.counted("setup.group", number, ranks=_ranks(ranks, names), measure=measure)
        for number, ranks in counts.items()
    ]
    if len(deck.suits) > 1:
        groups.append(language.say("setup.suits", suits=" ".join(map(names.suit, deck.suits))))
    there = {rank for ranks in counts.values() for rank in ranks}
    gone = [piece.name for piece in deck.pieces if not piece.copies and piece.rank in there]
    if gone:
        groups.append(language.say("setup.left_out", pieces=" ".join(map(names.card, gone))))
    return language.say("setup.deck", count=names.count(len(game.deck)), groups=language.join("clauses", groups))


def _ranks(ranks: list[str], names: Names) -> str:
    """Ranks in a row; set apart by commas where some are called by more than one word."""
    called = [_rank(rank, names) for rank in ranks]
    return names.language.join("list", called) if any(" " in one for one in called) else " ".join(called)


def _rank(rank: str, names: Names) -> str:
    """A rank as it is read, not typed."""
    return names.card(rank).replace("_", " ")


def _deal(game: Game, names: Names) -> str:
    language, deal = names.language, game.rulebook.deal
    each = language.say("setup.each", count=names.count(deal.each))
    left = len(game.deck) - deal.players * deal.each
    rest = "none" if left == 0 else deal.rest
    card, other = (names.card(name) if name else "" for name in (deal.rest_to, deal.rest_else))
    key = "rest.holder_else" if rest == "holder" and deal.rest_else else f"rest.{rest}"
    return language.join("clauses", [each, language.say(key, n=left, card=card, other=other)])


def _openings(play: model.Play, names: Names) -> Iterator[str]:
    first, later = (opening_words(opening, names) for opening in (play.first_hand, play.later_hands))
    if first == later:
        yield names.language.say("hands.all", opens=first)
        return
    yield names.language.say("hands.first", opens=first)
    yield names.language.say("hands.later", opens=later)


def opening_words(opening: model.Opening, names: Names) -> str:
    """Who opens a hand."""
    say = names.language.say
    piece = say("tile" if names.tiles else "card")
    match opening.by:
        case model.HolderOpens(card=card):
            said = say("opens.holder", card=names.card(card))
        case model.RoleOpens(role=role):
            said = say("opens.role", role=names.thing(role))
        case by:
            said = say(f"opens.{by.kind}", piece=piece)
    return say("opens.playing_it", opens=said, piece=piece) if opening.playing_it else said


# ---- combinations --------------------------------------------------------------------------------------------------


def combinations(game: Game, names: Names, examples: bool) -> Section:
    """What can be played, for example, and which of two is higher."""
    say = names.language.say
    rows = []
    for combination in game.rulebook.combinations:
        play = example(game, combination) if examples else None
        shown: tuple[Line, ...] = ()
        if examples:
            shown = (() if play is None else _shown(play, names),)
        cards, higher = combination_words(combination, names), comparing_words(combination, names)
        rows.append(((names.thing(combination.name),), (cards,), *shown, (higher,)))
    head = ("sheet.what", "sheet.cards", *(("sheet.example",) if examples else ()), "sheet.higher")
    grid = Grid(tuple(map(say, head)), tuple(rows))
    return Section(say("sheet.combinations"), (grid, Remark((sentence(say("sheet.nothing_else"), names),))))


def _shown(play: Play, names: Names) -> Line:
    """A play as it is drawn; tiles with their names."""
    cards = drawn(play.cards, names)
    return (cards, f" {names.joined(play.cards).replace('_', ' ')}") if names.tiles else (cards,)


def above(rulebook: model.Rulebook, names: Names) -> Section | None:
    """What beats another kind: ladders and bombs."""
    said = [_labelled(ladder.name, ladder_words(ladder, names), names) for ladder in rulebook.ladders]
    said += [_labelled(bombs.name, bombs_words(bombs, names), names) for bombs in rulebook.bombs]
    if said:
        said.append(names.language.say("reading"))
    for free in rulebook.free:
        types = names.language.join("or", map(names.thing, free.types))
        said.append(names.language.say("free", types=types))
    return Section(names.language.say("sheet.above"), (points(said, names),)) if said else None


def _labelled(name: str, said: str, names: Names) -> str:
    return names.language.say("labelled", name=names.thing(name), said=said)


# ---- ranking -------------------------------------------------------------------------------------------------------


def ranking(rulebook: model.Rulebook, names: Names, drawing: bool) -> Section:
    """Ranks, suits and orders from low to high, and the sets that rules speak of."""
    language, deck = names.language, rulebook.deck
    rows: list[tuple[Line, ...]] = []
    for scale in deck.rank_scales:
        title = names.thing(scale.family) if scale.family else language.say("sheet.ranks")
        tiers = _in_play(scale.tiers, rulebook)
        rows.append(((title,), _tiers(tiers, names) if drawing else (_tiers_said(tiers, names),)))
    if deck.suit_scale is not None:
        suits = tiers_words([[names.suit(suit) for suit in tier] for tier in deck.suit_scale.tiers])
        rows.append(((language.say("sheet.suits"),), (suits,)))
    asked = _asked(rulebook)
    rows += [
        ((names.thing(order.name),), (order_words(order, names),)) for order in rulebook.orders if order.name in asked
    ]
    blocks: list[Block] = [Grid((), tuple(rows))]
    sets = [one for one in rulebook.sets if one.name in asked]
    if sets:
        said = [language.say("set", name=names.thing(one.name), of=class_words(one.value, names)) for one in sets]
        blocks.append(points(said, names))
    return Section(language.say("sheet.ranking"), tuple(blocks))


_APART = {"orders", "sets", "tongues", "options", "examples", "sources", "notes"}


def _asked(rulebook: model.Rulebook) -> set[str]:
    """What some rule speaks of, by name; a set as well that another one is made of."""
    asked = set(_texts(rulebook.model_dump(exclude=_APART)))
    for one in reversed(rulebook.sets):
        if one.name in asked:
            asked.update(_texts(asdict(one)))
    return asked


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            for value in data.values():
                yield from _texts(value)
        case list() | tuple():
            for value in data:
                yield from _texts(value)


def _in_play(tiers: Tiers, rulebook: model.Rulebook) -> Tiers:
    """The ranks of which there are pieces."""
    there = {piece.rank for piece in rulebook.deck.pieces if piece.copies}
    return tuple(left for tier in tiers if (left := tuple(rank for rank in tier if rank in there)))


def _tiers_said(tiers: Tiers, names: Names) -> str:
    return tiers_words([[_rank(rank, names) for rank in tier] for tier in tiers])


def _tiers(tiers: Tiers, names: Names) -> Line:
    """Ranks drawn from low to high; a tile with its name."""
    found: list[str | Cards] = []
    for place, tier in enumerate(tiers):
        if place:
            found.append(" < ")
        for at, rank in enumerate(tier):
            if at:
                found.append(" = ")
            face = drawn_rank(rank, names)
            found.append(Cards((face,)))
            if face.halves:
                found.append(f" {_rank(rank, names)}")
    return tuple(found)
