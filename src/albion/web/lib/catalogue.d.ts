/** Games on offer and matches in lists, as the server tells them. */

/** What an option may be set to. */
export type Setting = string | number | boolean;
export interface GameOption {
  name: string;
  values: Setting[];
  default: Setting;
}
export interface NamedSeat {
  id: string;
  name: string;
}
export interface BotLevel {
  name: string;
  line: string;
  rating: number | null;
}
export interface AboutGame {
  line: string;
  text: string;
  players: string;
  minutes: [number, number];
  weight: number;
  seats: Record<string, string>;
  options: Record<string, { title: string; text: string; values: Record<string, string> }>;
}
export interface Game {
  id: string;
  title: string;
  version: number;
  books: string[];
  board: string;
  options: GameOption[];
  seats: { depends: string[]; table: { when: Record<string, Setting>; seats: NamedSeat[] }[] };
  bots: string[];
  levels: BotLevel[];
  about: AboutGame | null;
  variant: { game: string; title: string } | null;
}
export interface DataTable {
  name: string;
  source: string;
  confidence: string;
}
export interface GameTable extends Game {
  tables: DataTable[];
  words: Record<string, Record<string, string>>;
}
export interface GameDetails extends GameTable {
  verbs: Record<string, (string | number)[]>;
  overview: { title: string; lines: string[] }[];
}
export interface ListedSeat {
  seat: string;
  name: string;
  kind: "human" | "bot" | "open";
  player: string | null;
  bot: string | null;
  you: boolean;
}
export interface ListedMatch {
  match: string;
  game: string;
  variant: string | null;
  title: string;
  pace: string;
  public: boolean;
  sandbox: boolean;
  origin: string;
  rated: boolean;
  status: "running" | "over";
  created: string;
  changed: string;
  seq: number;
  n: number;
  turn: { seat: string; since: string; yours: boolean } | null;
  round: { number: number; of: number | null } | null;
  creator: boolean;
  seats: ListedSeat[];
  due: string | null;
  said: { player: string; time: string; text: string } | null;
  outcome: { scores: Record<string, number>; winners: string[]; cite: string[] } | null;
  watch: string | null;
  open: Record<string, string>;
}
