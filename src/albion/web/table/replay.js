/** The replay bar: slider over all answers with round marks, steps, and a play button. */
import { field } from "../lib/forms.js";
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { roman } from "./history.js";

/** @param {{n: number, at: number, marks: {n: number, number: number}[], playing: boolean, entry: import("../lib/shapes").Entry | undefined, seats: string[], words: import("../lib/words.js").GameWords, onGo: (n: number) => void, onPlay: () => void}} p */
export function Replay({ n, at, marks, playing, entry, seats, words, onGo, onPlay }) {
  const go = (/** @type {number} */ to) => () => onGo(Math.max(0, Math.min(n, to)));
  // What came of the answer says more than the answer; as long as nothing came of it, it is the business of whoever gave it: it may name a goal that others could still bar.
  const given = at < n || seats.includes(entry?.seat ?? "") ? entry?.text : "";
  const what = entry?.events.find((e) => e.text && e.kind !== "phase")?.text ?? given;
  return html`<footer class="replay" aria-label=${t("replay.title")}>
    <button class="icon-button far" aria-label=${t("replay.first")} disabled=${at === 0} onClick=${go(0)}>|◀</button>
    <button class="icon-button" aria-label=${t("replay.back")} disabled=${at === 0} onClick=${go(at - 1)}>◀</button>
    <button class="icon-button play" aria-label=${playing ? t("replay.pause") : t("replay.play")} aria-pressed=${playing ? "true" : "false"} onClick=${onPlay}>${playing ? "❚❚" : "▶"}</button>
    <button class="icon-button" aria-label=${t("replay.on")} disabled=${at === n} onClick=${go(at + 1)}>▶</button>
    <button class="icon-button far" aria-label=${t("replay.last")} disabled=${at === n} onClick=${go(n)}>▶|</button>
    <div class="track"><div class="rail">
      <div class="fill" style=${`width:${n ? (at / n) * 100 : 0}%`}></div>
      ${marks.map((m) => html`<s key=${m.number} style=${`left:${n ? (m.n / n) * 100 : 0}%`} aria-hidden="true"><span>${roman(m.number)}</span></s>`)}
      <input type="range" min="0" max=${n} value=${at} aria-label=${t("replay.slider")} aria-valuetext=${t("replay.at", { at, n })} onInput=${(/** @type {Event} */ e) => onGo(Number(field(e).value))} />
    </div></div>
    <span class="position"><b>${at}</b> ${t("replay.of", { n })}<span class="what">${what ? ` · ${words.spoken(what)}` : ""}</span></span>
  </footer>`;
}
