/** The log told as a story: nation turns of marches, battles and other news. Nothing here knows the page. */
/** @import { Entry, Facts, GameEvent, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
import { factionIn, moveOf } from "./history.js";

/**
 * @typedef {{kind: "march", n: number, faction: string, count: number | null, path: string[], text: string, last?: GameEvent}} March
 * @typedef {{kind: "news", n: number, lines: string[], places: string[], heads: string[], scores?: {faction: string, n: number}[], last?: GameEvent}} News `heads`: those lines that a summary must not leave out; `scores`: who scored how much, where points are counted for everybody
 * @typedef {{who: string, dice: number[], hits: boolean[], results: string[] | null, harms: boolean[], sides: number}} Roll what each die did, and whether it could do harm, where the game says so
 * @typedef {{n: number, rolls: Roll[], opening?: string, costs: string[], lost: {faction: string, n: number}[], fallen: string[]}} BattleRound
 * @typedef {{kind: "battle", n: number, first: number, place: string, attacker: string, defender: string, attackers: number | null, defenders: number | null,
 *   units: string[][], fled: string[], before: string[], rounds: BattleRound[], after: string[], over: boolean, winner: string | null, several?: boolean, last?: GameEvent}} Battle
 * `units` of either side, where the log names them; those that have `fallen` or `fled`, in the same words; `several`: an army rolls more than one die and falls to as many hits.
 * `last` is the event with which it ends: the same answer may have brought more. `n` is the answer after which it is so; `first` of a battle the answer that began it.
 * @typedef {March | News | Battle} Scene
 * @typedef {{key: string, faction: string | null, seat: string | null, round: number | null, n: number, to: number, scenes: Scene[], points: number}} Chapter
 * One nation's turn.
 */

/** A unit whatever its state. @param {string} unit "danish:archer:reduced" */
const plain = (unit) => unit.split(":").slice(0, 2).join(":");

/** Which units of a side are gone, one by one. @param {string[]} units @param {string[]} gone */
export function without(units, gone) {
  const left = gone.map(plain);
  return units.map((unit) => {
    const i = left.indexOf(plain(unit));
    if (i >= 0) left.splice(i, 1);
    return i >= 0;
  });
}

/** The side that has the field for itself; Leaders alone hold nothing. @param {Battle} battle @returns {string | null} */
function lastStanding({ units, fled, rounds, attacker, defender }) {
  const gone = [...fled, ...rounds.flatMap((r) => r.fallen)];
  const [attack = 0, defend = 0] = units.map((side) => without(side, gone).filter((lost, i) => !lost && side[i].includes(":")).length);
  return attack && !defend ? attacker : defend && !attack ? defender : null;
}

/** @type {{round: string, turn: string, pass?: string}} */
const USUAL = { round: "round", turn: "turn" };
/** What a die says that did nothing. */
const NOTHING = "-";
const ENDS = /^battle-(end|ends|over)$/;
/** A phase that cannot end as it stands. */
const STUCK = /^stuck-/;
/** Told by others already: the heading of a turn or phase, and throws, which stand in their battle. */
const SILENT = new Set(["phase", "turn", "impulse", "end", "roll", "track", "marched", "shifted"]);

/** Whether an event has a sentence of its own in the story. @param {GameEvent} event */
export const isSaid = ({ text, kind }) => Boolean(text) && !SILENT.has(kind);

/** What happened by the answers after `from` and up to `to`. @param {Entry[]} entries @param {number} from @param {number} to @param {Look} look @returns {Chapter[]} */
export function chapters(entries, from, to, look) {
  const teller = new Teller(look);
  for (let n = from + 1; n <= to; n++) if (entries[n]) teller.hear(entries[n]);
  return teller.chapters.filter((c) => c.scenes.length);
}

