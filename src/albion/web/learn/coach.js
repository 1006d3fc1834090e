/** Learning: the coach of a lesson at the table. */
/** @import { GameTable } from "../lib/catalogue" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { Drawing } from "../table/drawing.js" */
/** @import { Play } from "../table/play.js" */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { t } from "../lib/words.js";
import { beginFirstGame } from "../lobby/first.js";
import { optionsOn } from "../table/card.js";

/**
 * @typedef {{title: string, say: string, rule: {ref: string, text: string} | null, press: string[][], scene: string}} Stage
 * @typedef {{seq: number, title: string, minutes: number, intro: string, end: string, stages: string[], stage: number, waiting: boolean, now: Stage | null, strayed: {title: string, text: string, pressed: string} | null}} Lesson
 */

/** What the coach says, asked for again after every change of the match; null where there is no lesson. @param {MatchSession} session @returns {Lesson | null} */
export function useLesson(session) {
  const [lesson, setLesson] = useState(/** @type {Lesson | null} */ (null));
  const { origin, seq } = session.table;
  useEffect(() => {
    let current = true;
    if (origin === "lesson") api.get(`/matches/${session.id}/lesson`).then((told) => current && setLesson({ ...told, seq }), () => {});
    return () => {
      current = false;
    };
  }, [origin, seq]);
  return lesson;
}

/** The answer the coach points at: the first of its list that the move in the making has not come to. @param {Lesson} lesson @param {Play} play @returns {string | null} */
function pointedAt(lesson, play) {
  const { now } = lesson;
  if (!now || lesson.waiting) return null;
  const path = play.draft?.path ?? [];
  const follows = path.every((/** @type {string} */ action, /** @type {number} */ i) => now.press[i]?.includes(action));
  const next = now.press[follows ? path.length : 0] ?? now.press.at(-1);
  const offered = [...(play.draft?.question.answers ?? []), ...play.answers].map((a) => a.action);
  return next.find((action) => offered.includes(action)) ?? (next[0] === "any" ? null : next[0]);
}

/** The place the coach points at, if it is one. @param {Lesson | null} lesson @param {Play} play @param {Drawing} drawing */
export function coachedPlace(lesson, play, drawing) {
  const action = lesson && pointedAt(lesson, play);
  return (action ? rings(action, lesson, play, drawing).place : null) ?? (lesson?.waiting ? null : lesson?.now?.scene || null);
}

/** Rings around what to press, by rules of style: nothing on the page has to know of the coach. @param {string} action @param {Lesson} lesson @param {Play} play @param {Drawing} drawing */
function rings(action, lesson, play, drawing) {
  const words = action.split(" ");
  const noun = words.slice(1).join(" ");
  const quoted = (/** @type {string} */ text) => `"${CSS.escape(text)}"`;
  if (play.card) {
    return { rules: onCard(play.card, lesson.now?.press.flat() ?? [], quoted), place: play.card.target.place };
  }
  const place = noun ? drawing.placeOf(/^\d+$/.test(noun) ? Number(noun) : noun) : null;
  const spots = [noun, place].filter(Boolean).map((id) => `.map-box .piece[data-place=${quoted(String(id))}]`);
  return { rules: [`[data-action=${quoted(action)}]`, ...spots].join(", "), place };
}

/** What to press on a move's card: the number meant, then who goes along, then the button. @param {import("../table/card.js").Card} card @param {string[]} meant @param {(text: string) => string} quoted */
function onCard(card, meant, quoted) {
  const number = meant.map((a) => /^\S+ (\d+)$/.exec(a)?.[1]).find(Boolean);
  const wanted = optionsOn(card).findIndex((o) => String(o.n) === number);
  if (wanted >= 0 && wanted !== card.pick) {
    const shown = `[data-number=${quoted(String(number))}]`;
    // The card shows some numbers at a time; one further off is reached by the button that leads there.
    return `.move-card ${shown}, .move-card:not(:has(${shown})) [data-do="${wanted < card.pick ? "fewer" : "more"}"]`;
  }
  const extra = card.extras.find((a) => meant.includes(a.action));
  return extra && extra.action !== card.extra ? `.move-card .extras [data-action=${quoted(extra.action)}]` : `.move-card [data-do="send"]`;
}

/** Milliseconds after which the map may have come to rest: at once, or after it has gone to what is pointed at. */
const RESTS = [260, 800];

