/** My matches: my turn first; filters, sorting, and what one may do with a match; open tables; finished ones. */
/** @import { Game, ListedMatch, ListedSeat } from "../lib/catalogue" */
import { field } from "../lib/forms.js";
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { keep as store, kept } from "../lib/kept.js";
import { followed, navigate } from "../lib/route.js";
import { botName, t } from "../lib/words.js";
import { stretch } from "../club/clock.js";
import { lookOf } from "../look/boards.js";
import { hatched } from "../look/counters.js";
import { calledRound, seatLook } from "../look/look.js";
import { VariantMark } from "../lab/variants.js";
import { Sure } from "../table/dialog.js";
import { MOST_DRAWN, Thumbnail, useSheets } from "./thumbnail.js";

const ARCHIVE = "albion-archived";
/** From this many matches on the list can be sorted. */
const MANY = 4;

/** Matches put away in this browser. @returns {string[]} */
const archived = () => kept(ARCHIVE, []);

const DAY = 24 * 3600 * 1000;
/** After so long a wait the others may remind a player, once a day. */
const REMINDABLE = 2 * DAY;
const REMINDED = "albion-reminded";

/** @type {Record<string, (m: ListedMatch) => boolean>} */
const FILTERS = {
  all: () => true,
  turn: (m) => m.turn?.yours ?? false,
  live: (m) => m.pace === "live" && !m.sandbox,
  slow: (m) => m.pace === "slow",
  bots: (m) => m.seats.some((s) => s.kind === "bot"),
};

/** @type {Record<string, (a: ListedMatch, b: ListedMatch, title: (m: ListedMatch) => string) => number>} */
const ORDERS = {
  waiting: (a, b) => end(a) - end(b) || moment(a) - moment(b),
  newest: (a, b) => moment(b) - moment(a),
  name: (a, b, title) => title(a).localeCompare(title(b)),
};

/** When the time to answer is up; a match without a clock has for ever. @param {ListedMatch} m */
const end = (m) => (m.due ? Date.parse(m.due) : Number.MAX_SAFE_INTEGER);

/** @param {ListedMatch} m */
const moment = (m) => Date.parse(m.turn?.since ?? m.changed);