/** The answer before the turn of which answer n is part. @param {Entry[]} entries @param {number} n @param {Look} look */
function before(entries, n, look) {
  const opening = Object.values(look.history ?? USUAL);
  const opens = (/** @type {GameEvent} */ e) => opening.includes(e.kind);
  let from = n;
  // What the answer itself did before a turn began belongs to the turn before.
  if (entries[n]?.events.some(opens) && !opens(entries[n].events[0])) from -= 1;
  while (from > 0 && !entries[from]?.events.some(opens)) from -= 1;
  return Math.max(-1, from - 1);
}

/** What is new after an answer, in chapters that begin where their turn began. @param {Entry[]} entries @param {number} told @param {number} to @param {Look} look */
export const newChapters = (entries, told, to, look) => chapters(entries, before(entries, told + 1, look), to, look);

/** The chapter under way at a position, from its beginning. @param {Entry[]} entries @param {number} n @param {Look} look @returns {Chapter | null} */
export function chapterAt(entries, n, look) {
  return chapters(entries, before(entries, n, look), n, look).at(-1) ?? null;
}

/** What of some chapters has been told when a beat is shown: nothing later, and a battle only as far as it has come. @param {Chapter[]} all @param {Beat} beat @returns {Chapter[]} */
export function toldSoFar(all, beat) {
  return all.filter((c) => c.n <= beat.chapter.n).map((c) => {
    const scenes = c.scenes.flatMap((s) => (s.kind !== "battle" || s.n <= beat.n ? (s.n <= beat.by ? [s] : []) : s.first <= beat.by ? [{ ...s, over: false, winner: null, after: [], rounds: s.rounds.filter((r) => r.n <= beat.by) }] : []));
    return { ...c, scenes, points: scenes.length === c.scenes.length && scenes.every((s) => s.kind !== "battle" || s.over) ? c.points : 0 };
  }).filter((c) => c.scenes.length);
}

/** What is new after an answer, without what was there before. @param {Entry[]} entries @param {number} told @param {number} to @param {Look} look */
export function chaptersAfter(entries, told, to, look) {
  return newChapters(entries, told, to, look).map((c) => ({ ...c, scenes: c.scenes.filter((s) => s.n > told) })).filter((c) => c.scenes.length);
}

/** The last turns up to a position: the one before, and the one under way. @param {Entry[]} entries @param {number} n @param {Look} look @returns {Chapter[]} */
export function lastChapters(entries, n, look) {
  return chapters(entries, before(entries, Math.max(0, before(entries, n, look)), look), n, look).slice(-2);
}

class Teller {
  /** @param {Look} look */
  constructor(look) {
    this.look = look;
    this.called = look.history ?? USUAL;
    /** @type {Chapter[]} */
    this.chapters = [];
    /** @type {number | null} */
    this.round = null;
    /** @type {Battle | null} */
    this.battle = null;
    /** Where units stood last, for logs that tell only where they go. @type {Map<string, string>} */
    this.stood = new Map();
  }

  /** @param {Entry} entry */
  hear(entry) {
    for (const event of entry.events) this.event(event, entry);
  }

  /** @param {GameEvent} event @param {Entry} entry */
  event(event, entry) {
    const { turn, round, pass } = this.called;
    const begins = event.kind === turn || event.kind === pass;
    if (event.kind === round) this.round = event.data.number ?? event.data.round ?? event.data.turn ?? this.round;
    if (begins || event.kind === round) this.open(begins ? (factionIn(event.data) ?? event.data.seat) : null, entry);
    const before = this.chapters.at(-1);
    const another = this.round === null && !before?.faction && before?.seat !== entry.seat; // players set up one after the other
    const chapter = before && !another ? before : this.open(null, entry);
    chapter.to = entry.n;
    // the round is scored for everybody, with the last nation's turn
    if (event.kind === "score" && (factionIn(event.data) ?? chapter.faction) === chapter.faction) chapter.points += Number(event.data.n ?? 0);
    const { battle } = this;
    if (event.kind === "battle") this.begin(event, entry, chapter);
    else if (this.battle) this.fight(event, entry);
    else if (event.kind === "restart") chapter.scenes = chapter.scenes.filter((s) => s.kind !== "march");
    else if (event.kind === "take-back") takeBack(chapter, event.data.n ?? 1);
    else if (STUCK.test(event.kind)) return; // told where it is asked what to take back
    else if (!this.march(event, entry, chapter) && !this.score(event, entry, chapter)) this.news(event, entry, chapter);
    const scene = battle ?? chapter.scenes.at(-1);
    if (scene && scene.n === entry.n) scene.last = event;
  }

