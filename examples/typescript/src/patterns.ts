// Patterns: every way in which cards of a pool fill the parts, one after another.

import type { Amount, Attribute, InOrder, Node, Part, Pattern, Rulebook } from "./model.js";
import { type Cards, count, type Pieces } from "./pieces.js";

/** The cards of a part, and the ranks of its run in order, where it is one. */
export interface Filling {
  label: string | null;
  cards: Cards;
  run: number[] | null;
}

export class Patterns {
  private readonly windows = new Map<InOrder, number[][]>();

  constructor(
    private readonly book: Rulebook,
    private readonly pieces: Pieces,
    private readonly members: (cls: Node) => Set<number>,
  ) {}

  /** How few and how many cards a pattern takes. */
  span(pattern: Pattern): [number, number] {
    const spans = pattern.parts.map((part) => this.partSpan(part));
    return [spans.reduce((sum, [low]) => sum + low, 0), spans.reduce((sum, [, high]) => sum + high, 0)];
  }

  /** Every way to fill a pattern; `whole`: with all cards of the pool. */
  *fill(pattern: Pattern, pool: Cards, whole: boolean): Generator<Filling[]> {
    yield* this.join(pattern.parts, pool, [], pool, whole);
  }

  private *join(parts: Part[], left: Cards, earlier: Filling[], pool: Cards, whole: boolean): Generator<Filling[]> {
    if (earlier.length === parts.length) {
      if (!whole || left.length === 0) yield earlier;
      return;
    }
    const part = parts[earlier.length];
    const label = part.label ?? null;
    if (part.kind === "lacking") {
      const forbidden = part.items!.map(this.members);
      if (pool.some((card) => forbidden.some((set) => set.has(card)))) return;
      yield* this.join(parts, left, [...earlier, { label, cards: [], run: null }], pool, whole);
      return;
    }
    const last = whole && earlier.length === parts.length - 1;
    for (const { cards, run } of this.part(part, left, earlier, last)) {
      const filling = { label, cards: [...cards].sort((a, b) => a - b), run };
      yield* this.join(parts, this.pieces.without(left, cards), [...earlier, filling], pool, whole);
    }
  }

  /** Every way to fill a part; `all`: with all that is left. */
  private *part(
    part: Part,
    left: Cards,
    earlier: Filling[],
    all: boolean,
  ): Generator<{ cards: Cards; run: number[] | null }> {
    let pool = left;
    for (const cls of part.members ?? []) {
      const members = this.members(cls);
      pool = pool.filter((card) => members.has(card));
    }
    if (part.others)
      pool = pool.filter((card) => !this.used(part.others!, earlier).has(this.pieces.value(part.others!, card)));
    if (all && pool.length < left.length) return;
    const pools = (part.alike ?? []).reduce(
      (found, name) => found.flatMap((cards) => [...this.by(name, cards).values()]),
      [pool],
    );
    for (const alike of pools) {
      if (all && alike.length < left.length) continue;
      for (const found of this.inside(part, alike, earlier, all)) {
        const differs = (part.not_alike ?? []).every((name) => this.pieces.shared(name, found.cards) === null);
        if (found.cards.length > 0 && differs && (!all || found.cards.length === left.length)) yield found;
      }
    }
  }

  private *inside(
    part: Part,
    pool: Cards,
    earlier: Filling[],
    all: boolean,
  ): Generator<{ cards: Cards; run: number[] | null }> {
    switch (part.kind) {
      case "listed": {
        const items = part.items!.map(this.members);
        const ranks = items.map((set) => this.pieces.shared("rank", [...set]));
        const run = part.run && !ranks.includes(null) ? (ranks as number[]) : null;
        const seen = new Set<string>();
        for (const cards of product(
          items.map((set) => [...new Set(pool)].filter((card) => set.has(card))),
          pool,
        )) {
          const key = [...cards].sort((a, b) => a - b).join();
          if (!seen.has(key)) yield { cards, run };
          seen.add(key);
        }
        return;
      }
      case "every": {
        const groups = this.by(part.attribute!, pool);
        const present = new Set(
          this.pieces.all.map((card) => this.pieces.value(part.attribute!, card)).filter((v) => v !== null),
        );
        if (present.size === 0 || [...present].some((value) => !groups.has(value!))) return;
        for (const cards of product([...present].map((value) => [...new Set(groups.get(value!)!)])))
          yield { cards, run: null };
        return;
      }
      case "each_of": {
        const groups = this.by(part.attribute!, pool);
        for (const { values, run } of this.chosen(part, [...groups.keys()])) {
          const each = values.map((value) => [...subsets(groups.get(value)!, part.each!, 1)]);
          for (const sets of product(each)) yield { cards: sets.flat(), run };
        }
        return;
      }
      default:
        yield* this.sized(part, pool, earlier, all);
    }
  }

