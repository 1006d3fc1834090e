/** What happened, beside the map: the turn being told, its battle, and everything since one's last turn. */
/** @import { Battle, Beat, Chapter, March, Scene } from "./story.js" */
/** @import { Telling } from "./telling.js" */
/** @import { View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { field } from "../lib/forms.js";
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { change, settings } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { Counter, Token } from "../look/counters.js";
import { calledRound, factionOf } from "../look/look.js";
import { Dice } from "./dice.js";
import { settledRolls, without } from "./story.js";
import { SPEEDS } from "./telling.js";

const MOST_COUNTERS = 9;
/** More throws than this are not drawn in one line. */
const MOST_THROWS = 8;

/** @typedef {{look: Look, words: GameWords, view: View, seats: string[]}} Shown */

/** @param {string} id @param {Shown} p */
export const isMine = (id, { view, seats }) => seats.includes(view.factions?.[id]?.seat ?? id);

/** "your Picts" or "the Saxons". @param {string} id @param {Shown} p */
const named = (id, p) => t(isMine(id, p) ? "story.yours" : "story.theirs", { name: p.words.name(id) });

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** How many went from where to where. @param {March} march @param {Shown} p */
export function marchText({ count, path }, { look, words }) {
  return t(`story.march.${look.units ?? "units"}`, { n: count ?? 1, ...words.ends(path[0], path.at(-1)) });
}

/** @param {string} place @param {GameWords} words */
const battleIn = (place, words) => words.placed(t("panel.battle-in", { place: words.name(place) }));
/** @param {string} place @param {GameWords} words */
const fightingIn = (place, words) => words.placed(t("story.fighting", { place: words.name(place) }));

/** What all have scored: in one sentence, and seat by seat with its nations; null where only one has. @param {{faction: string, n: number}[]} scores @param {Shown} p */
function scored(scores, { view, words, seats }) {
  /** @type {Map<string, {faction: string, n: number}[]>} */
  const bySeat = new Map();
  for (const one of scores) {
    const seat = view.factions?.[one.faction]?.seat ?? one.faction;
    bySeat.set(seat, [...(bySeat.get(seat) ?? []), one]);
  }
  if (bySeat.size < 2) return null;
  const all = [...bySeat].map(([seat, own]) => ({ seat, own, n: own.reduce((sum, { n }) => sum + n, 0) })).sort((a, b) => b.n - a.n);
  const name = (/** @type {string} */ seat) => (seats.includes(seat) ? t("you") : words.name(seat));
  return {
    sentence: t("story.scored", { list: all.map(({ seat, n }) => `${name(seat)} ${n}`).join(", ") }),
    lines: all.map(({ seat, own, n }) => `${upper(name(seat))} ${n}: ${own.map((x) => `${words.name(x.faction)} ${x.n}`).join(", ")}`),
  };
}

/** How a battle ended, in a sentence. @param {Battle} battle @param {Shown} p */
function outcome(battle, p) {
  const place = p.words.name(battle.place);
  if (!battle.over) return fightingIn(battle.place, p.words);
  const won = battle.winner === battle.attacker ? "story.takes" : battle.winner === battle.defender ? "story.holds" : "";
  if (!won) return t(battle.units.length ? "story.both-stand" : p.look.units === "armies" ? "story.nobody-left" : "story.battle-over", { place });
  const who = named(/** @type {string} */ (battle.winner), p);
  return upper(p.words.nearby(battle.place) ? p.words.placed(t("story.wins", { who, place })) : t(won, { who, place }));
}

/** What all scored at the end of a turn, if that was counted then. @param {Chapter} chapter @param {Shown} p */
const scoring = (chapter, p) => chapter.scenes.map((s) => (s.kind === "news" && s.scores ? scored(s.scores, p) : null)).find(Boolean) ?? null;

