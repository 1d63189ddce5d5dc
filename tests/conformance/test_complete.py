"""Every claim and every fault has a case or a reason to have none, and every claim is cited by a rulebook."""

import pytest
from rows import RULEBOOKS, every_claim, ids_in_notes, listed, own_claims, rows

CLAIMS = listed("claims")
OWN = own_claims()
FAULTS = listed("faults")
COVERED = {id for _, row in rows() for id in (row.id, *row.cites)}


def test_claims_are_counted() -> None:
    wanted = {"HK": 66, "TW": 83, "CP": 46, "WP": 52}
    assert list(CLAIMS) == [f"{source}-{n:02}" for source, last in wanted.items() for n in range(1, last + 1)]


def test_every_id_has_a_case_or_a_reason() -> None:
    for known in (CLAIMS, FAULTS, *OWN.values()):
        excused = {id for id, entry in known.items() if "no_case" in entry}
        assert set(known) - COVERED == excused


def test_every_claim_leads_a_row_of_its_own_rulebook() -> None:
    sources = {"HK": "hk", "TW": "taiwan", "CP": "chuo_pai", "WP": "wikipedia"}
    leading = {(row.id, row.rulebook) for _, row in rows()}
    assert {(id, sources[id[:2]]) for id, entry in CLAIMS.items() if "no_case" not in entry} <= leading


def test_every_claim_is_cited_by_a_rulebook_and_no_other_is() -> None:
    core = ("hk", "taiwan", "chuo_pai", "wikipedia")
    cited = {id for name in core for id in ids_in_notes((RULEBOOKS / f"{name}.rules").read_text("utf-8"))}
    assert cited == set(CLAIMS)


@pytest.mark.parametrize("rulebook", OWN)
def test_a_rulebook_and_its_own_claims_tell_the_same(rulebook: str) -> None:
    """Numbered without a gap, all cited in the rulebook and no others, and each leads a row of it."""
    claims = OWN[rulebook]
    source = next(iter(claims))[:2]
    assert list(claims) == [f"{source}-{number:02}" for number in range(1, len(claims) + 1)]
    assert ids_in_notes((RULEBOOKS / f"{rulebook}.rules").read_text("utf-8")) == set(claims)
    leading = {row.id for _, row in rows() if row.rulebook == rulebook}
    assert {id for id, entry in claims.items() if "no_case" not in entry} <= leading
    assert len({id[:2] for id in every_claim()}) == 4 + len(OWN), "two rulebooks share the letters of their claims"


def test_every_shipped_rulebook_cites_known_claims_only() -> None:
    for path in RULEBOOKS.glob("*.rules"):
        assert ids_in_notes(path.read_text("utf-8")) <= set(every_claim()), path.name


def test_contradictions_ask_all_three_rulebooks() -> None:
    asked: dict[str, set[str]] = {}
    for _, row in rows():
        if row.id.startswith("X-"):
            asked.setdefault(row.id, set()).add(row.rulebook)
    both = {"hk", "wikipedia"}  # the chances: the third text has no claims before the lead
    assert asked == {f"X-{n:02}": both if n == 12 else {*both, "taiwan"} for n in range(1, 13)}
