// Plays: what cards are read as, what beats what, and which plays a hand has.

import type { Combination, Node, Rulebook } from "./model.js";
import { type Env, Expressions, NOTHING } from "./expressions.js";
import { type Filling, Patterns } from "./patterns.js";
import { type Cards, compareAll, Pieces } from "./pieces.js";
import { compareKeys, lengthOf, type Measure, measure, type Measured } from "./strength.js";

export interface Play {
  pieces: Cards;
  type: Type;
  parts: Filling[];
  strength: Measured[];
  same: Measured[];
}

/** A combination with its keys looked up. */
export interface Type {
  combination: Combination;
  rung: number;
  compare: Measure[];
  same: Measure[];
  span: [number, number];
  untouched: boolean;
  length(cards: Cards, parts: Filling[]): number;
}

export type Verdict =
  | "same_type"
  | "ladder"
  | "bombs"
  | "wrong_size"
  | "other_type"
  | "lower_rung"
  | "below_bombs"
  | "not_shared"
  | "too_low"
  | "equal"
  | "incomparable";

export class Plays {
  readonly pieces: Pieces;
  readonly types: Type[];
  readonly patterns: Patterns;
  readonly expressions: Expressions;
  private readonly known = new Map<string, Play[]>();
  private readonly unbeaten = new Map<string, boolean>();

  constructor(readonly book: Rulebook) {
    this.pieces = new Pieces(book);
    this.expressions = new Expressions(book, this);
    const members = (cls: Node) => this.expressions.cards(cls, NOTHING);
    this.patterns = new Patterns(book, this.pieces, members);
    this.types = book.combinations.map((combination, rung) => {
      const length = lengthOf(this.pieces, combination);
      const [compare, same] = [combination.compare, combination.same].map((keys) =>
        keys.map((key) => measure(key, book, this.pieces, length, members)),
      );
      const untouched = combination.pattern.parts.some((part) => part.untouched);
      return { combination, rung, compare, same, untouched, length, span: this.patterns.span(combination.pattern) };
    });
  }

  /** A play as text: its cards in order of number, with the reading where they have several. */
  text(play: Play, untouched = false): string {
    const readings = this.readings(play.pieces, untouched);
    const cards = play.pieces.map((card) => this.pieces.names[card]).join("-");
    return readings.length > 1 ? `${cards}=${play.type.combination.name}` : cards;
  }

  /** The play that a text writes. */
  parse(text: string): Play {
    const [written, reading] = text.split("=");
    const cards = this.pieces.parse(written);
    for (const untouched of [false, true]) {
      const found = this.readings(cards, untouched).find(
        (play) => reading === undefined || play.type.combination.name === reading,
      );
      if (found !== undefined) return found;
    }
    throw new Error(`${text} is no play`);
  }

  // ---- readings ------------------------------------------------------------------------------------------------

  /** Every way in which cards can be played: of several types those that no other one outranks. */
  readings(cards: Cards, untouched: boolean): Play[] {
    const name = `${cards.join()}${untouched ? "!" : ""}`;
    let found = this.known.get(name);
    if (found === undefined) {
      const fits = this.types.map((type) => this.fit(type, cards, untouched)).filter((play) => play !== null);
      found = fits.filter((play) => !fits.some((other) => this.outranks(other, play)));
      this.known.set(name, found);
    }
    return found;
  }

  /** Cards as a play of one type, the strongest of the ways in which they fill its pattern; null if they are none. */
  private fit(type: Type, cards: Cards, untouched: boolean): Play | null {
    if (cards.length < type.span[0] || cards.length > type.span[1] || (type.untouched && !untouched)) return null;
    let best: Play | null = null;
    for (const parts of this.patterns.fill(type.combination.pattern, cards, true)) {
      const values = (measures: Measure[]) => measures.map((each) => each.value(cards, parts));
      const play = { pieces: cards, type, parts, strength: values(type.compare), same: values(type.same) };
      const { needs } = type.combination;
      if (needs !== null && this.expressions.value(needs, { ...NOTHING, play, element: play, judging: true }) !== true)
        continue;
      if (best === null || compareKeys(type.compare, play.strength, best.strength)[0] === 1) best = play;
    }
    return best;
  }

  private outranks(play: Play, other: Play): boolean {
    if (this.ladder(play, other, false) !== undefined) return true;
    return this.book.bombs.some((bombs) => {
      const [mine, theirs] = [this.bombRung(bombs.order, play), this.bombRung(bombs.order, other)];
      if (mine < 0) return false;
      return theirs < 0 ? bombs.beats !== null && this.holdsAll(bombs.beats, other.type) : mine > theirs;
    });
  }

  /** Whether a class has all plays of a type. */
  private holdsAll(cls: Node, type: Type): boolean {
    switch (cls.kind) {
      case "anything":
        return cls.of === "plays";
      case "type_class":
        return cls.combination === type.combination.name && cls.rank === null && cls.length === null;
      case "union_class":
        return cls.parts.some((part: Node) => this.holdsAll(part, type));
      case "set_class":
        return this.holdsAll(this.book.sets.find((set) => set.name === cls.set)!.value, type);
      case "rungs_class":
        return this.expressions.rungs(cls.rungs).some((rung) => this.holdsAll(rung, type));
      default:
        return false;
    }
  }

  // ---- what beats what -----------------------------------------------------------------------------------------

