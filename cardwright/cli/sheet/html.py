"""A rules sheet as one HTML file that needs nothing else: for a phone, and for two pages of paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .document import Block, Cards, Face, Grid, Line, Points, Remark, Sheet

_STYLE = """
:root { color-scheme: light; --ink: #1d1d1b; --quiet: #6b6860; --line: #d9d4c7; --felt: #2f5d4a; --red: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1rem; color: var(--ink); background: #fdfcf8;
  font: 1rem/1.5 system-ui, "Noto Sans", "PingFang HK", "Microsoft JhengHei", "Noto Sans CJK TC", sans-serif; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; }
h2 { margin: 1.4rem 0 .4rem; padding-bottom: .15rem; border-bottom: 2px solid var(--felt); color: var(--felt);
  font-size: 1.1rem; break-after: avoid; }
header p, footer { margin: .2rem 0 0; color: var(--quiet); font-size: .85rem; }
p { margin: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
li { margin: .15rem 0; }
table { width: 100%; margin: .4rem 0; border-collapse: collapse; }
th, td { padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-weight: 600; font-size: .8rem; }
tbody th { font-weight: 600; }
tr { break-inside: avoid; }
.cards { display: inline-flex; flex-wrap: wrap; gap: 2px; vertical-align: middle; }
.card { display: inline-flex; flex-direction: column; align-items: center; justify-content: center; min-width: 1.55em;
  min-height: 2.1em; padding: 0 .15em; border: 1px solid #8d897d; border-radius: .25em; background: #fff;
  color: var(--ink); font-size: .9em; line-height: 1; }
.card b { font-weight: 600; }
.card i { font-style: normal; }
.tile { font-size: 1.05em; background: #fffdf2; }
.red { color: var(--red); }
@media (max-width: 40rem) {
  table.wide, .wide tbody, .wide tr, .wide td, .wide tbody th { display: block; width: 100%; }
  .wide thead { display: none; }
  .wide td, .wide tbody th { padding: .05rem 0; border: 0; }
  .wide tr { padding: .35rem 0; border-bottom: 1px solid var(--line); }
}
@media print {
  @page { size: A4; margin: 11mm 13mm; }
  body { max-width: none; padding: 0; background: none; font-size: 8.6pt; line-height: 1.3; }
  h1 { font-size: 15pt; }
  h2 { margin: 6pt 0 2pt; font-size: 10pt; }
  th, td { padding: 1pt 4pt 1pt 0; }
  ul, table, p { margin: 2pt 0; }
  li { margin: 0; }
  .card { min-height: 1.75em; }
}
"""


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
    return f'<span class="cards">{"".join(map(_face, cards.faces))}</span>'


def _face(face: Face) -> str:
    if face.halves:
        halves = "".join(f"<b>{escape(half)}</b>" for half in face.halves)
        return f'<span class="card tile" title="{escape(face.rank)}">{halves}</span>'
    kind = "card red" if face.red else "card"
    suit = f"<i>{escape(face.suit)}</i>" if face.suit else ""
    return f'<span class="{kind}"><b>{escape(face.rank)}</b>{suit}</span>'
