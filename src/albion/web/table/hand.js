/** Cards in hand: what each says, and at its foot what it may be played for now. */
/** @import { Answer, Decision, RefusedAnswer, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { Play } from "./play.js" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { has, t } from "../lib/words.js";
import { Token } from "../look/counters.js";
import { Chips } from "./chips.js";
import { ANSWER_KEYS } from "./keys.js";

/** @typedef {{id: string, title?: string, text?: string, kind?: string, ap?: number | string, who?: string[]}} Face */

/** @param {string | Face} card @param {View} view @returns {Face} */
function faceOf(card, view) {
  const id = typeof card === "object" ? card.id : card;
  return { id, ...(view.card_texts?.[id] ?? {}), ...(typeof card === "object" ? card : {}) };
}

/** @param {{noun?: Answer["noun"]}} a @param {string} id */
const speaksOf = (a, id) => a.noun === id || (typeof a.noun === "string" && a.noun.split(/[/+:.]/).includes(String(id)));

/** @param {View} view @returns {(string | Face)[]} */
export const handOf = (view) => (Array.isArray(view.hand) ? view.hand : []);

/** The answers that are given on a card, so that no list repeats them. @param {Answer[]} answers @param {View} view @returns {Answer[]} */
export function onCards(answers, view) {
  const ids = handOf(view).map((card) => faceOf(card, view).id);
  return answers.filter((a) => ids.some((id) => speaksOf(a, id)));
}

/** The kind of a card; numbers after it are the turns in which it is one. @param {string} kind */
const kindOf = (kind) => kind.replace(/ (\d+)(?:-(\d+))?$/, (_, from, to) => `, ${t(to && to !== from ? "hand.turns" : "hand.turn", { from, to })}`);

/** Each card once, with the number of its copies. @param {Face[]} faces @returns {{face: Face, n: number}[]} */
const apart = (faces) => [...new Map(faces.map((face) => [face.id, { face, n: faces.filter((other) => other.id === face.id).length }])).values()];

/** This many answers to the question that a card leads to stand on the card. */
const FEW = 6;

/** @param {{view: View, decision: Decision | null, look: Look, play: Play, answers: Answer[], barred: RefusedAnswer[], first: number, words: GameWords, shown: string, onClause: (ref: string) => void}} p `answers`: those given on cards; `barred`: what cards cannot be played for now; `first`: how many keys are taken before them */
export function Hand({ view, decision, look, play, answers, barred, first, words, shown, onClause }) {
  const { chosen, busy } = play;
  const cards = handOf(view);
  if (!cards.length) return null;
  const button = (/** @type {Answer} */ a, /** @type {Face} */ face) => {
    const key = ANSWER_KEYS[first + answers.indexOf(a)];
    const label = has(`hand.${a.verb}`) ? t(`hand.${a.verb}`, { ap: face.ap ?? "" }) : words.spoken(a.text);
    return html`<button key=${a.action} class=${`answer card-answer ${a.action === chosen ? "chosen" : ""}`} data-action=${a.action} disabled=${busy} title=${words.spoken(a.text)} onClick=${() => play.answer(a)}>${label}<span class="visually-hidden">, ${face.title ?? words.name(face.id)}</span>${key ? html`<kbd aria-hidden="true">${key}</kbd>` : null}</button>`;
  };
  /** The same answer together with those that follow it. @param {Answer} a @param {Face} face */
  const plans = (a, face) => {
    const then = play.following(a);
    const usual = (look.together?.[`${decision?.step} ${a.verb}`] ?? []).map((x) => ({ plans: [...x.then.map((then) => [a.action, ...then]), [a.action]], text: t(x.word) }));
    const next = then.length > 1 && then.length <= FEW ? then.map((n) => ({ plans: [[a.action, n.action]], text: words.name(n.noun) })) : [];
    return [...usual, ...next].map(({ plans: [plan, ...others], text }) => html`<button key=${plan.join()} class="answer card-answer then" data-plan=${plan.join(", ")} disabled=${busy} onClick=${() => play.send(plan, others)}>${text}<span class="visually-hidden">, ${face.title ?? words.name(face.id)}</span></button>`);
  };
  const named = (/** @type {string[]} */ who) => t("hand.who", { names: who.map((id) => words.name(id)).join(", ") });
  return html`<section class=${`card hand-box ${shown}`} aria-label=${t("hand.title")}>
    <h2>${t("hand.title")} <small>${t("hand.count", { n: cards.length })}</small></h2>
    <div class="hand scroll" tabindex="0" role="group" aria-label=${t("hand.title")}>${apart(cards.map((card) => faceOf(card, view))).map(({ face, n }) => {
      const found = answers.filter((a) => speaksOf(a, face.id));
      return html`<article key=${face.id} class=${`hand-card ${found.length ? "can" : ""} ${found.some((a) => a.action === chosen) ? "chosen" : ""}`}>
        <header>${face.ap ? html`<i class="card-points">${face.ap}</i>` : null}<b>${face.title ?? words.name(face.id)}</b>${n > 1 ? html`<small class="copies">×${n}</small>` : null}</header>
        ${face.kind ? html`<em class=${face.kind.split(" ")[0].toLowerCase()}>${kindOf(face.kind)}</em>` : null}
        ${face.who?.length ? html`<span class="card-who" role="img" aria-label=${named(face.who)} title=${named(face.who)}>${face.who.map((id) => html`<${Token} key=${id} look=${look} id=${id} size=${17} />`)}</span>` : null}
        <p tabindex="0">${face.text ?? words.parts.term?.[face.id] ?? ""}</p>
        ${barred.filter((r) => speaksOf({ noun: r.action.split(" ").slice(1).join(" ") }, face.id)).map((r) => html`<small key=${r.action} class="card-why"><b>${t("hand.not-now")}</b> ${words.spoken(r.reason)} <${Chips} cite=${r.cite.slice(0, 1)} onClause=${onClause} /></small>`)}
        ${found.length ? html`<footer>${found.map((a) => [button(a, face), ...plans(a, face)])}</footer>` : null}
      </article>`;
    })}</div>
  </section>`;
}
