/** The table: one match on one page. */
/** @import { Piece } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Drawing } from "./drawing.js" */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib/html.js";
import { query } from "../lib/api.js";
import { Coach, LessonSteps, coachedPlace, useLesson } from "../learn/coach.js";
import { hear } from "../lib/kept.js";
import { later } from "../lib/later.js";
import { MatchSession } from "../lib/match.js";
import { amend } from "../lib/route.js";
import { settings, watchSettings } from "../lib/settings.js";
import { line } from "../lib/socket.js";
import { has, t } from "../lib/words.js";
import { FactionDefs, hatched } from "../look/counters.js";
import { seatLook } from "../look/look.js";
import { Ask, seatName, whose } from "./ask.js";
import { useBarred } from "./barred.js";
import { Board } from "./board.js";
import { MoveCard } from "./card.js";
import { Chronicle } from "./chronicle.js";
import { Forecast } from "./forecast.js";
import { loadGame } from "./game.js";
import { Hand, onCards } from "./hand.js";
import { Header, Players } from "./header.js";
import { deedOf, phaseAt, roundMarks } from "./history.js";
import { HintCard, hintArrows, hintTags, useHints } from "./hints.js";
import { useKeys } from "./keys.js";
import { Key, Panels } from "./nation.js";
import { Odds } from "./odds.js";
import { usePlay } from "./play.js";
import { ProposalCard } from "./proposal.js";
import { Replay } from "./replay.js";
import { useReplay } from "./replaying.js";
import { Rounds, titlesIn } from "./rounds.js";
import { Scores } from "./scores.js";
import { useSounds } from "./sounds.js";
import { arrows, chapterAt, chaptersAfter, lastChapters, toldSoFar } from "./story.js";
import { sinceLast, useTelling } from "./telling.js";
import { BattleCard, ChapterCard, SinceCard, StoryBar, StoryChoices, isMine, marchText, sentence } from "./told.js";
import { Outcome, Turn, distinct, isUnnamed, offered, ordered } from "./turn.js";
import { WhichOne, WhyNot } from "./why.js";

const Dialogs = later("Dialogs");
/** @type {string[]} */
const NOWHERE = [];
const TABS = ["turn", "odds", "scores", "rounds", "log"];

/** Load what a match needs, then show it. @param {{id: string, at: number | null, watch: string | null}} p */
export function TablePage({ id, at, watch }) {
  const [ready, setReady] = useState(/** @type {Awaited<ReturnType<typeof loadGame>> & {session: MatchSession} | null} */ (null));
  const [failed, setFailed] = useState("");
  useLayoutEffect(() => {
    const session = new MatchSession(id, watch);
    setReady(null);
    session
      .open()
      .then(() => loadGame(session.table.game, session.table.board))
      .then((game) => setReady({ session, ...game }))
      .catch((error) => setFailed(messageOf(error)));
    return () => session.close();
  }, [id, watch]);
  if (failed) return html`<main class="lobby"><div class="card"><h2>${t("table.cannot")}</h2><p class="said">${failed}</p><p class="apart"><a class="button" href="/">${t("menu.lobby")}</a></p></div></main>`;
  if (!ready) return html`<main class="lobby"><p class="empty on-table" role="status">${t("loading")}</p></main>`;
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
  return () => {
    line.watchers.delete(watch);
  };
}

/** Whether the window is of some kind. @param {string} query */
function useMedia(query) {
  const [media] = useState(() => matchMedia(query));
  useChanges([(tell) => {
    media.addEventListener("change", tell);
    return () => media.removeEventListener("change", tell);
  }]);
  return media.matches;
}

/** A word that shows itself for a while. @returns {[{text: string, bad: boolean} | null, (text: string, bad?: boolean) => void]} */
function useToast() {
  const [toast, setToast] = useState(/** @type {{text: string, bad: boolean} | null} */ (null));
  useEffect(() => {
    const timer = toast ? setTimeout(() => setToast(null), toast.bad ? 5000 : 2600) : 0;
    return () => clearTimeout(timer);
  }, [toast]);
  return [toast, (text, bad = false) => setToast({ text, bad })];
}

