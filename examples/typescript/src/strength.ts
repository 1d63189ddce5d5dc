// The keys by which plays are compared.

import { type Key, type Node, type Rulebook, unsupported } from "./model.js";
import type { Filling } from "./patterns.js";
import { type Cards, compareAll, type Pieces, type Place } from "./pieces.js";

/** What a play has for a key: null where it lacks it, a number, or one or several places. */
export type Measured = null | number | number[] | Place[];

export interface Measure {
  key: Key;
  /** What makes keys of two types the same key. */
  identity: string;
  value(cards: Cards, parts: Filling[]): Measured;
  /** 1, 0, -1, or null if two cannot be compared. */
  compare(left: Measured, right: Measured): number | null;
}

/** How many ranks the run of a play has, or its groups, or else all of it. */
export function lengthOf(
  pieces: Pieces,
  combination: { pattern: { parts: any[] } },
): (cards: Cards, parts: Filling[]) => number {
  const parts = combination.pattern.parts;
  let at = parts.findIndex((part) => part.in_order);
  if (at < 0) at = parts.findIndex((part) => part.kind === "each_of");
  return (cards, fillings) => new Set((at < 0 ? cards : fillings[at].cards).map((card) => pieces.rank[card])).size;
}

export function measure(
  key: Key,
  book: Rulebook,
  pieces: Pieces,
  length: (cards: Cards, parts: Filling[]) => number,
  members: (cls: Node) => Set<number>,
): Measure {
  const order = (name: string) => book.orders.find((each) => each.name === name)!;
  let ranks = pieces.rankPlaces;
  if (key.by !== null) {
    const tiers = order(key.by).tiers;
    const height = (rank: string) => tiers.findIndex((tier) => tier.some((names) => names[0] === rank));
    ranks = pieces.ranks.map((rank, index) => (height(rank) < 0 ? [-1 - index, 0] : [0, height(rank)]));
  }
  const pick = (cards: Cards, parts: Filling[]) =>
    key.part === null ? cards : (parts.find((filling) => filling.label === key.part)?.cards ?? []);
  const run = (parts: Filling[]) =>
    parts.find((filling) => filling.run !== null && (key.part === null || filling.label === key.part))?.run ?? null;
  const card = key.card === null ? null : members(key.card);

  function value(cards: Cards, parts: Filling[]): Measured {
    const some = pick(cards, parts);
    switch (key.what) {
      case "size":
        return some.length;
      case "length":
        return key.part === null ? length(some, parts) : new Set(some.map((each) => pieces.rank[each])).size;
      case "rank": {
        const rank = pieces.shared("rank", some);
        return rank === null ? null : ranks[rank];
      }
      case "suit": {
        const suit = pieces.shared("suit", some);
        return suit === null ? null : pieces.suitPlaces[suit];
      }
      case "ranks":
        return some.map((each) => ranks[pieces.rank[each]]).sort((a, b) => compareAll(b, a));
      case "place":
        return placeOf(some, run(parts));
      case "highest_card":
      case "lowest_card":
      case "last_card":
      case "piece":
        return oneCard(some, run(parts));
      default:
        return unsupported(`the key ${key.what}`);
    }
  }

  function placeOf(some: Cards, window: number[] | null): Measured {
    const { of, tiers } = order(key.name!);
    const heights = tiers.flatMap((tier, height) =>
      tier.map((names) => [names.map((name) => pieces.rankAt.get(name)!), height] as const),
    );
    if (of === "ranks") {
      const found = heights
        .filter(([[rank]]) => some.some((each) => pieces.rank[each] === rank))
        .map(([, height]) => height);
      return found.length === 0 ? null : Math.max(...found);
    }
    const exact = heights.find(([names]) => window !== null && compareAll(names, window) === 0);
    if (exact !== undefined) return exact[1];
    const held = new Set(some.map((each) => pieces.rank[each]));
    const same = heights.filter(
      ([names]) => new Set(names).size === held.size && names.every((rank) => held.has(rank)),
    );
    return same.length === 0 ? null : Math.max(...same.map(([, height]) => height));
  }

  function oneCard(some: Cards, window: number[] | null): Measured {
    let found = some;
    if (key.what === "last_card")
      found = window === null ? [] : some.filter((each) => pieces.rank[each] === window[window.length - 1]);
    else if (card !== null) found = some.filter((each) => card.has(each));
    const places = found.map((each) => pieces.place(each, ranks)).sort(compareAll);
    if (places.length === 0 || new Set(places.map(([scale]) => scale)).size > 1) return null;
    return places[key.what === "lowest_card" ? 0 : places.length - 1];
  }

  function compare(left: Measured, right: Measured): number | null {
    if (left === null || right === null) return Number(left !== null) - Number(right !== null);
    if (typeof left === "number" || typeof right === "number") return Math.sign((left as number) - (right as number));
    const [a, b] =
      key.what === "ranks" ? [left as Place[], right as Place[]] : [[left as number[]], [right as number[]]];
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      if (a[at][0] !== b[at][0]) return null; // places on two scales
      const result = compareAll(a[at], b[at]);
      if (result !== 0) return result;
    }
    return Math.sign(a.length - b.length);
  }

  const identity = JSON.stringify([key.what, key.name, key.part, key.by, card === null ? null : [...card].sort()]);
  return { key, identity, value, compare };
}

/** Key after key; the first that differs decides. Also how many keys were looked at. */
export function compareKeys(measures: Measure[], left: Measured[], right: Measured[]): [number | null, number] {
  for (let at = 0; at < measures.length; at++) {
    const result = measures[at].compare(left[at], right[at]);
    if (result !== 0) return [result, at + 1];
  }
  return [0, measures.length];
}