/** Menus of rows close by a press beside them. */
function useMenusThatClose() {
  useEffect(() => {
    const close = (/** @type {Event} */ e) => {
      for (const menu of document.querySelectorAll("details.row-menu[open]")) if (!menu.contains(/** @type {Node} */ (e.target))) menu.removeAttribute("open");
    };
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, []);
}

/** @param {{games: Game[], running: ListedMatch[], ended: ListedMatch[], reload: () => void, attempt: (act: () => Promise<unknown>) => void}} p */
export function Matches({ games, running, ended, reload, attempt }) {
  useSheets();
  useMenusThatClose();
  const [filter, setFilter] = useState("all");
  const [game, setGame] = useState("");
  const [order, setOrder] = useState("waiting");
  const [away, setAway] = useState(archived);
  const keep = (/** @type {string} */ id) => {
    const next = away.includes(id) ? away.filter((x) => x !== id) : [...away, id];
    store(ARCHIVE, next);
    setAway(next);
  };
  const gameOf = (/** @type {ListedMatch} */ m) => games.find((g) => g.id === m.game);
  const title = (/** @type {ListedMatch} */ m) => gameOf(m)?.title ?? m.game;
  const here = running.filter((m) => !away.includes(m.match));
  const put = running.filter((m) => away.includes(m.match));
  const played = [...new Set(here.map((m) => m.game))];
  const shown = (filter === "archive" ? put : here.filter(FILTERS[filter])).filter((m) => !game || m.game === game).sort((a, b) => ORDERS[order](a, b, title));
  const row = (/** @type {ListedMatch} */ m, /** @type {number} */ i) => html`<${Row} key=${m.match} m=${m} drawn=${i < MOST_DRAWN} game=${gameOf(m)} title=${title(m)} away=${away.includes(m.match)} keep=${keep} reload=${reload} attempt=${attempt} />`;
  const counts = Object.entries(FILTERS).map(([id, fits]) => [id, here.filter(fits).length]).concat([["archive", put.length]]).filter(([id, n]) => id === "all" || n);
  const [mine, others] = [shown.filter((m) => m.turn?.yours), shown.filter((m) => !m.turn?.yours)];
  return html`<section class="matches" data-tab="matches" aria-label=${t("lobby.mine")}>
    <header class="lobby-line"><h2>${t("lobby.mine")}</h2><div class="pills" role="group" aria-label=${t("lobby.filter")}>${(running.length ? counts : []).map(([id, n]) => html`<button key=${id} class=${`pill ${filter === id ? "on" : ""}`} data-filter=${id} aria-pressed=${filter === id ? "true" : "false"} onClick=${() => setFilter(String(id))}>${t(`lobby.filter.${id}`)} ${n}</button>`)}</div>
      ${here.length >= MANY ? html`<span class="sorting">${played.length > 1 ? html`<select class="input" aria-label=${t("lobby.game")} value=${game} onChange=${(/** @type {Event} */ e) => setGame(field(e).value)}><option value="">${t("lobby.any-game")}</option>${played.map((id) => html`<option key=${id} value=${id}>${games.find((g) => g.id === id)?.title ?? id}</option>`)}</select>` : null}
        <select class="input" aria-label=${t("lobby.sort")} data-do="sort" value=${order} onChange=${(/** @type {Event} */ e) => setOrder(field(e).value)}>${Object.keys(ORDERS).map((id) => html`<option key=${id} value=${id}>${t(`lobby.sort.${id}`)}</option>`)}</select></span>` : null}</header>
    ${mine.length ? html`<h3 class="on-table-title">${t("lobby.your-turn")}</h3><ul class="match-list">${mine.map(row)}</ul>` : null}
    ${others.length ? html`<h3 class="on-table-title">${t("lobby.waiting")}</h3><ul class="match-list">${others.map((m, i) => row(m, mine.length + i))}</ul>` : null}
    ${shown.length || !running.length ? null : html`<p class="empty on-table-title">${t("lobby.none-here")}</p>`}
    ${ended.length ? html`<h3 class="on-table-title">${t("lobby.finished")}</h3><ul class="match-list">${ended.map((m) => html`<${Ended} key=${m.match} m=${m} title=${title(m)} />`)}</ul>` : null}
  </section>`;
}

/** Who sits in a seat. @param {ListedSeat} s */
export const sitter = (s) => (s.you ? t("lobby.me") : s.kind === "bot" ? botName(s.bot) : (s.player ?? t("lobby.free")));

/** The seats as chips, the one to answer marked. @param {{m: ListedMatch, game: Game | undefined}} p */
export function SeatChips({ m, game }) {
  const look = lookOf(game?.board ?? "");
  return html`<span class="seat-chips">${m.seats.map((s) => {
    const { colour, hatch } = seatLook(look, s.seat, null);
    return html`<span key=${s.seat} class=${`seat-chip ${m.turn?.seat === s.seat ? "now" : ""}`} title=${s.name}><i class="swatch" style=${`background:${hatched(colour, hatch)}`}></i>${sitter(s)}</span>`;
  })}</span>`;
}

/** @param {{m: ListedMatch, drawn: boolean, game: Game | undefined, title: string, away: boolean, keep: (match: string) => void, reload: () => void, attempt: (act: () => Promise<unknown>) => void}} p */
function Row({ m, drawn, game, title, away, keep, reload, attempt }) {
  const [naming, setNaming] = useState(false);
  const box = useRef(/** @type {HTMLInputElement | null} */ (null));
  const more = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => (naming ? box.current?.select() : undefined), [naming]);
  /** Back to where one came from, by Escape or when it is done. */
  const leave = () => {
    setNaming(false);
    more.current?.parentElement?.removeAttribute("open");
    more.current?.focus();
  };
  const escapes = (/** @type {KeyboardEvent} */ e) => e.key === "Escape" && leave();
  const [sure, setSure] = useState(/** @type {"" | "resign" | "delete"} */ (""));
  const [asked, setAsked] = useState("");
  const [reminded, setReminded] = useState(kept(REMINDED, /** @type {Record<string, number>} */ ({}))[m.match] ?? 0);
  const href = `/match/${m.match}`;
  const go = (/** @type {MouseEvent} */ e) => followed(e, () => navigate(href));
  const seat = m.seats.find((s) => s.seat === m.turn?.seat);
  const yours = m.turn?.yours;
  const rename = (/** @type {Event} */ e) => {
    e.preventDefault();
    const text = new FormData(/** @type {HTMLFormElement} */ (e.target)).get("title");
    attempt(async () => {
      await api.patch(`/matches/${m.match}`, { title: text });
      leave();
      reload();
    });
  };
  const resign = () => attempt(async () => {
    for (const s of m.seats.filter((s) => s.you)) await api.post(`/matches/${m.match}/resign`, { seat: s.seat });
    reload();
  });
  const idle = m.turn && seat?.kind === "human" && !yours && m.seats.some((s) => s.you) && Date.now() - Date.parse(m.turn.since) > REMINDABLE;
  const remind = () => attempt(async () => {
    await api.post(`/matches/${m.match}/remind`);
    store(REMINDED, { ...kept(REMINDED, {}), [m.match]: Date.now() });
    setReminded(Date.now());
  });
  const remove = () => attempt(async () => {
    await api.remove(`/matches/${m.match}`);
    reload();
  });
  return html`<li class=${`card match-row ${yours ? "yours" : ""}`} data-match=${m.match}>
    ${drawn && game ? html`<${Thumbnail} match=${m.match} seq=${m.seq} board=${game.board} onSeen=${(/** @type {import("../lib/shapes").Table} */ { decision }) => setAsked(decision?.question ?? "")} />` : html`<span></span>`}
    <div class="match-what">${naming
      ? html`<form class="naming" onSubmit=${rename} onKeyDown=${escapes}><input ref=${box} class="input" name="title" maxlength="80" aria-label=${t("lobby.new-name")} value=${m.title} /><button class="button">${t("lobby.save")}</button></form>`
      : html`<a class="match-title" href=${href} onClick=${go}><b>${title}</b>${m.title && m.title !== title ? html`<small>${m.title}</small>` : null}</a>`}
      <${VariantMark} of=${m} /><${SeatChips} m=${m} game=${game} />${yours && asked ? html`<p class="match-asked">${asked}</p>` : null}</div>
    <div class="match-when">${m.round ? html`<b class="num">${m.round.of ? t(calledRound(lookOf(game?.board ?? "")) === "turn" ? "round.turn" : "round.now", { n: m.round.number, of: m.round.of }) : t("lobby.round", { n: m.round.number })}</b>` : null}
      <small>${m.turn && yours ? since(m.turn.since) : m.turn && seat ? t("lobby.waits-for", { name: sitter(seat), since: since(m.turn.since) }) : since(m.changed)} · ${t(m.origin === "lesson" ? "lobby.lesson" : m.origin === "import" ? "imported" : m.sandbox ? "sandbox" : `lobby.pace.${m.pace}`)}${m.due ? html`, <b class="time-left">${t("lobby.left", { time: stretch(Date.parse(m.due) - Date.now()) })}</b>` : null}</small>
      ${!idle ? null : Date.now() - reminded < DAY ? html`<small role="status">${t("lobby.reminded")}</small>` : html`<button class="button" data-do="remind" onClick=${remind}>${t("lobby.remind")}</button>`}</div>
    ${yours ? html`<a class="button primary" href=${href} onClick=${go}>${t("lobby.play")}</a>` : html`<a class="button" href=${href} onClick=${go}>${t("lobby.look")}</a>`}
    <details class="row-menu" name="row-menu" onKeyDown=${escapes}><summary ref=${more} aria-label=${t("lobby.more", { title: m.title || title })}>⋯</summary><div class="card menu" onClick=${(/** @type {Event} */ e) => field(e).closest("details")?.removeAttribute("open")}>
      ${m.creator ? html`<button data-do="rename" onClick=${() => setNaming(true)}>${t("lobby.rename")}</button>` : null}
      <button data-do="archive" onClick=${() => keep(m.match)}>${t(away ? "lobby.unarchive" : "lobby.archive")}</button>
      ${m.seats.some((s) => s.you) && m.seats.length > 1 && !m.sandbox ? html`<button data-do="resign" onClick=${() => setSure("resign")}>${t("lobby.resign")}</button>` : null}
      ${m.creator ? html`<button data-do="delete" onClick=${() => setSure("delete")}>${t("lobby.delete")}</button>` : null}
    </div></details>
    ${sure ? html`<${Sure} title=${t(`lobby.${sure}`)} text=${t(`lobby.${sure}-sure`)} onYes=${sure === "resign" ? resign : remove} onClose=${() => setSure("")} />` : null}</li>`;
}

