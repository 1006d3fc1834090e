/** Events: which there are, and one of them with its standings and tables. */
/** @import { Event as ClubEvent, ListedEvent, EventTable } from "../lib/shapes" */
import { ClockChoice, clockRequest, EVENT_CLOCK } from "../club/clock.js";
import { messageOf } from "../lib/errors.js";
import { field } from "../lib/forms.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { navigate } from "../lib/route.js";
import { t } from "../lib/words.js";
import { known, useMe } from "../lobby/who.js";
import { Link, number, Room } from "./parts.js";

const KINDS = ["round-robin", "swiss", "league"];
/** While an event runs it is asked for again so often, in milliseconds. */
const AGAIN = 15000;

export function EventsPage() {
  const [events, setEvents] = useState(/** @type {ListedEvent[] | null} */ (null));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    api.get("/events").then((told) => setEvents(told.events), (refusal) => setFailed(messageOf(refusal)));
  }, []);
  return html`<${Room} title=${t("events.title")} failed=${failed}>
    <section class="card"><ul class="kept">${(events ?? []).map((e) => html`<li key=${e.id}><span><b><${Link} to=${`/events/${e.id}`}>${e.title}<//></b><small>${t(`events.${e.kind}`)} · ${t(`events.${e.status}`)} · ${t("events.players", { n: e.players })}</small></span></li>`)}</ul>
      ${events?.length === 0 ? html`<p class="small">${t("events.none")}</p>` : null}</section>
    <${NewEvent} failed=${setFailed} />
  <//>`;
}

/** @param {{failed: (text: string) => void}} p */
function NewEvent({ failed }) {
  const [games, setGames] = useState(/** @type {import("../lib/catalogue.js").Game[]} */ ([]));
  const [id, setId] = useState("");
  const [clock, setClock] = useState(EVENT_CLOCK);
  const [me, setMe] = useMe();
  const game = games.find((g) => g.id === id) ?? games[0];
  useEffect(() => void api.games().then((told) => setGames(told.games), (refusal) => failed(messageOf(refusal))), []);
  const create = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (e.target));
    const rounds = Number(form.get("rounds")) || null;
    try {
      setMe(await known(me));
      const made = await api.post("/events", { title: form.get("title"), game: form.get("game"), kind: form.get("kind"), rounds, clock: clockRequest(clock) });
      navigate(`/events/${made.id}`);
    } catch (refusal) {
      failed(messageOf(refusal));
    }
  };
  return html`<section class="card"><h2>${t("events.new")}</h2><form class="setup" onSubmit=${create}>
    <label class="field"><span>${t("events.name")}</span><input class="input" name="title" maxlength="80" /></label>
    <label class="field"><span>${t("events.game")}</span><select class="input" name="game" onChange=${(/** @type {Event} */ e) => { setId(field(e).value); setClock({ ...clock, at_zero: EVENT_CLOCK.at_zero }); }}>${games.map((g) => html`<option value=${g.id}>${g.title}</option>`)}</select></label>
    <label class="field"><span>${t("events.kind")}</span><select class="input" name="kind">${KINDS.map((k) => html`<option value=${k}>${t(`events.${k}`)}</option>`)}</select></label>
    <label class="field"><span>${t("events.rounds")}</span><input class="input" name="rounds" type="number" min="1" max="30" placeholder=${t("events.rounds-auto")} /></label>
    <${ClockChoice} needed value=${clock} bots=${game?.bots ?? []} onChange=${setClock} />
    <div class="begin"><button class="button primary" data-do="create-event">${t("events.create")}</button></div></form></section>`;
}