/** @param {{session: MatchSession, game: import("../lib/catalogue.js").GameTable, look: Look, drawing: Drawing, words: GameWords, first: number | null}} p */
function Table({ session, game, look, drawing, words, first }) {
  useChanges([(tell) => session.onChange(tell), watchSettings, watchLine]);
  const [toast, tell] = useToast();
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const [clause, setClause] = useState(/** @type {string | null} */ (null));
  const [tab, setTab] = useState("turn");

  const { table, entries } = session;
  const replay = useReplay(session, first, tell);
  const telling = useTelling(session, look);
  const past = replay.at < table.n;
  const beat = past ? null : telling.beat;
  const seen = past ? replay.position : table;
  const view = (beat && telling.view) ?? seen.view;
  const decision = useMemo(() => distinct(table.outdated && seen.decision ? { ...seen.decision, mine: false, actions: null } : seen.decision, view, look), [seen.decision, table.outdated, view]);
  const live = !past && !beat;
  const mine = live && Boolean(decision?.mine);
  const play = usePlay(session, live ? decision : null, drawing, look, words, tell, beat ? "telling" : past ? "past" : "over", beat ? telling.begun : null);
  const barred = useBarred(session, live ? decision : null, view, look);
  const advice = useHints(session, live ? decision : null, tell);
  const lesson = useLesson(session);
  /** A lesson shows nothing that it has not come to: the log after the first dice, the points after the first of them. */
  const learning = lesson !== null && lesson.stage < lesson.stages.length;
  const rolled = !learning || entries.some((e) => e?.events.some((x) => Array.isArray(x.data.dice)));
  const scored = !learning || Object.values(view.factions ?? {}).some((f) => Number(f.points) > 0);
  const narrow = useMedia("(max-width: 640px), (max-height: 560px)");
  const below = useMedia("(max-width: 900px), (max-height: 560px)"); // the cards lie below the map, or beside it in a low window, and scroll as one
  const roomy = useMedia("(min-width: 901px) and (min-height: 800px)");
  const side = useRef(/** @type {HTMLElement | null} */ (null));
  // Where the cards scroll as one a new question is shown from its first answer, a march from its places and a battle from its dice, wherever the last list was scrolled to.
  useEffect(() => {
    if (below && (mine || beat)) side.current?.scrollTo(0, 0);
  }, [below, mine, table.seq, beat, play.source, play.card?.target.place]);
  useSounds(session, mine);
  useChatToast(session, tell);

  const chapter = useMemo(() => chapterAt(entries, replay.at, look), [entries, replay.at, table.seq]);
  const lastMarch = /** @type {import("./story.js").March | undefined} */ (chapter?.scenes.findLast((s) => s.kind === "march"));
  const moves = useMemo(() => shownArrows(), [entries, replay.at, settings.arrows, table.seq, beat]);
  const since = useMemo(() => sinceLast(session, look), [entries, table.seq]);
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
  /** What is answered in the list beside the map, and what on cards. */
  const asked = ordered(play.draft && decision ? { ...decision, actions: offered(play.draft, look) } : live ? decision : null, isUnnamed(words, drawing));
  /** What can be answered besides, while a move is in the making. */
  const besides = [...(play.draft && live ? (decision?.actions ?? []) : []), ...(play.after?.actions ?? [])];
  const carded = onCards([...asked, ...besides.filter((a) => !asked.some((x) => x.action === a.action))], view);
  const listed = asked.filter((a) => !carded.includes(a));
  const handFirst = carded.length > 0 && (roomy || !play.draft); // elsewhere there is no room for it above a move in the making
  const settled = useSettled(`${table.seq} ${beat?.n} ${beat?.round} ${play.draft?.path} ${play.card?.target.place} ${play.chosen}`);
  useKeys({ play, replay, advice, telling: beat ? telling : null, answers: [...listed, ...carded], open, setOpen });

  /** Arrows of what is told; else of the turn under way, with the last one faded. */
  function shownArrows() {
    if (!settings.arrows) return [];
    if (beat) return arrows(beat.chapter, beat.scene);
    return lastChapters(entries, replay.at, look).flatMap((c, i, all) => arrows(c).map((a) => ({ ...a, faded: i < all.length - 1 || c.faction !== view.active?.faction })));
  }

  const shown = (/** @type {string} */ id) => (tab === id ? "shown" : "");
  const shared = { table, view, decision: past ? decision && { ...decision, actions: null } : decision, look, words, swatch, onClause, seats: table.you.seats };
  const battle = beat ? battleIn([beat.scene]) : live ? battleIn(chapter?.scenes.filter((s) => s.kind === "battle" && !s.over) ?? []) : null;
  const teller = beat && table.seats.find((s) => s.seat === (view.factions?.[beat.chapter.faction ?? ""]?.seat ?? beat.chapter.seat));
  const told = beat?.chapter.faction ? words.name(beat.chapter.faction) : "";
  const story = beat && { text: sentence(beat, shared), above: [told === teller?.name ? "" : told, teller?.you ? t("you.short") : seatName(teller ?? undefined)].filter(Boolean).join(" · "), faction: beat.chapter.faction };
  const chronicle = html`<${Chronicle} ...${shared} shown=${shown("log")} entries=${entries} upTo=${beat ? beat.n : replay.at} until=${beat?.end ? beat.scene.last : undefined} told=${beat?.chapter ?? null} current=${replay.at} chat=${session.chat} before=${session.before} alone=${learning} watch=${session.watch} drawing=${drawing} legal=${play.legal}
          onMoment=${(/** @type {number} */ n) => settled.current() && replay.go(n)} onSay=${(/** @type {string} */ text) => session.say(text).catch((/** @type {Error} */ e) => tell(messageOf(e), true))} />`;
  const hand = html`<${Hand} ...${shared} answers=${carded} barred=${live ? [...play.refused, ...barred] : []} first=${listed.length} shown=${shown("turn")} play=${play} />`;
  /** What the dice have done so far; where every blow is a question of its own it stands beside the answers, not below them. */
  const blows = battle && (battle.rounds.length || !view.battle) ? html`<${BattleCard} ...${shared} battle=${battle} round=${battle.rounds.length} end=${false} live=${true} apart=${Boolean(view.battle)} />` : null;
  const panels = (/** @type {"first" | "narrow" | undefined} */ where) => html`<${Panels} ...${shared} odds=${play.odds} shown=${shown("turn")} where=${where} />`;
  // What no press alone can change is drawn once for each position, not with every step of a move in the making.
  const position = [table, view, decision, past, tab];
  const forecast = useMemo(() => html`<${Forecast} ...${shared} shown=${shown("scores")} />`, position);
  const scores = useMemo(() => html`<${Scores} ...${shared} shown=${shown("scores")} />`, position);
  const rounds = useMemo(() => html`<${Rounds} ...${shared} shown=${shown("rounds")} titles=${titlesIn(entries, marks, replay.at)} onRound=${(/** @type {number} */ n) => replay.go(marks.find((m) => m.number === n)?.n ?? replay.at)} />`, [...position, marks, replay.at]);
  const key = useMemo(() => html`<${Key} ...${shared} shown=${shown("rounds")} />`, position);
  const coached = { lesson, game, play, drawing, watching: beat ? (placesOf(beat).at(-1) ?? "") : null, onClause, undo: table.undo, tell };
  const aspect = drawing.data.viewBox[2] / drawing.data.viewBox[3];
  const scene = beat ? placesOf(beat) : play.scene;
  return html`<div ref=${play.root} class=${`table ${beat ? "is-telling" : ""}`} data-seq=${table.seq} data-n=${table.n} data-at=${replay.at} data-status=${table.status} data-mine=${mine ? "yes" : "no"} data-telling=${beat ? "yes" : "no"} data-known=${play.known ? "yes" : "no"} data-draft=${play.card ? "card" : play.draft ? "yes" : "no"} data-tab=${tab} data-past=${past ? "yes" : "no"} onClickCapture=${settled.guard}>
    <a class="skip" href="#question">${t("skip")}</a>
    <${FactionDefs} look=${look} ids=${[...new Set([...Object.keys(look.seats), ...Object.keys(look.factions), ...Object.keys(view.factions ?? {}), ...view.pieces.map((/** @type {Piece} */ x) => x.faction)])]} />
    <${Header} session=${session} game=${game} replay=${replay} telling=${telling} open=${open} setOpen=${setOpen} tell=${tell} ...${shared} />
    <${Players} ...${shared} />
    <main class="table-main" style=${`--map-shape:${(aspect < 0.9 ? 1 : aspect).toFixed(3)}`}>
      <${Ask} ...${shared} decision=${decision} past=${past} at=${replay.at} telling=${story} question=${play.question} note=${play.note} />
      <${Board} drawing=${drawing} tools=${look.tools ?? ""} look=${look} words=${words} view=${view} moves=${advice.hints ? hintArrows(advice, drawing, look, view, whose(view, decision, look)) : moves} legal=${play.legal} legalPieces=${play.legalPieces}
          chosen=${play.chosenPlace} coached=${live ? coachedPlace(lesson, play, drawing) : null} source=${play.source} sourceFaction=${play.draft?.question.about.nation ?? play.draft?.question.about.faction ?? null} further=${play.further} ways=${play.ways} forbidden=${play.why?.place ?? null} tags=${advice.hints && !play.draft ? hintTags(advice, drawing, look, view) : play.tags} fight=${battle?.place ?? null} lost=${beat && battle ? lostSince(beat, battle) : []}
          scene=${scene} about=${live && mine ? play.about : NOWHERE} mine=${mine} asked=${(table.you.seats.length && decision?.seat) || null} onPlace=${play.onPlace} onGrip=${play.grip} onCarry=${play.carry} onLinger=${play.linger} onRest=${play.rest} onDrop=${play.drop} locate=${play.locate}>
        ${past ? html`<button class="map-note past" onClick=${replay.live}>${t("replay.past", { at: replay.at, n: table.n })}</button>` : null}
        ${play.why ? html`<${WhyNot} why=${play.why} words=${words} onClose=${play.clear} onClause=${onClause} onDispute=${() => setOpen("dispute")} />` : null}
        ${play.card && !narrow ? html`<${MoveCard} card=${play.card} look=${look} words=${words} view=${view} busy=${play.busy} inline=${false} onPick=${play.pick} onGo=${play.regroupAt} onSend=${play.sendCard} onClose=${play.clear} />` : null}
        ${play.which ? html`<${WhichOne} choice=${play.which} words=${words} following=${play.following} onAnswer=${play.answer} onPlan=${(/** @type {string[]} */ plan) => play.send([...play.lead(plan[0]), ...plan])} onClose=${play.clear} />` : null}
        ${past || narrow ? null : html`<${Coach} ...${coached} />`}
      <//>
      <div class="side" ref=${side}>
        <${ProposalCard} session=${session} words=${words} tell=${tell} />
        ${past || !narrow ? null : html`<${Coach} ...${coached} />`}
        ${beat
          ? html`<${ChapterCard} ...${shared} beat=${beat} />
            ${battle ? html`<${BattleCard} ...${shared} battle=${battle} round=${beat.round} end=${beat.end} stays=${telling.stays} onNext=${telling.next} />` : null}
            <${SinceCard} ...${shared} chapters=${toldSoFar(since, beat)} now=${beat.chapter} onTell=${telling.tell} />
            <${StoryChoices} watching=${!table.you.seats.length} />`
          : html`${panels("first")}
            ${handFirst ? hand : null}
            <div class="pair">
              <div class="column">
                ${decision || past ? html`<${Turn} ...${shared} carded=${carded} shown=${shown("turn")} phase=${view.active?.faction ? (phaseAt(entries, replay.at, look) ?? phaseAt(session.before, table.fork_at ?? 0, look)) : null} past=${past} busy=${play.busy} chosen=${play.chosen} pointed=${play.pointed} drawing=${drawing}
                  taken=${takenBack(session, look, shared)} lastMove=${lastMarch ? marchText(lastMarch, shared) : ""} advice=${advice} onBackTo=${past ? () => setOpen("back") : null} onAnswer=${play.answer} onPoint=${play.point} onUndo=${play.undo} onLive=${replay.live} hint=${play.hint} play=${play} narrow=${narrow} card=${play.card && narrow ? html`<${MoveCard} card=${play.card} look=${look} words=${words} view=${view} busy=${play.busy} inline=${true} onPick=${play.pick} onGo=${play.regroupAt} onSend=${play.sendCard} onClose=${play.clear} />` : null} />` : html`<${Outcome} ...${shared} shown=${shown("turn")} />`}
                ${look.singleThrows ? null : blows}
                ${past ? null : html`<${SinceCard} ...${shared} chapters=${since} now=${null} onTell=${telling.tell} />`}
                ${rolled ? chronicle : null}
              </div>
              <div class="column">
                <${HintCard} advice=${advice} play=${play} drawing=${drawing} look=${look} view=${view} step=${decision?.step ?? null} words=${words} shown=${shown("turn")} />
                ${play.odds || tab === "odds" ? html`<${Odds} odds=${play.odds} view=${view} look=${look} words=${words} shown=${shown("odds") || (play.odds ? shown("turn") : "")} title=${play.oddsTitle} />` : null}
                ${look.singleThrows ? blows : null}
                ${play.odds || !scored ? null : forecast}
                <${LessonSteps} lesson=${lesson} shown=${shown("turn")} />
                ${scored ? scores : null}
                ${panels("narrow")}
              </div>
            </div>
            ${handFirst ? null : hand}
            ${panels(undefined)}
            ${rounds}
            ${key}`}
        ${beat ? chronicle : null}
      </div>
    </main>
    ${beat ? html`<${StoryBar} telling=${telling} next=${decision?.mine && !narrow ? words.name(whose(table.view, decision, look) ?? decision.seat) : ""} />` : html`<${Replay} n=${table.n} at=${replay.at} marks=${marks} playing=${replay.playing} entry=${entries[replay.at]} seats=${table.you.seats} words=${words} onGo=${replay.go} onPlay=${replay.toggle} />`}
    <nav class="phone-tabs" role="tablist" aria-label=${t("tabs")}>${TABS.map((id) => html`<button key=${id} role="tab" aria-selected=${tab === id ? "true" : "false"} onClick=${() => setTab(id)}>${t(`tab.${id}`)}</button>`)}</nav>
    ${line.lost ? html`<div class="banner" role="alert">${t("lost")}</div>` : null}
    ${session.gone ? html`<div class="banner" role="alert">${t("gone")} <a href="/">${t("menu.lobby")}</a></div>` : null}
    ${toast ? html`<div class=${`toast ${toast.bad ? "bad" : ""}`} role=${toast.bad ? "alert" : null}>${toast.text}</div>` : null}
    ${open && open !== "menu" ? html`<${Dialogs} session=${session} game=${game} open=${open} setOpen=${setOpen} at=${replay.at} onLive=${replay.live} clause=${clause} swatch=${swatch} tell=${tell} play=${play} words=${words} />` : null}
  </div>`;
}

