/** How the two sides of the Boudicca board look: legions under the eagle, tribes each in their own colour. */
/** @import { Answer, BattleOdds, Decision, Piece, View } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
import { fraction, halved, percent } from "../lib/figures.js";
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { MARKS } from "./marks.js";
import { battleCard } from "./boudicca_battle.js";

/** @type {[string, number][]} */
const EAGLE = [["M0-8.4V8M-3 8H3", 1.8], ["M0-5C-3-8.4-8-7-8.8-2C-6-3-3.4-2 0 1.4C3.4-2 6-3 8.8-2C8-7 3-8.4 0-5Z", 0]];
/** @type {[string, number][]} */
const HORSE = [["M-5.6 8.4C-6 2.4-4.8-3-.4-5.8L.2-9L2.4-6.4C6.2-4.6 8-.6 8.2 2.6L6.2 4.4L2.4 2C.8 3.8 3 6 3.8 8.4Z", 0]];
/** @type {[string, number][]} */
const TORC = [["M-4.6 6.4A7 7 0 1 1 4.6 6.4", 2.6], ["M-6.4 6.4A2 2 0 1 1-2.4 6.4A2 2 0 1 1-6.4 6.4ZM2.4 6.4A2 2 0 1 1 6.4 6.4A2 2 0 1 1 2.4 6.4Z", 0]];
/** @type {[string, number][]} */
const SHIELD = [["M-5.600-7.400H5.600V5.400L0 8.600L-5.600 5.400Z", 1.7], ["M0-6V6M-3.600-1H3.600", 1.5]];
/** @type {[string, number][]} */
const SPEAR = [["M-6.400 7.600L6-6", 1.8], ["M8-8L3-6L6-3Z", 0], ["M-4-5.600A4.600 4.600 0 1 0 3 4.600", 1.4]];
/** @type {[string, number][]} */
const FOLK = [["M-4-5.400A2.200 2.200 0 1 1 .4-5.400A2.200 2.200 0 1 1-4-5.400ZM-6 7V1.600Q-6-1.600-1.800-1.600Q2.400-1.600 2.400 1.600V7ZM3-3.400A1.700 1.700 0 1 1 6.400-3.400A1.700 1.700 0 1 1 3-3.400ZM3.600 7V1Q3-.4 4.800-.4Q8 0 8 2.400V7Z", 0]];
/** @type {[string, number][]} */
const CROWN = [["M-7 5.600L-8.200-4L-3.600-.2L0-6.400L3.600-.2L8.200-4L7 5.600Z", 0]];
/** @type {Record<string, [string, number][]>} */
const EMBLEMS = { auxilia: SHIELD, cavalry: HORSE, civilian: FOLK, leader: CROWN, druid: CROWN, tribe: SPEAR, cohort: EAGLE, "first cohort": EAGLE };
const TRIBES = {
  iceni: ["#2b4a9e", "Ic"], trinovantes: ["#c98a2e", "Tr"], catuvellauni: ["#7d5a2a", "Ct"], brigantes: ["#6b4f91", "Bg"],
  cornovii: ["#7a8430", "Co"], dobunni: ["#2c7d96", "Do"], durotriges: ["#92345f", "Du"], silures: ["#4d6b3c", "Si"],
  atrebates: ["#b06a35", "At"], belgae: ["#4a6fa8", "Be"], regni: ["#8a7a2a", "Rg"], parisi: ["#5a6b7a", "Pa"],
  corieltauvi: ["#1f7a68", "Cr"], cantii: ["#2f86b0", "Ca"],
};

/** @param {Piece} piece @param {Piece[]} pieces */
function draw(piece, pieces) {
  const total = pieces.reduce((n, p) => n + (p.strength ?? 0), 0);
  const emblem = EMBLEMS[piece.cavalry ? "cavalry" : piece.kind] ?? (piece.side === "romans" ? EAGLE : SPEAR);
  const top = piece.faction === piece.side ? "" : piece.faction.length < 5 ? `LEG ${piece.faction.toUpperCase()}` : piece.faction.slice(0, 9).toUpperCase();
  return { outline: piece.kind === "leader" ? "shield" : piece.kind === "civilian" ? "pill" : piece.cavalry ? "gable" : "square", emblem, top, foot: piece.kind === "leader" ? `+${piece.bonus} ${piece.ma}` : `${total}-${piece.ma}` };
}

/** A leader's name on the map: Boudicca, Paulinus, Druid. @param {Piece} piece @param {GameWords} words */
const tag = (piece, words) => (piece.kind === "leader" ? words.name(piece.id).split(" ").at(-1) ?? "" : "");

