// Classes and expressions, worked out from what is known at the moment.

import { type Node, type Rulebook, unsupported } from "./model.js";
import { type Cards, count } from "./pieces.js";
import type { Play, Plays } from "./plays.js";

export type Rank = { rank: number };
export type Suit = { suit: number };
/** A number, a truth, a rank, a suit, a seat or a card (both numbers), cards or seats, a play, plays; null: nothing. */
export type Value = number | boolean | null | Rank | Suit | number[] | Play | Play[];

/** What may be asked: facts by name, what belongs to a seat, and what is bound just now. */
export interface Env {
  facts: { [fact: string]: Value };
  cardsOf(seat: number): number;
  handOf(seat: number): Cards;
  playsOf(seat: number): Play[];
  pileOf(seat: number): Cards;
  placeOf(seat: number): number;
  pointsOf(seat: number): number;
  claimed(seat: number, claim: string): boolean;
  variables: { [name: string]: Value };
  play: Play | null;
  element: Value;
  /** Whether cards are only being judged: what they are read as is not known yet. */
  judging: boolean;
}

/** Nothing is known. */
export const NOTHING: Env = {
  facts: {},
  cardsOf: () => 0,
  handOf: () => [],
  playsOf: () => [],
  pileOf: () => [],
  placeOf: () => 0,
  pointsOf: () => 0,
  claimed: () => false,
  variables: {},
  play: null,
  element: null,
  judging: false,
};

const SEATS = ["payer", "payee", "player"];
const isRank = (value: Value): value is Rank => value !== null && typeof value === "object" && "rank" in value;
const isSuit = (value: Value): value is Suit => value !== null && typeof value === "object" && "suit" in value;
const isPlay = (value: Value): value is Play => value !== null && typeof value === "object" && "pieces" in value;

export class Expressions {
  constructor(
    private readonly book: Rulebook,
    private readonly plays: Plays,
  ) {}

  // ---- classes -------------------------------------------------------------------------------------------------

  /** The pieces of a class. */
  cards(cls: Node, env: Env): Set<number> {
    const { pieces } = this.plays;
    const where = (test: (card: number) => boolean) => new Set(pieces.names.map((_, card) => card).filter(test));
    switch (cls.kind) {
      case "anything":
        return where(() => cls.of === "pieces");
      case "rank_class":
        return where((card) => pieces.rank[card] === pieces.rankAt.get(cls.rank));
      case "suit_class":
        return where((card) => pieces.suit[card] === pieces.suitAt.get(cls.suit));
      case "piece_class":
        return new Set([pieces.at.get(cls.piece)!]);
      case "family_class": {
        const tiers = this.book.deck.rank_scales.find((scale) => scale.family === cls.family)!.tiers.flat();
        return where((card) => tiers.includes(pieces.ranks[pieces.rank[card]]));
      }
      case "set_class":
        return this.cards(this.set(cls.set), env);
      case "union_class":
        return new Set(cls.parts.flatMap((part: Node) => [...this.cards(part, env)]));
      case "where_class":
        return new Set(
          [...this.cards(cls.base, env)].filter((card) => this.true(cls.where, { ...env, element: [card] })),
        );
      default:
        return new Set();
    }
  }

  /** Whether a play (null: a pass) is in a class. */
  holds(cls: Node, play: Play | null, env: Env): boolean {
    switch (cls.kind) {
      case "anything":
        return cls.of === "plays" && play !== null;
      case "pass_class":
        return play === null;
      case "type_class": {
        if (play === null || play.type.combination.name !== cls.combination) return false;
        if (
          cls.rank !== null &&
          play.pieces.some((card) => this.plays.pieces.ranks[this.plays.pieces.rank[card]] !== cls.rank)
        )
          return false;
        const length = play.type.length(play.pieces, play.parts);
        return cls.length === null || (cls.or_more ? length >= cls.length : length === cls.length);
      }
      case "rungs_class":
        return this.rungs(cls.rungs).some((rung) => this.holds(rung, play, env));
      case "set_class":
        return this.holds(this.set(cls.set), play, env);
      case "union_class":
        return cls.parts.some((part: Node) => this.holds(part, play, env));
      case "where_class":
        return this.holds(cls.base, play, env) && this.true(cls.where, { ...env, element: play });
      default:
        return false;
    }
  }

