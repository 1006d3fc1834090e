/** The bell: what waits for this player at tables with other people. */
/** @import { ListedMatch } from "../lib/catalogue" */
import { html } from "../lib/html.js";
import { stretch } from "../club/clock.js";
import { heard } from "../lib/kept.js";
import { followed, navigate } from "../lib/route.js";
import { t } from "../lib/words.js";

const NEAR = 24 * 3600 * 1000;
const BELL = "M12 3A6 6 0 0 0 6 9V13L4 17H20L18 13V9A6 6 0 0 0 12 3ZM10 20A2 2 0 0 0 14 20";

/** @typedef {{match: string, title: string, text: string, time: string}} News */

/** My turn, and how long I have left; lines of others that I have not seen. Newest first. @param {ListedMatch[]} running @param {(m: ListedMatch) => string} title @returns {News[]} */
export function newsOf(running, title) {
  const seen = heard();
  return running.filter((m) => m.seats.some((s) => s.kind === "human" && !s.you)).flatMap((m) => {
    const about = { match: m.match, title: m.title || title(m) };
    const left = m.due ? Date.parse(m.due) - Date.now() : NEAR;
    const turn = m.turn?.yours ? [{ ...about, text: left < NEAR ? t("bell.due", { left: stretch(left) }) : t("bell.turn"), time: m.turn.since }] : [];
    const said = m.said && m.said.time > (seen[m.match] ?? "") ? [{ ...about, text: t("bell.said", { name: m.said.player, text: m.said.text }), time: m.said.time }] : [];
    return [...turn, ...said];
  }).sort((a, b) => b.time.localeCompare(a.time));
}

/** @param {{news: News[]}} p */
export function Bell({ news }) {
  return html`<details class="bell"><summary class="icon-button" aria-label=${t("bell.title", { n: news.length })} title=${t("bell.title", { n: news.length })}>
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d=${BELL} fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" /></svg>${news.length ? html`<b aria-hidden="true">${news.length}</b>` : null}</summary>
    <div class="card"><h2>${t("bell.new")}</h2>${news.length ? html`<ul>${news.map((n) => html`<li key=${`${n.match} ${n.text}`}><a href=${`/match/${n.match}`} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(`/match/${n.match}`))}><b>${n.title}</b> ${n.text}</a></li>`)}</ul>` : html`<p class="empty">${t("bell.none")}</p>`}</div></details>`;
}