/** The coach: words over the map, away from what they point at. `watching`: where what is being told happens. @param {{lesson: Lesson | null, game: GameTable, play: Play, drawing: Drawing, watching: string | null, onClause: (ref: string) => void, undo: {possible: boolean}, tell: (text: string, bad?: boolean) => void}} p */
export function Coach({ lesson, game, play, drawing, watching, onClause, undo, tell }) {
  const [shut, setShut] = useState(false);
  const [rule, setRule] = useState(false);
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  const action = lesson && watching === null ? pointedAt(lesson, play) : null;
  const ring = lesson && action ? rings(action, lesson, play, drawing) : null;
  useEffect(() => setRule(false), [lesson?.stage]);
  useEffect(() => {
    if (ring) document.querySelector(`.side :is(${ring.rules})`)?.scrollIntoView({ block: "nearest" });
  }, [ring?.rules]);
  const about = ring?.place ?? (watching || lesson?.now?.scene || play.source || play.scene[0] || null);
  useLayoutEffect(() => {
    place(card.current, about);
    const rested = RESTS.map((ms) => setTimeout(() => place(card.current, about), ms)); // the map may just be on its way there
    return () => rested.forEach(clearTimeout);
  }, [lesson, action, about, play.card, shut, rule]);
  if (!lesson) return null;
  if (shut) return html`<button class="coach-again" onClick=${() => setShut(false)}>${t("learn.again")}</button>`;
  const { now, stages, stage, strayed } = lesson;
  const over = stage >= stages.length;
  return html`${ring ? html`<style>${`${ring.rules} { --coached: 1; outline: 3px solid var(--coach-ring); outline-offset: -1px; border-radius: 9px; animation: coached 1.6s ease-in-out infinite; }${ring.place ? ` .map-box [data-id="${CSS.escape(ring.place)}"] { stroke: var(--coach-ring); stroke-width: 5px; animation: coached-place 1.6s ease-in-out infinite; }` : ""}`}</style>` : null}
    <section class="coach" ref=${card} role="dialog" aria-label=${t("learn.coach")} data-stage=${stage} data-seq=${lesson.seq} data-press=${action ?? ""}>
      <div class="coach-head"><h3>${over ? t("learn.done") : (now?.title ?? "")}</h3><small>${over ? lesson.title : t("learn.of", { n: stage + 1, all: stages.length })}</small></div>
      <div class="coach-words" role="status" aria-live="polite">
        ${strayed ? html`<p class="coach-stray"><b>${t("learn.otherwise")}</b> ${strayed.text}</p>` : null}
        ${stage === 0 && !strayed ? html`<p>${lesson.intro}</p>` : null}
        <p>${over ? lesson.end : watching !== null ? t("learn.watch") : lesson.waiting ? t(play.answers.length ? "learn.waiting" : "learn.others") : now?.say}</p>
      </div>
      ${rule && now?.rule ? html`<blockquote>${now.rule.text} <button class="link" onClick=${() => onClause(now.rule?.ref ?? "")}>${now.rule.ref}</button></blockquote>` : null}
      <div class="coach-steps" role="img" aria-label=${t("learn.of", { n: Math.min(stage + 1, stages.length), all: stages.length })}>${stages.map((title, i) => html`<i key=${title} class=${i < stage ? "done" : i === stage ? "on" : ""}></i>`)}</div>
      <div class="coach-foot">
        ${!over && now?.rule ? html`<button class="button" aria-expanded=${rule ? "true" : "false"} onClick=${() => setRule(!rule)}>${t(rule ? "learn.hide-rule" : "learn.rule")}</button>` : null}
        ${!over ? html`<button class="button" data-do="coach-back" disabled=${!undo.possible || play.busy} onClick=${play.undo}>${t("learn.back")}</button>` : html`<button class="button primary" data-do="first-game" onClick=${() => beginFirstGame(game).catch((/** @type {Error} */ e) => tell(messageOf(e), true))}>${t("learn.first-game")}</button><a class="button" href="/">${t("menu.lobby")}</a>`}
        <button class="link" onClick=${() => setShut(true)}>${t(over ? "learn.play-on" : "learn.skip")}</button>
      </div>
    </section>`;
}

const CORNERS = ["low right", "low left", "high right", "high left"];
/** So much more than any other counter count those that are pointed at, and so much the box around their place. */
const POINTED = 50;
const AROUND = 2;

/** Put the coach into the corner of the map where it covers least, above all nothing of what it points at. @param {HTMLElement | null} card @param {string | null} place */
function place(card, place) {
  const map = card?.closest(".map-box");
  if (!card || !map) return;
  const boxes = (/** @type {string} */ selector) => [...map.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
  const id = place ? CSS.escape(place) : "";
  const [meant, around] = place ? [boxes(`.piece[data-place="${id}"] .touch`), boxes(`[data-id="${id}"]`)] : [[], []];
  const others = boxes(".piece .touch, .ribbon, .tag");
  const cards = boxes(".move-card, .why"); // here one chooses, or reads why not
  const covered = (/** @type {DOMRect} */ a, /** @type {DOMRect[]} */ some) => some.reduce((sum, b) => sum + Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)), 0);
  const cost = (/** @type {string} */ corner) => {
    card.dataset.corner = corner;
    const own = card.getBoundingClientRect();
    return covered(own, others) + POINTED * covered(own, cards) + (meant.length ? POINTED * covered(own, meant) + AROUND * covered(own, around) : POINTED * covered(own, around));
  };
  const costs = CORNERS.map(cost);
  card.dataset.corner = CORNERS[costs.indexOf(Math.min(...costs))];
}

/** All stages of the lesson, beside the map. @param {{lesson: Lesson | null, shown: string}} p */
export function LessonSteps({ lesson, shown }) {
  if (!lesson) return null;
  return html`<section class=${`card lesson-steps ${shown}`} aria-label=${lesson.title}>
    <h2>${lesson.title} <small>${t("learn.minutes", { n: lesson.minutes })}</small></h2>
    <ol>${lesson.stages.map((title, i) => html`<li key=${title} class=${i < lesson.stage ? "done" : i === lesson.stage ? "on" : ""} aria-current=${i === lesson.stage ? "step" : null}><span aria-hidden="true">${i < lesson.stage ? "✓" : i + 1}</span>${title}</li>`)}</ol>
    <p class="empty">${t("learn.safe")}</p>
  </section>`;
}