  /** @param {string | null} faction @param {Entry} entry */
  open(faction, entry) {
    /** @type {Chapter} */
    const chapter = { key: `${entry.n}.${this.chapters.length}`, faction, seat: entry.seat, round: this.round, n: entry.n, to: entry.n, scenes: [], points: 0 };
    this.chapters.push(chapter);
    return chapter;
  }

  /** @param {GameEvent} event @param {Entry} entry @param {Chapter} chapter */
  begin({ data }, entry, chapter) {
    const [attacker, defender] = this.look.sides?.(data) ?? [data.attacker ?? "", data.defender ?? ""];
    this.battle = { kind: "battle", n: entry.n, first: entry.n, place: String(data.area ?? data.hex), attacker, defender,
      attackers: data.attackers ?? data.strength?.[0] ?? null, defenders: data.defenders ?? data.strength?.[1] ?? null, units: this.look.fighters?.(data) ?? [], fled: [], before: [], rounds: [], after: [], over: false, winner: null };
    chapter.scenes.push(this.battle);
  }

  /** @param {GameEvent} event @param {Entry} entry */
  fight({ kind, data, text }, entry) {
    const battle = /** @type {Battle} */ (this.battle);
    battle.n = entry.n;
    if (ENDS.test(kind)) {
      battle.over = true;
      battle.winner = data.holder ?? data.winner ?? lastStanding(battle);
      this.battle = null;
      return;
    }
    const last = battle.rounds.at(-1);
    const apart = this.look.singleThrows && (!last || last.rolls.length > 0); // whether units escape: nobody can be hit by it
    if (kind === "retreated") battle.fled.push(String(data.unit));
    if (kind === "removed") last?.fallen.push(String(data.unit));
    if (Array.isArray(data.dice) && !apart) return this.roll(battle, data, kind, entry);
    if (kind === this.look.exchange) battle.rounds.push({ n: entry.n, rolls: [], opening: text, costs: [], lost: [], fallen: [] });
    else if (/loss|lose|remove|reduc|eliminat|killed|saved|falls|hopeless|overrun/.test(kind) && last) {
      last.costs.push(text);
      const side = factionIn(data) ?? String(data.unit ?? "").split(":")[0];
      // Elsewhere a unit loses steps, or saves itself: then the dice say so themselves, and its counter stays.
      if (kind !== "saved" && this.look.units === "armies") {
        last.lost.push({ faction: side, n: data.n ?? 1 });
        if (!battle.several) for (const roll of last.rolls) if (roll.who !== side) markHits(roll, data.n ?? 1);
      }
    } else if (text && !SILENT.has(kind)) (battle.rounds.length ? battle.after : battle.before).push(text);
    return undefined;
  }

  /** @param {Battle} battle @param {Facts} data of an event @param {string} kind @param {Entry} entry */
  roll(battle, data, kind, entry) {
    const who = String(data.who ?? data.seat ?? "");
    const last = battle.rounds.at(-1);
    const apart = last?.rolls.at(-1)?.who === who && !last.costs.length ? last.rolls.at(-1) : null; // armies, then their fort: each kind rolls apart
    const fresh = !last || (!this.look.exchange && !apart && last.rolls.some((r) => r.who === who));
    const round = fresh ? { n: entry.n, rolls: [], costs: [], lost: [], fallen: [] } : last;
    if (fresh) battle.rounds.push(round);
    const before = round.rolls.at(-1);
    if (kind !== "roll" && before?.who === who && String(before.dice) === String(data.dice)) round.rolls.pop(); // the same throw, now with what it did
    /** @type {string[] | null} */
    const results = Array.isArray(data.results) ? data.results : null;
    const hits = data.dice.map((/** @type {number} */ _, /** @type {number} */ i) => results !== null && results[i] !== NOTHING);
    const harms = data.dice.map((/** @type {number} */ face) => !data.worth || data.worth[face - 1] > 0);
    if (apart && this.look.units === "armies") Object.assign(apart, { dice: [...apart.dice, ...data.dice], hits: [...apart.hits, ...hits], harms: [...apart.harms, ...harms] });
    else round.rolls.push({ who, dice: data.dice, hits, results, harms, sides: data.sides ?? 6 });
    const armies = who === battle.attacker ? battle.attackers : battle.defenders;
    if (this.look.units === "armies" && armies && data.dice.length > armies) battle.several = true;
    if (battle.several) for (const r of round.rolls) r.hits = r.harms;
  }

