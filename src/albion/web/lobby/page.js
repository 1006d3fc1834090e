/** The lobby: for a first visit three ways in, for a regular the matches first; then setting a table, joining, watching. */
/** @import { Game, ListedMatch } from "../lib/catalogue" */
import { messageOf } from "../lib/errors.js";
import { field } from "../lib/forms.js";
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { LanguageChoice } from "../lib/language.js";
import { followed, navigate } from "../lib/route.js";
import { change, theme } from "../lib/settings.js";
import { line, PASSES, RETRY } from "../lib/socket.js";
import { t } from "../lib/words.js";
import { originals } from "../lab/variants.js";
import { FactionDefs } from "../look/counters.js";
import { boardFiles } from "../table/drawing.js";
import { Shield } from "../table/header.js";
import { Import, JoinByLink } from "./join.js";
import { Bell, newsOf } from "./bell.js";
import { Matches, OpenTables } from "./matches.js";
import { beginFirstGame } from "./first.js";
import { Setup } from "./setup.js";
import { Games, LearnLink, Welcome } from "./welcome.js";
import { introduce, useMe } from "./who.js";

const LISTED = 100;
const ENDED = 8;
/** The game one learns first. */
const FIRST = "redux-core";
/** The parts of the lobby that a phone shows one at a time, to those who have matches. */
const TABS = ["matches", "tables", "new", "learn", "you"];

/** Matches of all lists, kept up to date. @param {ReturnType<typeof useMe>[0]} me */
function useLists(me) {
  const [lists, setLists] = useState(/** @type {{mine: ListedMatch[] | null, open: ListedMatch[], done: ListedMatch[]}} */ ({ mine: null, open: [], done: [] }));
  const list = (/** @type {string} */ which, /** @type {number} */ limit) => api.get(`/matches?list=${which}&limit=${limit}`).then((r) => r.matches, () => []);
  const load = async () => {
    const [mine, open, done] = await Promise.all([me.player ? list("mine", LISTED) : [], list("public", 20), me.player ? list("finished", ENDED) : []]);
    setLists({ mine, open, done });
  };
  /** Whatever is being done may lead away, and then no list is needed: they wait for its end. */
  const acting = useRef({ now: 0, missed: false, away: false });
  const during = async (/** @type {() => Promise<unknown>} */ act) => {
    acting.current.now += 1;
    try {
      await act();
    } finally {
      acting.current.now -= 1;
      if (acting.current.missed && !acting.current.now && !acting.current.away) load();
    }
  };
  useEffect(() => () => void (acting.current.away = true), []);
  useEffect(() => {
    if (!me.asked) return undefined;
    load();
    if (!me.player) return undefined;
    line.connect();
    let again = 0;
    const join = () => line.send({ do: "lobby" });
    const hear = (/** @type {import("../lib/shapes.js").Message} */ m) => {
      if (m.type === "lobby" && acting.current.now) acting.current.missed = true;
      else if (m.type === "lobby") load();
      // What was refused and names neither a command nor a match was this: without it the lists would stand still.
      else if (m.type === "refused" && m.id === null && m.match === null && PASSES.has(m.status)) {
        clearTimeout(again);
        again = window.setTimeout(() => [join(), load()], RETRY);
      }
    };
    line.listeners.add(hear);
    line.watchers.add(join);
    join();
    return () => {
      clearTimeout(again);
      line.listeners.delete(hear);
      line.watchers.delete(join);
    };
  }, [me.player, me.asked]);
  return /** @type {const} */ ([lists, load, during]);
}

