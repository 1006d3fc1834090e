/**
 * What the server sends, as docs/api.md tells it, typed once. A view belongs to its game: the page knows the fields that
 * every table shows and reads a game's own fields only in that board's look.
 */
import type { ListedSeat } from "./catalogue.js";

export type Noun = string | number | null;
export type Cite = string[];
/** Fields of a step, a kind of event or a game; `any`, because only that game's look knows what they hold. */
export type Facts = Record<string, any>;

export interface Answer {
  action: string;
  verb: string;
  noun: Noun;
  text: string;
  /** Why it is risky, though legal. */
  warning?: string;
  /** How many answers come to the same; only the first of them is shown. */
  alike?: number;
}
export interface Clause {
  ref: string;
  text: string;
}
export interface Decision {
  seat: string;
  mine: boolean;
  secret: boolean;
  step: string | null;
  cite: Cite;
  question: string | null;
  about: Facts | null;
  actions: Answer[] | null;
  /** Why one's standing order did not answer. */
  disarmed?: string | null;
}
export interface GameEvent {
  kind: string;
  cite: Cite;
  data: Facts;
  text: string;
  final: boolean;
}
export interface Entry {
  seq: number;
  n: number;
  kind: "setup" | "play" | "undo";
  seat: string | null;
  action: string | null;
  text: string | null;
  step: string | null;
  forced: boolean;
  undone: boolean;
  time: string;
  events: GameEvent[];
}
export interface Seat extends ListedSeat {
  online: boolean;
  abandoned: boolean;
  invite: string | null;
}
export interface Piece {
  place: string;
  faction: string;
  kind: string;
  count?: number;
  id?: string;
  name?: string | null;
  state?: string | string[];
  strength?: number;
  factors?: number[];
  side?: string;
  fresh?: number;
  [own: string]: any; // a game's own fields, which only its look knows
}
export interface Faction {
  name: string;
  seat: string;
  points?: number;
  if_scored_now?: number;
  values?: Record<string, number>;
  [own: string]: any; // a game's own fields, which only its look knows
}
export interface Arrival {
  faction: string;
  count: number;
  place: string | null;
  leader: string | null;
  /** In two halves. */
  major?: boolean;
}
export interface Round {
  number: number;
  years?: number[];
  name?: string;
  scoring?: boolean;
  final?: boolean;
  bretwalda?: boolean;
  king?: boolean;
  rex_anglorum?: boolean;
  arrivals?: Arrival[];
  turns?: Record<string, { major: boolean; raiding: boolean }>;
}
export interface View {
  round?: { number: number; of: number; name?: string };
  active?: { faction: string | null; seat: string | null; phase?: string | null; half?: number };
  pieces: Piece[];
  factions?: Record<string, Faction>;
  scores?: Record<string, number>;
  timeline?: Round[];
  [own: string]: any; // a game's own fields, which only its look knows
}
export interface Table {
  origin: "new" | "fork" | "import" | "lesson";
  match: string;
  game: string;
  board: string;
  title: string;
  version: number;
  /** Whether the server has newer rules than the match follows; it rests until its players agree to go on. */
  outdated: boolean;
  proposal: Proposal | null;
  fork_of: string | null;
  /** After which answer of that match it begins. */
  fork_at: number | null;
  pace: string;
  public: boolean;
  sandbox: boolean;
  rated: boolean;
  /** The bot that plays on for whoever leaves; in a rated match the only one a seat is given to. */
  relief: string;
  status: "running" | "over";
  seq: number;
  n: number;
  at: number;
  you: { player: string | null; seats: string[]; creator: boolean };
  /** What players added to the seed. */
  chance: { n: number; seat: string; player: string; text: string }[];
  perspective: string | null;
  seats: Seat[];
  watch: string | null;
  turn: { seat: string; since: string } | null;
  view: View;
  decision: Decision | null;
  undo: { possible: boolean; to: number | null; text: string | null };
  outcome: { scores: Record<string, number>; winners: string[]; cite: Cite } | null;
  seed_hash: string;
  seed: string | null;
  clock?: Clock | null;
}
/** How long players may take. */
export interface Clock {
  kind: "turn" | "bank";
  minutes: number;
  increment: number;
  at_zero: string;
  seat: string | null;
  due: string | null;
  left: Record<string, number>;
}
export interface OrderPolicy {
  id: string;
  text: string;
  n: number | null;
}
export interface OrderKind {
  id: string;
  title: string;
  default: string;
  policies: OrderPolicy[];
  nouns: { noun: string; name: string }[];
}
export interface SetOrder {
  policy: string;
  n: number | null;
  only: string[];
  disarmed: string;
}
export interface TriedAnswer {
  n: number;
  question: string;
  given: string | null;
  order: string | null;
  answer: string | null;
  disarmed: string | null;
}
export interface Notifications {
  channels: { id: string; kind: "push" | "email" | "apprise"; name: string; confirmed: boolean; created: string }[];
  quiet: { begins: string; ends: string; zone: string; wait: number };
  kinds: string[];
  push_key: string;
}
export interface Holiday {
  id: number;
  begins: string;
  ends: string;
}
/** What everybody else at the table is asked to agree to. */
export interface Proposal {
  id: number;
  kind: "undo" | "reopen" | "claim" | "migrate" | "timeout";
  player: string;
  seat: string;
  to: number | null;
  granted: string[];
  waiting: string[];
  yours: boolean;
  asks_you: boolean;
}
export interface Session {
  id: string;
  created: string;
  seen: string;
  agent: string;
  you: boolean;
}
export interface Ruling {
  ref: string;
  id: string;
  question: string;
  reading: string;
}
export interface RuleClause {
  ref: string;
  id: string;
  section: string;
  text: string;
  /** References to rulings of the same book. */
  rulings: string[];
  cases: string[];
}
export interface Rulebook {
  clauses: RuleClause[];
  rulings: Ruling[];
}
export interface Interval {
  value: number;
  low: number;
  high: number;
}
/** What usually happens from a position. */
export interface Study {
  games: number;
  ended: number;
  seats: { seat: string; name: string; wins: Interval | null; points: Interval; low: number; high: number }[];
  rounds: { round: number; places: { place: string; faction: string; share: number }[] }[];
}
/** A run of the laboratory. */
export interface LabRun {
  name: string;
  games: number;
  arms: string[];
  changed: string;
}
/** What comes over the socket; `id` is that of the command it answers. */
export type Message = { match?: string; id?: number } & (
  | { type: "table"; table: Table; entries?: Entry[] }
  | Brief
  | { type: "seats"; seats: Seat[]; title: string | null; public: boolean; proposal: Proposal | null }
  | { type: "chat"; line: ChatLine }
  | { type: "refused"; status: number; message: string; table?: Table }
  | { type: "gone" | "lobby" | "pong" }
);
export type MessageOf<Type> = Extract<Message, { type: Type }>;
/** The fields of a table that say how the match stands. */
export type Progress = Pick<Table, "status" | "perspective" | "turn" | "undo" | "seed" | "outcome" | "clock">;
/** A change of a view: a path removed; a path and its value now; a path, a value and 1, where it is put in before what is there. */
export type Change = [path: string, value?: unknown, before?: 1];
/** New answers that differ in their nouns alone: the verb, a text and a warning in which {} stands for the noun, then the nouns. */
export type BriefAnswers = [verb: string, text: string, warning: string, ...nouns: Noun[]];
export type BriefEvent = Pick<GameEvent, "kind"> & Partial<GameEvent>;
export type BriefEntry = Pick<Entry, "seq" | "n"> & Partial<Omit<Entry, "events">> & {
  /** The number of the answer given, instead of its action and text. */
  answer?: number;
  events?: BriefEvent[];
};
export type BriefDecision = Pick<Decision, "seat"> & Partial<Omit<Decision, "actions">> & {
  /** Numbers of answers told before, as runs such as "4-9 12", or whole answers. */
  actions?: (string | Answer)[] | null;
};
/** An update in brief, as lib/brief.js reads it: what is left out is as it was told before. */
export interface Brief extends Partial<Omit<Progress, "undo">> {
  type: "update";
  match: string;
  id?: number;
  seq: number;
  n: number;
  new?: BriefAnswers[];
  decision?: BriefDecision | null;
  entries?: BriefEntry[];
  changes?: Change[];
  undo?: [to: number | null, text: string | null] | null;
}
/** What an invitation leads to. */
export interface Invitation {
  seat: string;
  seats: Seat[];
  pace: string;
  name: string;
  creator: string | null;
  title: string;
  game: string;
  variant: string | null;
}
export interface Passkey {
  id: string;
  name: string;
  created: string;
}
export interface ChatLine {
  id: number;
  time: string;
  player: string;
  seats: string[];
  you: boolean;
  text: string;
}
/** A dispute as it was filed. */
export interface Dispute {
  id: string;
  /** The case file, where nothing in it is secret. */
  case: string | null;
}
/** A question that would follow, with its answers; `next` of each is the question after it. */
export interface Reached {
  step: string;
  question: string;
  about: Facts;
  answers: ReachedAnswer[];
}
export interface ReachedAnswer extends Answer {
  odds: BattleOdds | null;
  /** What is entered on the way there, and what it costs of how many points, where the game says so. */
  way?: Way;
  ends: "dice" | "seat" | "over" | null;
  next: Reached | null;
}
export interface Way {
  places: string[];
  cost: number;
  of: number;
}
export interface RefusedAnswer {
  action: string;
  text: string;
  reason: string;
  cite: Cite;
}
export interface Reach {
  seq: number;
  action: string | null;
  question: Reached | null;
  ends: "dice" | "seat" | "over" | null;
  refused: RefusedAnswer[];
  complete: boolean;
  /** Where repeating a verb leads, if that was asked for. */
  ways?: { answers: string[]; noun: string | number | null; about: Facts | null; onward: boolean }[];
}
/** One of the best answers as a bot sees them; its figures are estimates. */
export interface Hint {
  action: string;
  plan: string[];
  text: string;
  points: number | null;
  margin: number | null;
  win: number | null;
  why: string;
  odds: BattleOdds | null;
}
/** Odds as a game gives them; those of a battle fought to its end have these fields. */
export interface BattleOdds {
  attacker_wins?: number;
  defender_wins?: number;
  nobody?: number;
  attacker?: string;
  defender?: string;
  attackers?: number;
  defenders?: number;
  ends?: { attackers: number; defenders: number; p: number }[];
  [own: string]: any; // a game's own fields, which only its look knows
}