  /** A force on its way; what goes on from where it has just come is the same march. @param {GameEvent} event @param {Entry} entry @param {Chapter} chapter */
  march(event, entry, chapter) {
    const move = this.moved(event);
    if (!move) return false;
    const fought = chapter.scenes.findLastIndex((s) => s.kind === "battle"); // who marches after that begins another march
    const last = chapter.scenes.slice(fought + 1).findLast((s) => s.kind === "march" && s.path.at(-1) === move.from && s.faction === move.faction);
    const rest = last?.kind === "march" && last === chapter.scenes.at(-1) ? (last.count ?? 0) - (move.count ?? 0) : 0;
    if (last?.kind === "march" && move.count && rest > 0) {
      Object.assign(last, { count: rest, text: "" }); // the others stay where they have come to
      if (last.path[0] !== move.to) chapter.scenes.push({ kind: "march", n: entry.n, faction: move.faction, count: move.count, path: [...last.path, move.to], text: event.text });
    } else if (last?.kind === "march" && (last.count === move.count || last === chapter.scenes.at(-1)) && chapter.scenes.at(-1)?.kind === "march") {
      last.path.push(move.to);
      last.n = entry.n;
      last.count = move.count;
      last.text = event.text;
      if (last.path[0] === move.to) chapter.scenes.splice(chapter.scenes.indexOf(last), 1); // they are back where they were
    } else chapter.scenes.push({ kind: "march", n: entry.n, faction: move.faction, count: move.count, path: [move.from, move.to], text: event.text });
    return true;
  }

  /** @param {GameEvent} event */
  moved({ kind, data }) {
    const move = /retreat|withdraw|evict/.test(kind) ? null : moveOf({ data });
    if (move) return { ...move, from: String(move.from), to: String(move.to) };
    if (!Array.isArray(data.units) || data.hex === undefined) return null;
    const before = this.stood.get(data.units[0]);
    for (const unit of data.units) this.stood.set(unit, String(data.hex));
    if (before === undefined || before === String(data.hex) || !/move|withdrawal/.test(kind)) return null;
    const faction = data.faction ?? data.tribe ?? String(data.units[0]).replace(/-(cav-)?\d+$/, "");
    return { from: before, to: String(data.hex), faction, count: data.units.length };
  }

  /** Points that are counted for everybody are no part of the battle before. @param {GameEvent} event @param {Entry} entry @param {Chapter} chapter */
  score({ kind, text, data }, entry, chapter) {
    const faction = factionIn(data);
    if (kind !== "score" || this.look.units !== "armies" || !faction || !text || data.area) return false;
    const last = chapter.scenes.at(-1);
    const scores = { faction, n: Number(data.n ?? 0) };
    if (last?.kind === "news" && last.scores && last.n === entry.n) {
      last.lines.push(text);
      last.scores.push(scores);
    } else chapter.scenes.push({ kind: "news", n: entry.n, lines: [text], places: [], heads: [], scores: [scores] });
    return true;
  }

