// The pieces of a deck as numbers: their ranks and suits, and how these compare.

import type { Attribute, Rulebook, Scale } from "./model.js";

/** Pieces by index, sorted; a piece with several copies may stand there several times. */
export type Cards = number[];

/** A place on a scale: which scale, and how high. Places on different scales cannot be compared. */
export type Place = [number, number];

export class Pieces {
  readonly names: string[];
  readonly all: Cards;
  readonly rank: number[];
  readonly suit: (number | null)[];
  readonly pips: number[];
  readonly rankPlaces: Place[];
  readonly suitPlaces: Place[];
  readonly rankAt: Map<string, number>;
  readonly suitAt: Map<string, number>;
  readonly at: Map<string, number>;
  readonly ranks: string[];

  constructor(book: Rulebook) {
    const deck = book.deck;
    this.ranks = deck.ranks;
    this.rankAt = new Map(deck.ranks.map((name, index) => [name, index]));
    this.suitAt = new Map(deck.suits.map((name, index) => [name, index]));
    this.names = deck.pieces.map((piece) => piece.name);
    this.at = new Map(this.names.map((name, index) => [name, index]));
    this.rank = deck.pieces.map((piece) => this.rankAt.get(piece.rank)!);
    this.suit = deck.pieces.map((piece) => (piece.suit === null ? null : this.suitAt.get(piece.suit)!));
    this.pips = deck.pieces.map((piece) => piece.faces.reduce((sum, face) => sum + face, 0));
    this.all = deck.pieces.flatMap((piece) => Array<number>(piece.copies).fill(piece.index));
    this.rankPlaces = places(deck.ranks, deck.rank_scales);
    this.suitPlaces = places(deck.suits, deck.suit_scale === null ? [] : [deck.suit_scale]);
    if (deck.suit_scale === null) this.suitPlaces = this.suitPlaces.map(() => [0, 0]);
  }

  value(attribute: Attribute, card: number): number | null {
    return attribute === "rank" ? this.rank[card] : attribute === "suit" ? this.suit[card] : card;
  }

  /** The value that all cards have, null if there is none. */
  shared(attribute: Attribute, cards: Cards): number | null {
    const values = new Set(cards.map((card) => this.value(attribute, card)));
    return values.size === 1 ? [...values][0] : null;
  }

  /** A card by rank, then suit, among ranks with these places. */
  place(card: number, ranks: Place[] = this.rankPlaces): [number, number, number] {
    const suit = this.suit[card];
    return [...ranks[this.rank[card]], suit === null ? 0 : this.suitPlaces[suit][1]];
  }

  parse(text: string): Cards {
    return text
      .split("-")
      .map((name) => this.at.get(name)!)
      .sort((a, b) => a - b);
  }

  without(cards: Cards, taken: Cards): Cards {
    const left = [...cards];
    for (const card of taken) {
      const at = left.indexOf(card);
      if (at < 0) throw new Error(`${this.names[card]} is not there`);
      left.splice(at, 1);
    }
    return left;
  }
}

function places(names: string[], scales: Scale[]): Place[] {
  const found = new Map<string, Place>();
  scales.forEach((scale, number) =>
    scale.tiers.forEach((tier, height) => tier.forEach((name) => found.set(name, [number, height]))),
  );
  return names.map((name, index) => found.get(name) ?? [-1 - index, 0]);
}

/** Compares numbers one after another; a longer list that begins alike is higher. */
export function compareAll(left: number[], right: number[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at] !== right[at]) return left[at] > right[at] ? 1 : -1;
  }
  return Math.sign(left.length - right.length);
}

export function count<T>(items: T[], wanted: T): number {
  return items.filter((item) => item === wanted).length;
}
