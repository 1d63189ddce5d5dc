"""From the tree of a rulebook to its program: names, types and guards, with every problem found on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import ast
from .. import model as m
from ..diagnostics import Edit, Fix
from ..source import Source, Span
from .bounds import check_formulas
from .citations import check_citations
from .classes import ALL, PIECES, PLAYS, UNKNOWN, Classes
from .combinations import Combinations
from .completeness import check_calculations, check_guards
from .context import Context
from .deck import Decks, collect, run_lengths
from .duties import Duties
from .examples import Examples
from .expressions import Expressions
from .guards import OptionInfo
from .phase_checks import check_phases
from .phases import Phases, paid_in_play
from .program import Draft, Program, citations, texts
from .report import Report
from .scope import Type
from .sentences import Sentences
from .settlement import KINDS, Settlements
from .symbols import Symbols, declare
from .tongues import tongue

# What else people call yes and no.
_YES_OR_NO = {**dict.fromkeys(("yes", "y", "true", "on"), "yes"), **dict.fromkeys(("no", "n", "false", "off"), "no")}
MOST_DECLARATIONS = 1_000
MOST_OPTIONS = 200
MOST_ANSWERS = 200
MOST_LISTED = 1_000


def resolve(file: ast.File, source: Source, report: Report, doubtful: Sequence[Span] = ()) -> Program:
    """Resolve and type a rulebook. What is wrong is in the report; the program holds what could be read.

    `doubtful` are the places where the text could not be read: what stands there may be what is missing elsewhere.
    """
    context = Context(source, Symbols(), {}, report)
    if _too_many(file, context):
        return Program(file, source, context.symbols, {}, {}, [], [], [])
    absent = tuple(one.statement for one in file.gone if one.statement is not None)
    context.symbols = symbols = declare((*file.statements, *absent), report)
    statements = tuple(_executed(file, context))
    collect(context, statements)
    nodes: dict[str, ast.Option] = {}
    for one, end in zip(statements, [*(after.span.start for after in statements[1:]), source.whole.end], strict=False):
        end = end if end.file == one.span.file else source.holding(one.span).whole.end
        clear = not any(one.span.start <= span < end for span in doubtful)
        if isinstance(one, ast.Options):
            context.options_known &= clear
            for option in one.options:
                nodes.setdefault(option.name.text, option)
        elif isinstance(one, ast.Block) and one.kind == "deck":
            context.deck_known &= clear
    for option in nodes.values():
        _option(option, context)
    _players(statements, context)
    _prepare(statements, context)
    # What is absent makes nothing: only how it would be spoken of is known.
    _prepare(tuple(one for one in absent if not (isinstance(one, ast.Block) and one.kind == "effect")), context)
    program = Program(file, source, symbols, context.options, nodes, [], [], context.uses,
                      in_play=frozenset(context.paid_in_play))  # fmt: skip
    _read(statements, context, program)
    check_guards(program, context)
    check_citations(program, context)
    check_calculations(program, context)
    check_phases(program, context)
    check_formulas(program, context)
    return program


def _too_many(file: ast.File, context: Context) -> bool:
    """Whether a file has more than any rulebook needs; what is checked of each against all would take too long."""
    options = [option for one in file.statements if isinstance(one, ast.Options) for option in one.options]
    for many, most, what in ((file.statements, MOST_DECLARATIONS, "declarations"), (options, MOST_OPTIONS, "options")):
        if len(many) > most:
            context.fail(
                "CW906",
                f"a rulebook has at most {most:,} {what}, this one {len(many):,}",
                many[most].span,
                help="is this file a rulebook?",
            )
            return True
    for option in options:
        if isinstance(option.answers, tuple) and len(option.answers) > MOST_ANSWERS:
            context.fail(
                "CW906",
                f"`{option.name.text}` has {len(option.answers):,} answers, and {MOST_ANSWERS} are enough",
                option.name.span,
                help="numbers can be asked for in another way: `1 or more`",
            )
            return True
    for list_ in _lists(tuple(one for one in file.statements if not isinstance(one, ast.Examples))):
        if len(list_) > MOST_LISTED:
            context.fail(
                "CW906",
                f"a list has at most {MOST_LISTED:,} entries, this one {len(list_):,}",
                list_[MOST_LISTED].span,
                help="is this file a rulebook?",
            )
            return True
    return False


def _lists(value: object) -> Iterator[tuple[ast.Node, ...]]:
    """Every list that the author wrote, down to the smallest; notes have their own limit."""
    if isinstance(value, tuple):
        if value and isinstance(value[0], ast.Node):
            yield value
        for one in value:
            yield from _lists(one)
    elif isinstance(value, ast.Node) and not isinstance(value, ast.Note):
        for name in value._names:
            if name != "span":
                yield from _lists(getattr(value, name))


def _executed(file: ast.File, context: Context) -> Iterator[ast.Statement]:
    """The statements that are executed; of the others it is said that they are not, yet."""
    for statement in file.statements:
        match statement:
            case ast.Change() | ast.ChangeFields() | ast.Remove():
                context.fail(
                    "CW213",
                    "there is no base to change",
                    statement.span,
                    help='a variant begins with `rulebook NAME "…" extends BASE edition N`',
                )
            case _:
                yield statement


def _option(option: ast.Option, context: Context) -> None:
    name = option.name.text
    before = len(context.report.found)
    _answers(option, name, context)
    if len(context.report.found) > before:
        context.flawed.add(name)


def _answers(option: ast.Option, name: str, context: Context) -> None:
    if isinstance(option.answers, ast.Numbers):
        numbers = option.answers
        if numbers.high is not None and numbers.high < numbers.low:
            context.fail(
                "CW413",
                f"`{name}` can have no number: {numbers.low} to {numbers.high}",
                numbers.span,
                help="write the smaller number first",
            )
        elif not numbers.low <= numbers.first <= (numbers.high if numbers.high is not None else numbers.first):
            where = f"at least {numbers.low}" if numbers.high is None else f"from {numbers.low} to {numbers.high}"
            context.fail(
                "CW413",
                f"{numbers.first} is outside the numbers of `{name}`",
                numbers.span,
                help=f"the first number is in force at first: it is {where}",
            )
        context.options[name] = OptionInfo(name, (), str(numbers.first), True, numbers.low, numbers.high)
        return
    answers = tuple(ast.answer_text(answer) for answer in option.answers)
    for position, answer in enumerate(answers):
        if answer in answers[:position]:
            context.fail(
                "CW412",
                f"`{name}` has the answer `{answer}` twice",
                option.answers[position].span,
                labels=[(option.answers[answers.index(answer)].span, "first here")],
                help="take one of them away",
            )
            break
    meant = [_YES_OR_NO.get(answer.lower()) for answer in answers]
    if None not in meant and set(answers) - {"yes", "no"} and set(meant) == {"yes", "no"}:
        edits = tuple(Edit(one.span, str(word)) for one, word in zip(option.answers, meant, strict=True))
        context.fail(
            "CW419",
            f"the answers of `{name}` are called `yes` and `no`",
            option.answers[0].span.to(option.answers[-1].span),
            help=f"then `with {name}` and `without {name}` can be said",
            fix=Fix(edits),
        )
    if len(answers) < 2:
        context.fail(
            "CW417",
            f"`{name}` has one answer only",
            option.span,
            help="an option is a question: give it another answer, or write the rule without it",
        )
    numeric = all(isinstance(answer, ast.Number) for answer in option.answers)
    context.options[name] = OptionInfo(name, tuple(dict.fromkeys(answers)), answers[0], numeric)


def _players(statements: tuple[ast.Statement, ...], context: Context) -> None:
    """How many play is asked like an option wherever there is a choice."""
    for statement in statements:
        if isinstance(statement, ast.Sentences) and statement.kind == "deal":
            numbers = Sentences(context, Classes(context)).players(statement)
            if numbers and "players" not in context.options:
                answers = tuple(str(number) for number in numbers)
                context.options["players"] = OptionInfo("players", answers, answers[0], True)


def _prepare(statements: tuple[ast.Statement, ...], context: Context) -> None:
    """What must be known of declarations before any of them is read."""
    for one in statements:
        match one:
            case ast.Order():
                context.run_lengths[one.name.text] = run_lengths(one)
            case ast.Block(kind="combination", name=ast.Name(text=name)):
                patterns = [
                    pattern for field in one.fields if isinstance(field, ast.CardsField) for pattern in field.patterns
                ]
                labels = [{part.label.text for part in pattern.parts if part.label} for pattern in patterns]
                context.labels[name] = frozenset(set.intersection(*labels) if labels else ())
                context.inner.update(*labels)
                varied = [_lengths(part, context) for pattern in patterns for part in pattern.parts if _varies(part)]
                if varied:
                    context.variable_length.add(name)
                    longest = [high for _, high in varied if high is not None]
                    high = max(longest) if len(longest) == len(varied) else None
                    context.lengths[name] = (min(low for low, _ in varied), high)
            case ast.Block(kind=kind, name=None) if kind not in ("deck", "claims"):
                context.nameless.add(kind)
            case ast.Set(name=name_node, choice=choice):
                context.set_kinds[name_node.text] = _looks_like(choice, context)
            case ast.Table(name=name_node):
                context.parameters[name_node.text] = Type.PLAYER
            case ast.Factors(name=name_node, of=of, rows=rows):
                context.inner.update(row.name.text for row in rows)
                context.parameters[name_node.text] = Type.PLAYER if of is not None else None
            case ast.Let(name=name_node, of=of):
                context.parameters[name_node.text] = KINDS.get(of.text, Type.UNKNOWN) if of is not None else None
            case ast.Block(kind="effect"):
                context.paid_in_play |= paid_in_play(one)
            case _:
                pass


def _varies(part: ast.Part) -> bool:
    inside = any(isinstance(quality, ast.Inside) for quality in part.qualities)
    amounts = [part.body.groups or part.body.amount] if isinstance(part.body, ast.Sized) else []
    ranged = any(amount.or_more or (amount.high or amount.low) != amount.low for amount in amounts)
    return ranged and (inside or (isinstance(part.body, ast.Sized) and part.body.groups is not None))


def _lengths(part: ast.Part, context: Context) -> tuple[int, int | None]:
    """How long the run or the groups of a part are; a row has no more ranks than there are."""
    assert isinstance(part.body, ast.Sized)
    amount = part.body.groups or part.body.amount
    ranks = len(context.symbols.ranks)
    inside = any(isinstance(quality, ast.Inside) for quality in part.qualities)
    limit = ranks if inside and context.deck_known and ranks else None
    high = None if amount.or_more else amount.high or amount.low
    return amount.low, limit if high is None else high


def _looks_like(choice: ast.Choice, context: Context) -> str:
    """Whether a set is of pieces or plays, by its first word."""
    value = choice.cases[0].values[0]
    while isinstance(value, ast.Filtered):
        value = value.item
    name = value.name.text if isinstance(value, ast.Property) else value.text if isinstance(value, ast.Name) else ""
    kind = context.symbols.kind(name)
    if kind == "set":
        return context.set_kinds.get(name, UNKNOWN)
    if kind is None and name and name not in ALL:
        return UNKNOWN
    return PLAYS if kind in ("combination", "ladder", "bombs") or ALL.get(name) == PLAYS else PIECES


def _read(statements: tuple[ast.Statement, ...], context: Context, program: Program) -> None:
    classes = Classes(context)
    expressions = Expressions(context, classes)
    decks, sentences = Decks(context), Sentences(context, classes)
    combinations, duties = Combinations(context, classes, expressions), Duties(context, classes, expressions)
    settlements, phases = Settlements(context, expressions), Phases(context, expressions)
    examples = Examples(context, expressions)
    once: dict[str, ast.Statement] = {}
    tongues: dict[str, dict[str, Span]] = {}
    called: dict[str, dict[str, str]] = {}
    blocks = {
        "deck": decks.deck,
        "combination": combinations.combination,
        "ladder": combinations.ladder,
        "bombs": combinations.bombs,
        "duty": duties.duty,
        "claim": duties.claim,
        "claims": duties.claims,
        "auction": phases.auction,
        "effect": phases.effect,
    }
    for one in statements:
        match one:
            case ast.Sentences(kind=kind):
                if _first(kind, one, once, context):
                    program.drafts.append(
                        Draft(
                            kind,
                            kind,
                            one.span,
                            one.kind_span,
                            claims=citations(one.notes),
                            notes=texts(one.notes),
                            fields=sentences.lines(one),
                        )
                    )
            case ast.Block(kind="deck" | "claims" as kind):
                if _first(kind, one, once, context):
                    program.drafts.append(blocks[kind](one))
            case ast.Block(kind=kind, name=name):
                if name is None:
                    context.fail(
                        "CW211", f"this `{kind}` has no name", one.kind_span, help=f"write `{kind} NAME {{ … }}`"
                    )
                else:
                    program.drafts.append(blocks[kind](one))
            case ast.Order():
                program.drafts.append(decks.order(one))
            case ast.Set():
                program.drafts.append(combinations.set(one))
            case ast.Free(names=names):
                if all([context.declared(n, "combination", wanted="a combination", optional=True) for n in names]):
                    program.free.append(m.Free(types=tuple(name.text for name in names), span=one.span))
                for position, each in enumerate(names):
                    first = next((other for other in names[:position] if other.text == each.text), None)
                    if first is not None:
                        context.fail(
                            "CW602",
                            f"`{each.text}` stands twice in this list",
                            each.span,
                            labels=[(first.span, "first here")],
                            help="name the combinations that may share cards",
                        )
            case ast.Table():
                program.drafts.append(settlements.table(one))
            case ast.Factors():
                program.drafts.append(settlements.factors(one))
            case ast.Let():
                program.drafts.append(settlements.calculation(one))
            case ast.Always():
                program.drafts.append(settlements.invariant(one))
            case ast.Payment(kind="step"):
                program.drafts.append(phases.step(one))
            case ast.Payment():
                program.drafts.append(settlements.payment(one))
            case ast.Never(why=why, agreement=agreement):
                asked = set(context.asked)
                guard = context.agreement(agreement)
                # Forbidding an answer is not asking for it.
                context.asked.intersection_update(asked)
                program.nevers.append((guard, why.value if why else None, one.span))
                defaults = {name: option.default for name, option in context.options.items()}
                if guard.allowed and guard.holds(defaults):
                    context.fail(
                        "CW420",
                        "the first answers do not go together",
                        agreement.span,
                        help="let another answer come first in `options`",
                    )
            case ast.Cited(id=id, title=title):
                known = next((other for other in program.sources if other.id == id.text), None)
                if known is not None and known.span is not None:
                    context.fail(
                        "CW202",
                        f"the source `{id.text}` is declared twice",
                        id.span,
                        labels=[(known.span, "first declared here")],
                        help="give one of them another id",
                    )
                program.sources.append(m.Cited(id=id.text, text=title.value, span=one.span))
            case ast.Examples():
                program.examples.extend(read for example in one.examples for read in examples.read(example))
            case ast.Names():
                read_names = tongue(
                    context,
                    one,
                    program.file.header.name.text,
                    tongues.setdefault(one.tongue.text, {}),
                    called.setdefault(one.tongue.text, {}),
                )
                program.tongues.append(read_names)
            case _:
                pass
    missing = [kind for kind in ("deck", "deal", "play") if kind not in once]
    if not any(program.of_kind("combination")) and "combination" not in context.nameless:
        missing.append("combination")
    if missing:
        named = [f"`{kind}`" for kind in missing]
        said = " and ".join((", ".join(named[:-1]), named[-1])) if len(named) > 1 else named[0]
        head = missing[0] if missing[0] != "combination" else "combination NAME"
        context.fail(
            "CW212", f"this rulebook has no {said}", program.file.header.name.span, help=f"add `{head} {{ … }}`"
        )


def _first(kind: str, one: ast.Sentences | ast.Block, once: dict[str, ast.Statement], context: Context) -> bool:
    if kind not in once:
        once[kind] = one
        return True
    before = once[kind]
    assert isinstance(before, ast.Sentences | ast.Block)
    context.fail(
        "CW202",
        f"there are two `{kind}` blocks",
        one.kind_span,
        labels=[(before.kind_span, "the first one")],
        help="join them into one",
    )
    return False
