/** The turn: who, which phase, the question as a sentence, every legal answer as a button. */
import { html, useEffect, useRef } from "../lib/html.js";
import { has, t } from "../lib/words.js";
import { Seal } from "../look/counters.js";
import { Chips } from "./chips.js";
import { ANSWER_KEYS } from "./keys.js";

/** More answers than this with one verb stand last, so that the rest need no scrolling. */
const MANY = 16;

/** Answers in groups: verb by verb, bare verbs together after them, then what is too long a list. @param {any} decision @returns {any[][]} */
function grouped(decision) {
  const all = decision?.actions ?? [];
  const bare = all.filter((/** @type {any} */ a) => a.noun === null || a.noun === undefined);
  const rest = all.filter((/** @type {any} */ a) => !bare.includes(a));
  const groups = [...new Set(rest.map((/** @type {any} */ a) => a.verb))].map((verb) => rest.filter((/** @type {any} */ a) => a.verb === verb));
  return joined([...groups.filter((g) => g.length <= MANY), bare, ...groups.filter((g) => g.length > MANY)].filter((g) => g.length));
}

/** Single answers side by side instead of each in a row of its own. @param {any[][]} groups @returns {any[][]} */
function joined(groups) {
  /** @type {any[][]} */
  const rows = [];
  for (const [i, group] of groups.entries()) {
    if (i && group.length === 1 && groups[i - 1].length === 1) rows[rows.length - 1].push(...group);
    else rows.push([...group]);
  }
  return rows;
}

/** Answers in the order of their keys. @param {any} decision @returns {any[]} */
export const ordered = (decision) => grouped(decision).flat();

/** @param {any} p */
export function Turn(p) {
  const { table, view, decision, look, words, phase } = p;
  const faction = whose(view, decision, look);
  const seat = table.seats.find((/** @type {any} */ s) => s.seat === (decision?.seat ?? view?.active?.seat));
  if (!decision) return html`<${Outcome} ...${p} />`;
  return html`<section class=${`card turn ${p.shown} ${decision.actions ? "" : "waiting"}`} aria-label=${t("turn.title")}>
    <div class="who">
      ${faction ? html`<${Seal} look=${look} id=${faction} />` : null}
      <div>
        <h2>${faction ? words.name(faction) : (seat?.name ?? words.name(decision.seat))}</h2>
        <p>${whoPlays(seat)}${view?.round?.name ? ` · ${view.round.name}` : ""}</p>
      </div>
    </div>
    <${Phases} look=${look} words=${words} phase=${phase} />
    <p class="question" id="question" tabindex="-1">${decision.question ?? t("turn.secret", { name: seat?.name ?? decision.seat })} <${Chips} cite=${(decision.cite ?? []).slice(0, 2)} onClause=${p.onClause} /></p>
    ${p.forced.length ? html`<p class="forced">${t("turn.forced")} ${p.forced.map((/** @type {any} */ e) => e.text).join("; ")}</p>` : null}
    ${decision.actions ? html`<${Answers} ...${p} />` : html`<p class="empty">${p.past ? t("turn.past") : t("turn.wait", { name: seatName(seat) })}</p>`}
    <div class="afterwards">
      <button class="ghost" data-do="undo" disabled=${!table.undo?.possible || p.past || p.busy} onClick=${p.onUndo}>↶ ${t("turn.undo")}</button>
      ${p.past ? html`<button class="ghost" onClick=${p.onLive}>${t("turn.live")}</button>` : null}
    </div>
  </section>`;
}

/** The nation that is asked: the one the question is about, else the active one, if this seat plays it.
 * @param {any} view @param {any} decision @param {any} look @returns {string | null} */
function whose(view, decision, look) {
  const plays = (/** @type {any} */ id) => id && (!decision || view?.factions?.[id]?.seat === decision.seat);
  const asked = [decision?.about?.nation, decision?.about?.faction, view?.active?.faction].find(plays);
  return asked ?? (decision && look.factions[decision.seat] ? decision.seat : null);
}

/** @param {any} seat */
const seatName = (seat) => (seat?.kind === "bot" ? t("seat.bot", { name: seat.bot }) : (seat?.player ?? seat?.name ?? ""));

/** @param {any} seat */
function whoPlays(seat) {
  if (!seat) return "";
  return seat.you ? `${seat.name} · ${t("you")}` : `${seat.name} · ${seatName(seat)}`;
}

