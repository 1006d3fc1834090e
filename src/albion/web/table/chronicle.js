/** The chronicle by nation turn, the talk, private notes, and the board as a described list: four tabs of one card. */
/** @import { ChatLine, Entry, GameEvent, Piece, Table, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { Turn } from "./history.js" */
import { field } from "../lib/forms.js";
import { html, useEffect, useMemo, useRef, useState } from "../lib/html.js";
import { api, query } from "../lib/api.js";
import { followed } from "../lib/route.js";
import { t } from "../lib/words.js";
import { Token } from "../look/counters.js";
import { calledRound } from "../look/look.js";
import { Chips } from "./chips.js";
import { Dice } from "./dice.js";
import { stateOf } from "./drawing.js";
import { turns } from "./history.js";

/** How many lines are shown at first, and added with each request; a turn is never cut. */
const FIRST = 40;
const MORE = 400;
const NOTE_PAUSE = 600;
/** @type {Record<string, (e: GameEvent) => boolean>} */
const FILTERS = {
  all: () => true,
  battles: (e) => /roll|battle|loss|lose|retreat|combat|hit|fight|eliminat/.test(e.kind) || Array.isArray(e.data.dice),
  moves: (e) => /move|march|land|retreat|place|reinforc|arriv/.test(e.kind),
  points: (e) => /score|point|king|round/.test(e.kind),
};

/**
 * @typedef {{table: Table, view: View, look: Look, words: GameWords, shown: string, entries: Entry[], before: Entry[], upTo: number, until: GameEvent | undefined, told: import("./story.js").Chapter | null, current: number, chat: ChatLine[], alone: boolean, watch: string | null,
 *   drawing: Drawing, legal: Set<string>, swatch: (seat: string) => string, onMoment: (n: number) => void, onClause: (ref: string) => void, onSay: (text: string) => Promise<unknown>}} ChronicleProps
 */

/** How many lines of each match's chat were read; the card itself goes and comes back with every story. @type {Map<string, number>} */
const read = new Map();

/** @param {ChronicleProps} p */
export function Chronicle(p) {
  const [tab, setTab] = useState("log");
  if (tab === "talk" || !read.has(p.table.match)) read.set(p.table.match, p.chat.length);
  const unread = p.chat.length - (read.get(p.table.match) ?? 0);
  const open = (/** @type {string} */ id) => {
    read.set(p.table.match, p.chat.length);
    setTab(id);
  };
  const tabs = ["log", "board", "talk", "notes"].filter((id) => (id === "notes" ? p.table.you?.player && !p.alone : id === "talk" ? !p.alone : true));
  return html`<section class=${`card chronicle ${p.shown}`} aria-label=${t("log.title")}>
    <div class="tabs-inline" role="tablist" aria-label=${t("log.title")}>
      ${tabs.map((id) => html`<button key=${id} role="tab" id=${`tab-${id}`} aria-controls="log-panel" aria-selected=${tab === id ? "true" : "false"} onClick=${() => open(id)}>${t(`log.${id}`)}${id === "talk" && unread > 0 ? html` <span class="count">${unread}</span>` : null}</button>`)}
    </div>
    <div id="log-panel" role="tabpanel" aria-labelledby=${`tab-${tab}`} style="display:contents">
      ${tab === "log" ? html`<${Log} ...${p} />` : tab === "talk" ? html`<${Talk} ...${p} />` : tab === "notes" ? html`<${Notes} id=${p.table.match} />` : html`<${Described} ...${p} />`}
    </div>
  </section>`;
}

/** Without what the same answer brought and what is told later. @param {ReturnType<typeof turns>} groups @param {import("./story.js").Chapter | null} told @param {GameEvent | undefined} until the last event told */
function soFar(groups, told, until) {
  const last = told ? groups.findLastIndex((g) => g.n === told.n && g.faction === told.faction) : -1;
  const begun = last < 0 ? groups : groups.slice(0, last + 1);
  const current = begun.at(-1);
  if (!current || !until) return begun;
  const lines = current.lines.filter(({ entry: { events }, event }) => !events.includes(until) || events.indexOf(event) <= events.indexOf(until));
  return [...begun.slice(0, -1), { ...current, lines }];
}

