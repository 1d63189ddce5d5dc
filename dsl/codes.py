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
    Code("CW201", "unknown_name", "error", "a name that nothing is called by"),
    Code("CW202", "declared_twice", "error", "a name or block that is declared twice"),
    Code("CW203", "built_in_name", "error", "a declaration that takes a word of the language"),
    Code("CW204", "wrong_kind", "error", "a name of another kind than is wanted"),
    Code("CW205", "not_known_here", "error", "a fact that is not known where it is used"),
    Code("CW206", "unknown_field", "error", "a field or line that its block does not have"),
    Code("CW207", "missing_field", "error", "a field or line that must be there"),
    Code("CW208", "field_twice", "error", "a field, line or row that stands twice"),
    Code("CW209", "named_twice", "error", "two display names for one thing in one tongue"),
    Code("CW210", "part_twice", "error", "two parts of a pattern with one name"),
    Code("CW211", "nameless", "error", "a declaration without a name"),
    Code("CW212", "missing_block", "error", "a block without which there is no game"),
    Code("CW213", "no_base", "error", "a change to a base that is not there"),
    Code("CW214", "same_display_name", "warning", "two things with one display name in one tongue"),
    Code("CW215", "unknown_source", "warning", "a claim of a source that is not declared"),
    Code("CW216", "nearly_one_name", "warning", "two names that only differ in `_`"),
    Code("CW217", "needless_name", "error", "the one deck or list of claims, with a name or an agreement"),
    Code("CW218", "misleading_name", "error", "a text or display name that is blank or means something else"),
    Code("CW219", "unknown_base", "error", "a base that is not there"),
    Code("CW220", "base_in_circle", "error", "a rulebook that would be its own base"),
    Code("CW221", "base_with_errors", "error", "a base that has errors of its own"),
    Code("CW222", "other_edition", "error", "a base that is at another edition"),
    Code("CW223", "not_in_base", "error", "a variant names what its base does not have"),
    Code("CW224", "already_in_base", "error", "a variant declares again what its base has"),
    Code("CW225", "touched_twice", "error", "a variant touches one thing twice"),
    Code("CW226", "needed_and_gone", "error", "something is needed that a variant has done away with"),
    Code("CW227", "changed_as_another", "error", "something is changed in a way that does not go with its kind"),
    # 3: types
    Code("CW301", "wrong_type", "error", "a value of another type than is wanted"),
    Code("CW302", "no_class", "error", "no class of pieces or plays where one is wanted"),
    Code("CW303", "never_alike", "error", "a comparison of things that are never alike"),
    Code("CW304", "several_values", "error", "a rank or suit of cards that have several"),
    Code("CW305", "whose_cards", "error", "a verb that does not say whose cards it is about"),
    Code("CW306", "wrong_subject", "error", "a calculation used for another subject than its own"),
    Code("CW307", "division_by_zero", "error", "a division by zero"),
    Code("CW308", "too_large", "error", "a number too large to work with"),
    Code("CW309", "calculation_circle", "error", "calculations that need one another"),
    Code("CW310", "no_plain_line", "error", "values with conditions and no plain last one"),
    # 4: options and guards
    Code("CW402", "unknown_answer", "error", "an answer that an option does not have"),
    Code("CW403", "not_yes_or_no", "error", "a plain `with` or `without` of an option that is no yes/no option"),
    Code("CW404", "lines_overlap", "error", "several lines that hold under the same answers"),
    Code("CW405", "no_line_holds", "error", "answers under which no line holds"),
    Code("CW406", "not_agreed", "error", "a name used where it may not be agreed"),
    Code("CW407", "no_such_option", "error", "an answer given to an option that is not there"),
    Code("CW408", "no_such_answer", "error", "an answer given that the option does not have"),
    Code("CW409", "never_together", "error", "answers that do not go together"),
    Code("CW410", "option_never_asked", "error", "an option that nothing asks"),
    Code("CW411", "agreed_not_happening", "error", "an agreement where something happening is wanted"),
    Code("CW412", "answer_twice", "error", "an option with the same answer twice"),
    Code("CW413", "empty_numbers", "error", "an option whose numbers are empty or leave out the first one"),
    Code("CW414", "agreement_inside", "error", "an agreement inside parentheses"),
    Code("CW415", "never_agreed", "error", "a guard that can never hold"),
    Code("CW416", "happening_before_deal", "error", "a condition of play on what is settled before the deal"),
    Code("CW417", "one_answer", "error", "an option with a single answer"),
    Code("CW418", "too_many_settings", "error", "a group of lines that asks too many options"),
    Code("CW419", "other_yes_or_no", "error", "answers that mean yes and no and are called otherwise"),
    Code("CW420", "never_at_first", "error", "first answers that do not go together"),
    Code("CW421", "asked_again", "error", "an option that is settled is asked or answered again"),
    Code("CW422", "several_answers", "error", "an option is settled with several answers"),
    # 5: deck, deal and orders
    Code("CW501", "deck_too_large", "error", "a deck of more pieces than a game can have"),
    Code("CW502", "order_circle", "error", "a name that stands twice in an order"),
    Code("CW503", "deal_too_large", "error", "a deal that the deck or the table cannot give"),
    Code("CW504", "no_order", "error", "something that is no order where one is wanted"),
    Code("CW505", "mixed_order", "error", "an order of ranks and runs together"),
    Code("CW506", "family_of_runs", "error", "a family of something else than ranks"),
    Code("CW507", "two_families", "error", "a rank in two families"),
    Code("CW508", "same_pips", "error", "two tiles with the same pips"),
    Code("CW509", "not_in_deck", "error", "a piece or rank that is not in the settled deck"),
    Code("CW510", "no_slide", "error", "the ends of a slide that do not meet"),
    Code("CW511", "uneven_deal", "error", "a deal that leaves pieces over and does not say where"),
    Code("CW512", "one_name_for_two", "error", "one name for two pieces, or for a rank and a suit"),
    Code("CW513", "left_out_too_often", "error", "a piece left out more often than it is there"),
    Code("CW514", "no_pips", "error", "a tile without pips that can be counted"),
    Code("CW515", "rest_to_nobody", "error", "a card whose holder gets the rest and that is not in play"),
    # 6: combinations and ladders
    Code("CW601", "no_rungs", "error", "rungs that do not stand in order"),
    Code("CW602", "rung_twice", "error", "a name that stands twice in a ladder or list"),
    Code("CW603", "one_rung", "warning", "a ladder that orders nothing"),
    Code("CW604", "lacking_in_play", "error", "a play made of what is lacking"),
    Code("CW605", "idle_quality", "error", "a quality that does not go with its part"),
    Code("CW606", "no_such_run", "error", "a run of a length that its order does not have"),
    Code("CW607", "impossible_amount", "error", "an amount that no play can have"),
    Code("CW608", "no_last_card", "error", "the last card of what is no run"),
    Code("CW609", "no_place", "error", "the place in an order of what is not in it"),
    Code("CW610", "two_readings", "error", "cards that are two combinations, and nothing says which"),
    Code("CW611", "not_gone_through", "note", "too many plays to prove that no cards are two combinations"),
    Code("CW612", "dead_combination", "warning", "a combination or claim that no cards can be"),
    Code("CW613", "idle_key", "warning", "a key that can decide nothing"),
    Code("CW614", "rank_without_place", "warning", "a comparison by an order or by families that leave a rank out"),
    Code("CW616", "no_lead", "error", "a piece that cannot be played alone, so that its holder could have no lead"),
    Code("CW617", "bombs_in_circle", "error", "two lists of bombs by which two types beat each other"),
    Code("CW618", "plays_in_circle", "error", "plays that beat one another in a circle"),
    Code("CW619", "never_read", "warning", "a combination that no cards are ever read as"),
    Code("CW620", "long_to_list", "warning", "a combination of which a hand can have very many plays"),
    Code("CW621", "tried_subsets", "warning", "a combination that is found by trying subsets of a hand"),
    Code("CW622", "no_program", "warning", "a combination that no program finds"),
    # 7: play, duties, claims and scoring
    Code("CW701", "unknown_phrase", "error", "a sentence that is not understood"),
    Code("CW702", "unknown_breach", "error", "a price of a breach that is not understood"),
    Code("CW703", "unknown_tie", "error", "a way to break ties that is not understood"),
    Code("CW704", "empty_row", "error", "a row of a table that is empty"),
    Code("CW705", "row_overlap", "error", "two rows of a table for one count"),
    Code("CW706", "table_gap", "error", "a count that a table says nothing about"),
    Code("CW707", "may_or_must", "error", "a claim that does not say what it does"),
    Code("CW708", "claims_unordered", "error", "several claims without an order"),
    Code("CW709", "claim_not_in_order", "error", "a claim that the order of claims leaves out"),
    Code("CW710", "two_replacements", "error", "two rows that stand instead of the same row at the same time"),
    Code("CW711", "endless_hand", "error", "a hand that is over before it begins or cannot end"),
    Code("CW712", "no_opener", "error", "a card that tells who opens and is not in play"),
    Code("CW713", "no_match", "error", "a match that is over before it begins"),
    Code("CW714", "no_last_hand", "error", "a first hand that asks for the one before"),
    Code("CW715", "idle_row", "warning", "a row of a table that is never reached"),
    Code("CW716", "bids_not_rising", "error", "bids that do not go up"),
    Code("CW717", "no_bid", "error", "a bid that is none"),
    Code("CW718", "role_too_late", "error", "a role that is needed before its auction has given it"),
    Code("CW719", "not_before_lead", "error", "an auction or step that is never held"),
    Code("CW720", "kitty_left_lying", "error", "a kitty that no step takes"),
    Code("CW721", "nothing_to_take", "error", "a step that has nothing to take or to give"),
    Code("CW722", "idle_deed", "warning", "something an effect does that comes to nothing"),
    Code("CW723", "unknown_deed", "error", "something that no effect does"),
    Code("CW724", "nothing_lasts", "error", "an effect that is said to last and does not"),
    Code("CW725", "pass_or_discard", "error", "a pass where players discard"),
    Code("CW726", "paid_twice", "error", "a payment that is made in play and owed at the end"),
    Code("CW727", "step_with_condition", "error", "a condition on what is done before the lead"),
    Code("CW728", "leader_without_cards", "error", "a leader who may have no cards"),
    Code("CW729", "hand_shown", "error", "something everybody sees that hangs on what a player holds"),
    Code("CW730", "promise_breaks", "error", "a promise about scores that they do not keep"),
    Code("CW731", "turned_in_a_turn", "error", "turns that are turned round in a trick of one turn each"),
    Code("CW735", "too_many_choices", "error", "a choice of cards with more ways than can be listed"),
    # 8: examples
    Code("CW801", "example_fails", "error", "an example that the rules do not bear out"),
    Code("CW802", "unclear_example", "error", "an example that does not say what it means"),
    Code("CW803", "cards_not_there", "error", "an example with cards that cannot be there"),
    Code("CW804", "scores_and_seats", "error", "another number of scores or hands than of players"),
    Code("CW805", "no_rulebook_of_examples", "error", "examples of a rulebook that is not there, or has errors"),
    Code("CW806", "examples_of_other_edition", "error", "examples of another edition of their rulebook"),
    # 9: limits, what is allowed, and what is not executed yet
    Code("CW901", "too_long", "error", "the file is too long"),
    Code("CW902", "too_deep", "error", "something is nested too deeply"),
    Code("CW903", "too_many", "note", "there are more problems than are shown"),
    Code("CW904", "too_many_digits", "error", "a number has too many digits"),
    Code("CW905", "too_many_claims", "error", "the notes cite too many claims"),
    Code("CW906", "too_many_declarations", "error", "more declarations, answers or entries than a rulebook can have"),
    Code("CW908", "allow_unclear", "warning", "an `allow` that names no code or gives no reason"),
    Code("CW909", "allow_unused", "warning", "an `allow` that nothing needs"),
    Code("CW910", "not_executed_yet", "error", "a construct that is parsed and not executed yet"),
)