  /** The classes on the rungs of a ladder or of bombs. */
  rungs(name: string): Node[] {
    const ladder = this.book.ladders.find((each) => each.name === name);
    if (ladder !== undefined) {
      return ladder.order.flat().map((combination) => ({ kind: "type_class", combination, rank: null, length: null }));
    }
    return this.book.bombs.find((bombs) => bombs.name === name)!.order.flat();
  }

  private set(name: string): Node {
    return this.book.sets.find((set) => set.name === name)!.value;
  }

  // ---- expressions ---------------------------------------------------------------------------------------------

  true(node: Node, env: Env): boolean {
    return Boolean(this.value(node, env));
  }

  number(node: Node, env: Env): number {
    const value = this.value(node, env);
    return typeof value === "number" ? value : 0;
  }

  value(node: Node, env: Env): Value {
    const of = (child: Node) => this.value(child, env);
    const { pieces } = this.plays;
    switch (node.kind) {
      case "number":
        return node.value;
      case "rank":
        return { rank: pieces.rankAt.get(node.rank)! };
      case "suit":
        return { suit: pieces.suitAt.get(node.suit)! };
      case "cards":
        return node.cards.map((name: string) => pieces.at.get(name)!);
      case "fact":
        return node.fact === "play" ? env.play : (env.facts[node.fact] ?? null);
      case "variable":
        return env.variables[node.name] ?? null;
      case "element":
        return env.element;
      case "part": {
        const play = of(node.of);
        return isPlay(play) ? (play.parts.find((filling) => filling.label === node.part)?.cards ?? null) : null;
      }
      case "property":
        return this.property(node.property, of(node.of), env);
      case "calculation":
        return this.calculate(node.target, node.name, node.of === null ? null : of(node.of), env);
      case "arithmetic":
        return arithmetic(node.op, this.number(node.left, env), this.number(node.right, env));
      case "negative":
        return -this.number(node.value, env);
      case "extreme":
        return Math[node.extreme === "least" ? "min" : "max"](
          ...node.values.map((each: Node) => this.number(each, env)),
        );
      case "all_of":
        return node.terms.every((term: Node) => this.true(term, env));
      case "any_of":
        return node.terms.some((term: Node) => this.true(term, env));
      case "not":
        return !this.true(node.term, env);
      case "chain": {
        const values: Value[] = node.terms.map(of);
        return node.ops.every((op: string, at: number) => this.ordered(op, values[at], values[at + 1]));
      }
      case "is_same": {
        const [left, right] = [of(node.left), of(node.right)];
        return left !== null && right !== null && (JSON.stringify(left) === JSON.stringify(right)) !== node.denied;
      }
      case "is_between": {
        const value = of(node.value);
        const inside = this.ordered("<=", of(node.low), value) && this.ordered("<=", value, of(node.high));
        return value !== null && inside !== node.denied;
      }
      case "is_in": {
        const subject = of(node.subject);
        if (subject === null) return !node.denied && env.facts.pass === true && this.holds(node.of, null, env);
        return this.isIn(node.of, subject, env) !== node.denied;
      }
      case "is_highest": {
        const subject = of(node.subject);
        if (!isPlay(subject)) return false;
        const found = this.plays.extremes(node.of, this.cardsOf(of(node.cards), env), node.extreme === "highest", env);
        return (
          found.some((play) => play.type === subject.type && play.pieces.join() === subject.pieces.join()) !==
          node.denied
        );
      }
      case "has":
        return this.hasAny(node.of, this.cardsOf(of(node.subject), env), env);
      case "has_count": {
        const subject = of(node.subject);
        if (subject === null) return false;
        const anything = node.of.kind === "anything" && node.of.of === "pieces";
        const found =
          anything && typeof subject === "number" ? env.cardsOf(subject) : this.count(node.of, subject, env);
        return node.or_more ? found >= node.count : found === node.count;
      }
      case "played": {
        const seat = of(node.player);
        return typeof seat === "number" && env.playsOf(seat).some((play) => this.holds(node.of, play, env));
      }
      case "claimed": {
        const seat = of(node.player);
        return typeof seat === "number" && env.claimed(seat, node.claim);
      }
      case "wins": {
        const seat = of(node.player);
        return seat !== null && seat === (env.facts.winner ?? null);
      }
      case "beats": {
        const [play, table] = [of(node.play), of(node.table)];
        return isPlay(play) && isPlay(table) && this.plays.beats(play, table);
      }
      case "some":
      case "selected": {
        const members = several(of(node.among));
        const chosen = members.filter((member) => this.true(node.where, this.bind(env, node.variable, member)));
        return node.kind === "some" ? chosen.length > 0 : (chosen as number[]);
      }
      case "count":
        return this.count(node.of, of(node.among), env);
      case "total":
        return several(of(node.among)).reduce(
          (sum: number, member) => sum + this.number(node.amount, this.bind(env, node.variable, member)),
          0,
        );
      case "choice": {
        const found = node.cases.find((each: Node) => each.when === null || this.true(each.when, env));
        return found === undefined ? null : of(found.value);
      }
      default:
        return unsupported(`the expression ${node.kind}`);
    }
  }

