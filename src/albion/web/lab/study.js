/** What usually happens from here: a position of a finished match or a sandbox, played on many times by bots. */
import { messageOf } from "../lib/errors.js";
import { field } from "../lib/forms.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api, query } from "../lib/api.js";
import { botName, GameWords, t } from "../lib/words.js";

/** @typedef {import("../lib/shapes.js").Study} Found */

/** Whether a table answers such questions. @param {import("../lib/shapes.js").Table} table */
export const studied = (table) => table.status === "over" || table.sandbox;

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {{session: import("../lib/match.js").MatchSession, game: import("../lib/catalogue.js").GameTable, at: number, swatch: (seat: string) => string}} p */
export function Study({ session, game, at, swatch }) {
  const [bot, setBot] = useState(game.bots.includes("steady") ? "steady" : game.bots[0]);
  const [told, setTold] = useState(/** @type {Found | null} */ (null));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let shown = true;
    setTold(null);
    setFailed("");
    api.post(`/matches/${session.id}/study${query({ watch: session.watch })}`, { at, bot }).then((answer) => shown && setTold(answer), (refusal) => shown && setFailed(messageOf(refusal)));
    return () => {
      shown = false;
    };
  }, [session.id, at, bot]);
  return html`<p>${t("study.intro", { n: at })}
      <select class="input" aria-label=${t("study.bot")} value=${bot} onChange=${(/** @type {Event} */ e) => setBot(field(e).value)}>${game.bots.map((b) => html`<option key=${b} value=${b}>${botName(b)}</option>`)}</select></p>
    ${failed ? html`<p class="bad" role="alert">${failed}</p>` : null}
    ${!told && !failed ? html`<p role="status">${t("study.playing")}</p>` : null}
    ${told ? html`<${Seats} told=${told} words=${new GameWords(game.words)} swatch=${swatch} />` : null}`;
}

/** @param {{told: Found, words: GameWords, swatch: (seat: string) => string}} p */
function Seats({ told, words, swatch }) {
  return html`<p role="status">${t("study.played", { n: told.games })} ${told.ended < told.games ? t("study.ended", { n: told.ended }) : ""}</p>
    <table class="study" data-study="seats"><thead><tr><th>${t("study.seat")}</th><th>${t("study.wins")}</th><th>${t("study.points")}</th><th>${t("study.range")}</th></tr></thead>
      <tbody>${told.seats.map((s) => html`<tr key=${s.seat}><th scope="row"><span class="swatch" style=${swatch(s.seat)}></span> ${s.name}</th>
        <td>${s.wins ? html`<b>${percent(s.wins.value)}</b> <small>${t("study.between", { low: percent(s.wins.low), high: percent(s.wins.high) })}</small>` : "–"}</td>
        <td>${s.points.value.toFixed(1)}</td><td>${t("study.between", { low: s.low, high: s.high })}</td></tr>`)}</tbody></table>
    ${told.rounds.length ? html`<${Holders} rounds=${told.rounds} words=${words} />` : null}`;
}

/** Who most often holds what as a round ends, nation by nation. @param {{rounds: Found["rounds"], words: GameWords}} p */
function Holders({ rounds, words }) {
  const [number, setNumber] = useState(rounds[0].round);
  const chosen = rounds.find((r) => r.round === number) ?? rounds[0];
  /** @type {Map<string, Found["rounds"][0]["places"]>} */
  const held = new Map();
  for (const place of chosen.places) held.set(place.faction, [...(held.get(place.faction) ?? []), place]);
  const order = [...held].sort((a, b) => b[1].length - a[1].length);
  return html`<h3>${t("study.holders")}</h3>
    <div class="pills" role="group" aria-label=${t("study.round")}>${rounds.map((r) => html`<button key=${r.round} class=${`pill ${r.round === chosen.round ? "on" : ""}`} aria-pressed=${r.round === chosen.round ? "true" : "false"} onClick=${() => setNumber(r.round)}>${t("study.round-n", { n: r.round })}</button>`)}</div>
    <dl class="study-holders">${order.map(([faction, places]) => html`<dt key=${faction}>${words.name(faction)}</dt><dd>${places.sort((a, b) => b.share - a.share).map((p) => `${words.name(p.place)} ${percent(p.share)}`).join(", ")}</dd>`)}</dl>`;
}
