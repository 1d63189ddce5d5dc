"""A hash of what a rulebook means: equal for rulebooks that play the same by what they declare.

Layout, places, files, prose, claims and examples do not count, nor in which order independent things stand, nor whether
an answer was settled or a rule left out: what can never happen is folded away first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from . import model as m

Data = dict[str, Any]

_TOLD = frozenset({"span", "title", "notes", "claims", "claim_ids", "lines", "sources", "examples", "tongues"})
# Of the whole: how it is called, and which questions led to it.
_OUTER = frozenset({"format_version", "name", "edition", "options"})
_KIND = "is"
_FALSE: Data = {_KIND: "AnyOf", "terms": []}
_TRUE: Data = {_KIND: "AllOf", "terms": []}
_EMPTY: Data = {_KIND: "UnionClass", "parts": []}


def meaning(rulebook: m.Rulebook) -> str:
    """The hash of a rulebook under its answers."""
    told = json.dumps(_whole(rulebook), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()


def differences(one: m.Rulebook, other: m.Rulebook) -> tuple[str, ...]:
    """The names of what two rulebooks declare differently; of `play`, `deal` and the like, which of their fields."""
    left, right = _named(_whole(one)), _named(_whole(other))
    return tuple(name for name in {**left, **right} if left.get(name) != right.get(name))


def _named(data: Data) -> Data:
    found: Data = {}
    for kind, value in data.items():
        if isinstance(value, list):
            found |= {one["name"]: one for one in value if isinstance(one, dict)}
            found |= {kind: value} if kind == "free" else {}
        elif isinstance(value, dict):
            kind = "claims" if kind == "claim_rules" else kind
            found |= {f"{kind}: {name.replace('_', ' ')}": part for name, part in value.items() if name != _KIND}
        else:
            found[kind] = value
    return found


def _whole(rulebook: m.Rulebook) -> Data:
    data: Data = {}
    for name in type(rulebook).model_fields:
        if name in _OUTER or (name in _TOLD and name != "claims"):
            continue
        value = _plain(getattr(rulebook, name))
        if isinstance(value, list):
            value = [one for one in value if one is not None]
            if name not in m.IN_ORDER:
                value.sort(key=_sorted)
        data[name] = value
    data["play"] = _play(data["play"], rulebook)
    if not data["claims"]:
        data["claim_rules"] = None
    there = {one["name"] for one in data["combinations"]}
    free = [sorted(there & {*one["types"]}) for one in data["free"]]
    data["free"] = sorted(types for types in free if len(types) > 1)
    return data


def _play(play: Data, rulebook: m.Rulebook) -> Data:
    """Who takes a trick has cards, where the hand is over as soon as a player has none; nobody comes back to a trick of
    one turn each; and the lowest card of all is the lowest dealt."""
    end = rulebook.play.hand_end
    if (end.count, end.holding, end.judged) == (1, False, "at_once"):
        play["next_leader_may_lack_cards"] = False
    if rulebook.play.one_circuit:
        play["pass_drops_out"] = False
    lowest = _lowest(rulebook.deck)
    for field in ("first_hand", "later_hands"):
        opening = play[field]
        if opening is not None and _is(opening["by"], "HolderOpens") and opening["by"]["card"] == lowest:
            play[field] = {**opening, "by": {_KIND: "LowestOpens"}}
    return play


def _lowest(deck: m.Deck) -> str | None:
    """The lowest card in play, where no two are level."""
    scales = [*deck.rank_scales, *filter(None, [deck.suit_scale])]
    if len(scales) != 2 or any(len(tier) != 1 for scale in scales for tier in scale.tiers):
        return None
    ranks, suits = ([name for (name,) in scale.tiers] for scale in scales)
    cards = [piece for piece in deck.pieces if piece.copies]
    if not cards or any(piece.rank not in ranks or piece.suit not in suits for piece in cards):
        return None
    return min(cards, key=lambda piece: (ranks.index(piece.rank), suits.index(piece.suit or ""))).name


def _sorted(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _plain(value: Any) -> Any:
    """A value as plain data, folded from the inside out; None for a declaration that comes to nothing."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, m.Number):
        return value.value
    if isinstance(value, m.Node):
        kind = type(value).__name__
        data = {_KIND: kind} | {
            name: _plain(getattr(value, name)) for name in value._names if name not in _TOLD and name != "kind"
        }
        fold = _FOLDS.get(kind)
        return data if fold is None else fold(data)
    return value


# ---- folding --------------------------------------------------------------------------------------------------------


