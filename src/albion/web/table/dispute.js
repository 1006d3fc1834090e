/** "This is not what the rule says": what a player expected, kept by the server as a case that can be run. */
/** @import { Answer, Dispute, Entry, RefusedAnswer } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { Play } from "./play.js" */
import { messageOf } from "../lib/errors.js";
import { field } from "../lib/forms.js";
import { api } from "../lib/api.js";
import { saveText } from "../lib/files.js";
import { html, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Dialog } from "./dialog.js";
import { deedOf } from "./history.js";

/** How many of the last moves can be disputed without going back to them. */
const MOVES = 24;

/** @typedef {{should: "allow" | "refuse" | "differ", text: string, at: number, action?: string, event?: string, rule?: string}} Subject */

/** What can be disputed here: what was refused, what is offered, what has happened lately.
 * @param {Entry[]} entries @param {number} at @param {Play} play @param {GameWords} words @param {number} now @returns {Subject[]} */
function subjects(entries, at, play, words, now) {
  const asked = at === now ? (play.draft?.question.answers ?? play.answers) : [];
  const why = play.why?.action ? [{ action: play.why.action, text: words.action(actionOf(play.why.action)), cite: play.why.clauses.map((c) => c.ref) }] : [];
  const refused = [...why, ...play.refused.filter((r) => r.action !== play.why?.action)];
  const told = entries.slice(Math.max(1, at - MOVES + 1), at + 1).reverse();
  return [
    ...(at === now ? refused : []).map((/** @type {Pick<RefusedAnswer, "action" | "text" | "cite">} */ r) => ({ should: /** @type {const} */ ("allow"), text: words.spoken(r.text), at, action: r.action, rule: r.cite.join("; ") })),
    ...asked.map((/** @type {Answer} */ a) => ({ should: /** @type {const} */ ("refuse"), text: deedOf(a.action, a.text, words) ?? words.spoken(a.text), at, action: a.action })),
    ...told.flatMap((entry) => (entry?.events ?? []).filter((e) => e.text).map((e) => ({ should: /** @type {const} */ ("differ"), text: words.spoken(e.text), at: entry.n, event: e.kind, rule: e.cite.join("; ") }))),
  ];
}

/** @param {string} text @returns {{verb: string, noun: string | number | null}} */
function actionOf(text) {
  const [verb, noun = null] = text.split(" ");
  return { verb, noun: noun !== null && /^\d+$/.test(noun) ? Number(noun) : noun };
}

/** @param {{session: MatchSession, play: Play, at: number, words: GameWords, onClose: () => void, tell: (text: string, bad?: boolean) => void}} p */
export function DisputeDialog({ session, play, at, words, onClose, tell }) {
  const [all] = useState(() => subjects(session.entries, at, play, words, session.table.n));
  const [chosen, choose] = useState(() => (play.why ? 0 : Math.max(0, all.findIndex((s) => s.should === "differ"))));
  const [expected, setExpected] = useState("");
  const [why, setWhy] = useState("");
  const [sent, setSent] = useState(/** @type {Dispute | null} */ (null));
  const file = async (/** @type {Event} */ e) => {
    e.preventDefault();
    const { should, at: moment, action = null, event = null, rule } = all[chosen];
    const then = should === "differ" ? [] : (play.draft?.path ?? []);
    try {
      setSent(await api.post(`/matches/${session.id}/disputes`, { should, at: moment, then, action, event, rule: rule || null, expected, why, seat: session.table.perspective }));
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
  };
  if (sent) {
    return html`<${Dialog} title=${t("dispute.title")} onClose=${onClose}>
      <p role="status">${t("dispute.sent", { id: sent.id })}</p>
      ${sent.case === null ? html`<p class="apart">${t("dispute.secret")}</p>` : html`<p class="apart"><button class="button" data-do="save-case" onClick=${() => saveText(`${sent.id}.toml`, sent.case ?? "")}>${t("dispute.save")}</button></p>`}
    <//>`;
  }
  return html`<${Dialog} title=${t("dispute.title")} onClose=${onClose}>
    <form class="dispute" onSubmit=${file}>
      <p>${t("dispute.intro")}</p>
      ${all.length ? html`
        <label>${t("dispute.about")}<select class="input" value=${chosen} onChange=${(/** @type {Event} */ e) => choose(Number(field(e).value))}>${all.map((s, i) => html`<option key=${i} value=${i}>${t(`dispute.${s.should}`, { what: s.text })}</option>`)}</select></label>
        <label>${t("dispute.expected")}<textarea class="input" required maxlength="2000" rows="3" value=${expected} onInput=${(/** @type {Event} */ e) => setExpected(field(e).value)}></textarea></label>
        <label>${t("dispute.why")}<textarea class="input" maxlength="2000" rows="3" value=${why} onInput=${(/** @type {Event} */ e) => setWhy(field(e).value)}></textarea></label>
        <button class="button primary" data-do="file-dispute">${t("dispute.send")}</button>` : html`<p class="empty">${t("dispute.nothing")}</p>`}
    </form>
  <//>`;
}
