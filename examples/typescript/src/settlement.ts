// What a hand pays once it is over.

import type { Node, Rulebook } from "./model.js";
import { type Env, Expressions, NOTHING, type Value } from "./expressions.js";
import type { Cards } from "./pieces.js";
import type { Play } from "./plays.js";

export interface Breach {
  duty: string;
  offender: number;
  protected: number | null;
}

/** A hand that is over. Who went out on a claim holds nothing. */
export interface Ended {
  by: "out" | "claim" | "void";
  hands: Cards[];
  out: number[];
  lastPlay: Play | null;
  opener: number;
  plays: Play[][];
  piles: Cards[];
  claimed: [number, string][];
  breaches: Breach[];
  totals: number[];
  lastWinner: number | null;
  lastLoser: number | null;
}

export interface Payment {
  payment: string;
  payer: number | null;
  payee: number;
  amount: number;
  owed_by: number | null;
  duty: string | null;
}

export interface Settlement {
  winner: number | null;
  places: number[];
  payments: Payment[];
  scores: number[];
}

/** 1 for who went out first, and so on; then those with fewer cards before those with more, equal ones level. */
export function placed(hands: Cards[], out: number[]): number[] {
  const rank = (seat: number) => (out.includes(seat) ? out.indexOf(seat) : 1000 + hands[seat].length);
  return hands.map((_, seat) => 1 + hands.filter((_, other) => rank(other) < rank(seat)).length);
}

export function settle(book: Rulebook, expressions: Expressions, ended: Ended): Settlement {
  const seats = ended.hands.map((_, seat) => seat);
  if (ended.by === "void") return { winner: null, places: [], payments: [], scores: seats.map(() => 0) };
  const places = placed(ended.hands, ended.out);
  const winner = ended.out[0] ?? null;
  const last = Math.max(...places);
  const alone = places.filter((place) => place === last).length === 1 && last > 1;
  const env: Env = {
    ...NOTHING,
    facts: {
      winner,
      players: seats,
      losers: winner === null ? [] : seats.filter((seat) => seat !== winner),
      last_player: alone ? places.indexOf(last) : null,
      last_play: ended.lastPlay,
      opener: ended.opener,
      plays: ended.plays.flat(),
      last_winner: ended.lastWinner,
      last_loser: ended.lastLoser,
    },
    cardsOf: (seat) => ended.hands[seat].length,
    handOf: (seat) => ended.hands[seat],
    playsOf: (seat) => ended.plays[seat],
    pileOf: (seat) => ended.piles[seat],
    placeOf: (seat) => places[seat],
    pointsOf: (seat) => ended.totals[seat] ?? 0,
    claimed: (seat, claim) => ended.claimed.some(([by, name]) => by === seat && name === claim),
  };
  let payments = book.payments.flatMap((payment) => [...paid(expressions, payment, env)]);
  for (const breach of ended.breaches) {
    const duty = book.duties.find((each) => each.name === breach.duty)!;
    if (duty.breach.kind !== "pays" || breach.offender === winner) continue;
    const facts = { ...env.facts, player: breach.offender, next_player: breach.protected };
    if (duty.breach.when !== null && !expressions.true(duty.breach.when, { ...env, facts })) continue;
    const { payment: name } = duty.breach;
    payments = payments.map((each) =>
      each.payment !== name || each.payer === null || each.payer === breach.offender || each.payee === breach.offender
        ? each
        : { ...each, payer: breach.offender, owed_by: each.owed_by ?? each.payer, duty: breach.duty },
    );
  }
  const worth = book.match.worth === null ? 1 : expressions.number(book.match.worth, env);
  const scores = seats.map(() => 0);
  for (const { payer, payee, amount } of payments) {
    scores[payee] += amount * worth;
    if (payer !== null) scores[payer] -= amount * worth;
  }
  const facts = { ...env.facts, zero_sum: scores.reduce((sum, score) => sum + score, 0) === 0 };
  const broken = book.always.find(({ condition }) => !expressions.true(condition, { ...env, facts }));
  if (broken !== undefined) throw new Error(`${broken.name} does not hold for ${scores}`);
  return { winner, places, payments, scores };
}

/** What one payment comes to: that of its first case that holds. */
function* paid(expressions: Expressions, payment: Rulebook["payments"][number], env: Env): Generator<Payment> {
  const found = payment.cases.find(({ when }) => when === null || expressions.true(when, env));
  if (found === undefined) return;
  const made = (payer: number | null, payee: number, now: Env): Payment => ({
    payment: payment.name,
    payer,
    payee,
    amount: expressions.number(found.amount, now),
    owed_by: null,
    duty: null,
  });
  for (const [payer, asPayer] of meant(expressions, found.payer, env, "payer")) {
    const paying = { ...asPayer, facts: { ...asPayer.facts, player: payer } };
    if (found.payee === null) {
      yield made(null, payer, paying);
      continue;
    }
    for (const [payee, asPayee] of meant(expressions, found.payee, paying, "payee")) {
      const behind = found.payee.ahead && env.cardsOf(payee) >= env.cardsOf(payer);
      if (payee !== payer && !behind) yield made(payer, payee, asPayee);
    }
  }
}

/** The players that are meant, each with what is known while it is looked at. */
function* meant(expressions: Expressions, who: Node, env: Env, fact: string): Generator<[number, Env]> {
  const found: Value = expressions.value(who.kind === "one" ? who.player : who.among, env);
  const seats = found === null ? [] : Array.isArray(found) ? (found as number[]) : [found as number];
  for (const seat of seats) {
    const variables = who.kind === "each" ? { ...env.variables, [who.variable]: seat } : env.variables;
    const now = { ...env, variables };
    if (who.kind === "one" || who.where === null || expressions.true(who.where, now)) {
      yield [seat, { ...now, facts: { ...env.facts, [fact]: seat } }];
    }
  }
}
