/** The turn: who, which phase, every legal answer as a button, what cannot be done and why, undo. */
/** @import { Answer, Decision, Seat, Table, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Drawing } from "./drawing.js" */
import { html, useEffect, useRef } from "../lib/html.js";
import { botName, has, t } from "../lib/words.js";
import { Counter, Seal } from "../look/counters.js";
import { roundName } from "../look/look.js";
import { labelOf, whose } from "./ask.js";
import { begins, farAnswers } from "./draft.js";
import { Chips } from "./chips.js";
import { useKeptFocus } from "./focus.js";
import { HintButton } from "./hints.js";
import { ANSWER_KEYS } from "./keys.js";
import { Picker } from "./picker.js";
import { repeatable } from "./repeats.js";
import { useSweep } from "./sweep.js";

/** More answers than this with one verb stand last, so that the rest need no scrolling. */
const MANY = 16;

/** Answers in groups: verb by verb, bare verbs together after them, then what is too long a list. @param {Decision | null} decision @returns {Answer[][]} */
function grouped(decision) {
  const all = decision?.actions ?? [];
  const bare = all.filter((a) => a.noun === null || a.noun === undefined);
  const rest = all.filter((a) => !bare.includes(a));
  const groups = [...new Set(rest.map((a) => a.verb))].map((verb) => rest.filter((a) => a.verb === verb));
  return joined([...groups.filter((g) => g.length <= MANY), bare, ...groups.filter((g) => g.length > MANY)].filter((g) => g.length));
}

/** Single answers side by side instead of each in a row of its own. @param {Answer[][]} groups @returns {Answer[][]} */
function joined(groups) {
  /** @type {Answer[][]} */
  const rows = [];
  for (const [i, group] of groups.entries()) {
    if (i && group.length === 1 && groups[i - 1].length === 1) rows[rows.length - 1].push(...group);
    else rows.push([...group]);
  }
  return rows;
}

/** Answers in the order of their keys. @param {Decision | null} decision @param {(a: Answer) => boolean} [unnamed] whether an answer is a place without a name @returns {Answer[]} */
export const ordered = (decision, unnamed = () => false) => grouped(decision).flatMap((group) => namedFirst(group, unnamed).flat());

/** A question with one of each kind of answer, where several come to the same. @param {Decision | null} decision @param {View} view @param {Look} look @returns {Decision | null} */
export function distinct(decision, view, look) {
  if (!decision?.actions || !look.same) return decision;
  const kinds = decision.actions.map((a) => look.same?.(a, view) ?? a.action);
  const actions = decision.actions.filter((_, i) => kinds.indexOf(kinds[i]) === i);
  return { ...decision, actions: actions.map((a) => ({ ...a, alike: kinds.filter((k) => k === (look.same?.(a, view) ?? a.action)).length })) };
}

/** Whether an answer may be chosen with others of its kind by one gesture. @param {Answer} a @param {Look} look */
const sweeps = (a, look) => (look.sweeps ?? []).includes(a.verb);
/** More answers than this, and it is said that several may be chosen at once. */
const FEW_SWEPT = 3;

/** More stacks than this stand in two columns; more than that, and they come after where the chosen one may go. */
const FEW_STACKS = 3;
const MANY_STACKS = 6;

/** Up to this many units that must stay behind are listed, more of them when they are asked for. */
const FEW_UNFIT = 2;

/** From this many on, places without a name are shown on the map only, unless the list is unfolded. */
const FEW = 6;

/** A group as what is listed, and what stands behind "other places". @param {Answer[]} group @param {(a: Answer) => boolean} unnamed @returns {[Answer[], Answer[]]} */
function namedFirst(group, unnamed) {
  const others = group.filter(unnamed);
  return others.length > FEW ? [group.filter((a) => !unnamed(a)), others] : [group, []];
}

/**
 * @typedef {{table: Table, view: View, decision: Decision, look: Look, words: GameWords, drawing: Drawing, shown: string, phase: string | null, past: boolean, busy: boolean,
 *   carded: Answer[], chosen: string | null, pointed: string | null, taken: {possible: boolean, text: string}, onAnswer: (a: Answer) => void, onPoint: (action: string | null) => void,
 *   onUndo: () => void, onLive: () => void, onBackTo: (() => void) | null, onClause: (ref: string) => void, hint: (a: Answer) => string | null, play: import("./play.js").Play, advice: import("./hints.js").Hints, card: unknown, narrow: boolean, lastMove: string}} TurnProps `lastMove`: what taking back the last move would take back
 */

