"""The words of `runtime` that machine code has no word for, as programs themselves. Numbers are those of a machine
word: what goes beyond is lost, as random numbers want it."""

from typing import Final

WORDS: Final = '''
@jit
def next_number(streams, at):
    """The next 64 bits of a stream (SplitMix64)."""
    streams[at] += -7046029254386353131
    mixed = streams[at]
    mixed = (mixed ^ unsigned_shift(mixed, 30)) * -4658895280553007687
    mixed = (mixed ^ unsigned_shift(mixed, 27)) * -7723592293110705685
    return mixed ^ unsigned_shift(mixed, 31)


@jit
def below(streams, at, bound):
    """A number from 0 to `bound` - 1 from one of several streams: what `SplitMix64.below` draws."""
    while True:
        drawn = next_number(streams, at)
        if unsigned_less(drawn, -bound) or unsigned_less(drawn, -unsigned_rest(-bound, bound)):
            return unsigned_rest(drawn, bound)


@jit
def shuffle(streams, at, items, number):
    """So many items in a new order: what `SplitMix64.shuffle` draws."""
    for last in range(number - 1, 0, -1):
        other = below(streams, at, last + 1)
        item = items[last]
        items[last] = items[other]
        items[other] = item


@jit
def derived_seed(seed, number):
    """The seed of a hand by its number, as `derived_seed` of the definition has it."""
    if number == 0:
        return seed
    stream = room(1)
    stream[0] = seed + number * -7046029254386353131
    return next_number(stream, 0)


@jit
def power(base, exponent):
    """A number to the power of one that is not negative."""
    found = 1
    while exponent > 0:
        if exponent & 1:
            found *= base
        base *= base
        exponent >>= 1
    return found


@jit
def merge(out, first, n, words):
    """Of actions (from `first` on) with the same cards the strongest stays; returns how many actions there are."""
    if n > len(out):
        return n
    size = 16
    while size < 3 * (n - first):
        size *= 2
    places = scratch(size, 1)
    for at in range(size):
        places[at, 0] = -1
    kept = first
    for at in range(first, n):
        mixed = 0
        for column in range(COLUMNS - words, COLUMNS):
            mixed = (mixed ^ out[at, column]) * -7046029254386353131
            mixed ^= unsigned_shift(mixed, 29)
        slot = mixed & size - 1
        while True:
            place = places[slot, 0]
            if place < 0:
                places[slot, 0] = kept
                for column in range(COLUMNS):
                    out[kept, column] = out[at, column]
                kept += 1
                break
            same = True
            for column in range(COLUMNS - words, COLUMNS):
                if out[place, column] != out[at, column]:
                    same = False
            if same:
                if out[at, 2] > out[place, 2]:
                    for column in range(COLUMNS):
                        out[place, column] = out[at, column]
                break
            slot = slot + 1 & size - 1
    return kept
'''
