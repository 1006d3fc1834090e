/** What the table is asked to agree to, and a match that rests because the rules have changed. */
/** @import { Proposal } from "../lib/shapes" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { GameWords } from "../lib/words.js" */
import { messageOf } from "../lib/errors.js";
import { html, useState } from "../lib/html.js";
import { t } from "../lib/words.js";

/** What is asked, in a sentence. @param {Proposal} proposal @param {GameWords} words */
function request({ kind, player, yours, seat, to }, words) {
  return t(`proposal.${kind}${yours ? ".yours" : ""}`, { player, seat: words.name(seat), to });
}

/** @param {{session: MatchSession, words: GameWords, tell: (text: string, bad?: boolean) => void}} p */
export function ProposalCard({ session, words, tell }) {
  const [busy, setBusy] = useState(false);
  const { proposal, outdated, version, you } = session.table;
  if (!proposal && !outdated) return null;
  const attempt = (/** @type {() => Promise<void>} */ act) => async () => {
    setBusy(true);
    await act().catch((refusal) => tell(messageOf(refusal), true));
    setBusy(false);
  };
  const button = (/** @type {string} */ id, /** @type {() => Promise<void>} */ act, main = false) => html`<button class=${`button ${main ? "primary" : ""}`} data-do=${id} disabled=${busy} onClick=${attempt(act)}>${t(`proposal.do.${id}`)}</button>`;
  // No time runs before all have agreed to the new rules: a vote on whose time is up keeps nobody from asking for them.
  const asks = outdated && (!proposal || proposal.kind === "timeout") && you.seats.length > 0;
  return html`<section class="card proposal shown" aria-label=${t(outdated ? "rules-changed.title" : "proposal.title")}>
    ${outdated ? html`<h2>${t("rules-changed.title")}</h2><p>${t("rules-changed.text", { version })}</p>` : null}
    ${proposal ? html`<p role="alert"><b>${request(proposal, words)}</b></p>${proposal.waiting.length ? html`<p class="small">${t("proposal.waiting", { names: proposal.waiting.join(", ") })}</p>` : null}` : null}
    <div class="row">
      ${asks ? button("migrate", () => session.migrate(), true) : null}
      ${proposal?.asks_you ? html`${button("agree", () => session.consent(proposal.id, true), true)}${button("decline", () => session.consent(proposal.id, false))}` : null}
      ${proposal?.yours ? button("withdraw", () => session.consent(proposal.id, false)) : null}
    </div>
  </section>`;
}