/** An attack is told by whom it strikes; where they stand is said below. @param {Answer} answer @param {View} view @param {GameWords} words */
function label(answer, view, words) {
  if (answer.verb !== "attack") return null;
  const place = String(answer.noun).padStart(4, "0");
  const here = view.pieces.filter((p) => p.place === place && p.side && p.side !== view.active?.seat);
  const named = here.some((p) => p.faction !== p.side); // then it need not be said whose cohorts or tribesmen go with them
  const names = [...new Set(here.filter((p) => !named || p.faction !== p.side).map((p) => words.name(p.faction)))];
  return names.length ? { text: t("boudicca.attack", { who: names.slice(0, 2).join(", ") }), note: words.name(place) } : null;
}

/** The unit an answer names. @param {Answer} answer @param {View} view */
const unitOf = (answer, view) => view.pieces.find((p) => p.id !== undefined && p.id === answer.noun);

/** Who would be mobilized: the legions that stand in a place, or in a box off the map. @param {Answer} answer @param {View} view @param {GameWords} words */
function idle(answer, view, words) {
  const place = String(answer.noun).padStart(4, "0");
  const here = view.pieces.filter((p) => p.side === "romans" && p.mobilized === false && [place, answer.noun].includes(p.place));
  return [...new Set(here.filter((p) => p.faction !== p.side).map((p) => words.name(p.faction)))];
}

/** The chance of a roll; where a unit stands, or what it can do in the battle and what the loss of a step would cost it. @param {Answer} answer @param {View} view @param {Decision | null} decision @param {GameWords} words @param {BattleOdds | null} odds */
function hint(answer, view, decision, words, odds) {
  const chance = odds?.chance ? t("boudicca.chance", { chance: percent(fraction(odds.chance)) }) : "";
  if (answer.verb === "mobilize") return [...idle(answer, view, words), chance].filter(Boolean).join(" · ");
  if (chance) return chance;
  const unit = unitOf(answer, view);
  if (!unit) return null;
  const value = unit.kind === "leader" || !view.battle ? "" : `${unit.strength}-${unit.ma}`;
  const loss = odds?.kind === "loss" ? t(odds.eliminated ? "boudicca.eliminated" : "boudicca.weaker", { n: odds.strength }) : "";
  return [value, loss, view.battle ? "" : words.name(unit.place), (answer.alike ?? 1) > 1 ? t("turn.alike", { n: answer.alike }) : ""].filter(Boolean).join(" · ");
}

/** In a battle units of one kind and strength are as good as each other, and so are Civilians of one place and lost units of one kind. @param {Answer} answer @param {View} view */
function same(answer, view) {
  if (answer.verb === "restore") return String(answer.noun).replace(/-\d+$/, "");
  const unit = unitOf(answer, view);
  if (!view.battle && unit?.kind !== "civilian") return null;
  return unit && unit.kind !== "leader" ? [answer.verb, unit.place, unit.faction, unit.kind, unit.cavalry, unit.strength, unit.ma, unit.steps, unit.state].join() : null;
}

/** How little a loss costs: strength first, then the counter, most of all the last one of a tribe. @param {Answer} _answer @param {BattleOdds | null} odds */
const gain = (_answer, odds) => (odds?.kind === "loss" ? -(odds.strength + (odds.eliminated ? 0.5 : 0) + odds.tribe) : 0);

/** Points still to spend, as coins. @param {number} n */
const coins = (n) => html`<p class="coins" aria-hidden="true">${Array.from({ length: Math.min(n, 12) }, (_, i) => html`<i key=${i}></i>`)}</p>`;

/** The impulse, the battle and where the points come from. @param {View} view @param {GameWords} words @param {Decision | null} decision @param {BattleOdds | null} odds */
function panels(view, words, decision, odds) {
  /** @type {import("./look.js").Panel[]} */
  const found = [];
  const { impulse, battle, points, moving, active } = view ?? {};
  if (battle && odds?.kind !== "battle") found.push({ ...battleCard(look, battle, view, words), stands: "first" });
  if (decision && impulse?.seat && active?.phase === "operations" && !battle) found.push({ stands: "narrow", title: t("panel.impulse", { name: words.name(impulse.seat) }), body: coins(impulse.ap), rows: [[t("panel.ap"), impulse.ap], [t("panel.cards"), impulse.cards], ...(moving ? [/** @type {[string, unknown]} */ ([t("panel.mp"), halved(moving.mp)])] : [])] });
  if (points) found.push({ stands: "narrow", title: t("panel.victory"), body: html`${balance(view, words)}${ledgers(points, view, words)}` });
  return found;
}

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Where the points come from, item by item, with their sum. @param {Record<string, Record<string, number>>} points @param {View} view @param {GameWords} words */
function ledgers(points, view, words) {
  return html`<div class="ledgers">${["britons", "romans"].map((side) => html`<ul key=${side} class="ledger rows-plain">${Object.entries(points[side] ?? {}).map(([why, n]) => html`<li key=${why} class=${n ? "" : "none"}><span>${upper(words.name(why))}</span><i></i><b>${n}</b></li>`)}<li class="sum"><span>${words.name(side)}</span><i></i><b>${view.scores?.[side] ?? 0}</b></li></ul>`)}</div>`;
}

