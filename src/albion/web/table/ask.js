/** The one line above the map: who is asked, and what; or what is being told. The page's only live region. */
/** @import { Decision, Table, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { has, t } from "../lib/words.js";
import { Seal } from "../look/counters.js";
import { inSentence } from "../look/look.js";

/** The nation that is asked: the one the question is about, else the active one, if this seat plays it.
 * @param {View} view @param {Decision | null} decision @param {Look} look @returns {string | null} */
export function whose(view, decision, look) {
  const plays = (/** @type {string | null | undefined} */ id) => id && (!decision || view.factions?.[id]?.seat === decision.seat);
  const asked = [decision?.about?.nation, decision?.about?.faction, view.active?.faction].find(plays);
  return asked ?? (decision && look.factions[decision.seat] ? decision.seat : null);
}

/**
 * @param {{look: Look, words: GameWords, view: View, table: Table, decision: Decision | null, past: boolean, telling: {text: string, above: string, faction: string | null} | null,
 *   question?: string, note?: string}} p
 */
export function Ask({ look, words, view, table, decision, past, telling, question, note }) {
  const faction = telling ? telling.faction : whose(view, decision, look);
  const seat = table.seats.find((s) => s.seat === (decision?.seat ?? view.active?.seat));
  const mine = Boolean(decision?.mine) && !past;
  const watching = !table.you.seats.length;
  const text = telling ? telling.text : past ? t("ask.past", { n: table.at }) : !decision ? t(table.outcome?.winners.length === 1 && table.seats.some((s) => s.you && s.seat === table.outcome?.winners[0]) && others(table) ? "over.you-win" : "over.line", { names: (table.outcome?.winners ?? []).map((id) => inSentence(look, id, table.seats.find((s) => s.seat === id)?.name ?? words.name(id))).join(t("review.and")), n: table.outcome?.winners.length ?? 0 }) : mine ? (question ?? words.spoken(decision.question ?? "")) : t(watching ? "ask.watching" : "turn.wait", { name: seatName(seat) });
  const above = telling ? [watching ? t("ask.spectator.short") : "", telling.above].filter(Boolean).join(" · ") : watching ? t("ask.spectator") : !mine && decision?.question && !past ? words.spoken(decision.question) : "";
  return html`<section class=${`ask ${mine ? "mine" : ""} ${telling ? "telling" : ""} ${long(text, above)}`} id="question" tabindex="-1">
    ${faction ? html`<${Seal} look=${look} id=${faction} size=${34} />` : null}
    <div class="ask-text" role="status" aria-live="polite" aria-atomic="true">${above ? html`<span class="above">${above}</span>` : null}<h2>${text}</h2></div>
    ${mine && decision?.disarmed && !telling ? html`<span class="ask-note" data-disarmed>${decision.disarmed}</span>` : null}
    ${note && !telling ? html`<span class="ask-note">${note}</span>` : null}
  </section>`;
}

/** Whether somebody else plays too. @param {Table} table */
const others = (table) => table.seats.some((s) => !s.you);

/** The line keeps its height, so that the map stays where it is: longer texts are written smaller, sooner where a line stands above. @param {string} text @param {string} above */
const long = (text, above) => (text.length > LONGER ? "longer" : text.length > LONG ? "long" : above && text.length > SHORT ? "longish" : "");
const SHORT = 44;
const LONG = 60;
const LONGER = 150;

/** @param {import("../lib/shapes").Seat | undefined} seat */
export const seatName = (seat) => (seat?.kind === "bot" ? t("seat.bot-at", { name: seat.name }) : (seat?.player ?? seat?.name ?? ""));

/** What ends a step, in the page's own words. @param {string | null} step @param {string} action */
export const labelOf = (step, action) => (has(`answer.${step}.${action}`) ? t(`answer.${step}.${action}`) : null);
