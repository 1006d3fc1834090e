/** A move in the making: answers chosen here and not yet given, and what each place on the map would mean. */
/** @import { Answer, BattleOdds, Decision, Reached, ReachedAnswer, RefusedAnswer, View, Way } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { Party } from "./picker.js" */
import { halved, percent, winChance } from "../lib/figures.js";
import { isChoice, partyOf, planOf } from "./picker.js";
import { t } from "../lib/words.js";
import { isRuin } from "../look/look.js";

/**
 * @typedef {{n: number, text: string}} Cost
 * @typedef {{verb: string, n: number | null, plan: string[], odds: BattleOdds | null, warning?: string}} Option one number, and the answers that send it
 * @typedef {{place: string, options: Option[], further: boolean, boat: Option[] | null, cost?: Cost, unseen?: ReachedAnswer, ways?: {via: string, options: Option[]}[], way?: Way}} Target
 * `unseen`: the answer whose consequences the server had no time to try; `further`: reached by marching on; `cost`: what it takes; `boat`: the same place by another way; `ways`: through which places one may march there; `way`: what is entered on the way
 * @typedef {{plan: string[], text: string}} Aside
 * @typedef {{path: string[], source: string | null, question: Reached, refused: RefusedAnswer[], targets: Map<string, Target>, party: Party | null, extras?: ReachedAnswer[], asides?: Aside[], unfit?: RefusedAnswer[]}} Draft
 * `unfit`: who stands there and may not go, and why; `asides`: what can be done before it is chosen who goes; `extras`: who could go along, where that is asked before the target; the path ends with the usual one of them
 */

/** The ways to the places in reach, where the game tells them. @param {Draft | null} draft @returns {Map<string, Way>} */
export const waysOf = (draft) => new Map([...(draft?.targets.values() ?? [])].flatMap((x) => (x.way ? [[x.place, x.way]] : [])));

/** What a way costs. @param {Way | undefined} way */
export const wayText = (way) => (way ? t("way.cost", { cost: halved(way.cost), of: halved(way.of) }) : "");

/** Whether an answer begins a move rather than being one. @param {Answer} a @param {Look} look */
export const begins = (a, look) => (look.moves?.begins ?? []).includes(a.verb);

/** Whether an answer chooses who goes. @param {Answer} a @param {Look} look */
export const chooses = (a, look) => a.verb === look.moves?.usual?.split(" ")[0];

/** Begin a move: ask what follows, take the usual answer where one is usual. @param {MatchSession} session @param {string[]} path @param {string | null} source @param {Look} look @param {Drawing} drawing @param {Decision} decision @param {View} view @returns {Promise<Draft | null>} */
export async function begin(session, path, source, look, drawing, decision, view) {
  const { question, refused } = await session.reach(path, looksAhead(look) && !(path.length && look.moves?.usual));
  if (!question) return null;
  const underWay = !path.length && question.answers.some((a) => (look.moves?.goes ?? []).includes(a.verb)); // it picks nobody up by itself
  if (!underWay && question.answers.some((a) => chooses(a, look))) {
    const party = partyOf(path, question, look.moves?.usual ?? "", view, source);
    const made = await firstParty(session, party, source, look, drawing, decision);
    return made && { ...made, asides: asidesOf(path, question, look, drawing), unfit: refused.filter((r) => r.action.split(" ")[0] === look.moves?.usual?.split(" ")[0]) };
  }
  const [only] = question.answers;
  if (question.answers.length === 1 && !drawing.placeOf(only.noun)) return draftOf(session, [...path, only.action], source, look, drawing, decision, null);
  const extras = question.answers.filter((a) => (look.moves?.extras ?? []).includes(a.verb));
  const usual = extras.length === question.answers.length ? usualExtra(extras, look) : null;
  const made = usual && (await draftOf(session, [...path, usual.action], source, look, drawing, decision, null));
  if (made?.targets.size) return { ...made, extras };
  return { path, source, question, refused, targets: targetsOf(path, question, look, drawing, decision), party: null };
}

