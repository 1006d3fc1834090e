/** How the contenders of 1066 look: a colour for each people, an arm for each kind of unit, factors at the foot. */
/** @import { Decision, Facts, Piece, View } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
import { fraction, percent } from "../lib/figures.js";
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { MARKS } from "./marks.js";
import { battleBoard, chances, fighter, gameTrack, leaderBoxes } from "./domesday_boards.js";

/** @type {Record<string, [string, number][]>} */
const ARMS = {
  knight: [["M-5.6 8.4C-6 2.4-4.8-3-.4-5.8L.2-9L2.4-6.4C6.2-4.6 8-.6 8.2 2.6L6.2 4.4L2.4 2C.8 3.8 3 6 3.8 8.4Z", 0]],
  huscarl: [["M-5 8L4.600-6", 2], ["M2.400-8.600Q8.600-7 8.400-.6L4.400-3.400L1.600-5.400Z", 0]],
  spearman: [["M-6.400 7.600L5.600-5.600", 2], ["M8.200-8.200L2.800-6L6-2.800Z", 0]],
  archer: [["M-4.600-8Q7.400-6 6.400 7", 1.8], ["M-4.600-8L6.400 7", 1], ["M-7 6.400L4-4.400M4-4.400L0-4M4-4.400L3.600-.4", 1.4]],
  longship: [["M-8.600 1.400C-7 7.400-4 7.200-3 7.200H3C4 7.200 7 7.400 8.600 1.400L5.400 3.400H-5.400Z", 0], ["M0 3.400V-8.400", 1.3], ["M-4.600-7H4.600L4 .6H-4Z", 1.2]],
  castle: [["M-7.600 8V-7.600H-4.400V-4.800H-1.600V-7.600H1.600V-4.800H4.400V-7.600H7.600V8H2.200V3.400Q2.200 1 0 1Q-2.200 1-2.200 3.400V8Z", 0]],
  leader: [["M-7 5.600L-8.200-4L-3.600-.2L0-6.400L3.600-.2L8.200-4L7 5.600Z", 0]],
};
const OUTLINE = { leader: "shield", longship: "ship", knight: "gable", castle: "merlons" };

/** @param {Piece} piece */
function draw(piece) {
  const factors = (piece.factors ?? []).join("-");
  return { outline: OUTLINE[/** @type {"leader"} */ (piece.kind)] ?? "square", emblem: ARMS[piece.kind], foot: factors, top: piece.state === "king" ? "KING" : "" };
}

/** Who stands in the boxes of either side when a battle begins. @param {Facts} battle an event of the log @returns {string[][]} */
const fighters = ({ boxes }) => ["attack", "defend"].map((side) => Object.values(boxes?.[side] ?? {}).flat());

/** Leaders away from the map, in their boxes. @param {View} view */
function boxed(view) {
  return ["exile", "dead"].flatMap((box) => (view?.boxes?.[box] ?? []).map((/** @type {string} */ id) => ({ place: box, faction: "nobody", kind: "leader", name: id, id, count: 1 })));
}

