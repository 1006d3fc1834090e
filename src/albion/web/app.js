/** The page: which of its rooms is shown. */
import { messageOf } from "./lib/errors.js";
import { html, render, useEffect, useState } from "./lib/html.js";
import { api } from "./lib/api.js";
import { later } from "./lib/later.js";
import { route, watchRoute, navigate } from "./lib/route.js";
import { settings, showTheme } from "./lib/settings.js";
import { loadWords, t } from "./lib/words.js";
import { Join } from "./lobby/join.js";
import { Lobby } from "./lobby/page.js";
import { TablePage } from "./table/table.js";

const AccountPage = later("AccountPage", true);
const EventPage = later("EventPage", true);
const EventsPage = later("EventsPage", true);
const LabPage = later("LabPage", true);
const LearnPage = later("LearnPage", true);
const PlayerPage = later("PlayerPage", true);
const PositionPage = later("PositionPage", true);
const RulesPage = later("RulesPage", true);

/** @param {{token: string}} p */
function Watch({ token }) {
  const [failed, setFailed] = useState("");
  useEffect(() => {
    api.get(`/watch/${encodeURIComponent(token)}`).then((r) => navigate(`/match/${r.match}?watch=${encodeURIComponent(token)}`), (e) => setFailed(messageOf(e)));
  }, [token]);
  return html`<main class="lobby"><p class="card" role="status">${failed || t("loading")}</p></main>`;
}

function App() {
  const [, again] = useState(0);
  useEffect(() => watchRoute(() => again((n) => n + 1)), []);
  const { page, id, query } = route();
  if (page === "match") {
    const at = query.get("at");
    return html`<${TablePage} key=${id} id=${id} at=${at === null ? null : Number(at)} watch=${query.get("watch")} />`;
  }
  if (page === "join") return html`<${Join} key=${id} invite=${id} />`;
  if (page === "watch") return html`<${Watch} key=${id} token=${id} />`;
  if (page === "position") return html`<${PositionPage} key=${location.search} query=${query} />`;
  if (page === "lab") return html`<${LabPage} />`;
  if (page === "learn") return html`<${LearnPage} key=${id} id=${id} />`;
  if (page === "account") return html`<${AccountPage} />`;
  if (page === "events") return id ? html`<${EventPage} key=${id} id=${id} />` : html`<${EventsPage} />`;
  if (page === "player") return html`<${PlayerPage} key=${id} handle=${id} />`;
  if (page === "rules") return html`<${RulesPage} key=${id} game=${id} />`;
  return html`<${Lobby} />`;
}

showTheme();
await loadWords(settings.language);
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
