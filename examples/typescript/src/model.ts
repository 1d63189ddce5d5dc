// The parts of an exported rulebook that this reader uses. What it cannot do it refuses by name.

export class Unsupported extends Error {}

export function unsupported(what: string): never {
  throw new Unsupported(`this reader does not know ${what}`);
}

/** A class or an expression: `kind` says which, and which fields it has. */
export interface Node {
  kind: string;
  [field: string]: any;
}

export interface Amount {
  least: number;
  most: number | null;
}

export type Attribute = "rank" | "suit" | "identity";

export interface InOrder {
  order: string | null;
  windows: boolean;
  low: string | null;
  high: string | null;
}

/** A part of a pattern; which of the fields it has depends on its kind. */
export interface Part {
  kind: "sized" | "each_of" | "every" | "listed" | "lacking";
  label?: string | null;
  alike?: Attribute[];
  not_alike?: Attribute[];
  members?: Node[];
  untouched?: boolean;
  amount?: Amount;
  another?: Attribute | null;
  others?: Attribute | null;
  per?: string | null;
  in_order?: InOrder | null;
  each?: Amount;
  groups?: Amount;
  attribute?: Attribute;
  items?: Node[];
  run?: boolean;
}

export interface Pattern {
  parts: Part[];
}

export interface Key {
  what: string;
  name: string | null;
  card: Node | null;
  part: string | null;
  by: string | null;
}

export interface Combination {
  name: string;
  pattern: Pattern;
  compare: Key[];
  same: Key[];
  needs: Node | null;
  equal: "holds" | "falls";
}

export interface Scale {
  family: string | null;
  tiers: string[][];
}

export interface Piece {
  index: number;
  name: string;
  rank: string;
  suit: string | null;
  copies: number;
  faces: number[];
}

export interface Order {
  name: string;
  of: "ranks" | "runs";
  tiers: string[][][];
}

export interface Claim {
  name: string;
  holding: Pattern;
  voluntary: boolean;
  act: "go_out" | "void" | "pile";
  pile: Node | null;
}

export interface Duty {
  name: string;
  when: Node | null;
  binds: Node | null;
  must: Node;
  breach: { kind: "refused" } | { kind: "pays"; payment: string; when: Node | null };
  lasts: "hand" | "one_turn";
}

export interface Rulebook {
  format_version: number;
  name: string;
  deck: { ranks: string[]; suits: string[]; rank_scales: Scale[]; suit_scale: Scale | null; pieces: Piece[] };
  deal: { players: number; each: number; rest: string };
  orders: Order[];
  sets: { name: string; value: Node }[];
  combinations: Combination[];
  ladders: { name: string; order: string[][]; beats: "lower" | "nothing" }[];
  bombs: { name: string; order: Node[][]; beats: Node | null }[];
  play: any;
  effects: unknown[];
  duties: Duty[];
  claim_rules: { order: string[][]; ties: string[] };
  claims: Claim[];
  tables: { name: string; of: string; rows: { low: number; high: number | null; value: Node }[] }[];
  factors: { name: string; variable: string | null; rows: { name: string; cases: any[] }[] }[];
  lets: { name: string; variable: string | null; value: Node }[];
  payments: { name: string; cases: { payer: Node; payee: Node | null; amount: Node; when: Node | null }[] }[];
  match: { worth: Node | null; points: number | null; hands: number | null; wins: string | null };
  always: { name: string; condition: Node }[];
}
