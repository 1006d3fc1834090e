/** Dialogs of the table: rules, help, links and seats, variations, and the menu. */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { GameTable } from "../lib/catalogue.js" */
import { messageOf } from "../lib/errors.js";
import { field } from "../lib/forms.js";
import { html, useState } from "../lib/html.js";
import { api, query } from "../lib/api.js";
import { placed } from "../lib/base.js";
import { saveText } from "../lib/files.js";
import { LanguageChoice } from "../lib/language.js";
import { navigate } from "../lib/route.js";
import { change, settings, theme } from "../lib/settings.js";
import { botName, t } from "../lib/words.js";
import { Study, studied } from "../lab/study.js";
import { Orders } from "../club/orders.js";
import { Dialog, Sure } from "./dialog.js";
import { DisputeDialog } from "./dispute.js";
import { contested } from "./hints.js";
import { Rules } from "./rules.js";
import { Speed } from "./told.js";

/** @typedef {{onClose: () => void}} Closing */
/** @typedef {Closing & {session: MatchSession, tell: (text: string, bad?: boolean) => void}} AtTable */

const KEYS = ["number", "arrows", "enter", "drag", "u", "h", "e", "steps", "space", "story", "r", "b", "escape", "help"];

/** @param {Closing & {game: string}} p */
export function Help({ game, onClose }) {
  return html`<${Dialog} title=${t("help.title")} onClose=${onClose}>
    <dl>${KEYS.map((k) => html`<dt key=${k}><kbd>${t(`help.key.${k}`)}</kbd></dt><dd>${t(`help.${k}`)}</dd>`)}</dl>
    <p class="apart"><a class="ghost" href=${`/learn/${game}`} target="_blank">${t("rules.overview")}</a></p>
  <//>`;
}

/** @param {string} path */
const absolute = (path) => new URL(placed(path), location.origin).href;

/** Whether this player may give a seat to somebody else now, as the server sees it. @param {import("../lib/shapes").Table} table @param {import("../lib/shapes").Seat} s */
function mayGive(table, s) {
  if (table.status !== "running" || s.you) return table.status === "running";
  const { you } = table;
  if (s.kind === "bot") return you.creator && !table.rated;
  const plays = you.seats.length > 0;
  if (s.kind === "human") return s.abandoned && (!table.clock || hasStopped(table)) && (you.creator || ((table.rated || hasStopped(table)) && plays));
  return you.creator || (table.rated && plays);
}

/** Whether there is a clock that stands still until all have agreed to new rules. @param {import("../lib/shapes").Table} table */
const hasStopped = (table) => Boolean(table.clock) && table.outdated;

/** Seats, invitations, the watch link; hand a seat on. @param {AtTable & {bots: string[], swatch: (seat: string) => string}} p */
export function Seats({ session, bots, swatch, onClose, tell }) {
  const { table } = session;
  const copy = (/** @type {string} */ path) => copyText(absolute(path), tell);
  const give = async (/** @type {string} */ seat, /** @type {string} */ to) => {
    try {
      session.adopt(await api.post(`/matches/${session.id}/seats/${seat}`, { to }));
      if (session.table.proposal?.yours) tell(t("proposal.asked"));
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
  };
  return html`<${Dialog} title=${t("seats.title")} onClose=${onClose}>
    <div class="seat-links">${table.seats.map((s) => html`<div class="seat-link" key=${s.seat}>
      <span class="swatch" style=${swatch(s.seat)}></span>
      <span><b>${s.name}</b> ${s.kind === "open" ? t("seat.open") : s.kind === "bot" ? botName(s.bot) : s.player}${s.kind === "human" && !s.online ? ` · ${t("seat.away")}` : ""}</span>
      ${s.invite ? html`<button class="button" onClick=${() => copy(`/join/${s.invite}`)}>${t("seats.copy")}</button>` : html`<span></span>`}
      ${mayGive(table, s) ? html`<select class="input" aria-label=${t("seats.give", { name: s.name })} onChange=${(/** @type {Event} */ e) => field(e).value && give(s.seat, field(e).value)}>
        <option value="">${t("seats.hand-on")}</option>${(table.rated || hasStopped(table) ? [table.relief] : bots).map((b) => html`<option key=${b} value=${`bot:${b}`}>${botName(b)}</option>`)}${s.you || table.you.creator ? html`<option value="open">${t("seats.invite")}</option>` : null}
      </select>` : html`<span></span>`}
    </div>`)}</div>
    ${table.watch ? html`<p style="margin-top:12px"><button class="button" onClick=${() => copy(`/watch/${table.watch}`)}>${t("seats.watch")}</button></p>` : null}
    ${table.you?.creator && !table.sandbox ? html`<p style="margin-top:10px"><label><input type="checkbox" checked=${table.public} onChange=${(/** @type {Event} */ e) => api.patch(`/matches/${session.id}`, { public: field(e).checked }).then((next) => session.adopt(next), (r) => tell(r.message, true))} /> ${t("seats.public")}</label></p>` : null}
    <p class="empty" style="margin-top:8px">${t("seats.hash", { hash: (table.seed_hash ?? "").slice(0, 16) })}</p>
  <//>`;
}

/** @param {string} text @param {(text: string, bad?: boolean) => void} tell */
export async function copyText(text, tell) {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("copied"));
  } catch {
    window.prompt(t("copy.by-hand"), text);
  }
}