  /** @param {GameEvent} event @param {Entry} entry @param {Chapter} chapter */
  news({ kind, text, data }, entry, chapter) {
    if (!text || SILENT.has(kind)) return;
    const last = chapter.scenes.at(-1);
    const heads = (this.look.headlines ?? []).includes(kind) ? [text] : [];
    const places = [data.area, data.hex, data.place, data.from, data.to].filter((x) => x !== undefined && x !== null).map(String);
    if (last?.kind === "battle" && last.n === entry.n) last.after.push(text); // what a battle brought: a fort, points
    else if (last?.kind === "news" && !last.scores) {
      last.lines.push(text);
      last.places.push(...places);
      last.heads.push(...heads);
      last.n = entry.n;
    } else chapter.scenes.push({ kind: "news", n: entry.n, lines: [text], places, heads });
  }
}

/** The last n moves never were, with those of them that marched on apart. @param {Chapter} chapter @param {number} n */
function takeBack(chapter, n) {
  const latest = () => /** @type {March | undefined} */ (chapter.scenes.findLast((s) => s.kind === "march"));
  for (let left = n; left > 0; left--) {
    const last = latest();
    for (let m = last; last && m && m.path.every((place, i) => place === last.path[i]); m = latest()) chapter.scenes.splice(chapter.scenes.indexOf(m), 1);
  }
}

/** A loss names the dice that did it: the highest not yet counted. @param {Roll} roll @param {number} n */
function markHits({ dice, hits, harms }, n) {
  const left = dice.map((face, i) => ({ face, i })).filter(({ i }) => harms[i] && !hits[i]).sort((a, b) => b.face - a.face);
  for (const { i } of left.slice(0, n)) hits[i] = true;
}

/**
 * A chapter cut into what is shown at one moment: a march, some news, one round of a battle, its end.
 * `n` is the position to show, `by` the answer that brought it, `round` how many rounds of a battle are told.
 * @typedef {{chapter: Chapter, scene: Scene, n: number, by: number, round: number, end: boolean}} Beat
 * @param {Chapter} chapter @returns {Beat[]}
 */
export function beats(chapter) {
  return chapter.scenes.flatMap((scene) => beatsOf(chapter, scene));
}

/** @param {Chapter} chapter @param {Scene} scene @returns {Beat[]} */
function beatsOf(chapter, scene) {
  if (scene.kind !== "battle") return [{ chapter, scene, n: scene.n, by: scene.n, round: 0, end: true }];
  const rounds = scene.rounds.map((round, i) => ({ chapter, scene, n: Math.max(0, round.n - 1), by: round.n, round: i + 1, end: false }));
  return scene.over ? [...rounds, { chapter, scene, n: scene.n, by: scene.n, round: scene.rounds.length, end: true }] : rounds;
}

/** The rolls of a round; where it is still asked who falls, the dice that will cost it count as hits already. @param {Battle} battle @param {number} i @param {Look} look @returns {Roll[]} */
export function settledRolls(battle, i, look) {
  const { rolls, lost } = battle.rounds[i];
  if (battle.over || battle.several || look.units !== "armies" || i < battle.rounds.length - 1) return rolls;
  return rolls.map((r) => (lost.some((l) => l.faction !== r.who) || r.hits.includes(true) ? r : { ...r, hits: r.harms }));
}

/** Whether one of these seats has a part in a battle. @param {Battle} battle @param {View} view @param {string[]} seats */
export function fights(battle, view, seats) {
  return [battle.attacker, battle.defender].some((id) => seats.includes(id) || seats.includes(view.factions?.[id]?.seat ?? ""));
}

/** Arrows of a chapter up to a scene, numbered in their order. @param {Chapter} chapter @param {Scene | null} upTo */
export function arrows(chapter, upTo = null) {
  const marches = /** @type {March[]} */ (chapter.scenes.filter((s) => s.kind === "march"));
  const last = upTo ? chapter.scenes.indexOf(upTo) : chapter.scenes.length - 1;
  return marches.filter((m) => chapter.scenes.indexOf(m) <= last).map((m, i) => ({ path: m.path, from: m.path[0], to: /** @type {string} */ (m.path.at(-1)), faction: m.faction, count: m.count, number: i + 1, now: m === upTo }));
}