/** Who sets out unless others are chosen; where they can go nowhere together, as many of them as can. @param {MatchSession} session @param {Party} party @param {string | null} source @param {Look} look @param {Drawing} drawing @param {Decision} decision @returns {Promise<Draft | null>} */
async function firstParty(session, party, source, look, drawing, decision) {
  const made = await draftOf(session, planOf(party, party.going, look.moves?.picked), source, look, drawing, decision, isChoice(party) ? party : null);
  if (!made || made.targets.size || party.together) return made;
  for (let n = party.going[0] - 1; n > 0; n--) {
    const fewer = { ...party, going: party.going.map((all, i) => (i ? all : n)) };
    const found = await draftOf(session, planOf(fewer, fewer.going, look.moves?.picked), source, look, drawing, decision, fewer);
    if (found?.targets.size) return found;
  }
  return made;
}

/** Answers that neither choose who goes nor where: a card that is played before. @param {string[]} path @param {Reached} question @param {Look} look @param {Drawing} drawing @returns {Aside[]} */
function asidesOf(path, question, look, drawing) {
  const { stops = [], picked } = look.moves ?? {};
  const found = question.answers.filter((a) => !chooses(a, look) && a.verb !== picked && !stops.includes(a.verb) && !drawing.placeOf(a.noun));
  return found.map((a) => ({ plan: [...path, a.action], text: a.text }));
}

/** Who goes along unless something else is chosen: the leader, if one may. @template {Answer} A @param {A[]} extras @param {Look} look @returns {A | undefined} */
export const usualExtra = (extras, look) => [...extras].sort((a, b) => (look.moves?.extras ?? []).indexOf(a.verb) - (look.moves?.extras ?? []).indexOf(b.verb))[0];

/** Whether a place in reach depends on what is asked there: how many go, or what the way costs. Elsewhere that need not be tried for hundreds of places. @param {Look} look */
const looksAhead = (look) => Boolean(look.moves?.counts || look.moves?.through);

/** A move that has come to where it may go. @param {MatchSession} session @param {string[]} path @param {string | null} source @param {Look} look @param {Drawing} drawing @param {Decision} decision @param {Party | null} party @returns {Promise<Draft | null>} */
async function draftOf(session, path, source, look, drawing, decision, party) {
  const { question, refused } = await session.reach(path, looksAhead(look));
  return question && { path, source, question, refused, targets: targetsOf(path, question, look, drawing, decision), party };
}

/** The same move with others of the stack. @param {MatchSession} session @param {Draft} draft @param {number[]} going @param {Look} look @param {Drawing} drawing @param {Decision} decision @returns {Promise<Draft | null>} */
export async function regrouped(session, draft, going, look, drawing, decision) {
  if (!draft.party) return draft;
  const made = await draftOf(session, planOf(draft.party, going, look.moves?.picked), draft.source, look, drawing, decision, { ...draft.party, going });
  return made && { ...made, asides: draft.asides, unfit: draft.unfit };
}

/** @param {string[]} path @param {Reached} question @param {Look} look @param {Drawing} drawing @param {Decision} decision @returns {Map<string, Target>} */
function targetsOf(path, question, look, drawing, decision) {
  /** @type {Map<string, Target>} */
  const targets = new Map();
  for (const a of question.answers) {
    const place = drawing.placeOf(a.noun);
    if (!place) continue;
    const options = optionsOf(path, a, look, decision);
    const known = targets.get(place);
    if (known) known.boat = options;
    else targets.set(place, { place, unseen: a.next || a.ends || !looksAhead(look) ? undefined : a, options, further: false, boat: null, cost: look.cost?.(question.about, a.next?.about ?? null) ?? undefined, way: a.way });
  }
  return targets;
}