/** Milliseconds for which a press is still meant for what stood there before. */
const MEANT_BEFORE = 400;

/**
 * Presses meant for what stood there before the page changed: the second of a double press does nothing, and whoever has just seen
 * the cards move does not go to the past by a line of the chronicle that came under the finger.
 * @param {string} shown what decides how the cards lie
 */
function useSettled(shown) {
  const kept = useRef({ shown, since: 0, pressed: shown });
  if (kept.current.shown !== shown) Object.assign(kept.current, { shown, since: performance.now() });
  return {
    current: () => performance.now() - kept.current.since > MEANT_BEFORE,
    guard: (/** @type {MouseEvent} */ e) => {
      if (e.detail < 2) kept.current.pressed = shown;
      else if (kept.current.pressed !== shown) {
        e.preventDefault();
        e.stopPropagation();
      }
    },
  };
}

/** @param {import("./story.js").Scene[]} scenes */
function battleIn(scenes) {
  const last = scenes.at(-1);
  return last?.kind === "battle" ? last : null;
}

/** Where a beat happens. @param {import("./story.js").Beat} beat @returns {string[]} */
function placesOf({ scene }) {
  if (scene.kind === "march") return [scene.path[0], /** @type {string} */ (scene.path.at(-1))];
  return scene.kind === "battle" ? [scene.place] : scene.places;
}