/** What a nation's turn came to, in a line. @param {Chapter} chapter @param {Shown} p */
export function summary(chapter, p) {
  const battles = /** @type {Battle[]} */ (chapter.scenes.filter((s) => s.kind === "battle" && s.over));
  const marches = /** @type {March[]} */ (chapter.scenes.filter((s) => s.kind === "march"));
  const places = (/** @type {Battle[]} */ some) => some.map((b) => p.words.name(b.place)).join(", ");
  const won = battles.filter((b) => b.winner === b.attacker && !p.words.nearby(b.place));
  const lost = battles.filter((b) => b.winner === b.defender && !p.words.nearby(b.place));
  const other = battles.filter((b) => !won.includes(b) && !lost.includes(b));
  const heads = chapter.scenes.flatMap((s) => (s.kind === "news" ? s.heads : [])).map((l) => p.words.spoken(l).replace(/\.$/, ""));
  const parts = [
    won.length ? t("story.sum.takes", { places: won.map((b) => (isMine(b.defender, p) ? t("story.sum.from-you", { place: p.words.name(b.place) }) : p.words.name(b.place))).join(", ") }) : "",
    lost.length ? t("story.sum.fails", { places: places(lost) }) : "",
    other.length ? p.words.placed(t(p.look.units === "armies" ? "story.sum.empties" : "story.sum.fights", { places: places(other) })) : "",
    ...counted(heads),
    !battles.length && !heads.length && marches.length ? marches.slice(0, 2).map((m) => marchText(m, p)).join("; ") + (marches.length > 2 ? " …" : "") : "",
    chapter.points && !scoring(chapter, p) ? t("story.sum.points", { n: chapter.points }) : "",
  ].filter(Boolean);
  const news = chapter.scenes.flatMap((s) => (s.kind === "news" && !(s.scores && scored(s.scores, p)) ? s.lines : [])).map((l) => p.words.spoken(l));
  let enough = 1;
  while (enough < news.length && news.slice(0, enough + 1).join(" ").length < READ) enough += 1;
  const fighting = chapter.scenes.find((s) => s.kind === "battle"); // and not over
  return parts.join("; ") || news.slice(0, enough).join(" ") || (fighting ? fightingIn(fighting.place, p.words) : "");
}

/** The sentence for what is shown. @param {Beat} beat @param {Shown} p */
export function sentence({ scene, round, end }, p) {
  if (scene.kind === "march") return scene.path.length > 2 || !scene.text ? marchSentence(scene, p) : p.words.spoken(scene.text);
  if (scene.kind === "news" && scene.scores) return scored(scene.scores, p)?.sentence ?? newsSentence(scene.lines.map((l) => p.words.spoken(l)));
  if (scene.kind === "news") return newsSentence(scene.lines.map((l) => p.words.spoken(l)));
  if (end) return [outcome(scene, p), ...scene.after.slice(-2).map((l) => p.words.spoken(l))].join(" ");
  return roundText(scene, round, p);
}

/** @param {March} march @param {Shown} p */
function marchSentence({ faction, count, path }, p) {
  return upper(t(`story.marched.${p.look.units ?? "units"}`, { who: named(faction, p), n: count ?? 1, ...p.words.ends(path[0], path.at(-1)) }));
}

/** This many letters of news are read above the map; all of it stands beside the map. */
const READ = 120;

/** The end of the news, as much as one reads in passing. @param {string[]} lines */
function newsSentence(lines) {
  let from = lines.length - 1;
  for (let length = lines[from].length; from > 0 && length + lines[from - 1].length < READ; from--) length += lines[from - 1].length;
  return lines.slice(from).join(" ");
}

/** One round of a battle as one sentence, for those who hear it. @param {Battle} battle @param {number} round @param {Shown} p */
function roundText(battle, round, p) {
  const { opening, costs } = battle.rounds[round - 1];
  const rolls = settledRolls(battle, round - 1, p.look);
  const place = p.words.name(battle.place);
  const begun = opening ? `${fightingIn(battle.place, p.words)}. ${p.words.spoken(opening)}` : t("story.round", { n: round, place });
  const thrown = rolls.map((r) => [t("story.roll", { who: p.words.name(r.who), dice: r.dice.join(", ") }), done(r, p.look)].filter(Boolean).join(", ")).join("; ");
  return `${begun} ${thrown}${thrown ? ". " : ""}${counted(costs.map((c) => p.words.spoken(c))).join(" ")}`;
}

/** What a throw did: steps lost by each die, else hits; nothing where it only decides whether a unit escapes. @param {import("./story.js").Roll} roll @param {Look} look */
function done({ hits, results }, look) {
  if (look.singleThrows) return "";
  const n = hits.filter(Boolean).length;
  return results && n ? t("story.results", { results: results.filter((_, i) => hits[i]).join(", ") }) : t(results ? "story.no-loss" : "story.hits", { n });
}