  private bind(env: Env, name: string | null, member: Value): Env {
    const variables = name === null ? env.variables : { ...env.variables, [name]: member };
    return { ...env, variables, element: member };
  }

  /** The cards that a value stands for. */
  private cardsOf(value: Value, env: Env): Cards {
    if (value === null) return [];
    if (typeof value === "number") return env.handOf(value);
    return (several(value) as (number | Play)[]).flatMap((each) => (isPlay(each) ? each.pieces : [each]));
  }

  private ofPlays(cls: Node): boolean {
    if (cls.kind === "union_class") return cls.parts.some((part: Node) => this.ofPlays(part));
    if (cls.kind === "set_class") return this.ofPlays(this.set(cls.set));
    if (cls.kind === "where_class") return this.ofPlays(cls.base);
    return (
      ["type_class", "rungs_class", "pass_class"].includes(cls.kind) || (cls.kind === "anything" && cls.of === "plays")
    );
  }

  private isIn(cls: Node, subject: Value, env: Env): boolean {
    const members = this.cards(cls, env);
    if (isPlay(subject))
      return this.holds(cls, subject, env) || (members.size > 0 && subject.pieces.every((card) => members.has(card)));
    const { pieces } = this.plays;
    const of = (values: (number | null)[], wanted: number) =>
      values.flatMap((value, card) => (value === wanted ? [card] : []));
    let cards = several(subject) as number[];
    if (isRank(subject)) cards = of(pieces.rank, subject.rank);
    if (isSuit(subject)) cards = of(pieces.suit, subject.suit);
    if (cards.length === 0) return false;
    if (isRank(subject) || isSuit(subject) || cards.every((card) => members.has(card)) || !this.ofPlays(cls))
      return cards.every((card) => members.has(card));
    if (env.judging) unsupported("combinations that hang on other combinations");
    return this.plays.readings(cards, false).some((play) => this.holds(cls, play, env));
  }

  private count(cls: Node, value: Value, env: Env): number {
    if (this.ofPlays(cls)) {
      const things = several(value);
      if (things.length > 0 && things.every(isPlay))
        return things.filter((play) => this.holds(cls, play as Play, env)).length;
      const cards = this.cardsOf(value, env);
      return this.most(this.formed(cls, cards, env), cards);
    }
    const members = this.cards(cls, env);
    return this.cardsOf(value, env).filter((card) => members.has(card)).length;
  }

  /** The plays of a class that cards include. */
  private formed(cls: Node, cards: Cards, env: Env): Play[] {
    if (env.judging) unsupported("combinations that hang on other combinations");
    return [...this.plays.generate(cards, null, false)].filter((play) => this.holds(cls, play, env));
  }

  private hasAny(cls: Node, cards: Cards, env: Env): boolean {
    const members = this.cards(cls, env);
    return cards.some((card) => members.has(card)) || (this.ofPlays(cls) && this.formed(cls, cards, env).length > 0);
  }

  /** The most of these plays that share no card. */
  private most(plays: Play[], cards: Cards): number {
    const held = (pieces: Cards) => pieces.every((card) => count(pieces, card) <= count(cards, card));
    const possible = plays.filter((play) => held(play.pieces));
    return Math.max(
      0,
      ...possible.map((play, at) => 1 + this.most(possible.slice(at), this.plays.pieces.without(cards, play.pieces))),
    );
  }

