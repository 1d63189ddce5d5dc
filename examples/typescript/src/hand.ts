// A hand from its deal to its end: whose turn it is, what is legal, what comes of it.

import { type Claim, type Duty, unsupported } from "./model.js";
import { type Env, NOTHING } from "./expressions.js";
import { type Cards, compareAll } from "./pieces.js";
import type { Play, Plays } from "./plays.js";
import { type Breach, placed, settle, type Settlement } from "./settlement.js";

/** What the hand before handed on. */
export interface Before {
  last_winner: number | null;
  last_loser: number | null;
  totals: number[];
  hand_number: number;
}

export class Hand {
  turn = -1;
  table: Play | null = null;
  tableBy: number | null = null;
  ended: "out" | "claim" | "void" | null = null;
  readonly hands: Cards[];
  readonly dropped = new Set<number>();
  private leader: number | null = null;
  private opening = true;
  private openingCard: number | null = null;
  private asked: number[] = [];
  private answers: string[] = [];
  private readonly sizes: number[];
  private readonly out: number[] = [];
  private readonly played: Play[][];
  private readonly piles: Cards[];
  private trick: Cards = [];
  private claimed: [number, string][] = [];
  private breaches: Breach[] = [];

  constructor(
    private readonly plays: Plays,
    hands: string[][],
    private readonly opener: number,
    private readonly before: Before,
  ) {
    const { play, effects, deal } = plays.book;
    if (play.before.length > 0) unsupported("auctions and steps before the lead");
    if (effects.length > 0) unsupported("effects");
    if (play.discards || play.last_trick_wins) unsupported("discards, and hands that the last trick wins");
    if (deal.rest === "holder") unsupported("a rest that goes to the holder of a card");
    this.hands = hands.map((hand) => hand.map((name) => plays.pieces.at.get(name)!).sort((a, b) => a - b));
    this.sizes = this.hands.map((hand) => hand.length);
    this.played = hands.map(() => []);
    this.piles = hands.map(() => []);
    const rule = this.openingRule();
    if (rule.playing_it) this.openingCard = this.tellingCard(rule.by.card ?? null);
    const unasked = this.fromOpener().flatMap((seat) =>
      plays.book.claims
        .filter((claim) => !claim.voluntary && this.mayClaim(seat, claim))
        .map((claim): [number, Claim] => [seat, claim]),
    );
    this.done(unasked);
    if (this.ended !== null) return;
    this.asked = this.fromOpener().filter((seat) => this.claims(seat).length > 0);
    if (this.asked.length > 0) this.turn = this.asked[0];
    else this.lead();
  }

  get claiming(): boolean {
    return this.ended === null && this.answers.length < this.asked.length;
  }

  // ---- the opening and claims ------------------------------------------------------------------------------------

  private openingRule() {
    const { first_hand: first, later_hands: later } = this.plays.book.play;
    const level = { last_winner: this.before.last_winner, last_loser: this.before.last_loser } as {
      [kind: string]: number | null;
    };
    return this.before.hand_number === 1 || level[later.by.kind] === null ? first : later;
  }

  /** The card whose holder opens: the one named, or the lowest that was dealt. */
  private tellingCard(name: string | null): number {
    const held = this.hands.flat();
    const named = name === null ? undefined : this.plays.pieces.at.get(name);
    if (named !== undefined && held.includes(named)) return named;
    return held.sort((a, b) => compareAll([...this.plays.pieces.place(a), a], [...this.plays.pieces.place(b), b]))[0];
  }

  private fromOpener(): number[] {
    return this.hands.map((_, step) => (this.opener + step) % this.hands.length);
  }

  private mayClaim(seat: number, claim: Claim): boolean {
    return this.plays.includes(claim.holding, this.hands[seat]);
  }

  private claims(seat: number): Claim[] {
    return this.plays.book.claims.filter((claim) => claim.voluntary && this.mayClaim(seat, claim));
  }

  private answer(name: string): void {
    this.answers.push(name);
    if (this.answers.length < this.asked.length) {
      this.turn = this.asked[this.answers.length];
      return;
    }
    const claim = (at: number) => this.plays.book.claims.find((each) => each.name === this.answers[at])!;
    this.done(
      this.asked.flatMap((seat, at): [number, Claim][] => (this.answers[at] === "" ? [] : [[seat, claim(at)]])),
    );
    if (this.ended === null) this.lead();
  }