/** @param {{id: string}} p */
export function EventPage({ id }) {
  const [event, setEvent] = useState(/** @type {ClubEvent | null} */ (null));
  const [failed, setFailed] = useState("");
  const [me, setMe] = useMe();
  const [games, setGames] = useState(/** @type {import("../lib/catalogue.js").Game[]} */ ([]));
  const title = games.find((g) => g.id === event?.game)?.title;
  useEffect(() => void api.games().then((told) => setGames(told.games), () => {}), []);
  const load = () => api.get(`/events/${id}`).then(setEvent, (refusal) => setFailed(messageOf(refusal)));
  useEffect(() => {
    load();
    const timer = setInterval(load, AGAIN);
    return () => clearInterval(timer);
  }, [id]);
  const attempt = (/** @type {() => Promise<import("../lib/shapes").Event>} */ act) => async () => {
    setFailed("");
    try {
      setMe(await known(me));
      setEvent(await act());
    } catch (refusal) {
      setFailed(messageOf(refusal));
    }
  };
  const path = `/events/${id}`;
  const short = event?.status === "open" && event.players < event.seats;
  if (!event) return html`<${Room} title=${t("events.title")} failed=${failed} back="/events"><p class="card" role="status">${t("loading")}</p><//>`;
  const rounds = [...new Set(event.tables.map((table) => table.round))].sort((a, b) => b - a);
  return html`<${Room} title=${event.title} failed=${failed} back="/events">
    <section class="card"><p>${title ? `${title} · ` : ""}${t(`events.${event.kind}`)} · ${t(`events.${event.status}`)} · ${t("events.by", { name: event.creator })}${event.rounds ? ` · ${t("events.round-of", { n: event.round, of: event.rounds })}` : ""}</p>
      <div class="line">${event.status !== "over" && !event.joined ? html`<button class="button primary" data-do="join-event" onClick=${attempt(() => api.post(`${path}/players`))}>${t("events.join")}</button>` : null}
        ${event.status !== "over" && event.joined ? html`<button class="button" data-do="leave-event" onClick=${attempt(() => api.remove(`${path}/players`))}>${t("events.leave")}</button>` : null}
        ${event.status === "open" && event.yours ? html`<button class="button primary" data-do="start-event" disabled=${short} aria-describedby=${short ? "too-few" : null} onClick=${attempt(() => api.post(`${path}/start`))}>${t("events.start")}</button>` : null}</div>
      ${event.status === "open" && event.yours ? html`<p class="small" id="too-few">${short ? t("events.too-few", { n: event.seats, now: event.players }) : ""} ${t("events.invite")}</p>` : null}</section>
    <section class="card"><h2>${t("events.standings")}</h2><div class="wide"><table class="figures" data-standings><thead><tr><th>${t("events.player")}</th>${["points", "opponents", "wins", "share", "played"].map((k) => html`<th title=${t(`events.${k}-note`)}>${t(`events.${k}`)}</th>`)}</tr></thead>
      <tbody>${event.standings.map((s) => html`<tr key=${s.handle} class=${s.gone ? "muted" : ""}><td><${Link} to=${`/player/${s.handle}`}>${s.player}<//>${s.you ? ` (${t("events.you")})` : ""}</td><td>${number(s.points)}</td><td>${number(s.opponents)}</td><td>${s.wins}</td><td>${Math.round(100 * s.share)}%</td><td>${s.played}</td></tr>`)}</tbody></table></div></section>
    ${rounds.map((n) => html`<section class="card" key=${n}><h2>${t("events.round", { n })}</h2><ul class="kept">${event.tables.filter((table) => table.round === n).map((table) => html`<${Table} key=${table.match} table=${table} mine=${table.seats.some((s) => event.standings.some((x) => x.you && x.handle === s.handle))} />`)}</ul></section>`)}
  <//>`;
}

/** @param {{table: EventTable, mine: boolean}} p */
function Table({ table, mine }) {
  const to = mine ? `/match/${table.match}` : `/watch/${table.watch}`;
  return html`<li data-table=${table.match}><span>${table.seats.map((s) => html`<span class="seat"><b>${s.player}</b> <small>${s.name}${s.place ? ` · ${t("events.place", { n: s.place })} (${s.score})` : ""}</small></span>`)}</span>
    ${table.status === "gone" || !(mine || table.watch) ? null : html`<${Link} to=${to} button>${t(table.status === "over" ? "events.look" : mine ? "events.play" : "events.watch")}<//>`}</li>`;
}