/** @param {TurnProps} p */
export function Turn(p) {
  const { table, view, decision, look, words, phase } = p;
  useKeptFocus(p.busy);
  const faction = whose(view, decision, look);
  const seat = table.seats.find((s) => s.seat === (decision?.seat ?? view.active?.seat));
  const { major, raiding } = turnOf(view, view.active?.faction === faction ? faction : null);
  const kind = major || raiding ? ` · ${t(major ? "turn.major" : "turn.raiding")}` : "";
  return html`<section class=${`card turn ${p.shown} ${decision?.actions ? "" : "waiting"} ${p.card ? "has-card" : ""} ${p.carded.length && !p.play.draft && !decision?.actions?.some((a) => begins(a, look)) ? "on-cards" : ""}`} tabindex="-1" aria-label=${t("turn.title")}>
    <div class="who">
      ${faction ? html`<${Seal} look=${look} id=${faction} />` : null}
      <div>
        <h2>${faction ? words.name(faction) : (seat?.name ?? words.name(decision?.seat))}</h2>
        <p>${whoPlays(seat, faction ? words.name(faction) : "")}${roundName(view.round) ? ` · ${roundName(view.round)}` : ""}${kind}${decision?.cite?.length ? html` <${Chips} cite=${decision.cite.slice(0, 2)} onClause=${p.onClause} />` : null}</p>
      </div>
    </div>
    <${Phases} look=${look} words=${words} phase=${phaseOf(look, decision, phase)} half=${view.active?.half ?? view.half} view=${view} faction=${view.active?.faction} />
    ${decision?.actions ? html`<${Answers} ...${p} />` : html`<p class="empty">${p.past ? t("turn.past") : decision?.secret && !decision.question ? t("turn.secret", { name: seat?.name }) : ""}</p>`}
    ${!table.you.seats.length ? null : html`<div class="afterwards">
      <button class="ghost" data-do="undo" aria-disabled=${!p.taken.possible || p.past || p.busy ? "true" : "false"} title=${p.taken.possible ? "" : p.taken.text} onClick=${p.onUndo}>↶ ${p.taken.possible && p.taken.text ? t("turn.undo-what", { what: p.taken.text }) : t("turn.undo")} <kbd>U</kbd></button>
      ${p.past ? null : html`<${HintButton} advice=${p.advice} />`}
      ${p.taken.possible || !p.taken.text ? null : html`<small class="reason">${p.taken.text}</small>`}
      ${p.past ? html`<button class="ghost" onClick=${p.onLive}>${t("turn.live")}</button>` : null}
      ${p.onBackTo && table.status === "running" && !table.outdated ? html`<button class="ghost" data-do="back-to" onClick=${p.onBackTo}>↶ ${t("back.to")}</button>` : null}
    </div>`}
  </section>`;
}

/** @param {Seat | undefined} seat @param {string} said the name that stands above already */
function whoPlays(seat, said) {
  if (!seat) return "";
  const who = seat.you ? t("you") : seat.kind === "bot" ? botName(seat.bot) : (seat.player ?? t("seat.open"));
  return seat.name === said ? who : `${seat.name} · ${who}`;
}

/** The phase under way, which the log tells, or the question. @param {Look} look @param {Decision | null} decision @param {string | null} told */
export const phaseOf = (look, decision, told) => told && (look.stages?.[decision?.step ?? ""] ?? told);

/** The phases of a Major Invasion. */
const TWICE = ["growth", "movement.1", "battles.1", "movement.2", "battles.2"];

/** Whether a nation's turn of this round is a Major Invasion, and whether it may raid: a game marks its arrivals, or its turns. @param {View} view @param {string | null | undefined} faction */
function turnOf({ timeline, round }, faction) {
  const row = timeline?.find((r) => r.number === round?.number);
  const marked = row?.turns?.[faction ?? ""];
  return { major: Boolean(marked?.major || row?.arrivals?.some((a) => a.faction === faction && a.major)), raiding: Boolean(marked?.raiding) };
}