  /** Claims made together: somebody goes out, or the hand is void, or piles are laid aside. */
  private done(made: [number, Claim][]): void {
    const { order, ties } = this.plays.book.claim_rules;
    const out = made.filter(([, claim]) => claim.act === "go_out");
    if (out.length > 0) {
      const turns = this.fromOpener();
      const height = (claim: Claim) => order.findIndex((tier) => tier.includes(claim.name));
      const lowest = (seat: number) =>
        this.hands[seat].map((card) => this.plays.pieces.place(card)).sort(compareAll)[0];
      const rank = ([seat, claim]: [number, Claim]) => [
        -height(claim),
        ...ties.flatMap((tie) => (tie === "lowest_card" ? lowest(seat) : [turns.indexOf(seat)])),
        turns.indexOf(seat),
      ];
      const [seat, claim] = out.sort((a, b) => compareAll(rank(a), rank(b)))[0];
      this.claimed.push([seat, claim.name]);
      this.out.push(seat);
      this.ended = "claim";
    } else if (made.some(([, claim]) => claim.act === "void")) {
      this.ended = "void";
    } else {
      for (const [seat, claim] of made) {
        const members = this.plays.expressions.cards(claim.pile!, NOTHING);
        this.piles[seat].push(...this.hands[seat].filter((card) => members.has(card)));
        this.hands[seat] = this.hands[seat].filter((card) => !members.has(card));
        this.claimed.push([seat, claim.name]);
      }
    }
  }

  private lead(): void {
    this.out.push(...this.fromOpener().filter((seat) => this.hands[seat].length === 0));
    if (this.isOver()) this.over();
    else this.turn = this.withCardsFrom(this.opener);
  }

  // ---- what is legal -----------------------------------------------------------------------------------------------

  /** Every legal action as text, and the duties that those which pay for it would break. */
  legal(): Map<string, string[]> {
    if (this.claiming)
      return new Map(
        [...this.claims(this.turn).map((claim) => `claim ${claim.name}`), "decline"].map((text) => [text, []]),
      );
    const allowed = this.allowed();
    const binding = this.binding(allowed);
    const found = new Map<string, string[]>();
    for (const play of allowed) {
      const broken = binding.filter((duty) => this.breaks(duty, play));
      if (broken.every((duty) => duty.breach.kind === "pays"))
        found.set(
          this.text(play),
          broken.map((duty) => duty.name),
        );
    }
    return found;
  }

  private text(play: Play | null): string {
    return play === null
      ? "pass"
      : this.plays.text(play, this.untouched() && play.pieces.length === this.hands[this.turn].length);
  }

  private untouched(): boolean {
    return this.hands[this.turn].length === this.sizes[this.turn];
  }

  /** What is allowed before duties are asked; null is the pass. */
  private allowed(): (Play | null)[] {
    let plays: (Play | null)[] = [...this.plays.generate(this.hands[this.turn], this.table, this.untouched())];
    if (this.openingCard !== null) {
      const opening = plays.filter((play) => play!.pieces.includes(this.openingCard!));
      if (opening.length > 0) plays = opening;
    }
    if (this.table !== null && (plays.length === 0 || !this.plays.book.play.must_beat)) plays.push(null);
    return plays;
  }

  /** The duties that bind here: those that something meets, together as far as they can be met together. */
  private binding(allowed: (Play | null)[]): Duty[] {
    const asked = this.plays.book.duties;
    const broken = allowed.map((play) => asked.filter((duty) => this.breaks(duty, play)));
    let binding: Duty[] = [];
    for (const duty of asked) {
      const met = allowed.some((play, at) => this.concerns(duty, play) && !broken[at].includes(duty));
      const together = [...binding, duty];
      if (met && broken.some((duties) => !together.some((each) => duties.includes(each)))) binding = together;
    }
    return binding;
  }

  private concerns(duty: Duty, play: Play | null): boolean {
    return duty.binds === null || this.plays.expressions.holds(duty.binds, play, this.facts(play));
  }

  private breaks(duty: Duty, play: Play | null): boolean {
    const { expressions } = this.plays;
    const env = this.facts(play);
    if (!this.concerns(duty, play) || (duty.when !== null && !expressions.true(duty.when, env))) return false;
    return !expressions.true(duty.must, env);
  }

  /** What is known of an action in question. */
  private facts(play: Play | null): Env {
    const hand = this.hands[this.turn];
    const rest = play === null ? hand : this.plays.pieces.without(hand, play.pieces);
    const places = placed(this.hands, this.out);
    return {
      ...NOTHING,
      facts: {
        player: this.turn,
        next_player: this.nextPlayer(),
        hand,
        rest,
        table: this.table,
        leading: this.table === null,
        answers: this.table !== null,
        opening: this.opening,
        opener: this.opener,
        trick_winner: this.tableBy,
        last_winner: this.before.last_winner,
        last_loser: this.before.last_loser,
        players: this.fromOpener().sort((a, b) => a - b),
        plays: this.played.flat(),
        pass: play === null,
        going_out: rest.length === 0,
      },
      play,
      cardsOf: (seat) => this.hands[seat].length,
      handOf: (seat) => this.hands[seat],
      playsOf: (seat) => this.played[seat],
      pileOf: (seat) => this.piles[seat],
      placeOf: (seat) => (this.out.includes(seat) ? places[seat] : 0),
      pointsOf: (seat) => this.before.totals[seat] ?? 0,
      claimed: (seat, claim) => this.claimed.some(([by, name]) => by === seat && name === claim),
    };
  }