/** Fork the position into a sandbox. @param {AtTable & {at: number, bots: string[]}} p */
export function Fork({ session, at, bots: all, onClose, tell }) {
  const { table } = session;
  const played = table.status === "running" && !table.sandbox && contested(table);
  /** Bots that would show how to go on are not for a match that others play. @type {string[]} */
  const bots = played ? all.filter((/** @type {string} */ b) => b === "random") : all;
  const [seats, setSeats] = useState(/** @type {Record<string, string>} */ (Object.fromEntries(table.seats.map((s) => [s.seat, s.you || played || !bots.length ? "human" : `bot:${bots.find((/** @type {string} */ b) => b !== "random") ?? bots[0]}`]))));
  const fork = async () => {
    try {
      const made = await api.post(`/matches/${session.id}/fork`, { at, seats });
      navigate(`/match/${made.match}`);
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
  };
  return html`<${Dialog} title=${t("fork.title", { n: at })} onClose=${onClose}>
    <p>${t("fork.intro")}</p>
    <div class="seat-links" style="margin-top:10px">${table.seats.map((s) => html`<label class="seat-row" key=${s.seat} style="grid-template-columns:1fr 190px">
      <b>${s.name}</b><select class="input" value=${seats[s.seat]} onChange=${(/** @type {Event} */ e) => setSeats({ ...seats, [s.seat]: field(e).value })}>
        <option value="human">${t("fork.me")}</option>${bots.map((b) => html`<option key=${b} value=${`bot:${b}`}>${botName(b)}</option>`)}
      </select></label>`)}</div>
    <div class="row"><button class="button primary" data-do="fork" onClick=${fork}>${t("fork.go")}</button></div>
  <//>`;
}

/** Leave one's seat to a bot. @param {AtTable} p */
function Resign({ session, tell, onClose }) {
  const resign = async () => {
    try {
      session.adopt(await api.post(`/matches/${session.id}/resign`, { seat: session.table.perspective }));
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
  };
  return html`<${Sure} title=${t("menu.resign")} text=${t("resign.sure")} onYes=${resign} onClose=${onClose} />`;
}

/** Go back to the position shown: asked of everybody else at the table, who are told what it costs. @param {AtTable & {at: number, onLive: () => void}} p */
function Back({ session, at, onLive, tell, onClose }) {
  const { n, seats } = session.table;
  const alone = !seats.some((s) => s.kind === "human" && !s.you);
  const back = async () => {
    try {
      await session.askBack(at);
      onLive();
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
  };
  return html`<${Sure} title=${t("back.to")} text=${t(alone ? "back.sure" : "back.ask-sure", { at, n: n - at })} onYes=${back} onClose=${onClose} />`;
}

/** @param {AtTable & {at: number, open: (dialog: string) => void, onSince: () => void}} p */
export function Menu({ session, at, onClose, open, tell, onSince }) {
  const item = (/** @type {string} */ key, /** @type {() => void} */ act, /** @type {string} */ id = key) => html`<button data-do=${id} onClick=${() => { onClose(); act(); }}>${t(`menu.${key}`)}</button>`;
  const live = at === session.table.n;
  const position = async () => {
    try {
      const { link } = await api.get(`/matches/${session.id}/line${query({ at: live ? null : at, watch: session.watch })}`);
      copyText(absolute(link), tell);
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
  };
  const seated = (session.table.you?.seats ?? []).length > 0;
  const playing = session.table.status === "running" && seated;
  const save = async () => {
    try {
      saveText(`${session.table.game}-${session.id}.txt`, await api.get(`/matches/${session.id}/record`));
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
  };
  return html`<div class="card menu" aria-label=${t("menu.title")} role="group">
    ${item("seats", () => open("seats"))}
    ${playing ? item("orders", () => open("orders")) : null}
    ${playing ? item("resign", () => open("resign")) : null}
    ${seated ? item("since", onSince) : null}
    <hr />
    ${item("moment", () => copyText(absolute(`/match/${session.id}${query({ at, watch: session.watch })}`), tell))}
    ${item("position", position)}
    ${item("fork", () => open("fork"), "open-fork")}
    ${studied(session.table) ? item("study", () => open("study"), "open-study") : null}
    ${item("record", save)}
    ${seated ? item("dispute", () => open("dispute")) : null}
    ${session.table.origin === "fork" ? null : html`<a href=${`/review/${session.id}${query({ watch: session.watch })}`}>${t("menu.review")}</a>`}
    <hr />
    <p class="menu-label">${t("story.speed")}</p><${Speed} />
    ${item(settings.waits ? "waits-off" : "waits-on", () => change({ waits: !settings.waits }), "waits")}
    ${item(settings.sound ? "sound-off" : "sound-on", () => change({ sound: !settings.sound }), "sound")}
    ${item(settings.confirm ? "confirm-off" : "confirm-on", () => change({ confirm: !settings.confirm }), "confirm")}
    ${item(settings.arrows ? "arrows-off" : "arrows-on", () => change({ arrows: !settings.arrows }), "arrows")}
    ${item(theme() === "dark" ? "light" : "dark", () => change({ theme: theme() === "dark" ? "light" : "dark" }), "theme")}
    <${LanguageChoice} />
    ${item("help", () => open("help"))}
    <hr />
    <a href="/" onClick=${(/** @type {Event} */ e) => { e.preventDefault(); navigate("/"); }}>${t("menu.lobby")}</a>
  </div>`;
}

/** The dialog that is open. @param {Omit<AtTable, "onClose"> & {game: GameTable, open: string | null, setOpen: (open: string | null) => void, at: number, onLive: () => void, clause: string | null, swatch: (seat: string) => string, play: import("./play.js").Play, words: import("../lib/words.js").GameWords}} p */
export function Dialogs({ session, game, open, setOpen, at, onLive, clause, swatch, tell, play, words }) {
  const close = () => setOpen(null);
  if (open === "rules") return html`<${Rules} game=${session.table.game} sought=${clause} onClose=${close} />`;
  if (open === "help") return html`<${Help} game=${session.table.game} onClose=${close} />`;
  if (open === "seats") return html`<${Seats} session=${session} bots=${game.bots} swatch=${swatch} tell=${tell} onClose=${close} />`;
  if (open === "orders") return html`<${Orders} session=${session} Dialog=${Dialog} tell=${tell} onClose=${close} />`;
  if (open === "resign") return html`<${Resign} session=${session} tell=${tell} onClose=${close} />`;
  if (open === "back") return html`<${Back} session=${session} at=${at} onLive=${onLive} tell=${tell} onClose=${close} />`;
  if (open === "fork") return html`<${Fork} session=${session} at=${at} bots=${game.bots} tell=${tell} onClose=${close} />`;
  if (open === "dispute") return html`<${DisputeDialog} session=${session} play=${play} at=${at} words=${words} tell=${tell} onClose=${close} />`;
  if (open === "study") return html`<${Dialog} title=${t("study.title")} onClose=${close}><${Study} session=${session} game=${game} at=${at} swatch=${swatch} /><//>`;
  return null;
}