  /** The ladder that has one type above the other; `beating`: one by which it beats it, if they share enough. */
  private ladder(play: Play, table: Play, beating: boolean) {
    const rung = (order: string[][], of: Play) => order.findIndex((tier) => tier.includes(of.type.combination.name));
    return this.book.ladders.find(
      ({ order, beats }) =>
        (!beating || beats === "lower") && rung(order, table) >= 0 && rung(order, play) > rung(order, table),
    );
  }

  private bombRung(order: Node[][], play: Play): number {
    for (let rung = order.length - 1; rung >= 0; rung--) {
      if (order[rung].some((cls) => this.expressions.holds(cls, play, NOTHING))) return rung;
    }
    return -1;
  }

  /** The first key that two plays would have to share and do not. */
  private unshared(play: Play, table: Play): Measure | undefined {
    const mine = play.type.same;
    const theirs =
      table.type === play.type
        ? []
        : table.type.same.filter((each) => !mine.some((own) => own.identity === each.identity));
    return [...mine, ...theirs].find(
      (each) => each.compare(each.value(play.pieces, play.parts), each.value(table.pieces, table.parts)) !== 0,
    );
  }

  beats(play: Play, table: Play): boolean {
    return ["same_type", "ladder", "bombs"].includes(this.compare(play, table)[0]);
  }

  /** By what a play beats another, or why it does not, and how many keys were compared for it. */
  compare(play: Play, table: Play): [Verdict, number] {
    const unshared = this.unshared(play, table);
    const bySize = unshared?.key.what === "size" && unshared.key.part === null;
    const same = play.type === table.type;
    const { compare, combination } = play.type;
    const [result, keys] = same ? compareKeys(compare, play.strength, table.strength) : [null, 0];
    if (same && unshared === undefined && (result === 1 || (result === 0 && combination.equal === "falls")))
      return ["same_type", keys];
    const ladder = this.ladder(play, table, true);
    if (ladder !== undefined && unshared === undefined) return ["ladder", 0];
    const rungs = this.book.bombs.map(({ order, beats }) => ({
      mine: this.bombRung(order, play),
      theirs: this.bombRung(order, table),
      beats,
    }));
    const bombed = rungs.some(
      ({ mine, theirs, beats }) =>
        mine >= 0 && (theirs >= 0 ? mine > theirs : beats !== null && this.expressions.holds(beats, table, NOTHING)),
    );
    if (bombed) return ["bombs", 0];
    if (same && unshared !== undefined) return [bySize ? "wrong_size" : "not_shared", 1];
    if (same) return [result === null ? "incomparable" : result === 0 ? "equal" : "too_low", Math.max(keys, 1)];
    const sameSize = play.pieces.length === table.pieces.length;
    for (const { order, beats } of this.book.ladders) {
      const [mine, theirs] = [play, table].map((of) =>
        order.findIndex((tier) => tier.includes(of.type.combination.name)),
      );
      if (mine < 0 || theirs < 0) continue;
      if (beats === "lower" && mine > theirs) return [bySize ? "wrong_size" : "not_shared", 1];
      if (sameSize) return [beats === "lower" ? "lower_rung" : "other_type", 1];
    }
    for (const { mine, theirs } of rungs) {
      if (theirs >= 0) return [mine >= 0 ? "lower_rung" : "below_bombs", 1];
    }
    return [sameSize ? "other_type" : "wrong_size", 1];
  }

  // ---- finding plays -------------------------------------------------------------------------------------------

  /** The plays of a hand (that beat the table). */
  *generate(hand: Cards, table: Play | null, untouched: boolean): Generator<Play> {
    const seen = new Set<string>();
    for (const type of this.types) {
      if (type.span[0] > hand.length || (table !== null && !this.mayBeat(type, table))) continue;
      for (const parts of this.patterns.fill(type.combination.pattern, hand, false)) {
        const cards = parts.flatMap((filling) => filling.cards).sort((a, b) => a - b);
        const name = cards.join();
        if (seen.has(name)) continue;
        seen.add(name);
        for (const play of this.readings(cards, untouched && cards.length === hand.length)) {
          if (table === null || this.beats(play, table)) yield play;
        }
      }
    }
  }

  /** Whether a type has to be looked at for plays that beat the table: all but those of a fixed other size. */
  private mayBeat(type: Type, table: Play): boolean {
    return this.book.bombs.length > 0 || (type.span[0] <= table.pieces.length && table.pieces.length <= type.span[1]);
  }

  /** Whether no play from the rest of the deck could beat it. */
  unbeatable(play: Play): boolean {
    const name = `${play.pieces.join()}=${play.type.rung}`;
    let found = this.unbeaten.get(name);
    if (found === undefined) {
      const rest = this.pieces
        .without(this.pieces.all, play.pieces)
        .sort((a, b) => compareAll(this.pieces.place(b), this.pieces.place(a)));
      found = this.generate(rest, play, false).next().done === true;
      this.unbeaten.set(name, found);
    }
    return found;
  }

  /** The plays of a class in cards than which none is stronger (weaker). */
  extremes(cls: Node, cards: Cards, highest: boolean, env: Env): Play[] {
    const plays = [...this.generate(cards, null, false)].filter((play) => this.expressions.holds(cls, play, env));
    const stronger = (play: Play, other: Play) => this.beats(play, other) && !this.beats(other, play);
    return plays.filter((play) => !plays.some((other) => (highest ? stronger(other, play) : stronger(play, other))));
  }

  /** Whether a hand includes what a pattern asks for. */
  includes(pattern: Combination["pattern"], hand: Cards): boolean {
    const untouched = pattern.parts.some((part) => part.untouched);
    return !this.patterns.fill(pattern, hand, untouched).next().done;
  }
}
