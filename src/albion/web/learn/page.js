/** Learning: a game's overview, with the way into its lesson. */
/** @import { GameDetails, ListedMatch } from "../lib/catalogue" */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { navigate } from "../lib/route.js";
import { hours } from "../lib/figures.js";
import { t } from "../lib/words.js";

/** Begin a game's lesson; a newcomer gets a name for the purpose. @param {string} game */
async function beginLesson(game) {
  const me = await api.get("/me");
  if (!me.player) await api.post("/me", { name: t("learn.guest") });
  const table = await api.post(`/lessons/${game}`);
  navigate(`/match/${table.match}`);
}

/** A game on one page that can be printed: what it is, how it goes, and its lesson. @param {{id: string}} p */
export function LearnPage({ id }) {
  const [game, setGame] = useState(/** @type {GameDetails | null} */ (null));
  const [begun, setBegun] = useState(/** @type {ListedMatch[]} */ ([]));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    api.game(id).then(setGame, (e) => setFailed(messageOf(e)));
    api.get("/matches?list=mine&limit=200").then((r) => setBegun(r.matches.filter((/** @type {ListedMatch} */ m) => m.game === id && m.origin === "lesson" && m.status === "running")), () => {});
  }, [id]);
  useEffect(() => {
    if (game) document.title = `${game.title} · Albion`;
  }, [game]);
  if (!game) return html`<main class="lobby"><p class="card" role="status">${failed || t("loading")}</p></main>`;
  const { about } = game;
  return html`<main class="lobby learn">
    <p class="no-print"><a class="ghost" href="/">← ${t("menu.lobby")}</a></p>
    <article class="card">
      <h1>${game.title}</h1>
      ${about ? html`<p class="lead">${about.line}</p><p>${about.text}</p>
        <dl class="learn-facts"><div><dt>${t("learn.players")}</dt><dd>${about.players}</dd></div><div><dt>${t("learn.time")}</dt><dd>${t("learn.about", hours(about.minutes))}</dd></div><div><dt>${t("learn.weight")}</dt><dd>${t("learn.of-five", { n: about.weight })}</dd></div></dl>` : null}
      <p class="no-print learn-ways">
        <button class="button primary" data-do="begin-lesson" onClick=${() => beginLesson(id).catch((e) => setFailed(messageOf(e)))}>${t("learn.begin")}</button>
        ${begun[0] ? html`<a class="button" href=${`/match/${begun[0].match}`}>${t("learn.go-on")}</a>` : null}
        <button class="button" onClick=${() => print()}>${t("learn.print")}</button>
        <a class="ghost" href=${`/rules/${id}`}>${t("rules.title")}</a>
      </p>
      ${failed ? html`<p role="alert">${failed}</p>` : null}
      <div class="learn-parts">${game.overview.map((part) => html`<section key=${part.title}><h2>${part.title}</h2><ul>${part.lines.map((/** @type {string} */ text) => html`<li key=${text}>${text}</li>`)}</ul></section>`)}</div>
      ${about ? html`<h2>${t("learn.seats")}</h2><ul>${Object.entries(about.seats).map(([seat, text]) => html`<li key=${seat}><b>${game.words.names?.[seat] ?? seat}</b>: ${text}</li>`)}</ul>
        <h2>${t("learn.options")}</h2><ul>${Object.entries(about.options).map(([name, option]) => html`<li key=${name}><b>${option.title}</b>: ${option.text} ${Object.entries(option.values).map(([value, text]) => html`<span key=${value}>${text} </span>`)}</li>`)}</ul>` : null}
    </article>
  </main>`;
}
