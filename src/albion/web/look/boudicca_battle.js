/** A battle of Boudicca: both armies, the odds on their track, dice and what they may cost. */
/** @import { View } from "../lib/shapes" */
/** @import { Look } from "./look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { fraction, percent as shareOf, signed } from "../lib/figures.js";
import { t } from "../lib/words.js";
import { Counter } from "./counters.js";

const TRACK = ["1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"];
const SHOWN = 8;

/** @typedef {import("../lib/shapes").Facts} Battle as the game shows it */

/** @param {Look} look @param {Battle} battle the battle of the view, or its odds @param {View} view @param {GameWords} words @param {string} [met] the chance that it is fought at all */
export function battleCard(look, battle, view, words, met) {
  const sides = [battle.attacker, battle.defender];
  return {
    title: words.placed(t("panel.battle-at", { place: words.name(battle.hex) })),
    note: [battle.size ? words.name(battle.size) : "", words.name(battle.terrain ?? "").toLowerCase(), battle.round ? t("panel.round", { n: battle.round }) : ""].filter(Boolean).join(" · "),
    body: html`${met ? html`<p>${t("panel.if-met", { chance: shareOf(fraction(met)) })}</p>` : null}<div class="armies">${sides.map((side, i) => html`<${Army} key=${side} look=${look} words=${words} battle=${battle} side=${side} view=${view} role=${t(i ? "panel.defend" : "panel.attack")} />`)}</div>
      ${battle.odds ? html`<ol class="odds-track" aria-label=${t("odds.title")}>${TRACK.map((odds) => html`<li key=${odds} class=${odds === column(battle) ? "on" : ""} aria-current=${odds === column(battle) ? "true" : null}>${odds}</li>`)}</ol>` : null}
      ${battle.table ? html`<p class="note">${arithmetic(battle)}</p>` : null}
      ${battle.ends ? html`<p>${t(`panel.${battle.ends}`)}</p>` : battle.table ? html`<${Results} battle=${battle} words=${words} />` : null}
      ${battle.wins && !battle.ends ? ["", "-leaving"].map((how) => html`<${Whole} key=${how} look=${look} words=${words} battle=${battle} how=${how} />`) : null}
      ${battle.inflicts && !battle.ends ? html`<div class="armies">${sides.map((side) => html`<${Losses} key=${side} look=${look} words=${words} battle=${battle} side=${side} />`)}</div>` : null}`,
  };
}

/** The column of the track that counts; beyond its ends the battle is decided without a roll. @param {Battle} battle @returns {string} */
const column = ({ ends, odds }) => (ends ? /** @type {string} */ (TRACK.at(ends === "overrun" ? -1 : 0)) : odds);

/** How strengths become odds. @param {Battle} battle */
function arithmetic({ strength, attacker, defender, odds }) {
  return t("panel.arithmetic", { a: strength[attacker], b: strength[defender], ratio: (strength[attacker] / Math.max(1, strength[defender])).toFixed(2), odds });
}

/** @param {{look: Look, words: GameWords, battle: Battle, side: string, view: View, role: string}} p */
function Army({ look, words, battle, side, view, role }) {
  const fights = (/** @type {import("../lib/shapes").Piece} */ p) => (battle.units ? battle.units[side].includes(p.id) : p.place === String(battle.hex) || (side === battle.attacker && view.moving?.units?.includes(p.id)));
  const here = (view?.pieces ?? []).filter((p) => p.side === side && fights(p));
  const drm = Object.entries(battle.drm?.[side] ?? {});
  const total = drm.reduce((n, [, v]) => n + Number(v), 0);
  return html`<div class="army" style=${`border-color:${look.seats[side]?.colour}`}>
    <b style=${`color:${look.seats[side]?.colour}`}>${role}: ${words.name(side)}</b>
    <div class="ranks-row">${here.slice(0, SHOWN).map((piece) => html`<svg key=${piece.id} width="34" height="34" viewBox="-15 -15 31 31" role="img" aria-label=${words.name(piece.id)}><${Counter} look=${look} piece=${piece} count=${1} /></svg>`)}${here.length > SHOWN ? html`<em>+${here.length - SHOWN}</em>` : null}</div>
    <p>${t("panel.strength", { n: battle.strength?.[side] ?? 0 })}${battle.dice ? ` · ${t("panel.dice", { n: battle.dice[side] })}` : ""}</p>
    <p>${drm.map(([why, n]) => `${words.name(why)} ${signed(Number(n))}`).join(", ") || t("panel.no-drm")}${drm.length > 1 ? html` <strong>${signed(total)}</strong>` : null}</p>
  </div>`;
}

