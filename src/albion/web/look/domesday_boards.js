/** The boards beside the map of Domesday: initiative boxes of a battle, victory and plunder track. */
/** @import { BattleOdds, Decision, Piece, View } from "../lib/shapes" */
/** @import { Look } from "./look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { signed } from "../lib/figures.js";
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Counter, hatched } from "./counters.js";
import { factionOf } from "./look.js";

const BOXES = [7, 6, 5, 4, 3, 2, 1, 0];
const LAST = 60;

/**
 * @typedef {import("../lib/shapes").Facts} Battle as the game shows it
 * @typedef {{seat: string, kind: string, n: number, below: boolean, again: boolean}} Spot a marker on the track
 */

/** @param {Look} look @param {View} view @param {GameWords} words @param {Decision | null} decision */
export function battleBoard(look, view, words, decision) {
  const { battle } = view;
  const about = decision?.about ?? {};
  const cards = (battle.cards ?? []).map((/** @type {[string, string]} */ [seat, card]) => `${words.name(seat)}: ${words.name(card)}`);
  return {
    title: t("panel.battle-in", { place: words.name(battle.area) }),
    note: cards.join("; "),
    body: ["attack", "defend"].map((side) => html`<div key=${side} class="initiative">
      <b style=${`background:${banner(look, peoples(battle, side, view)[0])}`}>${t(`panel.${side}`)}: ${peoples(battle, side, view).map((id) => words.name(id)).join(", ")}</b>
      <ol>${BOXES.map((box) => html`<li key=${box} class=${[about.side === side && about.box === box ? "on" : "", battle.boxes?.[side]?.[String(box)]?.length ? "" : "bare"].join(" ")}><span>${box}</span>
        ${(battle.boxes?.[side]?.[String(box)] ?? []).map((/** @type {string} */ unit, /** @type {number} */ i) => html`<svg key=${i} width="34" height="34" viewBox="-14 -14 29 29" role="img" aria-label=${words.name(unit)}><title>${words.name(unit)}</title><${Counter} look=${look} piece=${fighter(unit, battle.area, view)} count=${1} /></svg>`)}
      </li>`)}</ol></div>`),
  };
}

/** The colour and hatching of a people. @param {Look} look @param {string | undefined} id */
const banner = (look, id = "nobody") => hatched(factionOf(look, id).colour, factionOf(look, id).hatch);

/** Whose units stand on a side. @param {Battle} battle @param {string} side @param {View} view @returns {string[]} */
function peoples(battle, side, view) {
  const units = Object.values(battle.boxes?.[side] ?? {}).flat();
  return [...new Set(units.map((unit) => fighter(String(unit), battle.area, view).faction))];
}

/** The piece behind "saxon:huscarl:reduced" or a Leader's id. @param {string} unit @param {string} area @param {View} view @returns {Piece} */
export function fighter(unit, area, view) {
  const [faction, kind, state] = unit.split(":");
  const like = (/** @type {Piece} */ p) => (kind ? p.faction === faction && p.kind === kind && (p.state === "reduced") === (state === "reduced") : p.id === unit);
  const piece = view.pieces.find((/** @type {Piece} */ p) => like(p) && p.place === area) ?? view.pieces.find(like);
  return { kind: kind ?? "leader", faction: kind ? faction : "nobody", place: area, ...piece, name: null };
}

/** The King, who is in exile, and the dead: always open. @param {import("./look.js").Look} look @param {import("../lib/shapes").View} view @param {import("../lib/words.js").GameWords} words */
export function leaderBoxes(look, view, words) {
  const { king, boxes } = view;
  const counter = (/** @type {string} */ id, /** @type {string} */ faction) => {
    const piece = view.pieces.find((p) => p.id === id);
    return html`<span key=${id}><svg width="34" height="34" viewBox="-14 -14 29 29" role="img" aria-label=${words.name(id)}><${Counter} look=${look} piece=${{ kind: "leader", faction, place: "", ...piece, name: null }} count=${1} /></svg>${words.name(id)}</span>`;
  };
  const box = (/** @type {string} */ name, /** @type {unknown} */ body) => html`<div class="leader-box" key=${name}><h3>${t(`panel.${name}`)}</h3><div class="row-of">${body}</div></div>`;
  return html`<div class="leader-boxes">
    ${box("king", king ? html`${counter(king.leader, king.faction)}<p>${t("panel.king-in", { place: words.name(king.area) })}</p>` : html`<p class="note">${t("panel.no-king")}</p>`)}
    ${["exile", "dead"].map((name) => box(name, boxes?.[name]?.length ? named(boxes[name], words).map((id) => counter(id, "nobody")) : html`<p class="note">${t("panel.nobody")}</p>`))}
  </div>`;
}

