"""A rules sheet as one HTML file that needs nothing else: for a phone, and for two pages of paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .document import Block, Cards, Face, Grid, Line, Points, Remark, Sheet
from .faces import DICE

_STYLE = """
:root { color-scheme: light; --ink: #1d1d1b; --quiet: #5f5c54; --line: #d9d4c7; --felt: #2f5d4a; --red: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1rem; color: var(--ink); background: #fdfcf8;
  overflow-wrap: break-word;
  font: 1rem/1.5 system-ui, "Noto Sans", "PingFang HK", "Microsoft JhengHei", "Noto Sans CJK TC", sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem;
  padding-bottom: .3rem; border-bottom: 3px double var(--felt); }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; }
h2 { margin: 1.4rem 0 .4rem; padding-bottom: .1rem; border-bottom: 1px solid var(--felt); color: var(--felt);
  font-size: 1.1rem; break-after: avoid; }
header p { margin: 0; color: var(--quiet); font-size: .85rem; }
p { margin: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
li { margin: .15rem 0; }
li::marker { color: var(--felt); }
table { width: 100%; margin: .4rem 0; border-collapse: collapse; }
th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-weight: 600; font-size: .8em; }
tbody th { font-weight: 600; }
tr, li { break-inside: avoid; }
.wide tr > :first-child, .wide tr > :last-child { min-width: 5.5em; }
.cards { display: inline-flex; flex-wrap: wrap; gap: 2px; margin: 1px 0; vertical-align: middle; }
.few { flex-wrap: nowrap; }
.card { display: inline-flex; flex-direction: column; align-items: center; justify-content: center; min-width: 1.6em;
  min-height: 2.2em; padding: 0 .15em; border: 1px solid #8d897d; border-radius: .25em; background: #fff;
  color: var(--ink); font-size: .9em; line-height: 1; overflow-wrap: normal; print-color-adjust: exact; }
.card b { font-weight: 600; }
.card i { font-style: normal; }
.tile { padding: 1px; background: #fffdf2; }
.tile b, .tile svg { display: block; width: 1.2em; height: 1.2em; text-align: center; }
.tile svg + svg, .tile b + b { border-top: 1px solid #8d897d; }
.tile circle { fill: currentColor; }
.red { color: var(--red); }
@media screen and (max-width: 40rem) {
  .wide, .wide thead, .wide tbody { display: block; }
  .wide tr { display: grid; grid-template-columns: 2fr 5fr; gap: .1rem .7rem; padding: .35rem 0;
    border-bottom: 1px solid var(--line); }
  .wide tr > * { grid-column: 2; }
  .wide tr > :first-child { grid-column: 1; grid-row: 1 / span 3; }
  .wide th, .wide td { min-width: 0; overflow-wrap: anywhere; padding: 0; border: 0; }
}
@media print {
  @page { size: A4; margin: 11mm 13mm; }
  body { max-width: none; padding: 0; background: none; font-size: 8.6pt; line-height: 1.3; }
  section { break-inside: avoid; }
  h1 { font-size: 15pt; }
  h2 { margin: 6pt 0 2pt; font-size: 10pt; }
  header p { font-size: 8pt; }
  th, td { padding: 1.2pt 6pt 1.2pt 0; }
  ul, table, p { margin: 2pt 0; }
  li { margin: 0; }
  .card { min-height: 1.95em; }
}
"""
_FEW = 6
"""So many cards stay in one line."""
_PIPS = {1: "4", 2: "28", 3: "246", 4: "0268", 5: "02468", 6: "035268"}
"""Where the pips of half a tile stand, of nine places line by line."""


def as_html(sheet: Sheet) -> str:
    """The whole sheet."""
    title, lines = escape(sheet.title), []
    for section in sheet.sections:
        lines += ["<section>", f"<h2>{escape(section.title)}</h2>"]
        for block in section.blocks:
            lines += _block(block)
        lines.append("</section>")
    body = "\n".join(lines)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(sheet.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{title}</h1>\n<p>{escape(sheet.subtitle)}</p>\n</header>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def _block(block: Block) -> Iterator[str]:
    match block:
        case Points(items=items):
            yield "<ul>"
            yield from (f"<li>{_line(item)}</li>" for item in items)
            yield "</ul>"
        case Remark(line=line):
            yield f"<p>{_line(line)}</p>"
        case Grid(head=head, rows=rows):
            yield '<table class="wide">' if head else "<table>"
            if head:
                titles = "".join(f'<th scope="col">{escape(title)}</th>' for title in head)
                yield f"<thead><tr>{titles}</tr></thead>"
            yield "<tbody>"
            for first, *others in rows:
                cells = "".join(f"<td>{_line(cell)}</td>" for cell in others)
                yield f'<tr><th scope="row">{_line(first)}</th>{cells}</tr>'
            yield "</tbody>"
            yield "</table>"


def _line(line: Line) -> str:
    return "".join(_cards(part) if isinstance(part, Cards) else escape(part, quote=False) for part in line)


def _cards(cards: Cards) -> str:
    kind = "cards few" if len(cards.faces) <= _FEW else "cards"
    return f'<span class="{kind}">{"".join(map(_face, cards.faces))}</span>'


def _face(face: Face) -> str:
    if face.halves:
        halves = "".join(map(_half, face.halves))
        return f'<span class="card tile" title="{escape(face.rank)}">{halves}</span>'
    kind = "card red" if face.red else "card"
    suit = f"<i>{escape(face.suit)}</i>" if face.suit else ""
    return f'<span class="{kind}"><b>{escape(face.rank)}</b>{suit}</span>'


def _half(half: str) -> str:
    """Half a tile: its pips are drawn where a sign of a die stands for them, as signs of dice are too small to read."""
    pips = _PIPS.get(DICE.find(half) + 1)
    if pips is None:
        return f"<b>{escape(half)}</b>"
    drawn = "".join(f'<circle cx="{3 + int(at) % 3 * 4}" cy="{3 + int(at) // 3 * 4}" r="1.5"/>' for at in pips)
    return f'<svg viewBox="0 0 14 14" aria-label="{len(pips)}">{drawn}</svg>'
