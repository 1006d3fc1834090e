/** The table: one match on one page. */
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib/html.js";
import { query } from "../lib/api.js";
import { MatchSession } from "../lib/match.js";
import { amend } from "../lib/route.js";
import { settings, watchSettings } from "../lib/settings.js";
import { line } from "../lib/socket.js";
import { t } from "../lib/words.js";
import { FactionDefs, hatched } from "../look/counters.js";
import { seatLook } from "../look/look.js";
import { Board } from "./board.js";
import { Chronicle } from "./chronicle.js";
import { DiceTray } from "./dice.js";
import { Fork, Help, Seats } from "./dialogs.js";
import { loadGame } from "./game.js";
import { Hand } from "./hand.js";
import { Header } from "./header.js";
import { phaseAt, recentMoves, roundMarks, turnStart } from "./history.js";
import { useKeys } from "./keys.js";
import { Key, NationCard, Panels } from "./nation.js";
import { Odds } from "./odds.js";
import { usePlay } from "./play.js";
import { Replay } from "./replay.js";
import { useReplay } from "./replaying.js";
import { Rounds } from "./rounds.js";
import { Rules } from "./rules.js";
import { Scores } from "./scores.js";
import { Turn, ordered } from "./turn.js";
import { WhichOne, WhyNot } from "./why.js";

const TABS = ["turn", "odds", "scores", "rounds", "log"];

/** Load what a match needs, then show it. @param {{id: string, at: number | null, watch: string | null}} p */
export function TablePage({ id, at, watch }) {
  const [ready, setReady] = useState(/** @type {any} */ (null));
  const [failed, setFailed] = useState("");
  useLayoutEffect(() => {
    const session = new MatchSession(id, watch);
    setReady(null);
    session
      .open()
      .then(() => loadGame(session.table.game, session.table.board))
      .then((game) => setReady({ session, ...game }))
      .catch((error) => setFailed(error.message));
    return () => session.close();
  }, [id, watch]);
  if (failed) return html`<main class="lobby"><div class="card"><h2>${t("table.cannot")}</h2><p>${failed}</p><p style="margin-top:12px"><a class="button" href="/">${t("menu.lobby")}</a></p></div></main>`;
  if (!ready) return html`<main class="lobby"><p class="empty" style="color:var(--on-table)" role="status">${t("loading")}</p></main>`;
  return html`<${Table} key=${id} ...${ready} first=${at} />`;
}