/** @param {{look: Look, words: GameWords, phase: string | null, half?: number, view: View, faction?: string | null}} p */
function Phases({ look, words, phase, half, view, faction }) {
  const usual = look.phases ?? [];
  if (!phase || !usual.length) return null;
  const { major, raiding } = turnOf(view, faction);
  const twice = Boolean(half) && major;
  const on = twice && /movement|battles/.test(phase) ? `${phase}.${half}` : phase === "population" && twice ? "growth" : phase;
  let all = twice ? TWICE : raiding ? [...usual, "withdrawal"] : usual;
  if (!all.includes(on)) all = [...all.slice(twice ? 1 : 0), on]; // what is long over makes room
  return html`<ol class="phases" aria-label=${t("turn.phases")}>
    ${all.map((id, i) => html`<li key=${id} class=${id === on ? "on" : i < all.indexOf(on) ? "done" : ""} aria-current=${id === on ? "step" : null}>${has(`phase.${id}`) ? t(`phase.${id}`) : words.name(id)}</li>`)}
  </ol>`;
}

/** What begins a move stands as a list of stacks; then the places in reach, then the other answers. In a small window the places come first,
 * and so they do while a march may go on, with what can be done instead below. @param {TurnProps} p */
function Answers(p) {
  const { draft, closed, after } = p.play;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => list.current?.querySelector(".pointed")?.scrollIntoView({ block: "nearest" }), [p.pointed]);
  const sweep = useSweep((plan) => p.play.send([...p.play.lead(plan[0]), ...plan]));
  const crowded = (/** @type {Answer[]} */ stacks) => (stacks.length > FEW_STACKS ? "stacks two" : "stacks");
  const onCard = (/** @type {Answer} */ a) => p.carded.some((c) => c.action === a.action);
  const all = ordered(p.decision, isUnnamed(p.words, p.drawing)).filter((a) => !onCard(a));
  const marching = ((draft || p.play.waiting) && onlyOnward(p.decision, p.look)) || (draft && (p.play.onTheWay || !draft.path.length));
  const stacks = [...all, ...(after?.actions ?? [])].filter((a) => begins(a, p.look));
  const others = { ...p.decision, actions: all.filter((a) => !stacks.includes(a)) };
  const places = [
    draft?.party ? html`<${Picker} party=${draft.party} look=${p.look} words=${p.words} busy=${p.busy} onGo=${p.play.regroup} />` : null,
    draft?.unfit?.length ? html`<details class="unfit" open=${draft.unfit.length <= FEW_UNFIT}><summary>${t("picker.unfit", { n: draft.unfit.length })}</summary><ul>${draft.unfit.map((r) => html`<li key=${r.action}>${p.words.spoken(r.reason)} <${Chips} cite=${r.cite.slice(0, 1)} onClause=${p.onClause} /></li>`)}</ul></details>` : null,
    (draft?.asides ?? []).map((a) => html`<button key=${a.plan.join()} class="answer aside" data-plan=${a.plan.join(", ")} disabled=${p.busy} onClick=${() => p.play.send(a.plan)}>${p.words.spoken(a.text)}</button>`),
    p.card,
    draft && !p.card ? html`<${Groups} ...${p} decision=${{ ...p.decision, actions: offered(draft, p.look) }} first=${0} /><${FarPlaces} ...${p} draft=${draft} />` : null,
    marching ? html`<${Groups} ...${p} decision=${{ ...p.decision, actions: all.filter((a) => isInstead(a, draft, p.look)) }} first=${98} />` : null,
  ];
  const closing = [...others.actions, ...(after?.actions ?? [])].filter((a) => closes(a, p.look, others.actions.includes(a) ? p.decision.step : (after?.step ?? null)));
  const forces = stacks.length ? html`<h3 class="stacks-title">${t("turn.stacks")} <small>${t("turn.stacks-how")}</small></h3><div class=${crowded(stacks)}>${stacks.map((a, i) => html`<${StackButton} key=${a.action} ...${p} answer=${a} number=${draft || marching ? 99 : i + 1} />`)}</div>` : null;
  return html`<div class="turn-scroll scroll" ref=${list} onPointerDown=${draft && !p.play.onTheWay ? null : sweep}>
    ${draft && (p.narrow || marching || stacks.length > MANY_STACKS) ? [places, forces] : [forces, places]}
    ${p.carded.length && !draft ? html`<p class="note">${t("turn.on-cards")}</p>` : null}
    ${marching ? null : html`<${Groups} ...${p} decision=${others} first=${draft ? 99 : stacks.length} elsewhere=${closing} />`}
    ${after ? html`<${Groups} ...${p} decision=${{ ...after, actions: after.actions.filter((a) => !stacks.includes(a) && !onCard(a)) }} first=${98} elsewhere=${closing} />` : null}
    ${!draft && others.actions.filter((a) => sweeps(a, p.look)).length > FEW_SWEPT ? html`<p class="note sweep-note">${t("turn.sweep")}</p>` : null}
    ${repeatable(all, p.look, p.decision).map((r) => html`<button key=${r.id} class="ghost repeat" data-repeat=${r.id} disabled=${p.busy} onClick=${() => p.play.repeat(r)}>${r.text}</button>`)}
    ${p.play.repeats.map((r) => html`<p key=${r.key} class="note">${r.text} <button class="ghost" data-do="end-repeat" onClick=${() => p.play.endRepeat(r.key)}>${t("repeat.end")}</button></p>`)}
  </div>
  ${closing.length || closed ? html`<div class="closing">
    ${closing.map((a) => html`<${AnswerButton} key=${a.action} ...${p} still=${stacks.length} decision=${others.actions.includes(a) ? p.decision : after} answer=${a} number=${draft || marching || !others.actions.includes(a) ? 99 : stacks.length + ordered(others, isUnnamed(p.words, p.drawing)).indexOf(a) + 1} />`)}
    ${(closed ? [closed] : []).map((r) => html`<div key=${r.action} class="refused"><button class="answer" aria-disabled="true" aria-describedby=${`why-${r.action}`} data-refused=${r.action} onClick=${(/** @type {MouseEvent} */ e) => /** @type {HTMLElement} */ (e.currentTarget).nextElementSibling?.scrollIntoView({ block: "nearest" })}>${labelOf(p.decision.step, r.action) ?? p.words.spoken(r.text)}</button><p id=${`why-${r.action}`} class="reason"><b>${t("turn.not-yet")}</b> ${p.words.spoken(r.reason)} <${Chips} cite=${r.cite.slice(0, 2)} onClause=${p.onClause} /></p></div>`)}
  </div>` : null}
  ${p.chosen ? html`<p class="forced">${t("turn.confirm")}</p>` : null}`;
}