/** @param {ChronicleProps} p */
function Log({ entries, before, upTo, until, told, current, look, words, watch, onMoment, onClause, table }) {
  const [filter, setFilter] = useState("all");
  const [many, setMany] = useState(FIRST);
  const groups = useMemo(() => soFar(turns(entries, upTo, look.history), told, until)
    .map((g) => ({ ...g, lines: g.lines.filter((l) => FILTERS[filter](l.event)) }))
    .filter((g) => g.lines.length), [entries, table.seq, upTo, until, told, filter]);
  const older = useMemo(() => turns(before, table.fork_at ?? 0, look.history)
    .map((g) => ({ ...g, lines: g.lines.filter((l) => FILTERS[filter](l.event)) }))
    .filter((g) => g.lines.length), [before, filter]);
  const newest = useMemo(() => latest(groups, many), [groups, many]);
  const oldest = useMemo(() => latest(older, many - newest.reduce((n, g) => n + g.lines.length, 0)), [older, newest, many]);
  const shown = useMemo(() => newest.map((g) => html`<${Group} key=${g.key} group=${g} current=${current} look=${look} words=${words} table=${table} watch=${watch} onMoment=${onMoment} onClause=${onClause} />`), [newest, current]);
  return html`
    <div class="filters">${Object.keys(FILTERS).map((id) => html`<button key=${id} aria-pressed=${filter === id ? "true" : "false"} onClick=${() => setFilter(id)}>${t(`log.filter.${id}`)}</button>`)}</div>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("log.log")}>
      ${shown}
      ${oldest.length ? html`<h3 class="log-before">${t("log.before")}</h3>` : null}
      ${oldest.map((g) => html`<${Group} key=${`before-${g.key}`} group=${g} current=${null} look=${look} words=${words} table=${table} origin=${table.fork_of} onClause=${onClause} />`)}
      ${groups.length > newest.length || older.length > oldest.length ? html`<button class="ghost" onClick=${() => setMany(many + MORE)}>${t("log.more")}</button>` : null}
      ${groups.length || older.length ? null : html`<p class="empty">${t("log.empty")}</p>`}
    </div>`;
}

/** The last turns that together have at least this many lines, newest first. @param {Turn[]} groups @param {number} lines */
function latest(groups, lines) {
  const found = [];
  for (let i = groups.length - 1, left = lines; i >= 0 && left > 0; i--) {
    found.push(groups[i]);
    left -= groups[i].lines.length;
  }
  return found;
}

/** @param {Pick<ChronicleProps, "look" | "words" | "table" | "onClause"> & {group: Turn, current: number | null, watch?: string | null, onMoment?: (n: number) => void, origin?: string}} p `origin`: the match it happened in, where that is not this one */
function Group({ group, current, look, words, table, watch, origin, onMoment, onClause }) {
  const follow = (/** @type {MouseEvent} */ e, /** @type {number} */ n) => onMoment && followed(e, () => onMoment(n));
  return html`<section>
    <h3>${group.faction ? html`<${Token} look=${look} id=${group.faction} size=${18} />` : null}${heading(group, words, table, look)}${group.round && group.faction ? html` <small>${t(`log.${calledRound(look)}`, { n: group.round })}</small>` : null}</h3>
    <ol>${[...group.lines].reverse().map((line, i) => html`<li key=${group.lines.length - i} class=${line.n === current ? "current" : ""}>
      <a class="moment" href=${`${origin ? `/match/${origin}` : ""}${query({ at: line.n, watch })}`} title=${t("log.go", { n: line.n })} onClick=${(/** @type {MouseEvent} */ e) => follow(e, line.n)}>${words.spoken(line.event.text)}</a> ${Array.isArray(line.event.data.dice) ? html`<${Dice} dice=${line.event.data.dice} sides=${line.event.data.sides} size=${16} />` : null}
      ${line.event.cite.length ? html` <${Chips} cite=${line.event.cite.slice(0, 2)} onClause=${onClause} />` : null}
    </li>`)}</ol>
  </section>`;
}

/** @param {Turn} group @param {GameWords} words @param {Table} table @param {Look} look */
function heading(group, words, table, look) {
  if (group.faction) return words.name(group.faction);
  if (group.round && group.named) return t(`log.${calledRound(look)}-title`, { n: group.round });
  return table.seats.find((s) => s.seat === group.seat)?.name ?? t("log.start");
}