/** A component that shows itself again whenever one of these changes. @param {((tell: () => void) => () => void)[]} sources */
function useChanges(sources) {
  const [, again] = useState(0);
  useEffect(() => {
    const stops = sources.map((watch) => watch(() => again((n) => n + 1)));
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Hear when the connection is lost and when it is back. @param {() => void} tell */
function watchLine(tell) {
  let lost = line.lost;
  const watch = () => {
    if (lost !== line.lost) tell();
    lost = line.lost;
  };
  line.watchers.add(watch);
  return () => line.watchers.delete(watch);
}

/** @param {any} p */
function Table({ session, game, look, drawing, words, first }) {
  useChanges([(tell) => session.onChange(tell), watchSettings, watchLine]);
  const [toast, setToast] = useState(/** @type {{text: string, bad: boolean} | null} */ (null));
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const [clause, setClause] = useState(/** @type {string | null} */ (null));
  const [tab, setTab] = useState("turn");
  const tell = (/** @type {string} */ text, bad = false) => setToast({ text, bad });
  useEffect(() => {
    const timer = toast ? setTimeout(() => setToast(null), toast.bad ? 5000 : 2200) : 0;
    return () => clearTimeout(timer);
  }, [toast]);

  const { table, entries } = session;
  const replay = useReplay(session, first, tell);
  const past = replay.at < table.n;
  const seen = past ? replay.position : table;
  const { view } = seen;
  const decision = seen.decision;
  const play = usePlay(session, past ? null : decision, drawing, look, words, tell);
  const { forced, rolls, stamp, spoken } = useNews(session, words);
  const moves = useMemo(() => (settings.arrows ? recentMoves(entries, replay.at, past ? turnStart(entries, replay.at, look.history) : Math.min(sinceMine(session), turnStart(entries, replay.at, look.history))) : []), [entries, replay.at, settings.arrows, table.seq]);
  const marks = useMemo(() => roundMarks(entries, look.history), [entries, table.seq]);
  const onClause = (/** @type {string} */ ref) => {
    setClause(ref);
    setOpen("rules");
  };
  const swatch = (/** @type {string} */ seat) => {
    const paint = seatLook(look, seat, view);
    return `background:${hatched(paint.colour, paint.hatch)}`;
  };
  useEffect(() => amend(location.pathname + query({ at: past || first !== null ? replay.at : null, watch: session.watch })), [past, past ? replay.at : 0]);
  useEffect(() => {
    document.title = `${table.turn && decision?.mine ? "● " : ""}${game.title} · Albion`;
  }, [decision?.mine]);
  useKeys({ play, replay, answers: ordered(past ? null : decision), open, setOpen, drawing });

  const shown = (/** @type {string} */ id) => (tab === id ? "shown" : "");
  const shared = { table, view, decision: past ? { ...decision, actions: null } : decision, look, words, swatch, onClause };
  const panels = html`<${Panels} ...${shared} odds=${play.odds} shown=${shown("turn")} />`;
  const aspect = drawing.data.viewBox[2] / drawing.data.viewBox[3];
  return html`<div class="table" data-seq=${table.seq} data-n=${table.n} data-at=${replay.at} data-status=${table.status} data-mine=${decision?.mine && !past ? "yes" : "no"}>
    <a class="skip" href="#question">${t("skip")}</a>
    <${FactionDefs} look=${look} ids=${[...new Set([...Object.keys(look.seats), ...Object.keys(look.factions), ...Object.keys(view?.factions ?? {}), ...(view?.pieces ?? []).map((/** @type {any} */ x) => x.faction)])]} />
    <${Header} session=${session} game=${game} replay=${replay} open=${open} setOpen=${setOpen} tell=${tell} ...${shared} />
    <main class="table-main" style=${`grid-template-columns:minmax(0,min(58vw,calc((100dvh - 88px) * ${(aspect < 0.9 ? 1 : aspect).toFixed(3)}))) minmax(0,1fr)`}>
      <${Board} drawing=${drawing} tools=${look.tools ?? ""} look=${look} words=${words} view=${view} moves=${moves} legal=${play.legal} legalPieces=${play.legalPieces}
          chosen=${play.chosenPlace} forbidden=${play.why?.place ?? null} scene=${play.scene} onPlace=${play.onPlace}>
        ${past ? html`<button class="map-note past" onClick=${replay.live}>${t("replay.past", { at: replay.at, n: table.n })}</button>` : null}
        ${settings.dice ? html`<${DiceTray} rolls=${rolls} words=${words} stamp=${stamp} />` : null}
        ${play.why ? html`<${WhyNot} why=${play.why} words=${words} onClose=${play.clear} onClause=${onClause} />` : null}
        ${play.which ? html`<${WhichOne} choice=${play.which} words=${words} onAnswer=${play.answer} onClose=${play.clear} />` : null}
      <//>
      <div class="side">
        <${Rounds} ...${shared} shown=${shown("rounds")} onRound=${(/** @type {number} */ n) => replay.go(marks.find((m) => m.number === n)?.n ?? replay.at)} />
        <div class="columns">
          <div class="column">
            <${Turn} ...${shared} shown=${shown("turn")} phase=${view?.active?.faction ? phaseAt(entries, replay.at, look) : null} past=${past} busy=${play.busy} forced=${past ? [] : forced} chosen=${play.chosen} pointed=${play.pointed}
              onAnswer=${play.answer} onPoint=${play.point} onUndo=${play.undo} onLive=${replay.live} hint=${play.hint} />
            ${play.odds || tab === "odds" ? html`<${Odds} odds=${play.odds} view=${view} look=${look} words=${words} shown=${shown("odds") || (play.odds ? shown("turn") : "")} title=${play.oddsTitle} />` : null}
            ${view?.battle ? panels : null}
            <${Hand} ...${shared} shown=${shown("turn")} chosen=${play.chosen} onAnswer=${play.answer} onSeveral=${play.ask} />
            ${view?.battle ? null : panels}
            ${play.odds ? null : html`<${NationCard} ...${shared} shown=${shown("scores") || shown("turn")} /><${Key} ...${shared} shown=${shown("rounds")} />`}
          </div>
          <div class="column">
            <${Scores} ...${shared} shown=${shown("scores")} />
            <${Chronicle} ...${shared} shown=${shown("log")} entries=${entries} upTo=${table.n} current=${replay.at} chat=${session.chat} watch=${session.watch} drawing=${drawing} legal=${play.legal}
              onMoment=${replay.go} onSay=${(/** @type {string} */ text) => session.say(text).catch((/** @type {any} */ e) => tell(e.message, true))} />
          </div>
        </div>
      </div>
    </main>
    <${Replay} n=${table.n} at=${replay.at} marks=${marks} playing=${replay.playing} entry=${entries[replay.at]} onGo=${replay.go} onPlay=${replay.toggle} />
    <nav class="phone-tabs" role="tablist" aria-label=${t("tabs")}>${TABS.map((id) => html`<button key=${id} role="tab" aria-selected=${tab === id ? "true" : "false"} onClick=${() => setTab(id)}>${t(`tab.${id}`)}</button>`)}</nav>
    <div class="visually-hidden" aria-live="polite">${spoken}</div>
    <div class="visually-hidden" aria-live="assertive">${!past && decision?.mine ? t("turn.yours", { question: decision.question }) : ""}</div>
    ${line.lost ? html`<div class="banner" role="alert">${t("lost")}</div>` : null}
    ${session.gone ? html`<div class="banner" role="alert">${t("gone")}</div>` : null}
    ${toast ? html`<div class=${`toast ${toast.bad ? "bad" : ""}`} role="status">${toast.text}</div>` : null}
    ${open === "rules" ? html`<${Rules} game=${table.game} sought=${clause} onClose=${() => setOpen(null)} />` : null}
    ${open === "help" ? html`<${Help} onClose=${() => setOpen(null)} />` : null}
    ${open === "seats" ? html`<${Seats} session=${session} bots=${game.bots} swatch=${swatch} tell=${tell} onClose=${() => setOpen(null)} />` : null}
    ${open === "fork" ? html`<${Fork} session=${session} at=${replay.at} bots=${game.bots} tell=${tell} onClose=${() => setOpen(null)} />` : null}
  </div>`;
}

/** The position after this player's last own answer. @param {any} session */
function sinceMine(session) {
  const mine = new Set(session.table.you?.seats ?? []);
  for (let n = session.table.n; n > 0; n--) {
    if (mine.has(session.entries[n]?.seat) && !session.entries[n].forced) return n - 1;
  }
  return session.table.n;
}

/** What has just happened: forced answers, dice to roll, words to say. @param {any} session @param {any} words */
function useNews(session, words) {
  const kept = useRef({ forced: [], rolls: [], stamp: 0, spoken: "" });
  if (session.fresh.length) {
    const fresh = session.fresh.splice(0);
    const events = fresh.flatMap((/** @type {any} */ e) => e.events);
    const rolls = events.filter((/** @type {any} */ e) => Array.isArray(e.data.dice)).map((/** @type {any} */ e) => e.data);
    kept.current = {
      forced: fresh.filter((/** @type {any} */ e) => e.forced && e.text),
      rolls: rolls.length ? rolls : kept.current.rolls,
      stamp: rolls.length ? session.seq : kept.current.stamp,
      spoken: events.map((/** @type {any} */ e) => e.text).filter(Boolean).slice(-6).join(" "),
    };
  }
  return kept.current;
}
