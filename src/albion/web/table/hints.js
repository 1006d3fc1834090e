/** Hints on demand: the best answers as a bot sees them, with what it expects of each; marked on the map. */
/** @import { Decision, Hint, View } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Look } from "../look/look.js" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { Play } from "./play.js" */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { labelOf } from "./ask.js";
import { placeIn } from "./places.js";

/** Whether others play there, or may still sit down. @param {import("../lib/shapes.js").Table} table */
export const contested = (table) => table.rated || table.seats.some((s) => (s.kind === "human" && !s.you) || (s.kind === "open" && !table.sandbox));

/** Whether anybody else could be harmed by advice: the server gives none at such a table. @param {MatchSession} session */
const allowed = ({ table }) => table.you.seats.length > 0 && !contested(table);

/** @param {MatchSession} session @param {Decision | null} decision @param {(text: string, bad?: boolean) => void} tell */
export function useHints(session, decision, tell) {
  const [found, setFound] = useState(/** @type {{seq: number, hints: Hint[]} | null} */ (null));
  const [asking, setAsking] = useState(false);
  const { seq } = session.table;
  useEffect(() => setFound(null), [seq]);
  const offered = Boolean(decision?.actions) && allowed(session);
  const ask = async () => {
    if (!offered || asking) return;
    if (found) return void setFound(null);
    setAsking(true);
    await session.hints().then((told) => told.seq === session.table.seq && setFound(told), (refusal) => tell(messageOf(refusal), true));
    setAsking(false);
  };
  return { offered, asking, hints: found?.seq === seq ? found.hints : null, ask };
}

/** @typedef {ReturnType<typeof useHints>} Hints */

/**
 * Where the first move of a hint leads, or the place of its first answer; what follows is another matter.
 * @param {Hint} hint @param {Drawing} drawing @param {Look} look @param {View} view @returns {string[]}
 */
function wayOf({ plan }, drawing, { moves }, view) {
  const onWay = new Set([...(moves?.goes ?? []), ...(moves?.onward ?? []), moves?.through]);
  /** @type {string[]} */
  const way = [];
  for (const [i, action] of plan.entries()) {
    const [verb, ...noun] = action.split(" ");
    const unit = i ? null : view.pieces.find((piece) => piece.id === noun.join(" ")); // a march may begin with a unit
    const place = unit ? unit.place : placeIn(action, drawing);
    if (i > 0 && place && !onWay.has(verb)) break;
    if (place) way.push(place);
  }
  return way;
}

/** Arrows of the hints that go somewhere. @param {Hints} advice @param {Drawing} drawing @param {Look} look @param {View} view @param {string | null} faction */
export function hintArrows({ hints }, drawing, look, view, faction) {
  return (hints ?? []).flatMap((hint, i) => {
    const path = wayOf(hint, drawing, look, view);
    return path.length > 1 ? [{ path, from: path[0], to: /** @type {string} */ (path.at(-1)), faction: faction ?? "", count: 0, number: i + 1, now: false }] : [];
  });
}

/** Tags where the hints lead. @param {Hints} advice @param {Drawing} drawing @param {Look} look @param {View} view */
export function hintTags({ hints }, drawing, look, view) {
  return (hints ?? []).flatMap((hint, i) => wayOf(hint, drawing, look, view).slice(-1).map((place) => ({ place, text: t("advice.tag", { n: i + 1 }), battle: false, good: true, further: false })));
}

/** What a hint proposes: a whole march with where it leads, else its first answer, as its button says it. @param {Hint} hint @param {Drawing} drawing @param {Look} look @param {View} view @param {GameWords} words @param {string | null} step */
function proposed(hint, drawing, look, view, words, step) {
  const way = wayOf(hint, drawing, look, view);
  if (way.length < 2) return labelOf(step, hint.action) ?? words.spoken(hint.text);
  const [from, to] = [words.title(way[0]), words.name(way.at(-1))];
  const n = hint.plan.map((action) => action.split(" ")).find(([verb]) => (look.moves?.counts ?? []).includes(verb))?.[1];
  return n ? t(`story.march.${look.units ?? "units"}`, { n: Number(n), from, to }) : t("advice.way", { from, to });
}

/** @param {{advice: Hints, play: Play, drawing: Drawing, look: Look, view: View, step: string | null, words: GameWords, shown: string}} p */
export function HintCard({ advice, play, drawing, look, view, step, words, shown }) {
  const { hints } = advice;
  if (!hints) return null;
  const same = hints.length > 1 && hints.every(({ why }) => why && why === hints[0].why); // said once for all
  const reasonOf = (/** @type {string} */ why) => words.spoken(why).replace(/\(-(?=\d)/g, "(−");
  return html`<section class=${`card advice ${shown}`} aria-label=${t("advice.title")}>
    <h2>${t("advice.title")} <small>${t("advice.estimate")}</small></h2>
    <ol>${hints.map((hint) => html`<li key=${hint.action}>
      <div class="advice-what"><b>${proposed(hint, drawing, look, view, words, step)}</b>
        <span class="advice-figures">${hint.win === null ? null : html`<i>${t("advice.win", { n: Math.round(hint.win * 100) })}</i>`}${hint.points === null ? null : html`<i>${t("advice.points", { n: Math.round(hint.points) })}</i>`}</span>
        ${hint.why && !same ? html`<small>${reasonOf(hint.why)}</small>` : null}</div>
      <button class="button" data-hint=${hint.action} disabled=${play.busy} aria-label=${t("advice.do-this", { what: proposed(hint, drawing, look, view, words, step) })} onClick=${() => play.send(hint.plan, [hint.plan.slice(0, 1)])}>${t("advice.do")}</button>
    </li>`)}</ol>
    ${same ? html`<p class="note">${reasonOf(hints[0].why)}</p>` : null}
    ${hints.length ? null : html`<p class="empty">${t("advice.none")}</p>`}
  </section>`;
}

/** The button that asks for hints. @param {{advice: Hints}} p */
export function HintButton({ advice }) {
  if (!advice.offered) return null;
  return html`<button class="ghost" data-do="hint" aria-pressed=${advice.hints ? "true" : "false"} disabled=${advice.asking} onClick=${advice.ask}>${t(advice.asking ? "advice.asking" : "advice.ask")} <kbd>H</kbd></button>`;
}
