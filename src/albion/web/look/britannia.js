/** How the nations of the Britannia board look: colour, letters and emblem; kinds of unit by outline. */
/** @import { Answer, BattleOdds, Decision, View } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
import { percent, winChance } from "../lib/figures.js";
import { t } from "../lib/words.js";
import { isRuin } from "./look.js";

/** What an answer means on the map: a battle, and what the area is worth. @param {Answer} answer @param {View} view @param {Decision | null} decision @param {GameWords} _words @param {BattleOdds | null} odds */
function hint(answer, view, decision, _words, odds) {
  const nation = decision?.about?.nation ?? view?.active?.faction;
  const area = answer.noun;
  if (typeof area !== "string" || !nation) return null;
  const foe = (view?.pieces ?? []).some((p) => p.place === area && p.faction !== nation && !isRuin(p));
  const worth = (view?.cards?.[nation] ?? view?.factions?.[nation])?.values?.[area];
  if (["lose", "withdraw"].includes(answer.verb)) return null; // the place they leave is not at stake
  const goes = ["to", "sail"].includes(answer.verb);
  const wins = goes || answer.verb === "fight" ? winChance(odds) : null;
  return [foe && goes && wins === null ? t("hint.battle") : null, wins === null ? null : t("hint.wins", { chance: percent(wins) }), worth ? t("hint.worth", { n: worth }) : null].filter(Boolean).join(" · ") || null;
}

/** Armies that attacked are told apart by where they came from. @param {Answer} answer @param {View} _view @param {GameWords} words */
function label(answer, _view, words) {
  const place = answer.verb === "lose" && !(String(answer.noun) in look.kinds);
  return place ? { text: t("britannia.one-from", { place: words.name(answer.noun) }), note: "" } : null;
}

/** The vote for Bretwalda under way. @param {View} view @param {GameWords} words @returns {import("./look.js").Panel[]} */
function panels({ ballot }, words) {
  if (!ballot) return [];
  const votes = /** @type {[string, number][]} */ (Object.entries(ballot.votes)).sort((a, b) => b[1] - a[1]);
  const of = votes.reduce((sum, [, n]) => sum + n, 0);
  const cast = (/** @type {string} */ id) => (ballot.cast[id] ? t("ballot.for", { name: words.name(ballot.cast[id]) }) : ballot.voted.includes(id) ? t("ballot.secret") : "");
  return [{ stands: "narrow", title: t("ballot.title"), note: t("ballot.needed", { n: Math.floor(of / 2) + 1, of }), rows: votes.map(([id, n]) => [`${words.name(id)} ${cast(id)}`, n]) }];
}

/** Verbs that take moves back: where there are no others, the phase cannot end as it stands. */
const BACK = new Set(["take-back", "restart"]);

