/** Why a place is no answer: what the rules say of it, in one sentence with its clauses. */
/** @import { Clause, Decision } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { Why } from "./why.js" */
import { Refused } from "../lib/api.js";
import { plainly } from "../lib/errors.js";
import { t } from "../lib/words.js";

/** Why nothing is asked: the match is over, others' turns are being told, or the page shows the past. @typedef {"over" | "telling" | "past"} Idle */

/** The one sentence of a refusal: its own, else its first clause. @param {{message?: string, reason?: string, clauses: Clause[]}} told @returns {string} */
export const sentenceOf = (told) => ended(told.reason || plainly(told) || t("why.asked"));

/** A sentence ends with a stop. @param {string} text */
const ended = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Ask the rules why this place is no answer, or none to the question that the move has come to.
 * @param {MatchSession} session @param {Decision | null} decision @param {Draft | null} draft @param {string} place @param {number[]} point @param {GameWords} words @param {Drawing} drawing @param {Idle} idle @returns {Promise<Why>} */
export async function reason(session, decision, draft, place, point, words, drawing, idle) {
  const plain = { place, point, clauses: [], note: "" };
  if (!decision) return { ...plain, note: t(`why.${idle}`) };
  if (!decision.actions) return { ...plain, note: t("why.not-yours") };
  const noun = /^\d+$/.test(place) ? Number(place) : place;
  if (draft) {
    const verb = draft.question.answers.find((a) => drawing.placeOf(a.noun))?.verb ?? "to";
    const refusal = await session.reach([...draft.path, `${verb} ${noun}`]).catch((e) => e);
    if (refusal instanceof Refused) return { ...plain, note: words.spoken(sentenceOf(refusal)), clauses: refusal.clauses, action: `${verb} ${noun}` };
  }
  const placed = decision.actions.filter((a) => drawing.placeOf(a.noun));
  const verbs = [...new Set([...placed, ...decision.actions].map((a) => a.verb))];
  let last = { ...plain, note: t("why.no-answer", { place: words.name(place) }) };
  for (const verb of verbs) {
    try {
      const told = await session.explain(`${verb} ${noun}`);
      if (!told.legal) return { ...plain, note: words.spoken(sentenceOf(told)), clauses: told.clauses, action: `${verb} ${noun}` };
    } catch (refusal) {
      last = { ...last, clauses: refusal instanceof Refused ? refusal.clauses : [] };
    }
  }
  return last;
}