/** Whether an answer ends the step, so that its button stands below the list and never scrolls away; a stop belongs to its march. @param {Answer} a @param {Look} look @param {string | null} step */
const closes = (a, look, step) => a.action === look.closes?.[step ?? ""] && !(look.moves?.stops ?? []).includes(a.verb);

/** Places further off, which the map marks paler. @param {TurnProps & {draft: import("./draft.js").Draft}} p */
function FarPlaces(p) {
  const far = farAnswers(p.draft, p.words);
  if (!far.length) return null;
  return html`<details class="others far" open=${far.length <= MANY}><summary>${t("turn.far", { n: far.length })}</summary><div class="answers">${far.map((a) => html`<${AnswerButton} key=${a.action} ...${p} answer=${a} number=${99} />`)}</div></details>`;
}

/** What a move in the making may do next; who goes is chosen apart, and nobody stops before setting out. @param {import("./draft.js").Draft} draft @param {Look} look @returns {Answer[]} */
export const offered = ({ path, question, party }, look) => question.answers.filter((a) => a.verb !== party?.all.split(" ")[0] && !(path.length && (look.moves?.stops ?? []).includes(a.verb)));

/** Whether an answer can be given instead of going on: not one of the march itself, nor one that chooses who goes, nor the stop that comes before others set out. @param {Answer} a @param {import("./draft.js").Draft | null} draft @param {Look} look */
const isInstead = (a, draft, look) => !(look.moves?.onward ?? []).includes(a.verb) && !draft?.question.answers.some((x) => x.action === a.action) && a.verb !== draft?.party?.all.split(" ")[0] && a.action !== look.moves?.usual && !draft?.path.includes(a.action);

/** Whether the question is only how a march goes on. @param {Decision} decision @param {Look} look */
const onlyOnward = (decision, look) => (decision.actions ?? []).some((a) => (look.moves?.onward ?? []).includes(a.verb));

