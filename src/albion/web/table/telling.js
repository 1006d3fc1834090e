/** Telling: what others did since this player last looked is shown beat by beat, at the speed the player likes. */
/** @import { Beat, Chapter } from "./story.js" */
/** @import { Look } from "../look/look.js" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { Entry, Table, View } from "../lib/shapes" */
import { useEffect, useRef, useState } from "../lib/html.js";
import { settings } from "../lib/settings.js";
import { beats, chaptersAfter, fights, isSaid, newChapters } from "./story.js";

export const SPEEDS = /** @type {const} */ (["off", "fast", "normal", "step"]);
/** Milliseconds a beat lasts, and a round of a battle. @type {Record<string, [number, number]>} */
const LASTS = { fast: [400, 400], normal: [1500, 3000] };

/** News of several lines take longer to read, at most this many times as long. */
const MOST_TIMES = 3;
const EACH_LINE = 0.4;

/** How long a beat is shown. @param {Beat} beat */
function lasts({ scene, end }) {
  const [usual, round] = LASTS[settings.story] ?? LASTS.normal;
  if (scene.kind === "battle" && !end) return round;
  const lines = scene.kind === "news" && settings.story === "normal" ? scene.lines.length : 1;
  return usual * Math.min(MOST_TIMES, 1 + (lines - 1) * EACH_LINE);
}

/** @typedef {{told: number, beats: Beat[], at: number, begun: number, skips: boolean}} Kept how far the story has come: the last answer it knows, what is told of it, how many have begun, and whether others' doings are skipped */

/** Whether the story stays at a beat until the player goes on. @param {Beat} beat @param {View} view @param {string[]} seats */
const waits = (beat, view, seats) => settings.waits && beat.scene.kind === "battle" && beat.end && fights(beat.scene, view, seats);

/** What of some chapters is told: others' turns, and every battle; but not what a unit of the enemy threw at a player's own blow. @param {Chapter[]} found @param {number} told @param {MatchSession} session @param {Look} look @returns {Beat[]} */
function worthTelling(found, told, { table, entries }, look) {
  const { view, you: { seats } } = table;
  const ownBlow = (/** @type {Beat} */ b) => look.singleThrows && !b.end && seats.includes(entries[b.by]?.seat ?? "");
  const fresh = found.flatMap(beats).filter((b) => b.by > told);
  if (settings.story === "off") return fresh.filter((b) => waits(b, view, seats));
  return fresh.filter((b) => (b.scene.kind === "battle" ? !ownBlow(b) : !isOwn(b.chapter, table) && entries.slice(told + 1, b.by + 1).some((e) => isNews(e, seats))));
}

/** Whether an answer brought more than what its own player has just said. @param {Entry} entry @param {string[]} seats */
const isNews = ({ seat, action, events }, seats) => !seats.includes(seat ?? "") || events.some((e) => isSaid(e) && e.kind !== action?.split(" ")[0]);

/** Whether a chapter is a turn of this player's own. @param {Chapter} c @param {Table} table */
const isOwn = (c, { view, you: { seats } }) => seats.includes(view.factions?.[c.faction ?? ""]?.seat ?? c.faction ?? c.seat ?? "");

/** What others did since this player's last own answer. @param {MatchSession} session @param {Look} look @returns {Chapter[]} */
export const sinceLast = (session, look) => chaptersAfter(session.entries, lastOwn(session), session.table.n, look).filter((c) => !isOwn(c, session.table));

/** The position after this player's last own answer; with no seat, the present. @param {MatchSession} session */
function lastOwn({ table, entries }) {
  const mine = new Set(table.you.seats);
  for (let n = table.n; n > 0; n--) if (mine.has(entries[n]?.seat ?? "") && !entries[n].forced) return n;
  return mine.size ? 0 : table.n;
}

/** Up to where nothing is told when a table opens: the present, but in a new match, of which a player has answered nothing yet, its beginning. @param {MatchSession} session */
function toldAlready(session) {
  const { table, entries } = session;
  const fresh = table.you.seats.length > 0 && lastOwn(session) === 0 && entries[0] !== undefined;
  return fresh ? 0 : table.n;
}

/** @param {MatchSession} session @param {Look} look */
export function useTelling(session, look) {
  const { table, entries } = session;
  const kept = useRef(/** @type {Kept | null} */ (null));
  const [, again] = useState(0);
  const [paused, pause] = useState(false);
  const [view, setView] = useState(/** @type {View | null} */ (null));
  kept.current ??= { told: toldAlready(session), beats: [], at: 0, begun: 0, skips: false };
  const story = kept.current;

  if (table.n < story.told) Object.assign(story, { told: table.n, beats: [], at: 0, skips: false });
  if (table.n > story.told) {
    const { seats } = table.you;
    // A player of every seat has seen it all; battles are shown to them too.
    const found = worthTelling(newChapters(entries, story.told, table.n, look), story.told, session, look).filter((b) => !story.skips || waits(b, table.view, seats));
    const before = story.at < story.beats.length ? story.beats : []; // a story under way goes on where it is
    Object.assign(story, { told: table.n, beats: seats.length || before.length || settings.story !== "off" ? [...before, ...found] : [], at: before.length ? story.at : 0, begun: story.begun + (before.length ? 0 : 1) });
  }
  if (table.decision?.mine) story.skips = false;
  const beat = story.beats[story.at] ?? null;

  useEffect(() => {
    let shown = true;
    if (beat) session.position(beat.n).then((p) => shown && setView(p.view), () => shown && setView(null));
    const next = story.beats[story.at + 1];
    if (next) session.position(next.n).catch(() => {});
    return () => {
      shown = false;
    };
  }, [beat]);

  const go = (/** @type {number} */ at) => {
    story.at = Math.max(0, Math.min(at, story.beats.length));
    if (story.at === story.beats.length) Object.assign(story, { beats: [], at: 0 });
    again((n) => n + 1);
  };
  const stays = !beat || paused || settings.story === "step" || settings.story === "off" || waits(beat, table.view, table.you.seats);
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => go(story.at + 1), lasts(beat));
    return () => clearTimeout(timer);
  }, [beat, stays, settings.story]);

  /** Tell something again, from its first beat. @param {Chapter[]} some */
  const tell = (some) => {
    Object.assign(story, { beats: some.flatMap(beats), at: 0, begun: story.begun + 1 });
    pause(false);
    again((n) => n + 1);
  };
  return {
    beat, paused, stays,
    /** The position that is shown, once it is here. */
    view: beat ? view : null,
    /** How many stories have begun: the same while others play on meanwhile. */
    begun: story.begun,
    at: story.at,
    of: story.beats.length,
    next: () => go(story.at + 1),
    back: () => go(story.at - 1),
    /** On to the player's own question: what others do until then is not told either, own battles that wait apart. */
    skip: () => {
      story.skips = table.you.seats.length > 0 && !table.decision?.mine;
      go(story.beats.length);
    },
    pause: () => pause(!paused),
    tell,
    /** Tell everything since this player's last own answer; whether there is anything. */
    since: () => {
      const some = sinceLast(session, look);
      tell(some);
      return some.length > 0;
    },
  };
}

/** @typedef {ReturnType<typeof useTelling>} Telling */