/** The results table: the row that counts, and what the attacker's die can reach in it. @param {{battle: Battle, words: GameWords}} p */
function Results({ battle, words }) {
  const drm = Object.values(battle.drm?.[battle.attacker] ?? {}).reduce((n, v) => n + Number(v), 0);
  const reached = (/** @type {number} */ column) => [1, 2, 3, 4, 5, 6].some((face) => Math.max(1, Math.min(9, face + drm)) === column);
  return html`<table class="crt"><thead><tr><th scope="row">${t("panel.die", { drm: drm ? signed(drm) : "" })}</th>${battle.table.major.map((/** @type {string} */ _, /** @type {number} */ i) => html`<th key=${i} scope="col" class=${reached(i + 1) ? "can" : ""}>${i + 1}</th>`)}</tr></thead>
    <tbody>${["skirmish", "major"].map((row) => html`<tr key=${row} class=${row === battle.size ? "on" : ""}><th scope="row">${words.name(row)}${row === battle.size ? " ◂" : ""}</th>${battle.table[row].map((/** @type {string} */ result, /** @type {number} */ i) => html`<td key=${i} class=${reached(i + 1) ? "can" : ""}>${result === "-" ? "–" : result}</td>`)}</tr>`)}</tbody></table>
    <p class="note">${t("panel.crt-key")}</p>`;
}

/** What the odds call it when both sides are gone. */
const NOBODY = "nobody";
/** The chance whose part of the bar has room for a few words. */
const ROOM = 0.4;

/** Who keeps the field, and what it costs on average. @param {{look: Look, words: GameWords, battle: Battle, how: string}} p */
function Whole({ look, words, battle, how }) {
  const [one, other] = [battle.attacker, battle.defender];
  const wins = battle[`wins${how}`];
  const lost = battle[`average-lost${how}`];
  const title = t(how ? "panel.leaving" : "panel.to-the-end");
  const percent = (/** @type {string} */ side) => shareOf(wins[side]);
  const part = (/** @type {string} */ side, /** @type {string} */ said) => (wins[side] > 0 ? html`<span key=${side} class=${side === NOBODY ? "neither" : ""} style=${`flex:${wins[side]} 1 0;background:${look.seats[side]?.colour ?? ""}`}>${said}</span>` : null);
  const brief = (/** @type {string} */ side) => (wins[side] > 0.06 ? `${percent(side)}%` : "");
  return html`<p>${title} · ${t("panel.average-lost", { a: words.name(one), n: lost[one], b: words.name(other), m: lost[other] })}</p>
    <div class="split" role="img" aria-label=${`${title}: ${t("odds.spoken", { attacker: words.name(one), a: percent(one), defender: words.name(other), d: percent(other), n: percent(NOBODY) })}`}>
      ${part(one, brief(one))}${part(NOBODY, wins[NOBODY] > ROOM ? t("panel.nobody-left", { chance: percent(NOBODY) }) : brief(NOBODY))}${part(other, brief(other))}
    </div>`;
}

/** Whether a chance is more than 0%. @param {number} chance */
const told = (chance) => chance >= 0.005;

/** How many steps a side may cost the other this round. @param {{look: Look, words: GameWords, battle: Battle, side: string}} p */
function Losses({ look, words, battle, side }) {
  const chances = battle.inflicts[side].map((/** @type {string} */ text) => fraction(text));
  const most = Math.max(...chances, 0.01);
  const [from, to] = [chances.findIndex(told), chances.findLastIndex(told)];
  return html`<div class="losses"><p>${t("panel.inflicts", { name: words.name(side), n: Number(battle.expected?.[side] ?? 0).toFixed(1) })}</p>
    <div class="bars low" role="img" aria-label=${chances.map((/** @type {number} */ c, /** @type {number} */ i) => `${i}: ${Math.round(c * 100)}%`).join(", ")}>
      ${chances.map((/** @type {number} */ c, /** @type {number} */ i) => i >= from && i <= to && html`<div key=${i}><em>${Math.round(c * 100)}</em><i style=${`height:${Math.round((c / most) * 52)}%;background:${look.seats[side]?.colour}`}></i><span>${i}</span></div>`)}
    </div></div>`;
}
