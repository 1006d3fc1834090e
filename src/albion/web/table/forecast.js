/** "If it ended now": what the nation on turn would score by area, and how many it has too many. */
/** @import { View } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { isRuin } from "../look/look.js";

const MOST = 9;

/** @param {{view: View, words: GameWords, shown: string, seats: string[]}} p */
export function Forecast({ view, words, shown, seats }) {
  const id = view.active?.faction;
  const nation = id ? { ...view.cards?.[id], ...view.factions?.[id] } : null;
  if (!id || !nation?.values || (seats.length && !seats.includes(nation.seat))) return null;
  const here = (/** @type {string} */ area) => view.pieces.filter((p) => p.place === area);
  const rows = Object.entries(/** @type {Record<string, number>} */ (nation.values))
    .filter(([area]) => here(area).some((p) => p.faction === id))
    .map(([area, worth]) => ({ area, worth, contested: here(area).some((p) => p.faction !== id && !isRuin(p)) }))
    .sort((a, b) => b.worth - a.worth || a.area.localeCompare(b.area));
  if (!rows.length) return null;
  const now = view.round?.number ?? 0;
  const scores = nation.scoring_round ?? view.timeline?.find((r) => r.number >= now && (r.scoring || r.final))?.number;
  const more = rows.slice(MOST);
  const most = rows.reduce((n, r) => n + r.worth, 0);
  return html`<section class=${`card forecast ${shown}`} tabindex="0" aria-label=${t("forecast.title")}>
    <h2>${t("forecast.title")}</h2>
    <p class="note">${scores && scores !== now ? t("forecast.round", { n: scores }) : t("forecast.now")}</p>
    <ul class="ledger">${rows.slice(0, MOST).map((r) => html`<li key=${r.area}><span>${words.title(r.area)}</span><i>${t(r.contested ? "forecast.battle" : "forecast.held")}</i><b>${r.worth}</b></li>`)}
      ${more.length ? html`<li><span>${t("forecast.more", { n: more.length })}</span><i></i><b>${more.reduce((n, r) => n + r.worth, 0)}</b></li>` : null}
      <li class="sum"><span>${t(rows.some((r) => r.contested) ? "forecast.most" : "forecast.all", { name: words.name(id) })}</span><i></i><b>${most}</b></li></ul>
    ${nation.excess > 0 ? html`<p class="warning">${t("forecast.excess", { n: nation.excess })}</p>` : null}
  </section>`;
}