/** The nation turn under way: what has been told of it, numbered as on the map. @param {Shown & {beat: Beat}} p */
export function ChapterCard(p) {
  const { chapter, scene } = p.beat;
  const until = chapter.scenes.indexOf(scene);
  let number = 0;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => list.current?.querySelector(".on")?.scrollIntoView({ block: "nearest" }), [p.beat]);
  return html`<section class="card chapter shown" aria-label=${title(chapter, p)}>
    <h2>${title(chapter, p)} <small>${chapter.scenes.some((s) => s.kind === "march") ? t("story.numbers") : ""}</small></h2>
    <ol class="scenes scroll" ref=${list} tabindex="0" role="list">${chapter.scenes.map((s, i) => {
      if (i > until && s.kind !== "battle") return null; // how much is to come the bar below says
      if (s.kind === "march") number += 1;
      const sign = s.kind === "march" ? String(number) : s.kind === "battle" ? "⚔" : "·";
      return html`<li key=${i} class=${s === scene ? "on" : i < until ? "done" : "to-come"} aria-current=${s === scene ? "step" : null}><i class=${s.kind} style=${`--nation:${factionOf(p.look, chapter.faction ?? "").colour}`}>${sign}</i><span>${s.kind === "battle" && (i > until || (i === until && !p.beat.end)) ? fightingIn(s.place, p.words) : sceneText(s, p)}</span></li>`;
    })}</ol>
  </section>`;
}

/** @param {Scene} s @param {Shown} p */
function sceneText(s, p) {
  if (s.kind === "march") return upper(marchText(s, p));
  return s.kind === "battle" ? outcome(s, p) : ((s.scores && scored(s.scores, p)?.lines) || s.lines).map((l, i) => html`<span key=${i} class="line">${p.words.spoken(l)}</span>`);
}

/** @param {Chapter} chapter @param {Shown} p */
const title = (chapter, p) => (chapter.faction ? t("story.title", { name: heading(chapter, p) }) : heading(chapter, p));

/** @param {Chapter} chapter @param {Shown} p */
function heading(chapter, { words, look }) {
  if (chapter.faction) return words.name(chapter.faction);
  if (chapter.round) return t(`log.${calledRound(look)}-title`, { n: chapter.round });
  return chapter.seat ? words.name(chapter.seat) : t("log.start");
}

/** A battle: both sides, every round as a row, what came after, the result. @param {Shown & {battle: Battle, round: number, end: boolean, stays?: boolean, apart?: boolean, live?: boolean, onNext?: () => void}} p `live`: it goes on, so that all that happened is told; `apart`: the game shows the two sides in a panel of its own */
export function BattleCard(p) {
  const { battle, round, end, words, look } = p;
  const sides = [battle.attacker, battle.defender];
  const rows = battle.rounds.slice(0, round);
  const lost = (/** @type {string} */ id) => rows.flatMap((r) => r.lost).filter((l) => l.faction === id).reduce((n, l) => n + l.n, 0);
  const colour = (/** @type {string} */ id) => factionOf(look, id).colour;
  const duel = sides.every((id) => rows.every((r) => r.rolls.some((x) => x.who === id)));
  return html`<section class="card battle-card shown" aria-label=${battleIn(battle.place, words)}>
    <h2>${p.apart ? t("story.rounds") : battleIn(battle.place, words)} <small>${!p.apart && battle.attackers !== null ? t("story.against", { a: battle.attackers, b: battle.defenders }) : ""}</small></h2>
    ${p.apart ? null : html`<div class="sides">${sides.map((id, i) => html`
      ${i ? html`<span class="versus-word">${t("odds.against")}</span>` : null}
      <div class="force" style=${`--nation:${colour(id)}`}><p><b>${isMine(id, p) ? upper(named(id, p)) : words.name(id)}</b> <span>${t(i ? "story.defends" : "story.attacks")}</span></p>
        <div class="row-of">${battle.units[i] ? unitsOf(battle, battle.units[i], rows.flatMap((r) => r.fallen), p) : forceOf(id, i ? battle.defenders : battle.attackers, lost(id), p)}</div></div>`)}
    </div>`}
    ${battle.before.map((text, i) => html`<p key=${i} class="after">${words.spoken(text)}</p>`)}
    ${rows.length ? html`<table class="rounds-table" style=${`--sides:${duel ? 2 : 1}`}><thead><tr><th scope="col">${t("story.column.round")}</th>${duel ? sides.map((id) => html`<th key=${id} scope="col">${words.name(id)}</th>`) : html`<th scope="col">${t("story.column.dice")}</th>`}<th scope="col">${t("story.column.cost")}</th></tr></thead>
      <tbody>${rows.map((r, i) => html`${r.opening ? html`<tr key=${`opening ${i}`} class="opening"><td colspan=${duel ? 4 : 3}>${words.spoken(r.opening)}</td></tr>` : null}<tr key=${i}><td>${i + 1}</td>${duel ? sides.map((id) => html`<td key=${id}>${throws(settledRolls(battle, i, p.look).filter((x) => x.who === id), p)}</td>`) : html`<td>${throws(settledRolls(battle, i, p.look), p)}</td>`}<td>${counted(r.costs.map((c) => words.spoken(c))).join(" ") || (isDue({ ...r, rolls: settledRolls(battle, i, p.look) }) ? "" : t("story.no-loss"))}</td></tr>`)}</tbody></table>` : null}
    ${!end && p.live ? battle.after.map((text, i) => html`<p key=${i} class="after">${words.spoken(text)}</p>`) : null}
    ${end ? html`${counted(battle.after.map((text) => words.spoken(text))).map((text, i) => html`<p key=${i} class="after">${text}</p>`)}<p class="result-line" style=${`--nation:${colour(battle.winner ?? battle.attacker)}`}>${battle.winner && look.factions[battle.winner] ? html`<${Token} look=${look} id=${battle.winner} size=${20} /> ` : null}<b>${outcome(battle, p)}</b></p>` : null}
    ${p.stays && p.onNext ? html`<button class="button primary go-on" data-do="go-on" onClick=${p.onNext}>${t("story.go-on")} <kbd>N</kbd></button>` : null}
  </section>`;
}

