/** A player's page: ratings with their intervals, results by game and seat, dice luck, matches. */
/** @import { Profile } from "../lib/shapes" */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { t } from "../lib/words.js";
import { Link, number, Room } from "./parts.js";

/** @param {{handle: string}} p */
export function PlayerPage({ handle }) {
  const [player, setPlayer] = useState(/** @type {Profile | null} */ (null));
  const [games, setGames] = useState(/** @type {Record<string, import("../lib/catalogue.js").Game>} */ ({}));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    api.get(`/players/${encodeURIComponent(handle || "me")}`).then(setPlayer, (refusal) => setFailed(messageOf(refusal)));
    api.games().then((told) => setGames(Object.fromEntries(told.games.map((/** @type {import("../lib/catalogue.js").Game} */ g) => [g.id, g]))), () => {});
  }, [handle]);
  if (!player) return html`<${Room} title=${t("player.title")} failed=${failed}>${failed ? null : html`<p class="card" role="status">${t("loading")}</p>`}<//>`;
  const game = (/** @type {string} */ id) => games[id]?.title ?? id;
  const seat = (/** @type {{game: string, seat: string}} */ of) => games[of.game]?.seats.table.flatMap((x) => x.seats).find((s) => s.id === of.seat)?.name ?? of.seat;
  return html`<${Room} title=${player.name} failed=${failed}>
    <section class="card"><h2>${t("player.ratings")}</h2>${player.ratings.length ? html`<ul class="kept">${player.ratings.map((r) => html`<li><span><b>${game(r.game)}</b><small>${t("player.seats", { n: r.seats })} · ${t("player.matches-n", { n: r.matches })}</small></span><span data-rating><b>${r.rating}</b> <small>${r.low}–${r.high}</small></span></li>`)}</ul><p class="small">${t("player.interval")}</p>` : html`<p class="small">${t("player.unrated")}</p>`}</section>
    <section class="card"><h2>${t("player.records")}</h2><div class="wide"><table class="figures"><thead><tr><th>${t("events.game")}</th><th>${t("player.seat")}</th><th>${t("player.matches")}</th><th>${t("player.won")}</th><th>${t("player.mean-place")}</th><th>${t("player.mean-score")}</th></tr></thead>
      <tbody>${player.records.map((r) => html`<tr><td>${game(r.game)}</td><td>${seat(r)}</td><td>${r.matches}</td><td>${r.won}</td><td>${number(r.mean_place)}</td><td>${number(r.mean_score)}</td></tr>`)}</tbody></table></div></section>
    ${player.luck.length ? html`<section class="card"><h2>${t("player.luck")}</h2><ul class="kept">${player.luck.map((l) => html`<li><span><b>${game(l.game)}</b><small>${t("player.dice", { n: l.dice })}</small></span><span>${t("player.came", { came: number(l.came), expected: number(l.expected), deviation: number(l.deviation) })}</span></li>`)}</ul></section>` : null}
    <section class="card"><h2>${t("player.matches")}</h2><ul class="kept">${player.matches.map((m) => html`<li key=${`${m.match}${m.seat}`}><span><b>${game(m.game)}</b><small>${seat(m)} · ${new Date(m.ended).toLocaleDateString()}${m.rated ? ` · ${t("player.rated")}` : ""}</small></span><span>${t("events.place", { n: m.place })} (${m.score})${player.you ? html` <${Link} to=${`/match/${m.match}`} button>${t("events.look")}<//>` : null}</span></li>`)}</ul></section>
  <//>`;
}