/** What is taken back is named in this many letters, else counted. */
const MOST_TAKEN = 90;

/** What a battle has cost since the position that is shown with a beat. @param {import("./story.js").Beat} beat @param {import("./story.js").Battle} battle */
const lostSince = (beat, battle) => battle.rounds.slice(0, beat.round).filter((r) => r.n > beat.n).flatMap((r) => r.lost).map((l) => ({ ...l, place: battle.place }));

/** What undo would take back, in words: a move as one, else the answer; or why it would take back nothing. @param {MatchSession} session @param {Look} look @param {import("./told.js").Shown} shared */
function takenBack({ table, entries }, look, shared) {
  const { possible, to, text } = table.undo;
  if (possible && to !== null) {
    const moves = chaptersAfter(entries, to, table.n, look).flatMap((c) => c.scenes).filter((s) => s.kind === "march" && isMine(s.faction, shared));
    const given = entries.slice(to + 1, table.n + 1).filter((e) => !e.forced && shared.seats.includes(e.seat ?? ""));
    const moved = given.filter((e) => !(look.moves?.stops ?? []).includes(e.action ?? "")); // a march that stops goes without saying
    const own = moved.length ? moved : given;
    const halt = moved.length || !given.length ? undefined : /** @type {import("./story.js").March | undefined} */ (chapterAt(entries, to, look)?.scenes.findLast((s) => s.kind === "march"));
    if (halt) return { possible, text: shared.words.placed(t("turn.undo-stop", { place: shared.words.name(halt.path.at(-1)) })) };
    const named = shared.words.spoken(moves.length === 1 ? marchText(/** @type {import("./story.js").March} */ (moves[0]), shared) : (placed(own, shared.words) ?? ended(own) ?? (own.length < given.length ? own[0].text : text) ?? own[0]?.text ?? ""));
    return { possible, text: named.length > MOST_TAKEN ? t("turn.undo-several", { n: own.length }) : named };
  }
  const mine = entries.findLastIndex((e) => e && !e.forced && shared.seats.includes(e.seat ?? ""));
  const final = entries.slice(mine < 0 ? table.n : mine, table.n + 1).flatMap((e) => e?.events.filter((x) => x.final) ?? []);
  return { possible: false, text: final.length ? t(final.some((e) => Array.isArray(e.data.dice)) ? "turn.dice-fell" : "turn.revealed") : "" };
}

