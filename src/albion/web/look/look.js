/** @import { Answer, BattleOdds, Decision, Facts, Piece, View } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
/** Which look a board has; a faction nobody has drawn yet still gets a colour, a hatching and letters. */
import { t } from "../lib/words.js";

/**
 * @typedef {{colour: string, letters: string, hatch: string, ink?: string, emblem?: [string, number][]}} Faction
 * An emblem is a list of [path, stroke width]; width 0 means filled.
 * @typedef {{title: string, note?: string, body?: unknown, rows?: [string, unknown][], stands?: "first" | "narrow"}} Panel
 * `rows`: names and values; `stands`: above all else, or in the narrow column; else below the hand
 * @typedef {{
 *   seats: Record<string, {colour: string, hatch: string}>,
 *   kinds: Record<string, string>,
 *   factions: Record<string, Faction>,
 *   phases?: string[], stages?: Record<string, string>, previews?: string[], amid?: string[], peaceful?: boolean, key?: {word: string, style: string}[],
 *   question?: (decision: Decision) => string | null,
  same?: (answer: Answer, view: View) => string | null,
  hint?: (answer: Answer, view: View, decision: Decision | null, words: GameWords, odds: BattleOdds | null) => string | null,
 *   label?: (answer: Answer, view: View, words: GameWords) => {text: string, note: string} | null,
 *   history?: {round: string, turn: string, pass?: string}, headlines?: string[], unmarked?: string[],
 *   panels?: (view: View, words: GameWords, decision: Decision | null, odds: BattleOdds | null) => Panel[],
 *   odds?: (odds: BattleOdds, view: View, words: GameWords) => {title: string, note?: string, body: unknown} | null, tools?: string,
 *   marks?: Record<string, {sign: string, ground: string, ink: string}>,
 *   cost?: (before: Facts, after: Facts | null) => {n: number, text: string} | null,
 *   scale?: number, still?: string[],
 *   moves?: {begins: string[], goes?: string[], counts?: string[], onward?: string[], extras?: string[], usual?: string, picked?: string, stops?: string[], through?: string},
 *   gain?: (answer: Answer, odds: BattleOdds | null) => number,
  repeats?: Record<string, string[]>, together?: Record<string, {then: string[][], word: string}[]>,
 *   closes?: Record<string, string>, plays?: Record<string, string>, follows?: string[], sweeps?: string[],
 *   units?: "armies" | "units", sides?: (battle: Facts) => [string, string], fighters?: (battle: Facts) => string[][], unit?: (id: string, place: string, view: View) => Piece, exchange?: string, singleThrows?: boolean,
 *   alike?: (piece: Piece) => string, boxed?: (view: View) => Piece[],
 *   tag?: (piece: Piece, words: GameWords) => string, called?: (piece: Piece) => string,
 *   draw?: (piece: Piece, pieces: Piece[]) => {outline?: string, emblem?: [string, number][], top?: string, foot?: string}
 * }} Look
 * `phases`: the phases of a turn, in order; `stages`: phases that only their questions tell; `previews`: verbs whose odds are shown without asking twice; `amid`: questions in a battle under way, whose odds are the same whatever is answered; `peaceful`: two
 * factions in one place need not mean battle; `question`: what is asked, where the game's own words would mislead; `same`: what answers have in common that come to the same, so that one of them is enough; `hint`: what an answer means, in a few words; `label`: what its button says instead of the game's words; `draw`: how one
 * piece differs; `tag`: what is written beside it on the map, where it has no `name`; `called`: the word for its kind, where that is another; `alike`: which pieces make one stack; `panels`: what else lies beside the board;
 * `odds`: how it shows odds of its own; `marks`: markers drawn as a sign, on the colour of its faction where it has no `ground`; `tools`: "low" where the map's title stands in the upper right corner;
 * `cost`: what a step costs, from the questions before and after it; `scale`: pixels a unit of a large board has at least, so that counters can be read; `still`: kinds of piece that never move;
 * `repeats`: answers one may give once for all, by verb or by question and verb, with the fields of the question that say for how long ("": for the turn; "round", "game") and "surest" where the one with the best odds is taken each time, "best" where it is the one that brings most (`gain`); `together`: by question and verb, answers that usually follow one given on a card, and what will do where those are refused; `follows`: answers shown with those to the question they lead to; `sweeps`: verbs of which several answers may be given by one gesture (`table/sweep.js`); `closes`: the answer that ends a step; while it is refused its button stays, grey, with the reason; `plays`: by question, the verb that plays a card, asked about for cards that cannot be played now; `moves`: the verbs of a move that is made as one act: `begins` it, `goes` to a place, `counts` how many, marches `onward`, `extras` asked with it, the
 * `usual` answer in between, the one that ends a choice of units (`picked`), what `stops` a march when something else is pressed, the verb that leads `through` several places; `units`: what a force is counted in; `sides`: attacker and defender of a battle in the log, `fighters`: the units of both, where the log names them, `unit`: the piece behind such a name, `singleThrows`: each exchange has one throw, and any other is for something else; `exchange`: the event that opens a
 * round of it, where dice do not; `boxed`: pieces in boxes beside the map; `history`: what the log calls
 * the beginning of a round and of a turn, and a `pass` after which something is done; `headlines`: events that the summary of a turn never leaves out; `unmarked`: markers that need no plate.
 */

/** A round's own name, where that says more than its number: "1067", but not "Turn 2". @param {{name?: string} | undefined} round */
export const roundName = (round) => (/^(turn|round) \d+$/i.test(round?.name ?? "") ? "" : (round?.name ?? ""));

/** What the game calls a round: "round" or "turn". @param {Look} look */
export const calledRound = (look) => look.history?.round ?? "round";

const FALLBACK = ["#8a5a2b", "#2f6d74", "#6a3d6f", "#4c6b2e", "#8c2f39", "#33518a", "#7d6a1c", "#555"];
const HATCHES = ["upright", "level", "slant", "dots", "counter", "cross"];
/** @param {Look} look @param {string} id @returns {Faction} */
export function factionOf(look, id) {
  const known = look.factions[id];
  if (known) return known;
  const seat = look.seats[id];
  const sum = [...String(id)].reduce((n, c) => n + c.charCodeAt(0), 0);
  const letters = String(id).replace(/[^a-z]/gi, "").slice(0, 2);
  return {
    colour: seat?.colour ?? FALLBACK[sum % FALLBACK.length],
    letters: letters.charAt(0).toUpperCase() + letters.slice(1),
    hatch: seat?.hatch ?? HATCHES[sum % HATCHES.length],
  };
}

/** The word for what a piece is. @param {Look} look @param {Piece} piece */
export const kindOf = (look, piece) => look.called?.(piece) ?? piece.kind;

/** A seat in a sentence: "the Britons" where it is a people, "Yellow" where it is not. @param {Look} look @param {string} seat @param {string} name */
export const inSentence = (look, seat, name) => (seat in look.factions ? t("people", { name }) : name);

/** The colour and hatching of a seat, from the look or from the first faction it plays.
 * @param {Look} look @param {string} seat @param {View | null} view */
export function seatLook(look, seat, view) {
  if (look.seats[seat]) return look.seats[seat];
  const own = Object.entries(view?.factions ?? {}).find(([, f]) => f.seat === seat);
  return factionOf(look, own ? own[0] : seat);
}

/** Whether a piece only marks where something stood: a destroyed fort fights nobody, and its area is empty without armies. @param {Piece} piece */
export const isRuin = (piece) => piece.state === "destroyed";