/** Leaders, each once, though some have a counter for either side. @param {string[]} ids @param {GameWords} words */
const named = (ids, words) => ids.filter((id, i) => ids.findIndex((x) => words.name(x) === words.name(id)) === i);

/** Points of every seat on the track of sixty: round for victory, square for Plunder. @param {Look} look @param {View} view @param {GameWords} words */
export function gameTrack(look, view, words) {
  /** @type {Map<number, Spot[]>} */
  const spots = new Map();
  const put = (/** @type {string} */ seat, /** @type {number} */ n, /** @type {string} */ kind) => {
    const far = Math.abs(n);
    const at = far ? ((far - 1) % LAST) + 1 : 0; // beyond the end it goes round once more
    if (at) spots.set(at, [...(spots.get(at) ?? []), { seat, n, kind, below: n < 0, again: far > LAST }]);
  };
  for (const [seat, n] of Object.entries(view.scores ?? {})) put(seat, Number(n), "victory");
  for (const [seat, n] of Object.entries(view.plunder ?? {})) put(seat, Number(n), "plunder");
  const told = (/** @type {Spot} */ m) => t(`panel.${m.kind}-of`, { name: words.name(m.seat), n: m.n < 0 ? signed(m.n) : m.n });
  return {
    title: t("panel.track"),
    note: [t("panel.track-key"), [...spots.values()].flat().some((m) => m.again) ? t("panel.track-again", { n: LAST }) : ""].filter(Boolean).join(" · "),
    body: html`<ol class="game-track">${Array.from({ length: LAST }, (_, i) => i + 1).map((n) => html`<li key=${n} class=${n % 5 ? "" : "fifth"}>
      <span aria-hidden="true">${n % 5 ? "" : n}</span>${(spots.get(n) ?? []).map((m, i) => html`<i key=${m.seat + m.kind} class=${`${m.kind} ${m.below ? "below" : ""} ${m.again ? "again" : ""}`} style=${`background:${look.seats[m.seat]?.colour ?? "#777"};margin-left:${i * 4}px`} role="img" aria-label=${told(m)} title=${told(m)}>${factionOf(look, m.seat).letters}</i>`)}
    </li>`)}</ol>`,
  };
}

/** Chances of dice, a unit a line: a hit on it, its retreat, a blow at a Leader. @param {BattleOdds} odds @param {GameWords} words */
export function chances(odds, words) {
  const kind = ["hit", "retreat", "reduced"].find((k) => odds[k] && typeof odds[k] === "object");
  if (!kind) return null;
  const rows = Object.entries(odds[kind]).map(([unit, told]) => {
    const { needs, reduced } = typeof told === "object" ? told : { needs: 0, reduced: told };
    const [above, below = "1"] = String(reduced).split("/");
    return { unit, needs, share: Math.round((Number(above) / Number(below)) * 100) };
  });
  return {
    title: t(`panel.chance-${kind}`),
    note: kind === "hit" ? t("panel.damage", { n: odds.damage }) : "",
    body: html`<ul class="unit-odds">${rows.map((r) => html`<li key=${r.unit} class=${kind === "hit" && r.needs > odds.damage ? "beyond" : ""}>
      <b>${words.name(r.unit)}</b><small>${r.needs ? t("panel.needs", { n: r.needs }) : ""}</small><i><u style=${`width:${r.share}%`}></u></i><em>${r.share}%</em></li>`)}</ul>`,
  };
}