export function Lobby() {
  const [games, setGames] = useState(/** @type {Game[] | null} */ (null));
  const [me, setMe] = useMe();
  const [error, setError] = useState("");
  const [lists, reload, during] = useLists(me);
  const [chosen, choose] = useState({ id: FIRST, friends: false, asked: 0 });
  const [tab, setTab] = useState(TABS[0]);
  useEffect(() => {
    document.title = "Albion";
    api.games().then((g) => setGames(g.games), (e) => setError(messageOf(e)));
  }, []);
  const attempt = async (/** @type {() => Promise<unknown>} */ act) => {
    setError("");
    const known = me.player ? null : await introduce(me.name).catch((/** @type {Error} */ refusal) => refusal);
    try {
      if (known instanceof Error) throw known;
      await during(act);
    } catch (refusal) {
      setError(messageOf(refusal));
      scrollTo(0, 0);
    }
    if (known && !(known instanceof Error)) setMe(known); // after the act: whoever has left for a table needs no lists
  };
  const running = (lists.mine ?? []).filter((m) => m.status === "running");
  const seen = (games ?? []).filter((g) => running.some((m) => m.game === g.id));
  useEffect(() => {
    for (const g of seen) Promise.all([api.gameTable(g.id), boardFiles(g.board)]).catch(() => {}); // a click on a match then opens at once
  }, [seen.map((g) => g.id).join()]);
  const setUp = (/** @type {string} */ id, friends = false) => {
    choose({ id, friends, asked: chosen.asked + 1 });
    setTab("new");
    requestAnimationFrame(() => document.getElementById("setup")?.scrollIntoView());
  };
  const learn = () => attempt(async () => navigate(`/match/${(await api.post(`/lessons/${FIRST}`)).match}`));
  const playNow = () => games && attempt(() => beginFirstGame(games.find((g) => g.id === FIRST) ?? games[0]));
  const known = lists.mine !== null && games;
  const regular = (lists.mine ?? []).length > 0; // what others have ended in public makes nobody a regular
  const others = lists.open.filter((m) => !(lists.mine ?? []).some((x) => x.match === m.match));
  return html`<main class=${`lobby ${regular ? "regular" : "first"}`} data-show=${regular ? tab : null}>
    <${FactionDefs} look=${{ seats: {}, kinds: {}, factions: {} }} ids=${[]} />
    <header class="lobby-head">
      <${Shield} size=${42} /><h1>Albion</h1><p>${t("lobby.motto")}</p>
      <div class="head-tools" data-tab="you"><label class="you"><span>${t("lobby.name")}</span>
        <input class="input" aria-label=${t("lobby.name")} maxlength="40" value=${me.name ?? ""} placeholder=${t("lobby.guest")} onInput=${(/** @type {Event} */ e) => setMe({ ...me, name: field(e).value })} onChange=${() => me.name?.trim() && introduce(me.name).then(setMe, (r) => setError(r.message))} /></label>
      <a class="ghost on-table-title" href="/events" data-do="events" onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate("/events"))}>${t("events.title")}</a>
      <a class="ghost on-table-title" href="/account" data-do="account" onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate("/account"))}>${t(me.player ? "account.title" : "account.sign-in")}</a>
      <${LanguageChoice} /></div>
      ${regular ? html`<${Bell} news=${newsOf(running, (m) => (games ?? []).find((g) => g.id === m.game)?.title ?? m.game)} />` : null}
      <button class="icon-button" aria-label=${theme() === "dark" ? t("menu.light") : t("menu.dark")} onClick=${() => { change({ theme: theme() === "dark" ? "light" : "dark" }); setMe({ ...me }); }}>◐</button>
    </header>
    ${error ? html`<p class="card notice bad" role="alert">${error}</p>` : null}
    ${!known ? html`<section class="card"><p class="empty" role="status">${t("loading")}</p></section>` : html`
      ${regular ? null : html`<${Welcome} games=${games} learn=${learn} now=${playNow} friends=${() => setUp(FIRST, true)} choose=${setUp} />`}
      <div class="lobby-grid">
        <div class="lobby-side">${regular ? html`<${Matches} games=${games} running=${running} ended=${lists.done} reload=${reload} attempt=${attempt} />${running.length ? null : html`<div data-tab="learn"><${Games} games=${games} choose=${setUp} alone /></div>`}` : html`<${Setup} games=${games} chosen=${chosen} attempt=${attempt} />`}</div>
        <div class="lobby-side">${regular ? html`<${Setup} games=${games} chosen=${chosen} attempt=${attempt} />` : null}
          ${regular ? html`<section class="card learn-card" data-tab="learn"><h2>${t("lobby.way.learn")}</h2><p class="small">${t("lobby.way.learn-note")}</p><button class="button" data-do="way-learn" onClick=${learn}>${t("lobby.way.learn-go")}</button>
            <p class="learn-links">${originals(games).map((g) => html`<${LearnLink} key=${g.id} id=${g.id}>${g.title}<//>`)}</p></section>` : null}
          <${OpenTables} games=${games} tables=${others} />
          <${JoinByLink} /><${Import} attempt=${attempt} /></div>
      </div>
      ${regular ? html`<nav class="phone-tabs" role="tablist" aria-label=${t("lobby.tabs")}>${TABS.map((id) => html`<button key=${id} role="tab" data-go=${id} aria-selected=${tab === id ? "true" : "false"} onClick=${() => [setTab(id), scrollTo(0, 0)]}>${t(`lobby.tab.${id}`)}</button>`)}</nav>` : null}`}
  </main>`;
}
