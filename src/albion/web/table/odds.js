/** Exact odds before an attack is confirmed: one bar for the outcome, one for each number left. */
/** @import { BattleOdds, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { percent, sureWin } from "../lib/figures.js";
import { t } from "../lib/words.js";
import { Token, hatched } from "../look/counters.js";
import { factionOf } from "../look/look.js";

/** How many letters fit on the bar of chances. */
const BAR = 36;

/** @param {Look} look @param {string} [id] */
const paint = (look, id = "") => `background:${hatched(factionOf(look, id).colour, factionOf(look, id).hatch)}`;

/** @param {{odds: BattleOdds | null, view: View, look: Look, words: GameWords, shown: string, title: string | null}} p */
export function Odds({ odds, view, look, words, shown, title }) {
  if (!odds) {
    return html`<section class=${`card odds ${shown}`} aria-label=${t("odds.title")}><h2>${t("odds.title")}</h2><p class="empty">${t("odds.none")}</p></section>`;
  }
  const own = look.odds?.(odds, view, words);
  if (own) return html`<section class=${`card odds ${shown}`} tabindex="0" aria-label=${t("odds.title")}><h2>${title ?? own.title} <small>${own.note ?? ""}</small></h2>${own.body}</section>`;
  if ((look.odds && !odds.kind) || odds.attackers === 0 || odds.defenders === 0) return null; // it is decided
  if (odds.attacker_wins === undefined) return html`<${Other} odds=${odds} words=${words} shown=${shown} title=${title} />`;
  const parts = [
    { key: "a", p: Number(sureWin(odds.attacker_wins, odds)), name: words.name(odds.attacker), paint: paint(look, odds.attacker) },
    { key: "n", p: odds.nobody ?? 0, name: "", paint: "" },
    { key: "d", p: odds.defender_wins ?? 0, name: words.name(odds.defender), paint: paint(look, odds.defender) },
  ];
  return html`<section class=${`card odds ${shown}`} aria-label=${t("odds.title")}>
    <h2>${title ?? t("odds.title")} <small>${odds.policy ? t("odds.exact", { policy: words.name(odds.policy) }) : ""}</small></h2>
    <div class="versus">
      <${Side} look=${look} words=${words} id=${odds.attacker} n=${odds.attackers} need=${odds.attacker_needs} dice=${odds.attacker_dice} />
      <em>${t("odds.against")}</em>
      <${Side} look=${look} words=${words} id=${odds.defender} n=${odds.defenders} need=${odds.defender_needs} dice=${odds.defender_dice} />
    </div>
    <div class="split" role="img" aria-label=${t("odds.spoken", { attacker: parts[0].name, a: percent(parts[0].p), defender: parts[2].name, d: percent(parts[2].p), n: percent(parts[1].p) })}>
      ${parts.map((part) => html`<span key=${part.key} class=${part.key === "n" ? "neither" : ""} style=${`flex:${part.p} 1 0;${part.paint}`}>${part.name && part.p * BAR > part.name.length + 5 ? `${part.name} ${percent(part.p)}%` : part.p > 0.06 && part.name ? `${percent(part.p)}%` : ""}</span>`)}
    </div>
    <${Bars} odds=${odds} look=${look} words=${words} />
  </section>`;
}

/** @param {{look: Look, words: GameWords, id: string, n?: number, need?: number, dice?: number}} p */
function Side({ look, words, id, n, need, dice }) {
  return html`<div class="force-side"><p class="force-name"><${Token} look=${look} id=${id} size=${22} /> <b>${n} ${words.name(id)}</b></p>
    ${need ? html`<div>${t("odds.needs", { dice: dice ?? n, need })}</div>` : null}</div>`;
}

