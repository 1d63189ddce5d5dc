// node build/conformance.js RULEBOOK.json PACK.json: asks the reader everything that a pack knows the answer to.

import { readFileSync } from "node:fs";
import { type Rulebook, Unsupported } from "./model.js";
import { Hand } from "./hand.js";
import { Plays } from "./plays.js";

const FORMAT = 1;

/** Counts what was asked, and keeps what was answered wrongly. */
class Answers {
  asked: { [about: string]: number } = {};
  wrong: string[] = [];

  check(about: string, where: string, found: unknown, expected: unknown): boolean {
    this.asked[about] = (this.asked[about] ?? 0) + 1;
    const [mine, theirs] = [found, expected].map((value) => JSON.stringify(value));
    if (mine !== theirs) this.wrong.push(`${about}, ${where}: ${mine} instead of ${theirs}`);
    return mine === theirs;
  }
}

/** A play as the pack writes it, with its cards in order of number. */
function canonical(plays: Plays, text: string): string {
  const [written, ...reading] = text.split("=");
  if (["pass", "decline"].includes(text) || text.startsWith("claim ")) return text;
  return [
    plays.pieces
      .parse(written)
      .map((card) => plays.pieces.names[card])
      .join("-"),
    ...reading,
  ].join("=");
}

function checkCards(plays: Plays, pack: any, answers: Answers): void {
  for (const { cards, untouched, readings } of pack.readings) {
    const pieces = cards.map((name: string) => plays.pieces.at.get(name)!);
    const found = plays.readings(pieces, untouched ?? false).map((play) => ({
      combination: play.type.combination.name,
      parts: play.parts.map((filling) => ({
        name: filling.label,
        cards: filling.cards.map((card) => plays.pieces.names[card]),
        run: (filling.run ?? []).map((rank) => plays.pieces.ranks[rank]),
      })),
    }));
    const told = readings.map(({ combination, parts }: any) => ({
      combination,
      parts: parts.map((part: any) => ({ name: part.name ?? null, cards: part.cards, run: part.run ?? [] })),
    }));
    answers.check("readings", cards.join(" "), found, told);
  }
  for (const { play, table, reversed_ranks, verdict, keys } of pack.contests) {
    if (reversed_ranks) throw new Unsupported("this reader does not know ranks that are upside down");
    answers.check("contests", `${play} against ${table}`, plays.compare(plays.parse(play), plays.parse(table)), [
      verdict,
      keys?.length ?? 0,
    ]);
  }
}

function checkHand(plays: Plays, told: any, name: string, answers: Answers): void {
  const before = { hand_number: 1, last_winner: null, last_loser: null, totals: [], ...told.before };
  const hand = new Hand(plays, told.deal.hands, told.deal.opener, before);
  for (const [number, turn] of told.turns.entries()) {
    const where = `${name}, turn ${number + 1}`;
    const found = [
      hand.turn,
      hand.claiming ? "claim" : "play",
      hand.table === null ? null : hand.tableBy,
      hand.hands.map((held) => held.length),
      [...hand.dropped].sort(),
    ];
    const table = turn.table_by ?? null;
    if (!answers.check("turns", where, found, [turn.turn, turn.asks, table, turn.counts, turn.dropped ?? []])) return;
    const legal = hand.legal();
    if (turn.legal !== null) {
      const texts = turn.legal.map((text: string) => canonical(plays, text)).sort();
      answers.check("legal actions", where, [...legal.keys()].sort(), texts);
    }
    const breaks = Object.entries(turn.breaks ?? {}).map(([text, duties]) => [canonical(plays, text), duties]);
    answers.check("breaches", where, [...legal].filter(([, duties]) => duties.length > 0).sort(), breaks.sort());
    hand.act(turn.does);
  }
  const { by, winner, places, payments, scores } = told.end;
  if (!answers.check("ends", name, hand.ended, by)) return;
  const found = hand.settlement();
  if (places !== undefined || by === "void")
    answers.check("winners", name, [found.winner, found.places], [winner ?? null, places ?? []]);
  const paid = (payments ?? []).map((each: any) => ({
    payment: each.payment,
    payer: each.payer ?? null,
    payee: each.payee,
    amount: each.amount,
    owed_by: each.moved?.owed_by ?? null,
    duty: each.moved?.duty ?? null,
  }));
  answers.check("payments", name, found.payments, paid);
  answers.check("scores", name, found.scores, scores);
}

function checkMatches(book: Rulebook, pack: any, answers: Answers): void {
  for (const { totals, hands, over, winners } of pack.matches) {
    const { points, hands: most, wins } = book.match;
    const isOver =
      (most !== null && hands >= most) || (points !== null && totals.some((total: number) => total >= points));
    const best = wins === "lowest" ? Math.min(...totals) : Math.max(...totals);
    const found =
      isOver && wins !== null ? totals.flatMap((total: number, seat: number) => (total === best ? [seat] : [])) : [];
    answers.check("matches", totals.join(" "), [isOver, found], [over, winners ?? []]);
  }
}

/** The JSON in a file; null, with a word about it, where there is none. */
function read(file: string): any {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    console.error(`${file}: ${(error as Error).message}`);
    return null;
  }
}

function main(files: string[]): number {
  if (files.length !== 2) {
    console.error("usage: node build/conformance.js RULEBOOK.json PACK.json");
    return 2;
  }
  const documents = files.map(read);
  if (documents.includes(null)) return 2;
  const [book, pack] = documents;
  if (book.format_version !== FORMAT || pack.format !== "cardwright-pack" || pack.version !== FORMAT) {
    console.error(`this reader knows version ${FORMAT} of rulebooks and of packs`);
    return 2;
  }
  const written = (answer: unknown) => (answer === true ? "yes" : answer === false ? "no" : String(answer));
  const given = new Map(book.options.map((option: any) => [option.name, option.answer]));
  const agreed = Object.entries(pack.rulebook.options).every(([name, answer]) => given.get(name) === written(answer));
  if (pack.rulebook.name !== book.name || !agreed) {
    console.error(`the pack of \`${pack.rulebook.name}\` was not made for these rules of \`${book.name}\``);
    return 2;
  }
  const answers = new Answers();
  try {
    const plays = new Plays(book);
    checkCards(plays, pack, answers);
    pack.hands.forEach((told: any, number: number) => checkHand(plays, told, `hand ${number + 1}`, answers));
    checkMatches(book, pack, answers);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    console.error(`${book.name}: ${error.message}`);
    return 2;
  }
  for (const line of answers.wrong.slice(0, 20)) console.log(line);
  const asked = Object.entries(answers.asked).map(([about, number]) => `${number} ${about}`);
  console.log(`${book.name}: ${answers.wrong.length} wrong of ${asked.join(", ")}`);
  return answers.wrong.length > 0 ? 1 : 0;
}

process.exit(main(process.argv.slice(2)));