/** @param {any} p */
function Phases({ look, words, phase }) {
  const usual = look.phases ?? [];
  if (!phase || !usual.length) return null;
  const all = usual.includes(phase) ? usual : [...usual, phase];
  return html`<ol class="phases" aria-label=${t("turn.phases")}>
    ${all.map((/** @type {string} */ id) => html`<li key=${id} class=${id === phase ? "on" : ""} aria-current=${id === phase ? "step" : null}>${has(`phase.${id}`) ? t(`phase.${id}`) : words.name(id)}</li>`)}
  </ol>`;
}

/** @param {any} p */
function Answers(p) {
  const answers = ordered(p.decision);
  const list = useRef(/** @type {any} */ (null));
  useEffect(() => list.current?.querySelector(".pointed")?.scrollIntoView({ block: "nearest" }), [p.pointed]);
  return html`<div class="turn-scroll scroll" ref=${list}>
    ${grouped(p.decision).map((group) => html`<div class="answer-group" key=${group[0].action}>
      <div class="answers">${group.map((a) => html`<${Answer} key=${a.action} ...${p} answer=${a} number=${answers.indexOf(a) + 1} />`)}</div>
    </div>`)}
  </div>
  ${p.chosen ? html`<p class="forced">${t("turn.confirm")}</p>` : null}`;
}

/** @param {any} p */
function Answer({ answer, number, decision, words, chosen, pointed, busy, onAnswer, onPoint, hint }) {
  const picked = chosen === answer.action;
  const note = hint(answer);
  return html`<button class=${`answer ${picked ? "chosen" : ""} ${pointed === answer.action ? "pointed" : ""}`} data-action=${answer.action} disabled=${busy}
      aria-pressed=${picked ? "true" : null}
      onMouseEnter=${() => onPoint(answer.action)} onMouseLeave=${() => onPoint(null)} onFocus=${() => onPoint(answer.action)}
      onClick=${() => onAnswer(answer)}>
    ${answer.text ?? words.action(answer, decision.about)}
    ${note ? html`<small>${note}</small>` : null}
    ${number <= ANSWER_KEYS.length ? html`<kbd aria-hidden="true">${ANSWER_KEYS[number - 1]}</kbd>` : null}
  </button>`;
}

/** How it ended. @param {any} p */
function Outcome({ table, view, look, words, shown, past, onLive }) {
  const outcome = table.outcome;
  const winners = (outcome?.winners ?? []).map((/** @type {string} */ id) => table.seats.find((/** @type {any} */ s) => s.seat === id)?.name ?? words.name(id));
  const ranks = Object.entries(outcome?.scores ?? view?.scores ?? {}).sort((a, b) => Number(b[1]) - Number(a[1]));
  return html`<section class=${`card turn result ${shown}`} aria-label=${t("turn.title")}>
    <h2>${t("over.title")}</h2>
    <p class="laurels">${t("over.winners", { names: winners.join(", "), n: winners.length })}</p>
    <ol class="ranks" style="list-style:none;padding:0;margin:8px 0">${ranks.map(([id, points]) => html`<li key=${id}>${table.seats.find((/** @type {any} */ s) => s.seat === id)?.name ?? words.name(id)}: <b>${String(points)}</b></li>`)}</ol>
    ${table.seed ? html`<p class="chip" title=${table.seed_hash}>${t("over.seed", { seed: table.seed })}</p>` : null}
    ${past ? html`<p><button class="ghost" onClick=${onLive}>${t("turn.live")}</button></p>` : null}
  </section>`;
}

/** The seats along the top. @param {any} p */
export function Players({ table, view, look, swatch }) {
  return html`<ul class="players" aria-label=${t("players")}>
    ${table.seats.map((/** @type {any} */ s) => html`<li key=${s.seat} class=${`player ${s.online || s.kind === "bot" ? "" : "away"} ${s.you ? "yours" : ""} ${table.turn?.seat === s.seat ? "turn" : ""}`}>
      <span class="swatch" style=${swatch(s.seat)}></span>${s.kind === "open" ? t("seat.open.name", { name: s.name }) : s.kind === "bot" ? t("seat.bot.name", { name: s.name }) : s.you && table.seats.filter((/** @type {any} */ o) => o.you).length === 1 ? t("you.name", { name: s.player }) : s.you ? s.name : s.player}
      <span class="visually-hidden">${s.name}${table.turn?.seat === s.seat ? `, ${t("turn.now")}` : ""}</span>
    </li>`)}
  </ul>`;
}