/** What answers came to that only ended something: the last of them, in the page's own words. @param {import("../lib/shapes").Entry[]} entries */
function ended(entries) {
  const keys = entries.map(({ step, action }) => `answer.${step}.${action}`);
  return keys.length && keys.every(has) ? t(/** @type {string} */ (keys.at(-1))) : null;
}

/** What answers came to, of which some say no more than a place: "new army in York". @param {import("../lib/shapes").Entry[]} entries @param {GameWords} words */
function placed(entries, words) {
  const deeds = entries.map(({ action, text }) => deedOf(action, text, words));
  const all = deeds.every((deed, i) => deed || ended([entries[i]])); // what only ended a step needs no word beside the others
  return all ? deeds.filter(Boolean).join(", ") || null : null;
}

/** A line of somebody else's chat shows itself. @param {MatchSession} session @param {(text: string) => void} tell */
function useChatToast(session, tell) {
  const last = session.chat.at(-1);
  const [seen, setSeen] = useState(last?.id ?? 0);
  useEffect(() => {
    if (last && session.table.you.seats.length) hear(session.id, last.time);
  }, [last?.id]);
  useEffect(() => {
    if (!last || last.id <= seen) return;
    setSeen(last.id);
    if (!last.you) tell(t("chat.said", { name: last.player, text: last.text }));
  }, [last?.id]);
}