/** @param {TurnProps & {first: number, elsewhere?: Answer[]}} p `elsewhere`: what has its button in another spot */
function Groups(p) {
  const unnamed = isUnnamed(p.words, p.drawing);
  const answers = ordered(p.decision, unnamed);
  const warnings = answers.map((a) => a.warning ?? "");
  /** What is warned of at many answers: said once, below them. */
  const common = warnings.find((w, i) => w && warnings.indexOf(w) === i && warnings.filter((x) => x === w).length > FEW_WARNED) ?? "";
  const button = (/** @type {Answer} */ a) => {
    const then = p.play.following(a);
    const one = html`<${AnswerButton} key=${a.action} ...${p} answer=${a} common=${common} number=${p.first + answers.indexOf(a) + 1} />`;
    return then.length < 2 ? one : html`<div key=${a.action} class="answer-then">${one}<div>${then.map((next) => html`<button key=${next.action} class="answer then" data-plan=${`${a.action}, ${next.action}`} data-sweep=${sweeps(a, p.look) ? `${a.action}, ${next.action}` : null} disabled=${p.busy} aria-label=${`${p.words.spoken(a.text)}: ${p.words.spoken(next.text)}`} onClick=${() => p.play.send([...p.play.lead(a), a.action, next.action])}>${p.words.name(next.noun)}</button>`)}</div></div>`;
  };
  return grouped(p.decision).map((group) => {
    const [listed, others] = namedFirst(group.filter((a) => !p.elsewhere?.includes(a)), unnamed);
    return listed.length + others.length === 0 ? null : html`<div class="answer-group" key=${group[0].action}>
      <div class="answers">${listed.map(button)}</div>
      ${others.length ? html`<details class="others"><summary>${t("turn.others", { n: others.length })}</summary><div class="answers">${others.map(button)}</div></details>` : null}
      ${common && group.some((a) => a.warning === common) ? html`<p class="note warning">⚠ ${p.words.spoken(common)}</p>` : null}
    </div>`;
  });
}

/** Whether an answer is a place without a name of its own. @param {GameWords} words @param {Drawing} drawing @returns {(a: Answer) => boolean} */
export const isUnnamed = (words, drawing) => (a) => words.nearby(drawing.id(a.noun)) !== null;

/** Where the pointer was last; browsers report it again when a list is redrawn under it. */
let resting = "";
/** @param {MouseEvent} e */
const spotOf = (e) => `${e.screenX},${e.screenY}`;
addEventListener("pointerdown", (e) => (resting = spotOf(e)), true);

/** Whether the pointer came to what lies under it, rather than the other way round. @param {MouseEvent} e */
function moved(e) {
  const before = resting;
  resting = spotOf(e);
  return resting !== before;
}

/** At more answers than this one warning is said once. */
const FEW_WARNED = 2;

/** A name of this many letters needs a line of its own. */
const LONG_NAME = 24;

/** A stack that may move: its counter, where it stands, how many. @param {TurnProps & {answer: Answer, number: number}} p */
function StackButton({ answer, number, words, view, look, drawing, play, pointed, onAnswer, onPoint }) {
  const unit = view.pieces.find((x) => x.id && x.id === answer.noun);
  const place = unit?.place ?? drawing.placeOf(answer.noun);
  const here = unit ? [unit] : view.pieces.filter((x) => x.place === place && (x.faction === view.active?.faction || view.factions?.[x.faction]?.seat === play.seat || x.side === play.seat));
  const troops = here.filter((x) => x.kind !== "leader" && !(look.still ?? []).includes(x.kind) && (look.units !== "armies" || x.faction === here[0].faction));
  const n = troops.reduce((sum, x) => sum + (x.count ?? 1), 0);
  const names = here.filter((x) => x.kind === "leader").map((x) => words.name(x.name ?? x.id));
  const piece = troops[0] ?? here[0];
  const selected = play.source !== null && play.source === place;
  const sea = /^sea/.test(drawing.data.places[place ?? ""]?.kind ?? "");
  const title = place ? words.title(place) : words.spoken(answer.text);
  return html`<button class=${`stack answer ${selected ? "selected" : ""} ${title.length > LONG_NAME ? "long" : ""} ${pointed === answer.action ? "pointed" : ""}`} data-action=${answer.action} aria-pressed=${selected ? "true" : "false"}
      onMouseMove=${(/** @type {MouseEvent} */ e) => pointed !== answer.action && moved(e) && onPoint(answer.action)} onMouseLeave=${() => onPoint(null)} onFocus=${() => onPoint(answer.action)} onClick=${() => onAnswer(answer)}>
    ${piece ? html`<svg width="34" height="34" viewBox="-15 -16 33 33" aria-hidden="true"><${Counter} look=${look} piece=${{ ...piece, name: null }} pieces=${troops.length ? troops : here} count=${n || 1} /></svg>` : null}
    <span><b class=${place && words.nearby(place) ? "afar" : ""}>${title}</b><small>${unit ? words.name(unit.kind) : [n || !names.length ? t(`card.${look.units ?? "units"}`, { n }) : "", ...names].filter(Boolean).join(", ")}</small></span>
    ${sea ? html`<em>${t("turn.at-sea")}</em>` : null}
    ${number <= ANSWER_KEYS.length ? html`<kbd aria-hidden="true">${ANSWER_KEYS[number - 1]}</kbd>` : null}
  </button>`;
}