def _terms(unit: Data, other: Data) -> Callable[[Data], Any]:
    """`and`, `or`: what changes nothing is left out, and what decides alone decides."""
    kind, field = unit[_KIND], "terms"

    def fold(data: Data) -> Any:
        terms: list[Any] = []
        for term in data[field]:
            terms += term[field] if _is(term, kind) else [term]
        if other in terms:
            return other
        return _joined(terms, kind, field)

    return fold


def _union(data: Data) -> Any:
    parts: list[Any] = []
    for part in data["parts"]:
        parts += part["parts"] if _is(part, "UnionClass") else [part]
    return _joined(parts, "UnionClass", "parts")


def _joined(values: list[Any], kind: str, field: str) -> Any:
    """Values in no order, each once; a single one is itself."""
    unique = {_sorted(value): value for value in values}
    return values[0] if len(unique) == 1 else {_KIND: kind, field: [unique[key] for key in sorted(unique)]}


def _not(data: Data) -> Any:
    return {_sorted(_FALSE): _TRUE, _sorted(_TRUE): _FALSE}.get(_sorted(data["term"]), data)


def _of_nothing(data: Data) -> Any:
    """A condition on a class that is empty; `is not` still asks whether the thing is there at all."""
    empty = data["of"] == _EMPTY and not data.get("denied") and data.get("count") != 0
    return _FALSE if empty else data


def _is_in(data: Data) -> Any:
    """Whether something is in a class; in any at all, and not in an empty one, it is if only it is there."""
    if data["of"] == _EMPTY if data["denied"] else _is(data["of"], "Anything"):
        return {_KIND: "IsThere", "subject": data["subject"]}
    return _of_nothing(data)


def _cases(cases: list[Data]) -> list[Data]:
    """Cases read top down, as far as they can be reached."""
    reached = []
    for case in cases:
        if case["when"] == _FALSE:
            continue
        if case["when"] == _TRUE:
            case = {**case, "when": None}
        reached.append(case)
        if case["when"] is None:
            break
    return reached


def _choice(data: Data) -> Any:
    cases = _cases(data["cases"])
    return cases[0]["value"] if len(cases) == 1 and cases[0]["when"] is None else {**data, "cases": cases}


def _with_cases(data: Data) -> Data | None:
    cases = _cases(data["cases"])
    while cases and cases[-1].get("for_each") == _EMPTY:
        cases.pop()
    return {**data, "cases": cases} if cases else None


def _factors(data: Data) -> Data:
    rows = [row for row in data["rows"] if row is not None]
    names = {row["name"] for row in rows}
    for row in rows:
        for case in row["cases"]:
            if case["instead_of"] not in names:
                case["instead_of"] = None
    return {**data, "rows": sorted(rows, key=_sorted)}


def _combination(data: Data) -> Data:
    """Of one card, the highest is the lowest."""
    parts = data["pattern"]["parts"] if _is(data["pattern"], "Pattern") else []
    if len(parts) == 1 and _is(parts[0], "Sized") and parts[0]["amount"]["most"] == 1:
        data = {**data, "compare": [_of_one(key) for key in data["compare"]]}
    return data


def _of_one(key: Data) -> Data:
    return {**key, "what": "highest_card"} if key["what"] == "lowest_card" else key


def _duty(data: Data) -> Data | None:
    if _FALSE in (data["when"], data["must"]) or data["must"] == _TRUE or data["binds"] == _EMPTY:
        return None
    return {**data, "when": None if data["when"] == _TRUE else data["when"]}


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, dict) and value[_KIND] == kind


_FOLDS: dict[str, Callable[[Data], Any]] = {
    "AllOf": _terms(_TRUE, _FALSE),
    "AnyOf": _terms(_FALSE, _TRUE),
    "Not": _not,
    "UnionClass": _union,
    "WhereClass": lambda data: _EMPTY if data["base"] == _EMPTY or data["where"] == _FALSE else data,
    "IsIn": _is_in,
    **dict.fromkeys(("IsHighest", "Has", "HasCount", "Played"), _of_nothing),
    "Count": lambda data: 0 if data["of"] == _EMPTY else data,
    "Some": lambda data: _FALSE if data["where"] == _FALSE else data,
    "Choice": _choice,
    "Payment": _with_cases,
    "FactorRow": _with_cases,
    "Factors": _factors,
    "Table": lambda data: {**data, "rows": sorted(data["rows"], key=lambda row: row["low"])},
    "Combination": _combination,
    "Duty": _duty,
    "Effect": lambda data: None if data["when"] == _FALSE else data,
    "AtOnce": lambda data: {**data, "of": None if data["of"] == _EMPTY else data["of"]},
    "Bombs": lambda data: {**data, "beats": None if data["beats"] == _EMPTY else data["beats"]},
}