export interface PlayerRating {
  game: string;
  seats: number;
  player: string;
  handle: string;
  rating: number;
  low: number;
  high: number;
  matches: number;
}
export interface Profile {
  name: string;
  handle: string;
  you: boolean;
  ratings: PlayerRating[];
  records: { game: string; seat: string; seats: number; matches: number; won: number; mean_place: number; mean_score: number }[];
  luck: { game: string; dice: number; expected: number; came: number; deviation: number }[];
  matches: { match: string; game: string; seat: string; seats: number; place: number; score: number; ended: string; rated: boolean }[];
}
export interface EventTable {
  round: number;
  match: string;
  watch: string;
  status: "running" | "over" | "gone";
  seats: { seat: string; name: string; player: string; handle: string; place: number | null; score: number | null }[];
}
export interface ListedEvent {
  id: string;
  title: string;
  creator: string;
  game: string;
  kind: "round-robin" | "swiss" | "league";
  status: "open" | "running" | "over";
  players: number;
  seats: number;
  rounds: number;
  round: number;
  created: string;
  joined: boolean;
}
export interface Event extends ListedEvent {
  yours: boolean;
  standings: { player: string; handle: string; you: boolean; gone: boolean; points: number; opponents: number; wins: number; share: number; played: number; byes: number }[];
  tables: EventTable[];
}