  private *sized(
    part: Part,
    pool: Cards,
    earlier: Filling[],
    all: boolean,
  ): Generator<{ cards: Cards; run: number[] | null }> {
    const counted = part.per ? earlier.find((filling) => filling.label === part.per)!.cards : null;
    const times = counted === null ? 1 : new Set(counted.map((card) => this.pieces.rank[card])).size;
    if (part.in_order) {
      const groups = this.by("rank", pool);
      for (const run of this.runs(part.in_order)) {
        if (!within(run.length, part.amount!, times) || !run.every((rank) => groups.has(rank))) continue;
        for (const cards of product(run.map((rank) => [...new Set(groups.get(rank)!)]))) yield { cards, run };
      }
    } else if (part.another) {
      const used = this.used(part.another, earlier);
      const groups = this.by(part.another, pool);
      const free = [...groups.keys()].filter((value) => !used.has(value));
      for (const values of subsets(free, { least: times, most: times }, 1)) {
        for (const sets of product(values.map((value) => [...subsets(groups.get(value)!, part.amount!, 1)])))
          yield { cards: sets.flat(), run: null };
      }
    } else if (all) {
      if (within(pool.length, part.amount!, times)) yield { cards: pool, run: null };
    } else {
      for (const cards of subsets(pool, part.amount!, times)) yield { cards, run: null };
    }
  }

  /** The values that the groups of a part can have. */
  private *chosen(part: Part, held: number[]): Generator<{ values: number[]; run: number[] | null }> {
    if (!part.in_order) {
      for (const values of subsets(
        [...held].sort((a, b) => a - b),
        part.groups!,
        1,
      ))
        yield { values, run: null };
      return;
    }
    for (const run of this.runs(part.in_order)) {
      if (within(run.length, part.groups!, 1) && run.every((value) => held.includes(value))) yield { values: run, run };
    }
  }

  /** Every run of an order, the highest first. */
  private runs(wanted: InOrder): number[][] {
    const known = this.windows.get(wanted);
    if (known !== undefined) return known;
    const rankAt = (name: string) => this.pieces.rankAt.get(name)!;
    const order = this.book.orders.find((each) => each.name === wanted.order);
    let found: number[][] = [];
    if (order?.of === "runs") {
      const low = wanted.low === null ? 0 : rankAt(wanted.low);
      const high = wanted.high === null ? Infinity : rankAt(wanted.high);
      found = [...order.tiers].reverse().flatMap((tier) => tier.map((names) => names.map(rankAt)));
      found = found.filter((run) => run.every((rank) => low <= rank && rank <= high));
    } else {
      const tiers = order
        ? order.tiers.map((tier) => tier.map((names) => rankAt(names[0])))
        : this.pieces.ranks.map((_, rank) => [rank]);
      const height = (name: string) => tiers.findIndex((tier) => tier.includes(rankAt(name)));
      const low = wanted.low === null ? 0 : height(wanted.low);
      const high = wanted.high === null ? tiers.length - 1 : height(wanted.high);
      for (let last = high; last >= low; last--) {
        for (let first = low; first <= last; first++) found.push(...product(tiers.slice(first, last + 1)));
      }
    }
    this.windows.set(wanted, found);
    return found;
  }

  private by(attribute: Attribute, cards: Cards): Map<number, Cards> {
    const groups = new Map<number, Cards>();
    for (const card of cards) {
      const value = this.pieces.value(attribute, card);
      if (value !== null) groups.set(value, [...(groups.get(value) ?? []), card]);
    }
    return groups;
  }

  private used(attribute: Attribute, earlier: Filling[]): Set<number | null> {
    return new Set(
      earlier
        .flatMap((filling) => filling.cards.map((card) => this.pieces.value(attribute, card)))
        .filter((v) => v !== null),
    );
  }

  private partSpan(part: Part): [number, number] {
    const deck = this.pieces.all.length;
    switch (part.kind) {
      case "lacking":
        return [0, 0];
      case "listed":
        return [part.items!.length, part.items!.length];
      case "every":
        return [1, deck];
      case "each_of":
        return [part.each!.least * part.groups!.least, (part.each!.most ?? deck) * (part.groups!.most ?? deck)];
      default:
        return [part.amount!.least, part.per ? deck : (part.amount!.most ?? deck)];
    }
  }
}

function within(number: number, amount: Amount, times: number): boolean {
  return amount.least * times <= number && (amount.most === null || number <= amount.most * times);
}

/** One of each list, in every way; with a pool, no more of a card than the pool has. */
function* product<T>(lists: T[][], pool: T[] | null = null, chosen: T[] = []): Generator<T[]> {
  if (chosen.length === lists.length) {
    yield chosen;
    return;
  }
  for (const item of lists[chosen.length]) {
    if (pool !== null && count(chosen, item) >= count(pool, item)) continue;
    yield* product(lists, pool, [...chosen, item]);
  }
}

/** Every choice of so many items of a sorted list, equal ones not told apart. */
function* subsets(items: number[], amount: Amount, times: number): Generator<number[]> {
  const most = Math.min(items.length, amount.most === null ? items.length : amount.most * times);
  for (let size = amount.least * times; size <= most; size++) yield* choose(items, size, 0, []);
}

function* choose(items: number[], size: number, from: number, chosen: number[]): Generator<number[]> {
  if (chosen.length === size) {
    yield chosen;
    return;
  }
  for (let at = from; at <= items.length - (size - chosen.length); at++) {
    if (at > from && items[at] === items[at - 1]) continue;
    yield* choose(items, size, at + 1, [...chosen, items[at]]);
  }
}
