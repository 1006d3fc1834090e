/** What one may do after a match: play again, watch, try a variation, export, share. */
/** @import { Seat } from "../lib/shapes" */
/** @import { Facts } from "./facts.js" */
import { messageOf } from "../lib/errors.js";
import { html, useState } from "../lib/html.js";
import { api, chance } from "../lib/api.js";
import { placed } from "../lib/base.js";
import { t } from "../lib/words.js";
import { sharePicture } from "./picture.js";

/** @param {string} name @param {Blob | string} content */
function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/csv" }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Points of every seat and faction at the end of each round. @param {Facts} facts */
function asTable({ review }) {
  const lines = [["", ...review.rounds.map((r) => r.number)]];
  for (const p of review.players) {
    lines.push([p.name, ...p.by_round]);
    for (const f of p.factions) lines.push([f.name, ...f.by_round]);
  }
  return `${lines.map((line) => line.join(",")).join("\n")}\n`;
}

/** The same people, options and clock, everybody a seat further; people of other browsers get a link. Of an imported match one takes over the first person's part. @param {string} id */
async function rematch(id) {
  const table = await api.get(`/matches/${id}`);
  const order = table.seats;
  const me = order.find((/** @type {Seat} */ s) => s.you) ?? order.find((/** @type {Seat} */ s) => s.kind === "human") ?? order[0];
  const seats = Object.fromEntries(order.map((/** @type {Seat} */ s, /** @type {number} */ i) => {
    const before = order[(i + order.length - 1) % order.length];
    return [s.seat, before.you || before === me ? "human" : before.kind === "bot" ? `bot:${before.bot}` : "open"];
  }));
  const { kind, minutes, increment, at_zero } = table.clock ?? {};
  const clock = table.clock ? { kind, minutes, increment, at_zero } : null;
  const rated = table.rated && order.every((/** @type {Seat} */ s) => s.kind === "human");
  return api.post("/matches", { game: table.game, options: table.options, seats, pace: table.pace, title: table.title, clock, rated, chance: chance() });
}

/** Everybody of the table on this screen, from a move on. @param {string} id @param {number} at */
async function variation(id, at) {
  const table = await api.get(`/matches/${id}`);
  const seats = Object.fromEntries(table.seats.map((/** @type {Seat} */ s) => [s.seat, s.kind === "bot" ? `bot:${s.bot}` : "human"]));
  return api.post(`/matches/${id}/fork`, { at, seats });
}

/** Where a variation begins unless a moment is marked: before the turn that changed most, for after the last move nothing is left to try. @param {import("../lib/review").Review} review */
function worthTrying({ moments, moves }) {
  const [most] = [...moments].sort((a, b) => b.gain - a.gain);
  return most?.start ?? Math.max(0, moves - 1);
}

/** @param {{facts: Facts, match: {id: string, watch: string | null} | null, marked: number}} p */
export function Deeds({ facts, match, marked }) {
  const [failed, setFailed] = useState("");
  const { review } = facts;
  const at = marked < 0 ? worthTrying(review) : Math.min(marked, review.moves);
  const go = (/** @type {() => Promise<{match: string}>} */ make) => async () => {
    try {
      location.assign(placed(`/match/${(await make()).match}`));
    } catch (refusal) {
      setFailed(messageOf(refusal));
    }
  };
  const name = `albion-${review.game}`;
  const playing = match && !match.watch;
  return html`<div class="deeds" data-tab="result">
    ${playing && review.over ? html`<button class="button primary" data-do="rematch" onClick=${go(() => rematch(match.id))}>${t("review.again")}</button>` : null}
    ${match ? html`<a class="button" href=${`/match/${match.id}?${match.watch ? `watch=${encodeURIComponent(match.watch)}&` : ""}at=0`}>${t("review.watch")}</a>` : null}
    ${playing ? html`<button class="button" data-do="variation" onClick=${go(() => variation(match.id, at))}>${t("review.variation", { n: at })}</button>` : null}
    ${match && review.over ? html`<a class="button" href=${`/api/matches/${match.id}/record${match.watch ? `?watch=${encodeURIComponent(match.watch)}` : ""}`} download>${t("review.record")}</a>` : null}
    <button class="button" data-do="csv" onClick=${() => download(`${name}.csv`, asTable(facts))}>${t("review.csv")}</button>
    ${review.result ? html`<button class="button" data-do="picture" onClick=${async () => download(`${name}.png`, await sharePicture(facts))}>${t("review.picture")}</button>` : null}
    ${failed ? html`<p class="notice bad" role="alert">${failed}</p>` : null}
  </div>`;
}
