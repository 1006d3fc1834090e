/** Clocks: choosing one for a new match, and how it stands at the table. */
/** @import { Seat, Table } from "../lib/shapes" */
import { field as choice } from "../lib/forms.js";
import { html, useEffect, useState } from "../lib/html.js";
import { botName, t } from "../lib/words.js";

const DAY = 24 * 60;

/** @typedef {{kind: string, days: number, increment: number, at_zero: string}} Chosen */

/** @type {Chosen} */
export const NO_CLOCK = { kind: "none", days: 3, increment: 12, at_zero: "vote" };
/** Every table of an event has one, or one that nobody plays would hold up all others. @type {Chosen} */
export const EVENT_CLOCK = { ...NO_CLOCK, kind: "turn", days: 7 };

/** What the server is asked for; nothing without a clock. @param {Chosen} chosen */
export function clockRequest({ kind, days, increment, at_zero }) {
  if (kind === "none") return null;
  const minutes = Math.max(1, Math.round(days * DAY));
  return kind === "turn" ? { kind, minutes, at_zero } : { kind, minutes, increment: Math.round(increment * 60), at_zero };
}

/** @param {{value: Chosen, bots: string[], needed?: boolean, onChange: (value: Chosen) => void}} p */
export function ClockChoice({ value, bots, needed = false, onChange }) {
  const set = (/** @type {Partial<Chosen>} */ part) => onChange({ ...value, ...part });
  const number = (/** @type {"days" | "increment"} */ field, /** @type {number} */ most) => html`<input class="input" type="number" name=${`clock-${field}`} min=${field === "days" ? 0.01 : 0} max=${most} step="any" required aria-label=${t(`clock.${field}`)} value=${value[field]} onInput=${(/** @type {Event} */ e) => set({ [field]: Number(/** @type {HTMLInputElement} */ (e.target).value) })} /><small>${t(`clock.${field}`)}</small>`;
  return html`<div class="option-row"><div><b id="clock-name">${t("clock.title")}</b><small>${t(`clock.note.${value.kind}`)}</small></div>
    <span class="clock-choice"><select class="input" name="clock" aria-labelledby="clock-name" value=${value.kind} onChange=${(/** @type {Event} */ e) => set({ kind: choice(e).value, days: choice(e).value === "bank" ? 10 : 3 })}>${[...(needed ? [] : ["none"]), "turn", "bank"].map((k) => html`<option key=${k} value=${k}>${t(`clock.${k}`)}</option>`)}</select>
    ${value.kind === "none" ? null : html`<span>${number("days", 365)}</span>${value.kind === "bank" ? html`<span>${number("increment", 720)}</span>` : null}
      <select class="input" name="clock-zero" aria-label=${t("clock.at-zero")} value=${value.at_zero} onChange=${(/** @type {Event} */ e) => set({ at_zero: choice(e).value })}>
        <option value="vote">${t("clock.zero.vote")}</option><option value="pass">${t("clock.zero.pass")}</option>${bots.map((b) => html`<option key=${b} value=${`bot:${b}`}>${t("clock.zero.bot", { bot: botName(b) })}</option>`)}
      </select>`}</span></div>`;
}

/** A stretch of time in its largest unit. @param {number} ms */
export function stretch(ms) {
  const minutes = Math.max(0, Math.round(ms / 60000));
  if (minutes >= 2 * DAY) return t("clock.left.days", { n: Math.floor(minutes / DAY) });
  if (minutes >= 120) return t("clock.left.hours", { n: Math.floor(minutes / 60) });
  return t("clock.left.minutes", { n: minutes });
}

/** How much time a seat has left, where that counts. @param {{table: Table, seat: Seat}} p */
export function TimeLeft({ table, seat }) {
  const [, tick] = useState(0);
  const { clock } = table;
  const runs = clock?.seat === seat.seat && clock.due;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 20000);
    return () => clearInterval(timer);
  }, [runs]);
  const ms = runs ? Date.parse(runs) - Date.now() : clock?.left?.[seat.seat] !== undefined && seat.kind === "human" ? 1000 * clock.left[seat.seat] : null;
  if (ms === null) return null;
  return html`<small class=${`time-left ${runs ? "runs" : ""} ${ms < 3600000 ? "short" : ""}`} title=${t("clock.left.title")}>${stretch(ms)}</small>`;
}