/** Points in halves as people write them. @param {number} halves */
const points = (halves) => `${halves > 1 || !halves ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;

/** "1½" as halves. @param {string} text */
const halves = (text) => 2 * Number(/\d+/.exec(text)?.[0] ?? 0) + (text.includes("½") ? 1 : 0);

/** What a way costs, from the points left before and after it, in views with a game's own fields. @param {Facts} before @param {Facts | null} after */
function cost(before, after) {
  if (after?.ap === undefined || before.ap === undefined) return null;
  const n = halves(before.ap) - halves(after.ap);
  return { n, text: t("domesday.cost", { ap: points(n) }) };
}

/** The battle board, the track, the purse, the king, those away. @param {View} view @param {GameWords} words @param {Decision | null} decision */
function panels(view, words, decision) {
  /** @type {import("./look.js").Panel[]} */
  const found = [];
  if (view?.battle) found.push({ ...battleBoard(look, view, words, decision), stands: "first" });
  const { points: purse, boxes, cards } = view ?? {};
  /** @type {[string, unknown][]} */
  const rows = [];
  if (purse?.seat) rows.push([t("panel.purse"), points(purse.halves ?? 0)]);
  if (cards) rows.push([t("panel.deck"), `${cards.deck} / ${(cards.discard ?? []).length}`]);
  if (boxes) found.push({ stands: "narrow", title: t("panel.leaders"), body: leaderBoxes(look, view, words), rows });
  if (view?.played) found.push({ stands: "narrow", title: words.name(view.played), note: t("panel.event"), body: html`<p>${view.card_texts?.[view.played]?.text ?? ""}</p>` });
  if (view?.offer) found.push(exchange(view, words));
  if (view?.plunder) found.push(gameTrack(look, view, words));
  return found;
}

/** What is offered for what, as far as one may see it. @param {View} view @param {GameWords} words @returns {import("./look.js").Panel} */
function exchange({ offer, card_texts: texts }, words) {
  const named = (/** @type {string[] | undefined} */ cards, /** @type {number | undefined} */ n) => (cards ? cards.map((id) => html`<span key=${id} style="display:block"><b>${words.name(id)}:</b> ${texts?.[id]?.text ?? ""}</span>`) : n === undefined ? "…" : t("hand.count", { n }));
  const row = (/** @type {string} */ who, /** @type {unknown} */ what) => html`<p class="apart">${t("panel.would-give", { name: words.name(who) })} ${what}</p>`;
  return { stands: "narrow", title: t("panel.exchange"), body: html`${row(offer.giver, named(offer.cards, offer.n))}${offer.answer?.length ? row(offer.taker, named(offer.answer, undefined)) : null}` };
}

/** What units are worth beside a Spearman, to whoever shoots at them. @type {Record<string, number>} */
const PRIZES = { knight: 4, huscarl: 3, longship: 2, spearman: 1, archer: 1, castle: 4 };
const LEADER = 6;

/** What a hit brings for each point of Damage: what the unit is worth, more if that removes it, by its chance. @param {import("../lib/shapes").Answer} answer @param {import("../lib/shapes").BattleOdds | null} odds */
function gain(answer, odds) {
  const { needs = 1, reduced = "0" } = odds?.hit?.[String(answer.noun)] ?? {};
  const [above, below = 1] = String(reduced).split("/").map(Number);
  const [, kind, state] = String(answer.noun).split(/[:/]/);
  const last = !kind || state === "reduced" || kind === "castle";
  return (((kind ? PRIZES[kind] : LEADER) ?? 1) + (last ? 1 : 0)) * (above / below) / needs;
}

/** What a hit takes of the Damage, and the chance that it counts. @param {import("../lib/shapes").Answer} answer @param {View} _view @param {Decision | null} _decision @param {GameWords} _words @param {import("../lib/shapes").BattleOdds | null} odds */
function hint(answer, _view, _decision, _words, odds) {
  const told = answer.verb === "hit" ? odds?.hit?.[String(answer.noun)] : null;
  return told ? t("domesday.hit", { n: told.needs, chance: percent(fraction(told.reduced)) }) : null;
}

/** One of a card's two options: for whom, and what it does. @param {import("../lib/shapes").Answer} answer @param {View} view */
function label(answer, view) {
  if (answer.verb !== "option") return null;
  const text = view.card_texts?.[view.event?.card]?.text ?? "";
  const [, who = "", deed = ""] = text.split(/Choose one: | OR /).at(Number(answer.noun))?.match(/^([^:]*): (.*)$/) ?? [];
  return deed ? { text: who, note: deed } : null;
}

/** A question that offers nobody to hit says so. @param {Decision} decision */
function question({ step, about, actions }) {
  if (step !== "InflictDamage" || !actions || actions.some((a) => a.verb === "hit")) return null;
  return t("domesday.no-hit", { side: t(`panel.${about?.side}`), box: about?.box, damage: about?.damage });
}

/** @type {import("./look.js").Look} */
export const look = {
  seats: {
    english: { colour: "#2c6e49", hatch: "slant" },
    norse: { colour: "#23407f", hatch: "level" },
    danish: { colour: "#33302e", hatch: "cross" },
    norman: { colour: "#97242f", hatch: "upright" },
  },
  kinds: { leader: "shield", longship: "ship", knight: "gable", castle: "merlons" },
  peaceful: false,
  sides: (battle) => [battle.faction, (fighters(battle)[1].find((unit) => unit.includes(":")) ?? "").split(":")[0]],
  fighters,
  unit: fighter,
  exchange: "hit",
  singleThrows: true,
  scale: 1.7,
  repeats: { hold: ["area", "", "round"], "BattleEvent decline": ["round"], hit: ["area best", "area surest"], "InflictDamage shift": ["area"] },
  sweeps: ["recruit", "survey", "build"],
  closes: { Spend: "end", CardTurn: "pass", March: "stop" },
  follows: ["recruit", "return", "retreat"],
  together: { "OfferCard give": [{ then: [["done", "want 1"], ["want 1"]], word: "hand.offer-for-1" }] },
  cost,
  moves: { begins: ["move"], goes: ["enter"], usual: "pick all", stops: ["stop"], through: "enter" },
  history: { round: "turn", turn: "card", pass: "passed" },
  headlines: ["event", "crowned", "deposed", "dead", "exiled", "built", "plunder", "revolt"],
  unmarked: ["king"],
  marks: MARKS,
  odds: (odds, _view, words) => chances(odds, words),
  draw,
  gain,
  question,
  hint,
  label,
  panels,
  boxed,
  key: [
    { word: "key.lowland", style: "background:var(--map-clear)" },
    { word: "key.forest", style: "background:var(--map-forest)" },
    { word: "key.marsh", style: "background:var(--map-marsh)" },
    { word: "key.highland", style: "background:var(--map-highland)" },
    { word: "key.city", style: "background:var(--map-city)" },
  ],
  factions: {
    english: { colour: "#2c6e49", letters: "En", hatch: "slant", emblem: ARMS.huscarl },
    saxon: { colour: "#2c6e49", letters: "Sx", hatch: "slant", emblem: ARMS.huscarl },
    fyrd: { colour: "#7f8a36", letters: "Fy", hatch: "slant", emblem: ARMS.spearman },
    irish: { colour: "#4f9b57", letters: "Ir", hatch: "slant", emblem: ARMS.longship },
    scottish: { colour: "#b4862c", letters: "Sc", hatch: "dots", ink: "#2a1a08", emblem: [["M-6.600-7L6.600 7M6.600-7L-6.600 7", 3.300]] },
    norse: { colour: "#23407f", letters: "Ns", hatch: "level", emblem: [["M-7 1.400H7L5.400 7H-5.400Z", 0], ["M0 1.400V-6", 2.600]] },
    welsh: { colour: "#3a7f9c", letters: "We", hatch: "level", emblem: [["M0-8.400C5-4 5 1 0 4.400C-5 1-5-4 0-8.400ZM0 4.400V8.400", 1.800]] },
    danish: { colour: "#33302e", letters: "Da", hatch: "cross", emblem: [["M-7.400-6.400H7.200C7 2.600 1 6.800-7.400 7.800Z", 1.600], ["M-5-1.600C-2.600-4.400 1-3.400 1.600-2.600L5-3.600L2.600-.6C1.800 2.600-2 3-3.200 3L-5.400 4.600L-4.600 1.400Z", 0]] },
    norman: { colour: "#97242f", letters: "No", hatch: "upright", emblem: [["M-5.800-7.200C-2-9 2-9 5.800-7.200C6 1.400 3 5.400 0 8.800C-3 5.400-6 1.400-5.800-7.200Z", 1.700], ["M0-8.400V7.800M-5.800-2.400H5.800", 1.900]] },
    baron: { colour: "#b3612f", letters: "Ba", hatch: "upright", emblem: ARMS.castle },
    nobody: { colour: "#7a6b52", letters: "", hatch: "cross" },
  },
};
