/** A position from a link, looked at without a match; and the rules as a page of their own. */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { t } from "../lib/words.js";
import { FactionDefs, hatched } from "../look/counters.js";
import { seatLook } from "../look/look.js";
import { Board } from "./board.js";
import { Shield } from "./header.js";
import { loadGame } from "./game.js";
import { Rules } from "./rules.js";
import { Scores } from "./scores.js";

/** @param {{query: URLSearchParams}} p */
export function PositionPage({ query }) {
  const [shown, show] = useState(/** @type {Awaited<ReturnType<typeof loadGame>> & {position: {view: import("../lib/shapes").View, line: string}} | null} */ (null));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    const id = query.get("game") ?? "";
    Promise.all([api.post("/positions", { game: id, options: readOptions(query.get("options")), line: query.get("line") ?? "" }), loadGame(id)])
      .then(([position, game]) => show({ position, ...game }))
      .catch((e) => setFailed(messageOf(e)));
  }, []);
  if (!shown) return html`<main class="lobby"><p class="card" role="status">${failed || t("loading")}</p></main>`;
  const { position, game, look, drawing, words } = shown;
  const { view } = position;
  const seats = Object.keys(view.scores ?? {}).map((seat) => ({ seat, name: words.name(seat), kind: "open" }));
  const swatch = (/** @type {string} */ seat) => `background:${hatched(seatLook(look, seat, view).colour, seatLook(look, seat, view).hatch)}`;
  return html`<div class="table still">
    <${FactionDefs} look=${look} ids=${[...new Set([...Object.keys(look.factions), ...Object.keys(view.factions ?? {})])]} />
    <header class="bar"><div class="bar-start"><a class="brand" href="/"><${Shield} /><h1>${game.title}</h1></a></div><div class="bar-end"></div></header>
    <ul class="players"></ul>
    <main class="table-main" style=${`--map-shape:${Math.max(0.9, drawing.data.viewBox[2] / drawing.data.viewBox[3]).toFixed(3)}`}>
      <section class="ask"><div class="ask-text"><h2>${t("position.title")}${view.round?.name ? ` · ${view.round.name}` : ""}</h2></div></section>
      <${Board} drawing=${drawing} look=${look} words=${words} view=${view} moves=${[]} legal=${new Set()} legalPieces=${new Set()} ways=${new Map()} chosen=${null} forbidden=${null} about=${[]} scene=${[]} onPlace=${() => {}} onLinger=${() => {}} onRest=${() => {}} onDrop=${() => {}} />
      <div class="side"><${Scores} table=${{ seats }} view=${view} look=${look} words=${words} shown="shown" swatch=${swatch} /><section class="card shown"><h2>${t("position.line")}</h2><p style="overflow-wrap:anywhere">${position.line}</p></section></div></main>
  </div>`;
}

/** Options as the link carries them: JSON, or name=value pairs. @param {string | null} text */
function readOptions(text) {
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    const value = (/** @type {string} */ v) => (v === "yes" || v === "true" ? true : v === "no" || v === "false" ? false : /^\d+$/.test(v) ? Number(v) : v);
    return Object.fromEntries(text.split(",").filter(Boolean).map((pair) => pair.split("=")).map(([k, v]) => [k, value(v)]));
  }
}

/** @param {{game: string}} p */
export function RulesPage({ game }) {
  return html`<main class="lobby" style="max-width:820px"><p><a class="ghost" style="color:var(--on-table)" href="/">← ${t("menu.lobby")}</a></p><${Rules} game=${game} sought=${decodeURIComponent(location.hash.slice(1)) || null} page=${true} /></main>`;
}