/** What is left, and how often. @param {{odds: BattleOdds, look: Look, words: GameWords}} p */
function Bars({ odds, look, words }) {
  /** @type {Map<string, {p: number, left: number, side: string}>} */
  const columns = new Map();
  for (const end of odds.ends ?? []) {
    const side = end.attackers ? "a" : end.defenders ? "d" : "n";
    const left = end.attackers || end.defenders || 0;
    const key = `${side}${left}`;
    columns.set(key, { side, left, p: (columns.get(key)?.p ?? 0) + end.p });
  }
  const rank = (/** @type {{side: string, left: number}} */ c) => (c.side === "a" ? -c.left : c.side === "n" ? 0 : c.left);
  const bars = [...columns.values()].sort((x, y) => rank(x) - rank(y));
  const most = Math.max(...bars.map((b) => b.p), 0.01);
  const colour = { a: paint(look, odds.attacker), d: paint(look, odds.defender), n: "background:#8a7c60" };
  return html`<div class="bars" aria-hidden="true">
      ${bars.map((b) => html`<div key=${b.side + b.left}><em>${percent(b.p)}</em><i style=${`height:${Math.round((b.p / most) * 62)}%;${colour[/** @type {"a"} */ (b.side)]}`}></i><span>${b.left}</span></div>`)}
    </div>
    <p class="odds-note">${t("odds.left", { attacker: words.name(odds.attacker), defender: words.name(odds.defender) })}</p>`;
}

/** "3/8" or 0.375 as a number between 0 and 1; null if it is no chance. @param {unknown} value @returns {number | null} */
function chance(value) {
  const parts = typeof value === "string" ? value.match(/^(\d+)\/(\d+)$/) : null;
  if (parts) return Number(parts[1]) / Number(parts[2]);
  if (value === "0" || value === "1") return Number(value);
  return typeof value === "number" && !Number.isInteger(value) && value > 0 && value < 1 ? value : null;
}

/** Odds in another shape: facts in a line, chances as bars, lists of chances as columns. @param {{odds: BattleOdds, words: GameWords, shown: string, title: string | null}} p */
function Other({ odds, words, shown, title }) {
  const facts = Object.entries(odds).filter(([k, v]) => !["kind", "for"].includes(k) && ["string", "number"].includes(typeof v) && !title?.includes(words.name(v)));
  const parts = Object.entries(odds).filter(([, v]) => v && typeof v === "object");
  return html`<section class=${`card odds ${shown}`} tabindex="0" aria-label=${t("odds.title")}>
    <h2>${title ?? t("odds.title")} <small>${odds.kind ? words.name(odds.kind) : ""}</small></h2>
    <div class="facts">${facts.map(([k, v]) => html`<${Fact} key=${k} name=${k} value=${v} words=${words} />`)}</div>
    ${parts.map(([k, v]) => html`<div key=${k} class="odds-part"><h3>${words.name(k)}</h3><${Part} value=${v} words=${words} /></div>`)}
  </section>`;
}

/** @param {{name: string, value: unknown, words: GameWords}} p */
function Fact({ name, value, words }) {
  const p = chance(value);
  if (p === null) return html`<span>${words.name(name)} <b>${words.name(value)}</b></span>`;
  return html`<div class="chance"><span>${words.name(name)}</span><i><u style=${`width:${p * 100}%`}></u></i><b>${percent(p)}%</b></div>`;
}

/** @param {{value: unknown, words: GameWords}} p */
function Part({ value, words }) {
  if (Array.isArray(value)) {
    const columns = value.map(chance).filter((c) => c !== null);
    if (columns.length && columns.length === value.length) return html`<${Columns} columns=${columns} />`;
    return html`<p>${value.map((v) => (typeof v === "object" ? Object.entries(v ?? {}).map(([k, x]) => `${words.name(k)} ${words.name(x)}`).join(", ") : words.name(v))).join("; ")}</p>`;
  }
  return html`<div class="facts">${Object.entries(value ?? {}).map(([k, v]) => html`<div key=${k} style=${v && typeof v === "object" ? "flex-basis:100%" : ""}>${v && typeof v === "object" ? html`<b>${words.name(k)}</b> <${Part} value=${v} words=${words} />` : html`<${Fact} name=${k} value=${v} words=${words} />`}</div>`)}</div>`;
}

/** @param {{columns: number[]}} p */
function Columns({ columns }) {
  const most = Math.max(...columns, 0.01);
  return html`<div class="bars low" role="img" aria-label=${columns.map((c, i) => `${i}: ${percent(c)}%`).join(", ")}>${columns.map((c, i) => html`<div key=${i}><em>${percent(c)}</em><i style=${`height:${Math.round((c / most) * 52)}%;background:var(--gilt)`}></i><span>${i}</span></div>`)}</div>`;
}
