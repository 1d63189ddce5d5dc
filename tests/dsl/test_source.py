"""Sources cut themselves by spans, whatever their line ends."""

from cardwright.dsl import Source, Span


def test_line_ends_and_byte_order_mark() -> None:
    assert Source("a", "\ufeffone\r\ntwo\rthree\n").lines == ("one", "two", "three", "")


def test_only_line_feeds_end_lines() -> None:
    assert len(Source("a", "one\x0btwo\x85three\u2028four").lines) == 1


def test_slice() -> None:
    source = Source("a", "first\nsecond\nthird")
    assert source.slice(source.span(1, 2, 1, 4)) == "ir"
    assert source.slice(source.span(1, 4, 3, 3)) == "st\nsecond\nth"
    assert source.slice(source.whole) == source.text
    assert source.slice(source.span(9, 1, 9, 5)) == ""


def test_span_arithmetic() -> None:
    outer, inner = Span("a", 1, 1, 3, 1), Span("a", 2, 1, 2, 4)
    assert outer.contains(inner) and not inner.contains(outer)
    assert inner.overlaps(outer) and outer.overlaps(outer.end)
    assert not inner.overlaps(Span("a", 2, 5, 2, 6))
    assert inner.start.to(outer.end) == Span("a", 2, 1, 3, 1)
    assert str(inner) == "a:2:1"