/** @param {ChronicleProps} p */
function Talk({ chat, onSay, table, swatch }) {
  const [text, setText] = useState("");
  const may = (table.you?.seats ?? []).length > 0 || table.you?.creator;
  const say = (/** @type {Event} */ e) => {
    e.preventDefault();
    if (text.trim()) onSay(text.trim()).then(() => setText(""));
  };
  return html`<div class="talk">
    <div class="lines scroll" tabindex="0" role="log" aria-label=${t("log.talk")} style="flex:1">
      ${chat.map((c) => html`<p key=${c.id}><span class="swatch" style=${c.seats?.[0] ? swatch(c.seats[0]) : ""}></span> <b>${c.player}</b>${c.text}</p>`)}
      ${chat.length ? null : html`<p class="empty">${t("talk.empty")}</p>`}
    </div>
    ${may ? html`<form onSubmit=${say}><input class="input" value=${text} maxlength="2000" aria-label=${t("talk.line")} placeholder=${t("talk.line")} onInput=${(/** @type {Event} */ e) => setText(field(e).value)} /><button class="button">${t("talk.send")}</button></form>` : null}
  </div>`;
}

/** @param {{id: string}} p */
function Notes({ id }) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const [saved, setSaved] = useState(true);
  const kept = useRef(/** @type {(() => Promise<unknown>) | null} */ (null));
  useEffect(() => {
    api.get(`/matches/${id}/notes`).then((n) => setText(n.text), () => setText(""));
  }, [id]);
  useEffect(() => {
    if (saved || text === null) return undefined;
    let waiting = true;
    const keep = () => {
      waiting = false;
      return api.put(`/matches/${id}/notes`, { text });
    };
    const timer = setTimeout(() => keep().then(() => setSaved(true), () => {}), NOTE_PAUSE);
    return () => {
      clearTimeout(timer);
      kept.current = waiting ? keep : null;
    };
  }, [text]);
  useEffect(() => () => void kept.current?.(), []);
  const typed = (/** @type {Event} */ e) => {
    setText(field(e).value);
    setSaved(false);
  };
  // Until the old notes have come nothing can be typed, or one would overwrite the other.
  return html`<div class="talk">
    <textarea class="input" aria-label=${t("notes.label")} placeholder=${t("notes.label")} maxlength="20000" readOnly=${text === null} value=${text ?? ""} onInput=${typed}></textarea>
    <p class="empty">${saved ? t("notes.saved") : t("notes.saving")}</p>
  </div>`;
}

/** The board in words, for those who hear it. @param {ChronicleProps} p */
function Described({ view, words, drawing, legal }) {
  /** @type {Map<string, Piece[]>} */
  const places = new Map();
  for (const piece of view?.pieces ?? []) places.set(piece.place, [...(places.get(piece.place) ?? []), piece]);
  const names = [...new Set([...places.keys(), ...legal])].sort((a, b) => words.name(a).localeCompare(words.name(b)));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("log.board")}>
    <p class="empty">${t("described.intro", { n: names.length })}</p>
    <ul class="described">${names.map((id) => html`<li key=${id}><b>${words.name(id)}</b>${legal.has(id) ? html` <em>(${t("described.legal")})</em>` : null}: ${(places.get(id) ?? []).map((p) => describe(p, words)).join(", ") || t("described.nobody")}${beside(id, drawing, words)}</li>`)}</ul>
  </div>`;
}

/** @param {Piece} piece @param {GameWords} words */
function describe(piece, words) {
  const name = piece.name ? `${words.name(piece.name)}, ` : "";
  return `${name}${piece.count ?? 1} ${words.name(piece.faction)} ${words.name(piece.kind).toLowerCase()}${stateOf(piece) ? ` (${words.name(piece.state)})` : ""}`;
}

/** @param {string} id @param {Drawing} drawing @param {GameWords} words */
function beside(id, drawing, words) {
  const near = drawing?.data.places[id]?.neighbours;
  return near ? html`<span class="visually-hidden">; ${t("described.beside")} ${near.map((/** @type {string} */ n) => words.name(n)).join(", ")}</span>` : null;
}