/** @type {import("./look.js").Look} */
export const look = {
  phases: ["population", "movement", "battles"],
  stages: { Withdraw: "withdrawal", WithdrawTo: "withdrawal", Overpopulation: "overpopulation" },
  units: "armies",
  still: ["fort", "burh"],
  repeats: { stay: ["area", "", "round"], fight: ["nation", "nation surest", "game surest"], deny: ["", "round"] },
  sweeps: ["place"],
  closes: { Movement: "end", March: "end", MarchOn: "stop", MarchFurther: "stop" },
  moves: { begins: ["from"], goes: ["to", "sail"], counts: ["send"], onward: ["march-on"], extras: ["with", "without", "cavalry", "raiders", "alone"], stops: ["stop"] },
  previews: ["fight"],
  question: ({ actions }) => (actions?.every((a) => BACK.has(a.verb)) ? t("ask.take-back") : null),
  amid: ["Retreat", "RetreatSend", "RetreatMuster", "FallBack", "FallBackSend", "ChooseLoss", "Strike"],
  key: [
    { word: "key.clear", style: "background:var(--map-clear)" },
    { word: "key.difficult", style: "background:repeating-linear-gradient(38deg,var(--map-hatch) 0 1px,var(--map-difficult) 1px 4px)" },
    { word: "key.strait", style: "background:var(--map-strait)" },
    { word: "key.frontier", style: "background:repeating-linear-gradient(90deg,var(--map-frontier) 0 6px,transparent 6px 9px) 0 50% / 100% 3px no-repeat;outline:0" },
  ],
  marks: { occupied: { sign: "M-3 5V-5H-1.900V-4.700L4.200-2.500L-1.900-.3V5Z", ground: "", ink: "#fff6dc" } },
  hint,
  label,
  panels,
  seats: {
    yellow: { colour: "#d9aa2b", hatch: "dots" },
    green: { colour: "#2f8a70", hatch: "slant" },
    red: { colour: "#b9302f", hatch: "upright" },
    blue: { colour: "#3557b5", hatch: "level" },
    purple: { colour: "#76407f", hatch: "counter" },
  },
  kinds: {
    army: "square",
    armies: "square",
    infantry: "square",
    raider: "ring",
    cavalry: "gable",
    leader: "disc",
    bretwalda: "disc",
    king: "disc",
    fort: "merlons",
    "roman-fort": "merlons",
    burh: "stakes",
    fleet: "ship",
    population: "pill",
  },
  factions: {
    romans: { colour: "#d8a31f", letters: "Ro", hatch: "dots", ink: "#3a2508",
      emblem: [["M0-8.6V8.4M-3-8.6H3", 1.7], ["M-1.6-5C-8-8-9-3.4-8.4.6C-6.4-.6-4 .4-1.8 2.2M1.6-5C8-8 9-3.4 8.4.6C6.4-.6 4 .4 1.8 2.2", 1.7], ["M-3.4 5.4H3.4", 1.7]] },
    "romano-british": { colour: "#c48a2b", letters: "RB", hatch: "dots", ink: "#3a2508",
      emblem: [["M0 8.4V-7.8M-5.4-2.6L5.4 6.8M5.4-2.6L-5.4 6.8", 1.8], ["M0-7.8C5.6-8.4 6-2.2 0-2.6", 1.8]] },
    scots: { colour: "#dfb02f", letters: "Sc", hatch: "dots", ink: "#3a2508",
      emblem: [["M-6.6-7L6.6 7M6.6-7L-6.6 7", 3.3]] },
    dubliners: { colour: "#b98a1c", letters: "Du", hatch: "dots", ink: "#3a2508",
      emblem: [["M-8.6 1.4C-7 7.4-4 7.2-3 7.2H3C4 7.2 7 7.4 8.6 1.4L5.4 3.4H-5.4Z", 0], ["M0 3.4V-8.4", 1.3], ["M-4.6-7H4.6L4 .6H-4Z", 1.2], ["M-1.6-7V.6M1.6-7V.6", 1]] },
    norwegians: { colour: "#e8c548", letters: "Nw", hatch: "dots", ink: "#3a2508",
      emblem: [["M-3 8.6V-8.4", 2], ["M-3-7C1-6.4 4-7.6 7-8.8C8-4 7.4-.4 5 3C3 0 0-.6-3-.6Z", 0]] },
    welsh: { colour: "#3f7d3f", letters: "We", hatch: "slant",
      emblem: [["M0-8.4C5-4 5 1 0 4.4C-5 1-5-4 0-8.4Z", 1.6], ["M-8 5.2C-7-1.6-2.6-4.4 3-1.4C3.2 4.4-1.6 7.6-8 5.2Z", 1.6], ["M8 5.2C7-1.6 2.6-4.4-3-1.4C-3.2 4.4 1.6 7.6 8 5.2Z", 1.6]] },
    caledonians: { colour: "#6b8f3a", letters: "Ca", hatch: "slant",
      emblem: [["M-3.2 0A3.2 3.2 0 1 1 3.2 0A3.2 3.2 0 1 1-3.2 0Z", 0], ["M0-8.6V-5.2M0 8.6V5.2M-8.6 0H-5.2M8.6 0H5.2M-6.1-6.1L-3.7-3.7M6.1 6.1L3.7 3.7M6.1-6.1L3.7-3.7M-6.1 6.1L-3.7 3.7", 1.9]] },
    danes: { colour: "#1d6a55", letters: "Da", hatch: "slant",
      emblem: [["M-7.4-6.4H7.2C7 2.6 1 6.8-7.4 7.8Z", 1.6], ["M-5-1.6C-2.6-4.4 1-3.4 1.6-2.6L5-3.6L2.6-.6C1.8 2.6-2 3-3.2 3L-5.4 4.6L-4.6 1.4Z", 0]] },
    jutes: { colour: "#86993a", letters: "Ju", hatch: "slant",
      emblem: [["M-7 4.6L-5.4-1.4L.6-3L4.2-8L6.6-4.6L4.2-2L4.8 6.4M-3.2 6.4L-2 .6M1.4 6.4V.2", 2]] },
    brigantes: { colour: "#bf5430", letters: "Br", hatch: "upright",
      emblem: [["M0 0C-1.4-5.4 3.4-8.6 6.2-5.2M0 0C5.4 1.4 5.8 7 1.6 8M0 0C-4 4-8.8.8-7.8-3.2", 2], ["M-1.9 0A1.9 1.9 0 1 1 1.9 0A1.9 1.9 0 1 1-1.9 0Z", 0]] },
    irish: { colour: "#cc6f45", letters: "Ir", hatch: "upright",
      emblem: [["M-4.4 8.2L-5.8-4.4C-2-9 4-8.4 6-5C6.6-3 5.4-1 4.6 0L-4.4 8.2", 1.6], ["M-3.2 5V-5.4M-.6 3V-6M2 .8V-5.8", 1.3]] },
    norsemen: { colour: "#8c2a47", letters: "Ns", hatch: "upright",
      emblem: [["M-7 1.4H7L5.4 7H-5.4Z", 0], ["M0 1.4V-4.6", 2.6], ["M-1.9-6.4A1.9 1.9 0 1 1 1.9-6.4A1.9 1.9 0 1 1-1.9-6.4Z", 1.4]] },
    saxons: { colour: "#b0252a", letters: "Sx", hatch: "upright",
      emblem: [["M-7.2-7.8L4.8 4.2M7.2-7.8L-4.8 4.2", 2.4], ["M2.4 7L7.2 2.4M-2.4 7L-7.2 2.4", 1.7], ["M5.4 5.2L8 7.8M-5.4 5.2L-8 7.8", 2]] },
    belgae: { colour: "#4a7fb5", letters: "Be", hatch: "level",
      emblem: [["M-7.2 0A7.2 7.2 0 1 1 7.2 0A7.2 7.2 0 1 1-7.2 0Z", 2], ["M0-7V7M-6.1-3.5L6.1 3.5M6.1-3.5L-6.1 3.5", 1.3], ["M-1.8 0A1.8 1.8 0 1 1 1.8 0A1.8 1.8 0 1 1-1.8 0Z", 0]] },
    picts: { colour: "#3f63b0", letters: "Pi", hatch: "level",
      emblem: [["M-8 2A8.2 8.2 0 0 1 8 2A6 6 0 0 0-8 2Z", 0], ["M-6.4-7.8L0 7.2L6.4-7.8", 1.5]] },
    angles: { colour: "#2b7199", letters: "An", hatch: "level",
      emblem: [["M-2-2L-4-8.2H4L2-2L8.2-4V4L2 2L4 8.2H-4L-2 2L-8.2 4V-4Z", 0]] },
    normans: { colour: "#263f82", letters: "No", hatch: "level",
      emblem: [["M-5.8-7.2C-2-9 2-9 5.8-7.2C6 1.4 3 5.4 0 8.8C-3 5.4-6 1.4-5.8-7.2Z", 1.7], ["M0-8.4V7.8M-5.8-2.4H5.8", 1.9]] },
  },
};