  private ordered(op: string, left: Value, right: Value): boolean {
    if (left === null || right === null) return false;
    let result = (left as number) - (right as number);
    if (typeof left === "object" && typeof right === "object") {
      const place = (value: Rank | Suit) =>
        isRank(value) ? this.plays.pieces.rankPlaces[value.rank] : this.plays.pieces.suitPlaces[(value as Suit).suit];
      const [a, b] = [place(left as Rank), place(right as Rank)];
      if (a[0] !== b[0]) return false;
      result = a[1] - b[1];
    }
    return { "<": result < 0, "=": result === 0, ">": result > 0, "<=": result <= 0, ">=": result >= 0 }[op]!;
  }

  private property(name: string, of: Value, env: Env): Value {
    const { pieces } = this.plays;
    const seats: { [name: string]: (seat: number) => Value } = {
      cards: env.cardsOf,
      hand: env.handOf,
      plays: env.playsOf,
      pile: env.pileOf,
      place: env.placeOf,
      points: env.pointsOf,
    };
    if (name in seats)
      return typeof of === "number" ? seats[name](of) : ["hand", "plays", "pile"].includes(name) ? [] : 0;
    if (name === "size" && Array.isArray(of)) return of.length;
    const cards = isPlay(of) ? of.pieces : (several(of) as number[]);
    switch (name) {
      case "rank": {
        const rank = pieces.shared("rank", cards);
        return rank === null ? null : { rank };
      }
      case "suit": {
        const suit = pieces.shared("suit", cards);
        return suit === null ? null : { suit };
      }
      case "pips":
        return cards.reduce((sum, card) => sum + pieces.pips[card], 0);
      case "size":
        return cards.length;
      case "length":
        return isPlay(of) ? of.type.length(of.pieces, of.parts) : new Set(cards.map((card) => pieces.rank[card])).size;
      default:
        return unsupported(`the property ${name}`);
    }
  }

  // ---- calculations --------------------------------------------------------------------------------------------

  private calculate(target: string, name: string, value: Value, env: Env): number {
    switch (target) {
      case "table": {
        const table = this.book.tables.find((each) => each.name === name)!;
        const count = this.property(table.of, value, env) as number;
        const row = table.rows.find(({ low, high }) => low <= count && (high === null || count <= high));
        if (row === undefined && count !== 0) throw new Error(`table ${name} says nothing about ${count}`);
        return row === undefined ? 0 : this.number(row.value, env);
      }
      case "let": {
        const found = this.book.lets.find((each) => each.name === name)!;
        return this.number(found.value, standingFor(env, found.variable, value));
      }
      default:
        return this.product(name, value, env);
    }
  }

  /** The product of the rows of `factors` that hold, without those that another one replaces. */
  private product(name: string, value: Value, env: Env): number {
    const factors = this.book.factors.find((each) => each.name === name)!;
    const inside = standingFor(env, factors.variable, value);
    const found = new Map<string, number>();
    const replaced: string[] = [];
    for (const row of factors.rows) {
      const held = row.cases.find((each) => each.when === null || this.true(each.when, inside));
      if (held === undefined) continue;
      const among = held.among ?? {
        kind: "property",
        property: "hand",
        of: { kind: "variable", name: factors.variable ?? "player" },
      };
      const times = held.for_each === null ? 1 : this.count(held.for_each, this.value(among, inside), inside);
      if (times === 0) continue;
      found.set(row.name, arithmetic("^", this.number(held.value, inside), times));
      if (held.instead_of !== null) replaced.push(held.instead_of);
    }
    return [...found].filter(([row]) => !replaced.includes(row)).reduce((product, [, factor]) => product * factor, 1);
  }
}

/** While something is worked out for a value, its variable is that value. */
export function standingFor(env: Env, variable: string | null, value: Value): Env {
  if (variable === null) return env;
  const facts = SEATS.includes(variable) ? { ...env.facts, [variable]: value } : env.facts;
  return { ...env, facts, variables: { ...env.variables, [variable]: value } };
}

/** The members of a set; one thing is a set of one. */
export function several(value: Value): Value[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : isPlay(value) ? value.pieces : [value];
}

function arithmetic(op: string, left: number, right: number): number {
  const found = { "+": left + right, "-": left - right, x: left * right, "/": left / right, "^": left ** right }[op]!;
  if (!Number.isSafeInteger(found)) unsupported(`numbers as ${left} ${op} ${right}: it counts in whole ones`);
  return found;
}
