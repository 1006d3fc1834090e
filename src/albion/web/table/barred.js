/** Why cards in hand cannot be played now, where the question itself does not list them. */
/** @import { Decision, RefusedAnswer, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { MatchSession } from "../lib/match.js" */
import { useEffect } from "../lib/html.js";
import { handOf } from "./hand.js";
import { sentenceOf } from "./refusals.js";
import { useFor } from "./while.js";

/** @param {MatchSession} session @param {Decision | null} decision @param {View} view @param {Look} look @returns {RefusedAnswer[]} */
export function useBarred(session, decision, view, look) {
  const verb = decision?.mine && decision.actions ? look.plays?.[decision.step ?? ""] : undefined;
  const asked = String(session.table.seq);
  const [found, set] = useFor(asked, /** @type {RefusedAnswer[]} */ ([]));
  useEffect(() => {
    if (!verb) return;
    const tried = [...new Set(handOf(view).map((card) => `${verb} ${typeof card === "object" ? card.id : card}`))];
    const barred = tried.filter((action) => !decision?.actions?.some((a) => a.action === action));
    Promise.all(barred.map((action) => session.explain(action).then((told) => ({ action, text: "", reason: sentenceOf(told), cite: told.cite })))).then(set, () => {});
  }, [asked, verb]);
  return found;
}
