/** Where on the map a question is answered, and what it is about. */
/** @import { Answer, Decision, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { Drawing } from "./drawing.js" */
import { begins } from "./draft.js";

/** Which places answer the question, and with what; it is looked at where stacks may set out, if any may. @param {Answer[]} answers @param {Drawing} drawing @param {View} view @param {Look} look */
export function placesOf(answers, drawing, view, look) {
  /** @type {Map<string, Answer[]>} */
  const byPlace = new Map();
  /** @type {Set<string>} */
  const pieces = new Set();
  const standing = new Map(view.pieces.filter((p) => p.id ?? p.name).map((p) => [p.id ?? p.name, p.place]));
  for (const a of answers) {
    const piece = standing.get(/** @type {string} */ (a.noun));
    const place = drawing.placeOf(a.noun) ?? piece;
    if (piece) pieces.add(String(a.noun));
    if (place) byPlace.set(place, [...(byPlace.get(place) ?? []), a]);
  }
  const all = [...byPlace.keys()];
  const forces = all.filter((place) => byPlace.get(place)?.some((a) => begins(a, look)));
  return { byPlace, pieces, legal: new Set(all), scene: forces.length ? forces : all, forces: forces.length > 0 };
}

/** The place an answer names, as it is written in a plan. @param {string} action @param {Drawing} drawing @returns {string | null} */
export function placeIn(action, drawing) {
  const noun = action.split(" ").slice(1).join(" ");
  return drawing.placeOf(/^\d+$/.test(noun) ? Number(noun) : noun);
}

/** The places a question without places is about, or where a battle is fought. @param {Decision | null} decision @param {Drawing} drawing @param {View} view @returns {string[]} */
export function sceneOf(decision, drawing, view) {
  if (!decision) return [];
  const field = view.battle ? [view.battle.area ?? view.battle.hex] : [];
  return [...new Set(JSON.stringify([field, decision.about ?? {}]).match(/[a-z0-9-]+/g) ?? [])].filter((word) => drawing.knows(word) || drawing.knows(Number(word)));
}
