/** Exact odds before an attack is confirmed: one bar for the outcome, one for each number left. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Token, hatched } from "../look/counters.js";
import { factionOf } from "../look/look.js";

/** @param {number} p */
function percent(p) {
  const n = p * 100;
  return n > 0 && n < 1 ? "<1" : String(Math.round(n));
}

/** @param {any} look @param {string} id */
const paint = (look, id) => `background:${hatched(factionOf(look, id).colour, factionOf(look, id).hatch)}`;

/** @param {any} p */
export function Odds({ odds, look, words, shown, title }) {
  if (!odds) {
    return html`<section class=${`card odds ${shown}`} aria-label=${t("odds.title")}><h2>${t("odds.title")}</h2><p class="empty">${t("odds.none")}</p></section>`;
  }
  if (odds.attacker_wins === undefined) return html`<${Table} odds=${odds} words=${words} shown=${shown} />`;
  const parts = [
    { key: "a", p: odds.attacker_wins, name: words.name(odds.attacker), paint: paint(look, odds.attacker) },
    { key: "n", p: odds.nobody ?? 0, name: "", paint: "" },
    { key: "d", p: odds.defender_wins, name: words.name(odds.defender), paint: paint(look, odds.defender) },
  ];
  return html`<section class=${`card odds ${shown}`} aria-label=${t("odds.title")}>
    <h2>${title ?? t("odds.title")} <small>${odds.policy ? t("odds.exact", { policy: words.name(odds.policy) }) : ""}</small></h2>
    <div class="versus">
      <${Side} look=${look} words=${words} id=${odds.attacker} n=${odds.attackers} need=${odds.attacker_needs} dice=${odds.attacker_dice} />
      <em>${t("odds.against")}</em>
      <${Side} look=${look} words=${words} id=${odds.defender} n=${odds.defenders} need=${odds.defender_needs} dice=${odds.defender_dice} />
    </div>
    <div class="split" role="img" aria-label=${t("odds.spoken", { attacker: parts[0].name, a: percent(parts[0].p), defender: parts[2].name, d: percent(parts[2].p), n: percent(parts[1].p) })}>
      ${parts.map((part) => html`<span key=${part.key} class=${part.key === "n" ? "neither" : ""} style=${`flex:${part.p} 1 0;${part.paint}`}>${part.p > 0.17 && part.name ? `${part.name} ${percent(part.p)}%` : part.p > 0.06 && part.name ? `${percent(part.p)}%` : ""}</span>`)}
    </div>
    <${Bars} odds=${odds} look=${look} words=${words} />
  </section>`;
}

/** @param {any} p */
function Side({ look, words, id, n, need, dice }) {
  return html`<div class="force-side"><${Token} look=${look} id=${id} size=${22} /> <b>${n} ${words.name(id)}</b>
    ${need ? html`<div>${t("odds.needs", { dice: dice ?? n, need })}</div>` : null}</div>`;
}

/** What is left, and how often. @param {any} p */
function Bars({ odds, look, words }) {
  /** @type {Map<string, {p: number, left: number, side: string}>} */
  const columns = new Map();
  for (const end of odds.ends ?? []) {
    const side = end.attackers ? "a" : end.defenders ? "d" : "n";
    const left = end.attackers || end.defenders || 0;
    const key = `${side}${left}`;
    columns.set(key, { side, left, p: (columns.get(key)?.p ?? 0) + end.p });
  }
  const rank = (/** @type {any} */ c) => (c.side === "a" ? -c.left : c.side === "n" ? 0 : c.left);
  const bars = [...columns.values()].sort((x, y) => rank(x) - rank(y));
  const most = Math.max(...bars.map((b) => b.p), 0.01);
  const colour = { a: paint(look, odds.attacker), d: paint(look, odds.defender), n: "background:#8a7c60" };
  return html`<div class="bars" aria-hidden="true">
      ${bars.map((b) => html`<div key=${b.side + b.left}><em>${percent(b.p)}</em><i style=${`height:${Math.round((b.p / most) * 62)}%;${colour[/** @type {"a"} */ (b.side)]}`}></i><span>${b.left}</span></div>`)}
    </div>
    <p class="odds-note">${t("odds.left", { attacker: words.name(odds.attacker), defender: words.name(odds.defender) })}</p>`;
}

/** Odds in another shape: a plain list of what may happen. @param {any} p */
function Table({ odds, words, shown }) {
  const rows = Array.isArray(odds.rows) ? odds.rows : Array.isArray(odds.results) ? odds.results : Array.isArray(odds.ends) ? odds.ends : null;
  const facts = Object.entries(odds).filter(([, v]) => typeof v === "string" || typeof v === "number");
  return html`<section class=${`card odds ${shown}`} aria-label=${t("odds.title")}>
    <h2>${t("odds.title")}</h2>
    <p>${facts.map(([k, v]) => html`<span key=${k} style="margin-right:12px">${words.name(k)}: <b>${typeof v === "number" && !Number.isInteger(v) ? `${percent(v)}%` : words.name(v)}</b></span>`)}</p>
    ${rows ? html`<ul class="scroll" style="padding-left:0;list-style:none">${rows.map((/** @type {any} */ r, /** @type {number} */ i) => {
      const { p, ...rest } = r;
      return html`<li key=${i} style="display:grid;grid-template-columns:44px 1fr;gap:6px"><b>${p !== undefined ? `${percent(p)}%` : ""}</b><span>${Object.entries(rest).map(([k, v]) => `${words.name(k)}: ${words.name(v)}`).join(", ")}</span></li>`;
    })}</ul>` : null}
  </section>`;
}
