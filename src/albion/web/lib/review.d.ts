/** A match looked back on, as `albion.review` makes it. */

export interface Named {
  id: string;
  name: string;
}
export interface ReviewRound {
  number: number;
  name: string;
  n: number;
}
export interface ReviewFaction extends Named {
  points: number;
  by_round: number[];
}
export interface Change {
  n: number;
  points: number;
}
export interface Player {
  seat: string;
  name: string;
  player: string;
  points: number;
  rank: number;
  won: boolean;
  factions: ReviewFaction[];
  changes: Change[];
  by_round: number[];
}
export interface Throw {
  who: string;
  name: string;
  seat: string | null;
  dice: number[];
  worth: number[];
  expected: number;
  came: number;
}
export interface Fought {
  n: number;
  round: number;
  place: Named | null;
  throws: Throw[];
  luck: Record<string, number>;
}
export interface Luck {
  seat: string;
  dice: number;
  expected: number;
  came: number;
  deviation: number;
}
export interface Source extends Named {
  seat: string;
  points: Record<string, number>;
}
export interface Chances {
  n: number;
  chances: Record<string, number>;
}
export interface Moment {
  start: number;
  n: number;
  round: number;
  who: string;
  name: string;
  gainer: string;
  loser: string;
  gain: number;
  estimated: boolean;
  before: Record<string, number>;
  after: Record<string, number>;
  place: Named | null;
  taken: Named[];
  failed: Named[];
  told: string[];
  pieces: import("./shapes").Piece[];
}
export interface Line {
  n: number;
  text: string;
  who: string;
}
export interface Conquest {
  who: string;
  name: string;
  loser: string;
  loser_name: string;
  places: Named[];
}
export interface Stretch {
  first: ReviewRound;
  last: ReviewRound;
  end: number;
  lines: Line[];
  told: Line[];
  conquests: Conquest[];
  gone: Named[];
  costliest: { n: number; round: number; place: Named; losses: { who: string; name: string; units: number }[] } | null;
  battles: number;
  gains: Record<string, number>;
  points: Record<string, number>;
}
export interface Review {
  game: string;
  title: string;
  board: string;
  version: number;
  options: string;
  over: boolean;
  seed: string | null;
  moves: number;
  dice: number;
  rounds: ReviewRound[];
  players: Player[];
  result: { winners: string[]; margin: number; leading_since: number; most_behind: number; behind_in: number } | null;
  battles: Fought[];
  luck: Luck[];
  sources: { reasons: Record<string, string>; rows: Source[] };
  chances: Chances[];
  moments: Moment[];
  chronicle: Stretch[];
  factions: Record<string, string>;
  pieces: import("./shapes").Piece[];
  imported: boolean;
}