/** Whether the dice of a round say what is lost, and nobody has lost it yet. @param {import("./story.js").BattleRound} round */
const isDue = ({ rolls, costs }) => !costs.length && rolls.some((r) => r.hits.includes(true));

/** The same sentence several times is told once. @param {string[]} lines */
const counted = (lines) => [...new Set(lines)].map((one) => [one, lines.filter((x) => x === one).length]).map(([one, n]) => (Number(n) > 1 ? `${one} (×${n})` : one));

/** The units of a side, those that have fallen crossed out. @param {Battle} battle @param {string[]} units @param {string[]} fallen @param {Shown} p */
function unitsOf(battle, units, fallen, { look, words, view }) {
  const gone = without(units, fallen);
  return units.map((unit, i) => {
    const piece = look.unit?.(unit, battle.place, view) ?? { faction: "", kind: unit, place: "" };
    return html`<svg key=${i} class=${gone[i] ? "lost" : ""} width="36" height="36" viewBox="-15 -15 31 31" role="img" aria-label=${[words.name(unit), gone[i] ? t("story.lost") : ""].filter(Boolean).join(": ")}><title>${words.name(unit)}</title>
      <${Counter} look=${look} piece=${piece} count=${1} />${gone[i] ? html`<path class="cross" d="M-11-11L11 11M11-11L-11 11" />` : null}</svg>`;
  });
}

/** @param {string} id @param {number | null} n @param {number} lost @param {Shown} p */
function forceOf(id, n, lost, { look }) {
  if (!n || n > MOST_COUNTERS || look.units !== "armies") return n ? html`<b class="so-many">${n}</b>` : null; // elsewhere the number is a strength
  const kind = Object.keys(look.kinds).includes("infantry") ? "infantry" : "army";
  return Array.from({ length: n }, (_, i) => html`<svg key=${i} class=${i >= n - lost ? "lost" : ""} width="36" height="36" viewBox="-15 -15 31 31" role="img" aria-label=${i >= n - lost ? t("story.lost") : t("story.stands")}>
    <${Counter} look=${look} piece=${{ faction: id, kind, place: "" }} count=${1} />${i >= n - lost ? html`<path class="cross" d="M-11-11L11 11M11-11L-11 11" />` : null}</svg>`);
}

/** @param {import("./story.js").Roll[]} rolls @param {Shown} p */
function throws(rolls, { look, words }) {
  return rolls.map((r, i) => html`<div key=${i} title=${words.name(r.who)}><${Dice} dice=${r.dice} hits=${r.hits} sides=${r.sides} colour=${factionOf(look, r.who).colour} /> <small>${done(r, look)}</small></div>`);
}