/** "The Pennines" on a button, where a sentence says "the Pennines". @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {TurnProps & {answer: Answer, number: number, common?: string, still?: number}} p `common`: a warning that stands below the list; `still`: how many could move before the step ends */
function AnswerButton({ answer, number, common, decision, words, look, view, play, chosen, pointed, busy, onAnswer, onPoint, hint, lastMove, still = 0 }) {
  const picked = chosen === answer.action;
  const then = play.following(answer);
  const note = (answer.action === "take-back" && lastMove) || (still && t("turn.still", { n: still })) || hint(answer) || (then.length === 1 ? words.spoken(then[0].text) : ""); // what it leads to by itself is no surprise
  return html`<button class=${`answer ${picked ? "chosen" : ""} ${pointed === answer.action ? "pointed" : ""}`} data-action=${answer.action} data-sweep=${sweeps(answer, look) && then.length < 2 ? answer.action : null} disabled=${busy}
      aria-pressed=${picked ? "true" : null}
      onMouseMove=${(/** @type {MouseEvent} */ e) => pointed !== answer.action && moved(e) && onPoint(answer.action)} onMouseLeave=${() => onPoint(null)} onFocus=${() => onPoint(answer.action)}
      onClick=${() => onAnswer(answer)}>
    ${capital(labelOf(decision.step, answer.action) ?? look.label?.(answer, view, words)?.text ?? words.spoken(answer.text ?? words.action(answer, decision.about ?? {})))}
    ${note ? html`<small>${note}</small>` : null}
    ${!answer.warning ? null : answer.warning === common ? html`<small class="warning" title=${words.spoken(common)}>⚠</small>` : html`<small class="warning">${words.spoken(answer.warning)}</small>`}
    ${number <= ANSWER_KEYS.length ? html`<kbd aria-hidden="true">${ANSWER_KEYS[number - 1]}</kbd>` : null}
  </button>`;
}

/** How it ended. @param {{table: Table, view: View, look: Look, words: GameWords, shown: string, swatch: (seat: string) => string}} p */
export function Outcome({ table, view, words, shown, swatch }) {
  const { outcome } = table;
  const name = (/** @type {string} */ id) => {
    const seat = table.seats.find((s) => s.seat === id);
    return seat?.player ? `${seat.name} (${seat.player})` : (seat?.name ?? words.name(id));
  };
  const winners = outcome?.winners ?? [];
  const ranks = Object.entries(outcome?.scores ?? view.scores ?? {}).sort((a, b) => Number(b[1]) - Number(a[1]));
  return html`<section class=${`card turn result ${shown}`} aria-label=${t("over.title")}>
    <h2>${t("over.title")}</h2>
    <p class="laurels">${t("over.winners", { names: winners.map(name).join(", "), n: winners.length })}</p>
    <ol class="ranks">${ranks.map(([id, points]) => html`<li key=${id} class=${winners.includes(id) ? "won" : ""}><span class="swatch" style=${swatch(id)}></span>${name(id)} <b>${points}</b></li>`)}</ol>
    ${table.you.seats.length && table.origin !== "fork" ? html`<p class="look-back"><a class="button primary" data-do="look-back" href=${`/review/${table.match}`}>${t("over.look-back")}</a></p>` : null}
    ${table.seed ? html`<p class="chip" title=${table.seed_hash}>${t("over.seed", { seed: table.seed })}</p>` : null}
  </section>`;
}