/** @param {{m: ListedMatch, title: string}} p */
function Ended({ m, title }) {
  const alone = m.seats.filter((s) => s.you).length === 1;
  const name = (/** @type {string} */ id) => {
    const seat = m.seats.find((s) => s.seat === id);
    return seat?.you && alone ? t("lobby.me") : ((seat?.you ? null : seat?.player) ?? seat?.name ?? id);
  };
  const scores = Object.entries(m.outcome?.scores ?? {}).sort((a, b) => b[1] - a[1]).map(([id, n]) => `${name(id)} ${n}`).join(", ");
  return html`<li class="card match-row ended"><div class="match-what"><a class="match-title" href=${`/match/${m.match}`} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(`/match/${m.match}`))}><b>${m.title || title}</b></a><${VariantMark} of=${m} /><small>${scores}</small></div>
    <div class="match-when"><small>${ago(m.changed)}${m.origin === "import" ? ` · ${t("imported")}` : ""}</small></div><a class="button" href=${`/review/${m.match}`}>${t("review.title")}</a></li>`;
}

/** Tables with free seats, and those one may watch. @param {{games: Game[], tables: ListedMatch[]}} p */
export function OpenTables({ games, tables }) {
  if (!tables.length) return null;
  return html`<section class="card open-tables" data-tab="tables" aria-label=${t("lobby.open")}><h2>${t("lobby.open")}</h2><ul>${tables.map((m) => {
    const invite = Object.values(m.open ?? {})[0];
    const href = invite ? `/join/${invite}` : `/watch/${m.watch}`;
    const game = games.find((g) => g.id === m.game);
    return html`<li key=${m.match}><div><b>${m.title || game?.title || m.game}</b><small>${m.title && game ? `${game.title} · ` : ""}${t(`lobby.pace.${m.pace}`)}</small><${VariantMark} of=${m} /></div><${SeatChips} m=${m} game=${game} />
      <a class="button" href=${href} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(href))}>${t(invite ? "lobby.sit-down" : "lobby.watch")}</a></li>`;
  })}</ul></section>`;
}

/** @param {string} time */
function since(time) {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(time)) / 60000));
  if (minutes < 1) return t("since.now");
  if (minutes < 60) return t("since.minutes", { n: minutes });
  if (minutes < 2880) return t("since.hours", { n: Math.round(minutes / 60) });
  return t("since.days", { n: Math.round(minutes / 1440) });
}

/** @param {string} time */
const ago = (time) => new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
