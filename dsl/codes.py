"""Every diagnostic code: its number, its name, how severe it is, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem. The id never changes its meaning; a page of the same name explains it."""

    id: str
    name: str
    severity: str
    title: str

    def page(self) -> str:
        """The documentation of this code, as Markdown."""
        return files("cardwright.docs").joinpath(f"diagnostics/{self.id}.md").read_text("utf-8")


def _register(*codes: Code) -> dict[str, Code]:
    table = {code.id: code for code in codes}
    if len(table) != len(codes) or len({code.name for code in codes}) != len(codes):
        raise ValueError("two diagnostic codes share an id or a name")
    return table


# The hundreds tell the stage: 1 text and syntax, 2 names, 3 types, 4 options and guards, 5 deck, deal and orders,
# 6 combinations and ladders, 7 play, duties, claims and scoring, 8 examples, 9 limits and what is not executed.
CODES: dict[str, Code] = _register(
    # 1: text and syntax
    Code("CW101", "not_text", "error", "the file is not UTF-8 text"),
    Code("CW102", "unknown_character", "error", "a character that means nothing in a rulebook"),
    Code("CW103", "unclosed_text", "error", "a text in quotation marks is not closed on its line"),
    Code("CW104", "unexpected_word", "error", "something stands where it does not fit"),
    Code("CW105", "unexpected_end", "error", "the file ends too early"),
    Code("CW106", "unclosed_block", "error", "a block is not closed"),
    Code("CW107", "stray_brace", "error", "a brace closes nothing"),
    Code("CW108", "missing_sign", "error", "a sign is missing or another one stands for it"),
    Code("CW109", "no_rulebook", "error", "the file holds no rulebook"),
    Code("CW110", "no_version", "error", "the line `cardwright 1` is missing"),
    Code("CW111", "unknown_version", "error", "the version of the language is not known here"),
    Code("CW112", "no_header", "error", "the line `rulebook NAME` is missing"),
    Code("CW113", "reserved_word", "error", "a word of the language is used as a name"),
    Code("CW114", "short_name", "error", "a declared name has a single letter"),
    Code("CW115", "name_of_words", "error", "a name is written as several words"),
    Code("CW116", "high_to_low", "error", "an order does not run from low to high"),
    Code("CW117", "card_turned", "error", "a card is not written as its rank, then its suit"),
    Code("CW118", "cards_in_one_word", "error", "several cards are written as one word"),
    Code("CW119", "foreign_sign", "error", "a sign from another language"),
    Code("CW120", "wrong_word", "error", "another word is meant"),
    Code("CW121", "needless_sign", "error", "a sign stands where nothing needs it"),
    Code("CW122", "mixed_and_or", "error", "`and` and `or` are mixed without parentheses"),
    Code("CW123", "unknown_statement", "error", "no kind of statement"),
    Code("CW124", "capital_letter", "error", "a word begins with a capital where a small letter is needed"),
    Code("CW125", "agreed_or_played", "error", "`with` and `when` are confused"),
    Code("CW126", "double_comparison", "error", "`<=` or `>=` compares more than two values"),
    # 2: names
    # 3: types
    # 4: options and guards
    # 5: deck, deal and orders
    # 6: combinations and ladders
    # 7: play, duties, claims and scoring
    # 8: examples
    # 9: limits, and what is not executed yet
    Code("CW901", "too_long", "error", "the file is too long"),
    Code("CW902", "too_deep", "error", "something is nested too deeply"),
    Code("CW903", "too_many", "note", "there are more problems than are shown"),
    Code("CW904", "too_large", "error", "a number has too many digits"),
    Code("CW905", "too_many_claims", "error", "a note cites too many claims"),
)