/** Everything since one's last turn, by nation, each to be unfolded; a line pressed is told again. @param {Shown & {chapters: Chapter[], now: Chapter | null, onTell: (some: Chapter[]) => void}} p */
export function SinceCard(p) {
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  const shown = p.chapters.filter((c) => c.faction || c.scenes.some((s) => s.kind !== "news"));
  if (!shown.length) return null;
  return html`<section class="card since shown" tabindex="0" aria-label=${t("since.title")}>
    <h2>${t("since.title")} <small>${t("since.nations", { n: shown.length })}</small></h2>
    <ul>${shown.map((c) => {
      const unfolded = open === c.key;
      const counted = c.key === p.now?.key ? null : scoring(c, p);
      return html`<li key=${c.key}>
        <button class="fold" aria-expanded=${unfolded ? "true" : "false"} onClick=${() => setOpen(unfolded ? null : c.key)}><i aria-hidden="true">${unfolded ? "▾" : "▸"}</i>${c.faction ? html`<${Token} look=${p.look} id=${c.faction} size=${18} />` : null}<b>${heading(c, p)}</b> <span>${summary(c, p)}</span>${c.key === p.now?.key ? html`<em>${t("since.being-told")}</em>` : null}</button>
        ${unfolded ? html`<ul class="unfolded" style=${`--nation:${factionOf(p.look, c.faction ?? "").colour}`}>${c.scenes.map((s, i) => html`<li key=${i}><button class="scene" title=${t("since.again")} onClick=${() => p.onTell([{ ...c, scenes: [s] }])}>${sceneText(s, p)} ${s.kind === "battle" ? allThrows(s, p) : null}</button></li>`)}</ul>` : null}
        ${counted ? html`<p class="scored">${counted.sentence}</p>` : null}
      </li>`;
    })}</ul>
    ${p.now ? null : html`<div class="row"><button class="button" data-do="tell-again" onClick=${() => p.onTell(shown)}>▶ ${t("since.show")}</button></div>`}
  </section>`;
}

/** @param {Battle} battle @param {Shown} p */
function allThrows(battle, { look }) {
  const rolls = battle.rounds.flatMap((r) => r.rolls);
  if (rolls.length > MOST_THROWS) return null;
  return rolls.map((r, i) => html`<${Dice} key=${i} dice=${r.dice} hits=${r.hits} sides=${r.sides} colour=${factionOf(look, r.who).colour} size=${17} />`);
}

/** Speed, pause, steps, and the way out. @param {{telling: Telling, next: string}} p `next`: who is asked next, where there is room to say so */
export function StoryBar({ telling, next }) {
  const { at, of, paused, stays } = telling;
  return html`<footer class="replay story-bar" aria-label=${t("story.bar")}>
    <${Speed} />
    <button class="button" data-do="story-back" disabled=${at === 0} onClick=${telling.back}>◂ ${t("story.back")}</button>
    ${settings.story === "step" || settings.story === "off" ? null : html`<button class="button gold" data-do="story-pause" aria-pressed=${paused ? "true" : "false"} onClick=${telling.pause}>${paused ? `▶ ${t("replay.play")}` : `❚❚ ${t("replay.pause")}`} <kbd>${t("key.space")}</kbd></button>`}
    <button class=${`button ${stays ? "gold" : ""}`} data-do="story-next" onClick=${telling.next}>${t("story.next")} ▸</button>
    <div class="progress" role="progressbar" aria-valuemin="1" aria-valuemax=${of} aria-valuenow=${at + 1} aria-label=${t("story.step", { n: at + 1, of })}>${Array.from({ length: Math.min(of, 40) }, (_, i) => html`<i key=${i} class=${i < (at * Math.min(of, 40)) / of ? "done" : i === Math.floor((at * Math.min(of, 40)) / of) ? "now" : ""}></i>`)}</div>
    <button class="button primary" data-do="skip" onClick=${telling.skip}>${next ? t("story.skip-to", { name: next }) : t("story.skip")} <kbd>${t("key.end")}</kbd></button>
  </footer>`;
}

/** @param {{}} _ */
export function Speed(_) {
  return html`<div class="speeds" role="radiogroup" aria-label=${t("story.speed")}>${SPEEDS.map((id) => html`<button key=${id} role="radio" data-speed=${id} aria-checked=${settings.story === id ? "true" : "false"} onClick=${() => change({ story: id })}>${t(`story.speed.${id}`)}</button>`)}</div>`;
}

/** What one may change about the telling; who watches has no battles of their own. @param {{watching: boolean}} p */
export function StoryChoices({ watching }) {
  const box = (/** @type {"waits" | "arrows" | "sound"} */ key) => html`<label key=${key}><input type="checkbox" data-setting=${key} checked=${settings[key]} onChange=${(/** @type {Event} */ e) => change({ [key]: field(e).checked })} /> ${t(`settings.${key}`)}</label>`;
  return html`<section class="card choices shown" aria-label=${t("story.choices")}>${watching ? null : box("waits")}${box("arrows")}${box("sound")}</section>`;
}