  // ---- what comes of it --------------------------------------------------------------------------------------------

  act(text: string): void {
    if (this.claiming) {
      this.answer(text === "decline" ? "" : text.slice("claim ".length));
      return;
    }
    const seat = this.turn;
    const play = text === "pass" ? null : this.plays.parse(text);
    const protectedSeat = this.nextPlayer();
    const broken = this.binding(this.allowed()).filter((duty) => this.breaks(duty, play));
    if (play !== null) this.play(play);
    else {
      if (this.plays.book.play.pass_drops_out) this.dropped.add(seat);
      this.passTurn();
    }
    if (this.hands[seat].length > 0) {
      const oneTurn = (name: string) => this.plays.book.duties.find((duty) => duty.name === name)!.lasts === "one_turn";
      this.breaches = this.breaches.filter((breach) => !(breach.protected === seat && oneTurn(breach.duty)));
    }
    for (const duty of broken) {
      this.breaches = this.breaches.filter(
        (each) => each.duty !== duty.name || each.offender !== seat || each.protected !== protectedSeat,
      );
      this.breaches.push({ duty: duty.name, offender: seat, protected: protectedSeat });
    }
  }

  private play(play: Play): void {
    const seat = this.turn;
    const { hand_end: end, won_at_once: atOnce } = this.plays.book.play;
    this.hands[seat] = this.plays.pieces.without(this.hands[seat], play.pieces);
    if (this.table === null) this.leader = seat;
    [this.table, this.tableBy, this.opening, this.openingCard] = [play, seat, false, null];
    this.played[seat].push(play);
    this.trick.push(...play.pieces);
    const isOut = this.hands[seat].length === 0;
    if (isOut) this.out.push(seat);
    if (isOut && end.judged === "at_once" && this.isOver()) this.over();
    else if (
      (atOnce.unbeatable && this.plays.unbeatable(play)) ||
      (atOnce.of !== null && this.plays.expressions.holds(atOnce.of, play, NOTHING))
    )
      this.trickWon();
    else this.passTurn();
  }

  private others(stop: number | null): number[] {
    const seats = this.hands.map((_, step) => (this.turn + step + 1) % this.hands.length).slice(0, -1);
    const until = stop === null ? -1 : seats.indexOf(stop);
    return seats
      .slice(0, until < 0 ? undefined : until)
      .filter((seat) => this.hands[seat].length > 0 && !this.dropped.has(seat));
  }

  private nextPlayer(): number | null {
    return this.others(this.plays.book.play.one_circuit && this.table !== null ? this.leader : null)[0] ?? null;
  }

  private passTurn(): void {
    const next = this.others(this.plays.book.play.one_circuit ? this.leader : this.tableBy);
    if (next.length > 0) this.turn = next[0];
    else this.trickWon();
  }

  private trickWon(): void {
    this.pileUp();
    if (this.isOver()) {
      this.over();
      return;
    }
    this.turn = this.withCardsFrom(this.tableBy!);
    [this.table, this.leader, this.trick] = [null, null, []];
    this.dropped.clear();
  }

  private pileUp(): void {
    const { pile } = this.plays.book.play;
    if (this.table === null || pile === "nothing") return;
    this.piles[this.tableBy!].push(...(pile === "whole_trick" ? this.trick : this.table.pieces));
    this.trick = [];
  }

  private withCardsFrom(seat: number): number {
    while (this.hands[seat].length === 0) seat = (seat + 1) % this.hands.length;
    return seat;
  }

  private isOver(): boolean {
    const { count, holding } = this.plays.book.play.hand_end;
    const held = this.hands.filter((hand) => hand.length > 0).length;
    return holding ? held <= count : held === 0 || this.hands.length - held >= count;
  }

  private over(): void {
    if (this.trick.length > 0) this.pileUp();
    this.ended = "out";
  }

  /** How the hand ended, and what it pays. */
  settlement(): Settlement {
    const { claimed, breaches, out, piles, opener, before } = this;
    const hands = this.hands.map((hand, seat) => (this.ended === "claim" && seat === out[0] ? [] : hand));
    return settle(this.plays.book, this.plays.expressions, {
      by: this.ended!,
      hands,
      out,
      lastPlay: this.table,
      opener,
      plays: this.played,
      piles,
      claimed,
      breaches,
      totals: before.totals,
      lastWinner: before.last_winner,
      lastLoser: before.last_loser,
    });
  }
}