/** Both sides' points as one bar. @param {View} view @param {GameWords} words */
function balance(view, words) {
  return html`<div class="split" aria-hidden="true">${["britons", "romans"].map((side) => html`<span key=${side} style=${`flex:${Math.max(view.scores?.[side] ?? 0, 3)} 1 0;min-width:max-content;background:${look.seats[side].colour}`}>${words.name(side)} ${view.scores?.[side] ?? 0}</span>`)}</div>`;
}

/** @type {import("./look.js").Look} */
export const look = {
  seats: { romans: { colour: "#8f1d2c", hatch: "upright" }, britons: { colour: "#2a6a8f", hatch: "level" } },
  kinds: {},
  peaceful: true,
  sides: ({ attacker }) => [attacker, attacker === "romans" ? "britons" : "romans"],
  exchange: "round",
  scale: 1.42,
  repeats: { "Interception decline": ["seat", "round"], lose: ["hex best"], stand: ["hex"] },
  amid: ["LoseStep", "HitUnit"],
  previews: ["stand", "withdraw", "incite", "mobilize", "intercept"],
  gain,
  closes: { Impulse: "end", March: "stop" },
  plays: { Impulse: "play" },
  moves: { begins: ["activate", "enter", "evacuate"], goes: ["to", "attack"], usual: "take all", picked: "march", stops: ["stop", "done"] },
  tools: "low",
  marks: { sacked: MARKS.wasted },
  odds: (odds, view, words) => {
    if (odds.kind === "battle") return battleCard(look, odds, view, words);
    return odds.kind === "interception" && odds.battle ? battleCard(look, odds.battle, view, words, odds.chance) : null;
  },
  phases: [],
  history: { round: "turn", turn: "impulse" },
  headlines: ["sacked", "civilians-killed", "revolt", "germania", "leader-killed"],
  unmarked: ["legion", "horde", "not-in-revolt"],
  draw,
  tag,
  called: (piece) => (piece.cavalry ? "cavalry" : piece.kind === "tribe" ? "warriors" : piece.kind),
  label,
  hint,
  same,
  panels,
  alike: (piece) => (piece.kind === "leader" ? (piece.id ?? "") : [piece.side, piece.kind === "civilian"].join("|")),
  key: [
    { word: "key.clear", style: "background:var(--map-clear)" },
    { word: "key.woods", style: "background:var(--map-woods)" },
    { word: "key.rough", style: "background:var(--map-rough)" },
    { word: "key.marsh", style: "background:var(--map-marsh)" },
    { word: "key.road", style: "background:linear-gradient(var(--map-road),var(--map-road)) 0 50% / 100% 3px no-repeat,linear-gradient(var(--map-road-edge),var(--map-road-edge)) 0 50% / 100% 5px no-repeat;outline:0" },
    { word: "key.river", style: "background:linear-gradient(var(--map-river),var(--map-river)) 0 50% / 100% 3px no-repeat,linear-gradient(var(--map-river-bank),var(--map-river-bank)) 0 50% / 100% 5px no-repeat;outline:0" },
  ],
  factions: {
    romans: { colour: "#a33a3a", letters: "Ro", hatch: "upright", emblem: EAGLE },
    britons: { colour: "#2a6a8f", letters: "Br", hatch: "level", emblem: TORC },
    ...Object.fromEntries(["ii", "ix", "xiv", "xx"].map((id, i) => [id, { colour: ["#7d1626", "#8c1f3a", "#8f1d2c", "#6f1730"][i], letters: id.toUpperCase(), hatch: "upright", emblem: EAGLE }])),
    ...Object.fromEntries(Object.entries(TRIBES).map(([id, [colour, letters]]) => [id, { colour, letters, hatch: "level", emblem: TORC }])),
  },
};