/** The numbers that may go, each as a plan. @param {string[]} path @param {ReachedAnswer} a @param {Look} look @param {Decision} decision @returns {Option[]} */
function optionsOf(path, a, look, decision) {
  const counts = a.next?.answers.filter((c) => (look.moves?.counts ?? []).includes(c.verb)) ?? [];
  if (counts.length) return counts.map((c) => ({ verb: a.verb, n: Number(c.noun), plan: [...path, a.action, c.action], odds: c.odds ?? a.odds, warning: c.warning ?? a.warning }));
  const [first] = path;
  const onward = (decision.actions ?? []).filter((d) => (look.moves?.onward ?? []).includes(d.verb));
  if (onward.some((d) => d.action === first)) return onward.map((d) => ({ verb: a.verb, n: Number(d.noun), plan: [d.action, ...path.slice(1), a.action], odds: d.action === first ? a.odds : null, warning: a.warning }));
  return [{ verb: a.verb, n: null, plan: [...path, a.action, ...halt(a.next?.answers, look)], odds: a.odds, warning: a.warning }];
}

/** The stop that ends a march which can go no further; nobody need be asked for it. @param {ReachedAnswer[] | undefined} answers @param {Look} look @returns {string[]} */
function halt(answers, look) {
  const { stops: [stop] = [], through } = look.moves ?? {};
  const over = through && answers?.some((a) => a.action === stop) && !answers.some((a) => a.verb === through);
  return over ? [stop] : [];
}

/** A target with what follows it, asked for if the first answer left it out. @param {MatchSession} session @param {Draft} draft @param {Target} target @param {Look} look @param {Decision} decision @returns {Promise<Target>} */
export async function seen(session, draft, target, look, decision) {
  if (!target.unseen) return target;
  const { question, ends } = await session.reach([...draft.path, target.unseen.action]);
  const answer = { ...target.unseen, next: question, ends };
  return { ...target, unseen: undefined, options: optionsOf(draft.path, answer, look, decision) };
}

/** Places further off: by the cheapest way a verb that is repeated leads there, or one march on. @param {MatchSession} session @param {Draft} draft @param {Look} look @param {Drawing} drawing @returns {Promise<Map<string, Target>>} */
export async function further(session, draft, look, drawing) {
  if (look.moves?.through) return byTheWay(session, draft, look.moves.through, look, drawing);
  const onward = look.moves?.onward ?? [];
  const near = [...draft.targets.values()].filter((x) => x.options.every((o) => !o.odds));
  if (!onward.length || draft.path.some((p) => onward.includes(p.split(" ")[0]))) return draft.targets;
  const all = new Map(draft.targets);
  const found = await Promise.all(near.map((x) => session.reach(/** @type {Option} */ (x.options.at(-1)).plan, true).catch(() => null)));
  for (const [i, r] of found.entries()) {
    const most = r?.question?.answers.filter((a) => onward.includes(a.verb)).at(-1);
    for (const a of most?.next?.answers ?? []) {
      const place = drawing.placeOf(a.noun);
      if (!place || draft.targets.has(place) || place === draft.source) continue;
      // Some of them may have to stay on the way: then only as many set out as may march on.
      const going = near[i].options.filter((o) => o.n === null || o.n <= Number(most?.noun));
      if (!going.length) continue;
      const options = going.map((o) => ({ verb: a.verb, n: o.n, plan: [...o.plan, o.n === null ? (most?.action ?? "") : `${most?.verb} ${o.n}`, a.action], odds: o === going.at(-1) ? a.odds : null, warning: a.warning }));
      const known = all.get(place) ?? { place, options, further: true, boat: null, ways: [] };
      all.set(place, { ...known, ways: [...(known.ways ?? []), { via: near[i].place, options }] });
    }
  }
  return all;
}

