/** Scores by seat and nation, with what each would score if the round ended now. */
/** @import { Faction, Seat, Table, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { signed } from "../lib/figures.js";
import { html } from "../lib/html.js";
import { botName, t } from "../lib/words.js";
import { Token, hatched } from "../look/counters.js";
import { factionOf } from "../look/look.js";

/**
 * @typedef {Faction & {id: string}} Scored
 * @typedef {{seat: Seat, own: Scored[], total: number, now: number, info: {hand?: number | string[], plunder?: number}}} Standing
 */

/** @param {{table: Table, view: View, look: Look, words: GameWords, shown: string, swatch: (seat: string) => string}} p */
export function Scores({ table, view, look, words, shown, swatch }) {
  const over = view?.active && !view.active.phase; // nothing is left to score
  const factions = Object.entries(view?.factions ?? {}).map(([id, f]) => ({ ...f, id, ...(over ? { if_scored_now: 0 } : {}) }));
  const rows = table.seats.map((s) => {
    const own = factions.filter((f) => f.seat === s.seat);
    const now = own.reduce((n, f) => n + (f.if_scored_now ?? 0), 0);
    return { seat: s, own, total: view?.scores?.[s.seat] ?? 0, now, info: view?.seats?.[s.seat] ?? {} };
  });
  const most = Math.max(1, ...rows.map((r) => r.total));
  const ranked = [...rows].sort((a, b) => b.total - a.total);
  const coming = rows.some((r) => r.now > 0);
  return html`<section class=${`card scores ${shown}`} aria-label=${t("scores.title")}>
    <h2>${t("scores.title")} <small>${coming ? t("scores.now") : t("scores.by")}</small></h2>
    <div class="scroll" tabindex="0" role="group" aria-label=${t("scores.title")}>${ranked.map((r) => html`<${Row} key=${r.seat.seat} ...${r} most=${most} look=${look} words=${words} swatch=${swatch} />`)}</div>
  </section>`;
}

/** @param {Standing & {most: number, look: Look, words: GameWords, swatch: (seat: string) => string}} p */
function Row({ seat, own, total, now, most, look, words, swatch, info }) {
  const scored = own.filter((f) => f.points !== undefined || f.if_scored_now).sort((a, b) => (b.points ?? 0) - (a.points ?? 0));
  const seatedBy = seat.kind === "bot" ? botName(seat.bot) : seat.kind === "open" ? t("seat.open") : seat.you ? t("you") : seat.player;
  return html`<div class="score">
    <div class="head"><span class="swatch" style=${swatch(seat.seat)}></span><b>${seat.name}</b> <span>${seatedBy}</span>
      ${info.hand !== undefined ? html`<span>${t("scores.hand", { n: typeof info.hand === "number" ? info.hand : (info.hand?.length ?? 0) })}</span>` : null}
      <strong>${total}</strong>${now ? html`<ins title=${t("scores.now")}>+${now}</ins>` : null}</div>
    <div class="stripe" aria-hidden="true">${scored.filter((f) => (f.points ?? 0) > 0).map((f) => {
      const look1 = factionOf(look, f.id);
      return html`<i key=${f.id} style=${`flex:0 0 ${((f.points ?? 0) / most) * 100}%;background:${hatched(look1.colour, look1.hatch)}`}></i>`;
    })}</div>
    <ul>${scored.map((f) => html`<li key=${f.id} title=${facts(f)}><${Token} look=${look} id=${f.id} size=${15} />${words.name(f.id)} <b>${f.points ?? ""}</b>${f.if_scored_now ? html`<ins style="text-decoration:none;color:var(--gold)">+${f.if_scored_now}</ins>` : null}</li>`)}${info.plunder !== undefined ? html`<li>${t("scores.plunder")} <b>${signed(info.plunder)}</b></li>` : null}</ul>
  </div>`;
}

/** @param {Scored} f */
function facts(f) {
  return ["armies", "held", "limit", "track"].filter((k) => f[k] !== undefined).map((k) => `${t(`scores.${k}`)} ${f[k]}`).join(" · ");
}
