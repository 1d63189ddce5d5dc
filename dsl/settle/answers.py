"""The answers of the table: completed with the first ones, and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..diagnostics import Diagnostic, problem
from ..near import near
from ..resolve.guards import LARGEST, OptionInfo
from ..resolve.program import Program

# Stands for every number that is large, where an option has no upper end.
LARGE = 1_000
Given = Mapping[str, str | bool | int]


def as_text(answer: str | bool | int) -> str:
    """An answer as a rulebook writes it: yes and no for truths."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, int) and abs(answer) > LARGEST:
        # No option takes such a number, and not every one can be written out.
        return "a number too large"
    return str(answer)


def complete(program: Program, given: Given) -> tuple[dict[str, str], list[Diagnostic]]:
    """Every option with its answer; an unknown option, a wrong answer and answers that do not go together are told."""
    settings = program.first_answers
    told: list[Diagnostic] = []
    header = program.file.header.name
    if not isinstance(given, Mapping):
        told.append(
            problem(
                "CW407",
                f"answers are told option by option, not as `{given!r}`",
                header.span,
                help='give a mapping, as `{"option": "answer"}`',
            )
        )
        return settings, told
    for name, answer in given.items():
        text = as_text(answer)
        option = program.options.get(name)
        place = program.option_nodes[name].name.span if name in program.option_nodes else header.span
        settled = next((one for one in program.file.settled if one.name == name), None)
        if settled is not None:
            told.append(
                problem(
                    "CW407",
                    f"`{name}` is settled by `{settled.by}`: {program.source.slice(settled.span)}",
                    settled.span,
                    help="no other answer can be given to it here",
                )
            )
        elif option is None:
            close = near(str(name), program.options)
            listed = ", ".join(f"`{one}`" for one in program.options) or "none"
            help = f"did you mean `{close[0]}`?" if close else f"its options: {listed}"
            told.append(problem("CW407", f"`{header.text}` has no option `{name}`", place, help=help))
        elif not option.admits(text):
            told.append(problem("CW408", f"`{text}` is no answer to `{name}`", place, help=_answers(option)))
        else:
            settings[name] = text
    return settings, told or list(_forbidden(program, settings))


def _answers(option: OptionInfo) -> str:
    if option.least is None:
        return "its answers: " + ", ".join(f"`{answer}`" for answer in option.answers)
    return f"it takes numbers from {option.least}" + (f" to {option.most}" if option.most is not None else "")


def _forbidden(program: Program, settings: Mapping[str, str]) -> Iterator[Diagnostic]:
    for guard, why, span in program.nevers:
        if guard.allowed and guard.holds(settings):
            said = ", ".join(f"`{option}` = `{settings[option]}`" for option, _ in guard.allowed)
            yield problem(
                "CW409",
                f"{said} do not go together" + (f": {why}" if why else ""),
                span,
                help="change one of these answers",
            )


def each_answer_once(program: Program) -> list[dict[str, str]]:
    """Settings in which together every answer of every option occurs that can; the first one is that of the first
    answers. An answer that does not go with the others of its row is tried among the first answers, with those changed
    that do not go with it."""
    first = program.first_answers
    choices: dict[str, Sequence[str]] = {name: answers_to_try(option) for name, option in program.options.items()}
    most = max((len(answers) for answers in choices.values()), default=1)
    tried = [{name: answers[min(i, len(answers) - 1)] for name, answers in choices.items()} for i in range(most)]
    found = [setting for setting in tried if not program.forbids(setting)]
    for name, answers in choices.items():
        for answer in answers:
            if not any(setting[name] == answer for setting in found):
                alone = program.permitted({**first, name: answer}, (name,))
                found += [] if alone is None else [alone]
    return found


def answers_to_try(option: OptionInfo) -> tuple[str, ...]:
    """The answers of a list; of numbers the first one in force, the ends, and one beside them."""
    if option.least is None:
        return option.answers
    beside = min(option.most or LARGE, int(option.default) + 1)
    most = option.most if option.most is not None else max(option.least, int(option.default), LARGE)
    ends = [option.least, beside, most]
    return tuple(dict.fromkeys([option.default, *map(str, ends)]))