/** Every place that repeating a verb leads to. @param {MatchSession} session @param {Draft} draft @param {string} verb @param {Look} look @param {Drawing} drawing @returns {Promise<Map<string, Target>>} */
async function byTheWay(session, draft, verb, look, drawing) {
  if (![...draft.targets.values()].some((x) => x.options[0].verb === verb)) return draft.targets;
  const all = new Map(draft.targets);
  const { ways } = await session.reach(draft.path, false, verb);
  for (const way of ways ?? []) {
    const place = drawing.placeOf(way.noun);
    const cost = look.cost?.(draft.question.about, way.about) ?? undefined;
    const known = all.get(place ?? "");
    if (!place || place === draft.source || draft.targets.has(place) || (known && (!cost || !known.cost || known.cost.n <= cost.n))) continue;
    all.set(place, { place, options: [{ verb, n: null, plan: [...draft.path, ...way.answers, ...(way.onward ? [] : (look.moves?.stops ?? []).slice(0, 1))], odds: null }], further: true, boat: null, cost });
  }
  return all;
}

/** The places further off as answers, for whoever presses no map; they have no number of their own in the rules' answers. @param {Draft} draft @param {GameWords} words @returns {Answer[]} */
export function farAnswers(draft, words) {
  return [...draft.targets.values()].filter((x) => x.further).map(({ place, options }) => ({ action: `${options[0].verb} ${place}`, verb: options[0].verb, noun: place, text: words.title(place) })).sort((a, b) => a.text.localeCompare(b.text));
}

/** How sure the answer is of what it wants: to win a battle, or that its hit counts. @param {BattleOdds | null} odds @param {Answer} a */
export function sureness(odds, a) {
  const [above, below = 1] = String(odds?.hit?.[String(a.noun)]?.reduced ?? 0).split("/").map(Number);
  return winChance(odds) ?? above / below;
}

/** @param {string} faction @param {boolean | undefined} own @param {GameWords} words */
const named = (faction, own, words) => (own ? t("tag.own-colour", { name: words.name(faction) }) : words.name(faction));

/** The few words that stand on a place in reach; that nobody is there is not said of hexes, most of which are empty. @param {Target} target @param {View} view @param {Decision} decision @param {Draft} draft @param {GameWords} words @param {boolean} hexes */
export function tagOf(target, view, decision, draft, words, hexes) {
  const { about } = draft.question;
  const nation = about.nation ?? about.faction ?? view.active?.faction;
  const here = view.pieces.filter((p) => p.place === target.place);
  const worth = (view.cards?.[nation] ?? view.factions?.[nation])?.values?.[target.place];
  const odds = target.options.at(-1)?.odds ?? null;
  const wins = winChance(odds);
  const foe = here.find((p) => p.faction !== nation && p.side !== nation && !isRuin(p));
  const ally = foe && view.factions?.[foe.faction]?.seat === decision.seat;
  const who = wins !== null ? ally ? named(foe.faction, ally, words) : t(odds?.defenders ? "tag.odds" : "tag.foe-odds", { n: odds?.defenders, name: foe ? named(foe.faction, false, words) : "", chance: percent(wins) }) : foe ? named(foe.faction, ally, words) : here.some((p) => !isRuin(p)) ? t("tag.yours") : hexes ? "" : t("tag.empty");
  const spoken = [wins !== null ? t("hint.wins", { chance: percent(wins) }) : who === t("tag.empty") ? who : "", target.cost?.text, worth ? t("hint.worth", { n: worth }) : ""];
  return { text: [who, target.cost?.text, worth].filter(Boolean).join(" · "), spoken: spoken.filter(Boolean).join(", "), battle: wins !== null, good: wins !== null && wins > 0.5 };
}

/** This many places in reach carry a few words each; with more of them one would see no map. */
const TAGS = 40;

/** The places in reach that say what they are: every battle, and the others while they are few. @param {Draft} draft */
export function tagged({ targets }) {
  const all = [...targets.values()];
  const near = all.filter((x) => !x.further).length < TAGS;
  const far = all.length < TAGS;
  return all.filter((x) => x.options.at(-1)?.odds || (x.further ? far && x.cost : near));
}
