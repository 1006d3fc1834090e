/** Answering: press a thing, then a place; odds before an attack, why not, undo. Nothing is sent until a move is whole. */
/** @import { Answer, BattleOdds, Decision, Reach, Reached, RefusedAnswer } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { Card } from "./card.js" */
/** @import { Draft, Target } from "./draft.js" */
/** @import { Which, Why } from "./why.js" */
import { Refused } from "../lib/api.js";
import { LOST, messageOf } from "../lib/errors.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib/html.js";
import { settings } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { numbered, optionsOn } from "./card.js";
import { useDrag } from "./drag.js";
import { begin, begins, chooses, further, regrouped, seen, tagOf, tagged, usualExtra, wayText, waysOf } from "./draft.js";
import { planOf } from "./picker.js";
import { placeIn, placesOf, sceneOf } from "./places.js";
import { reason, sentenceOf } from "./refusals.js";
import { useRepeats } from "./repeats.js";
import { useFor, useSending } from "./while.js";

const HOVER = 70;
/** This many places are marked as what a question is about. */
const MOST_ABOUT = 2;

/** @param {MatchSession} session @param {Decision | null} decision @param {Drawing} drawing @param {Look} look @param {GameWords} words @param {(text: string, bad?: boolean) => void} tell @param {import("./refusals.js").Idle} idle why there is no question @param {number | null} story which story is being told, if one is: the same while others play on */
export function usePlay(session, decision, drawing, look, words, tell, idle, story) {
  const answers = decision?.actions ?? [];
  const asked = story === null ? `${session.table.seq}:${decision ? answers.length : idle}` : `${idle} ${story}`;
  const [chosen, choose] = useFor(asked, /** @type {string | null} */ (null));
  const [pointed, setPointed] = useFor(asked, /** @type {string | null} */ (null));
  const [odds, setOdds] = useFor(asked, /** @type {(BattleOdds & {for: string | null}) | null} */ (null));
  const [why, setWhy] = useFor(asked, /** @type {Why | null} */ (null));
  const [which, setWhich] = useFor(asked, /** @type {Which | null} */ (null));
  const [draft, setDraft] = useFor(asked, /** @type {Draft | null} */ (null));
  const [card, setCard] = useFor(asked, /** @type {Card | null} */ (null));
  const [open, setOpen] = useFor(asked, /** @type {Reach | null} */ (null));
  const [closed, setClosed] = useFor(asked, /** @type {RefusedAnswer | null} */ (null));
  /** What is asked once the march under way stops: whoever answers that has stopped it. */
  const [after, setAfter] = useFor(asked, /** @type {Reached | null} */ (null));
  /** How many beginnings of moves are under way, and whether the march that goes on by itself has been looked into. */
  const [starting, setStarting] = useFor(asked, 0);
  const [looked, setLooked] = useFor(asked, false);
  const sending = useSending(asked);
  const [, again] = useState(0);
  /** The table as it was shown last. */
  const drawn = useRef(session.table);
  drawn.current = session.table;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const looking = useRef(false);
  /** Say on the page that it is about to change: something was sent, or a move is being looked into. Apart from what is shown, so that it draws nothing. */
  const showWork = () => {
    if (root.current) root.current.dataset.working = sending.under.current || looking.current ? "yes" : "no";
  };
  const agreed = useRef("");
  /** Counts what was begun: only the newest beginning of a move is shown, however late the others come. */
  const newest = useRef(0);
  /** The place a drag rested over last: a march further on goes through it. */
  const via = useRef("");
  /** Where a place is on the map as it is shown now; the board says so. */
  const locate = useRef(/** @type {(place: string) => number[]} */ (() => [120, 120]));
  const current = useRef(asked);
  current.current = asked;
  const { view } = session.table;
  /** Where the last answer led that named a place, and in whose turn: the map stays there while the turn goes on. */
  const lately = useRef({ place: "", turn: "" });
  const turn = [view.round?.number, view.active?.faction, view.active?.half, decision?.seat].join("|");

  /** What may go on marching; the page looks at once where to. */
  const onward = answers.filter((a) => (look.moves?.onward ?? []).includes(a.verb)).at(-1);
  /** Whether a move has begun by itself: only one stack could, or the rest of one may follow. */
  const begun = answers.some((a) => (look.moves?.goes ?? []).includes(a.verb) || (look.moves?.picked && chooses(a, look)));
  /** What ends the march under way, and the answers that would be possible then. */
  const stop = onward || begun ? answers.find((a) => (look.moves?.stops ?? []).includes(a.verb)) : undefined;
  const beyond = useMemo(() => (after?.answers ?? []).filter((x) => !answers.some((a) => a.action === x.action) && !chooses(x, look)), [after, asked]); // who of the rest goes is chosen then
  /** The answers that come before an answer by themselves. @param {Answer | string} a */
  const lead = (a) => (stop && beyond.some((x) => x.action === (typeof a === "string" ? a : a.action)) ? [stop.action] : []);

  const clear = () => {
    via.current = "";
    choose(null);
    agreed.current = "";
    setWhy(null);
    setWhich(null);
    setCard(null);
  };
  const forget = () => {
    clear();
    if (!draft?.path.length || onTheWay) return; // it has begun by itself: there is nothing to go back to
    newest.current += 1;
    setDraft(null);
  };
  useEffect(() => {
    agreed.current = "";
    sending.end();
    if (!decision?.actions) return;
    session.reach([], answers.some((a) => (look.follows ?? []).includes(a.verb))).then((r) => r.seq === session.table.seq && setOpen(r), () => {});
    const closing = look.closes?.[decision.step ?? ""];
    if (closing && !answers.some((a) => a.verb === closing)) session.explain(closing).then((told) => current.current === asked && setClosed({ action: closing, text: words.action({ verb: closing }), reason: sentenceOf(told), cite: told.cite }), () => {});
    if (onward || begun) Promise.all([beginAgain(), stop && session.reach([stop.action], Boolean(look.follows)).then((r) => setAfter(r.question), () => {})]).then(() => setLooked(true));
    if (decision.about?.foe || view.battle) session.odds(null).then(({ odds: found }) => found && current.current === asked && setOdds({ ...found, for: null }), () => {});
  }, [asked]);

  /** Look into a move: first where it leads, then what lies further off. @param {(decision: Decision) => Promise<Draft | null>} made @returns {Promise<Draft | null>} */
  const lookInto = async (made) => {
    if (!decision) return null;
    const seen = current.current;
    const mine = ++newest.current;
    const outdated = () => current.current !== seen || newest.current !== mine;
    setStarting((n) => n + 1);
    try {
      const found = await made(decision);
      if (!found || outdated()) return null;
      setDraft(found);
      const all = await further(session, found, look, drawing);
      if (outdated() || all === found.targets) return found;
      const whole = { ...found, targets: all };
      setDraft((now) => (now === found ? whole : now));
      return whole;
    } catch (refusal) {
      if (!outdated()) tell(messageOf(refusal), true); // nobody waits for it any more
      return null;
    } finally {
      setStarting((n) => n - 1);
    }
  };

  /** The question at which a move was begun last, and where. */
  const from = useRef("");
  /** @param {string[]} path @param {string | null} source */
  const start = (path, source) => lookInto(async (asked) => {
    from.current = `${current.current} ${source}`;
    const made = await begin(session, path, source, look, drawing, asked, view);
    if (!made) send(path); // nothing follows it: the answer is the whole move
    return made;
  });

  /** A march under way goes on from where it has come to. */
  const beginAgain = () => start(onward ? [onward.action] : [], drawing.placeOf(decision?.about?.area ?? decision?.about?.place ?? decision?.about?.hex ?? null));

  /** Look into the same move with others of the stack. @param {number[]} going */
  const changeParty = async (going) => {
    if (!draft?.party) return null;
    // Until it is known where these may go nothing can be pressed that was meant for others.
    setDraft({ ...draft, party: { ...draft.party, going }, targets: new Map(), question: { ...draft.question, answers: [] } });
    return lookInto((asked) => regrouped(session, draft, going, look, drawing, asked));
  };

  /** Let others of the stack go. @param {number[]} going */
  const regroup = (going) => {
    setCard(null);
    return changeParty(going);
  };

  /** The same on the card of a target, which stays open where it is. @param {number[]} going */
  const regroupAt = async (going) => {
    if (!card?.party) return;
    const { place } = card.target;
    setCard({ ...card, party: { ...card.party, going } });
    const made = await changeParty(going);
    const there = made?.targets.get(place);
    if (made && there) await showCard(made, there, card, true);
    else if (made) tell(t("picker.out-of-reach", { place: words.name(place) }), true);
  };

  const oddsOf = (/** @type {string} */ action) => {
    if ((look.amid ?? []).includes(decision?.step ?? "")) return null;
    const found = [draft?.question, open?.question, after].map((q) => q?.answers.find((a) => a.action === action)?.odds);
    return found.find(Boolean) ?? null;
  };
  useEffect(() => {
    if (!pointed || chosen || card) return undefined;
    const timer = setTimeout(() => {
      const found = oddsOf(pointed);
      if (found) setOdds({ ...found, for: pointed });
    }, HOVER);
    return () => clearTimeout(timer);
  }, [pointed, chosen, asked, open, draft]);

  /** @param {string[]} plan @param {string[][]} [others] what will do instead, in this order, where it is refused */
  const send = async (plan, others = []) => {
    if (sending.under.current) return;
    setWhy(null);
    setWhich(null);
    const place = plan.map((action) => placeIn(action, drawing)).findLast(Boolean);
    if (place) lately.current = { place, turn };
    await waitFor(() => others.reduce((sent, next) => sent.catch((refusal) => (refusal.message === LOST ? Promise.reject(refusal) : session.plan(next))), session.plan(plan)));
  };

  /** Do what changes the match, and nothing else meanwhile. @param {() => Promise<unknown>} act */
  const waitFor = async (act) => {
    sending.begin();
    showWork();
    try {
      await act();
    } catch (refusal) {
      tell(messageOf(refusal), true);
    }
    sending.end();
    if (drawn.current !== session.table) again((n) => n + 1);
    else showWork();
  };

  /** @param {Answer} a */
  const answer = (a) => {
    if (sending.under.current) return undefined;
    if (draft && (draft.question.answers.some((x) => x.action === a.action) || draft.targets.get(String(a.noun))?.further)) return take(a);
    const path = [...lead(a), a.action];
    if (begins(a, look)) {
      clear();
      return start(path, [...places.byPlace].find(([, here]) => here.some((x) => x.action === a.action))?.[0] ?? drawing.placeOf(a.noun));
    }
    if (chosen === a.action || !settings.confirm) return send(path);
    const found = oddsOf(a.action);
    const battle = found ? String(found.area ?? found.place ?? `${found.attacker}${found.defender}`) : "";
    if (!found || battle === agreed.current || (look.previews ?? []).includes(a.verb)) return send(path);
    agreed.current = battle;
    choose(a.action);
    setPointed(null);
    setWhich(null);
    setOdds({ ...found, for: a.action });
    return undefined;
  };

  /** An answer of the move in the making. @param {Answer} a */
  const take = (a) => {
    const place = drawing.placeOf(a.noun);
    if (place && draft?.targets.has(place)) return aim(place, locate.current(place));
    return send([...(draft?.path ?? []), a.action]);
  };

  /** A place in reach: sent at once if there is nothing to choose or to fear, else its card opens. @param {string} place @param {number[]} point */
  const aim = async (place, point, rests = false) => {
    if (draft) await openCard(draft, place, point, rests);
  };

  /** @param {Draft} draft @param {string} place @param {number[]} point @param {boolean} rests whether it is only pointed at, so that nothing is sent */
  const openCard = async (draft, place, point, rests) => {
    const there = draft.targets.get(place);
    if (!there) return;
    setWhy(null);
    if (card?.target.place === place) return void sendCard();
    const source = draft.source ? locate.current(draft.source) : null;
    const near = [...draft.targets.values()].filter((x) => !x.further).map((x) => x.place);
    await showCard(draft, there, { point, source, others: spotsOf(near, place), stood: spotsOf(view.pieces.map((p) => p.place), place) }, rests);
  };

  /** @param {Draft} draft @param {Target} there @param {Pick<Card, "point" | "source" | "others" | "stood">} where it stands @param {boolean} rests */
  const showCard = async (draft, there, { point, source, others, stood }, rests) => {
    if (!decision) return;
    const found = { ...there, options: there.ways?.find((way) => way.via === via.current)?.options ?? there.options };
    setStarting((n) => n + 1);
    const target = await seen(session, draft, found, look, decision).then(withOdds).finally(() => setStarting((n) => n - 1));
    if (current.current !== asked) return;
    if (isObvious(target) && !rests) return void send(target.options[0].plan);
    /** @type {Card} */
    const made = { target, party: rests ? draft.party : null, led: draft.path.length, pick: target.options.length - 1, boat: false, point, source, others, stood, extras: draft.extras ?? [], extra: draft.extras ? (draft.path.at(-1) ?? null) : null, risky: isRisky(target) };
    setCard(made);
    await lookAhead(made);
  };

  /** Where some places are on the map as it is shown now, without one of them. @param {Iterable<string>} ids @param {string} place */
  const spotsOf = (ids, place) => [...new Set(ids)].filter((x) => x !== place && drawing.anchor(x)).map((x) => locate.current(x));

  /** A target whose odds the deeper answer had no time for, with those of the plain one. @param {Target} target @returns {Promise<Target>} */
  const withOdds = async (target) => {
    const [only] = target.options;
    if (target.options.length > 1 || only.odds || only.plan.length !== 1) return target;
    const plain = open ?? (await session.reach([]).catch(() => null));
    return { ...target, options: [{ ...only, odds: plain?.question?.answers.find((a) => a.action === only.plan[0])?.odds ?? null }] };
  };
  /** Whether going there begins a battle that the player wants to confirm. @param {Target} target */
  const isRisky = ({ place, options }) => settings.confirm && options.some((o) => o.odds) && !view.pieces.some((p) => p.place === place && p.faction === draft?.question.about.nation);
  /** Whether there is nothing to choose or to fear. @param {Target} target */
  const isObvious = (target) => target.options.length === 1 && !isRisky(target) && !target.options[0].warning && !target.boat && !draft?.extras && !leads(target.options[0].plan);

  /** Whether a leader stands where they set out, so that it must be said who goes, if that was not chosen. @param {string[]} plan */
  const leads = (plan) => plan.length > 2 && !draft?.party && view.pieces.some((p) => p.place === draft?.source && p.kind === "leader");

  /** The question that comes with the move, answered on the same card. @param {Card} made */
  const lookAhead = async (made) => {
    const option = optionsOn(made)[made.pick];
    const extra = look.moves?.extras ?? [];
    if (!extra.length || made.target.further || draft?.extras) return;
    setStarting((n) => n + 1);
    const next = await session.reach(option.plan).catch(() => null);
    const stuck = await whyStuck(next, option.plan);
    setStarting((n) => n - 1);
    const extras = option.n === null ? [] : (next?.question?.answers.filter((a) => extra.includes(a.verb)) ?? []);
    setCard((now) => (now && now.target === made.target && now.pick === made.pick && now.boat === made.boat ? { ...now, extras, extra: usualExtra(extras, look)?.action ?? null, stuck } : now));
  };

  /** Why the step could not end any more after a plan, if it could not: what its end would be refused for. @param {Reach | null} next @param {string[]} plan */
  const whyStuck = async (next, plan) => {
    const end = next?.question?.about.stuck && look.closes?.[next.question.step];
    return end ? session.reach([...plan, end]).then(() => "", (refusal) => (refusal instanceof Refused ? sentenceOf(refusal) : "")) : "";
  };

  /** @param {Partial<Card>} change */
  const pick = (change) => {
    if (!card) return;
    const made = { ...card, ...change, stuck: "" };
    if (made.boat !== card.boat) made.pick = optionsOn(made).length - 1;
    setCard(made);
    if ("pick" in change || "boat" in change) lookAhead(made);
  };

  /** @param {import("./draft.js").Option} [option] the number pressed, else the one chosen @param {number[]} [going] who of them, else those chosen */
  const sendCard = (option, going) => {
    if (!card) return undefined;
    const options = optionsOn(card);
    const { plan } = option ?? options[card.pick] ?? options[options.length - 1];
    const party = going ?? card.party?.going;
    if (party && draft?.party) return send([...planOf(draft.party, party, look.moves?.picked), ...plan.slice(card.led)]);
    if (draft?.extras) return send(plan.map((x) => (card.extra && draft.extras?.some((e) => e.action === x) ? card.extra : x)));
    return send(card.extra ? [...plan, card.extra] : plan);
  };

  const undo = async () => {
    if (draft?.path.length && !onTheWay) return forget();
    if (!sending.under.current && session.table.undo?.possible) await waitFor(() => session.undo());
    return undefined;
  };

  const repeats = useRepeats(asked, session.table.n, decision, view, answers, open, look, send);

  const places = useMemo(() => placesOf([...answers, ...beyond], drawing, view, look), [asked, beyond, drawing]);
  /** Whether the draft is a march under way, which may as well stop. */
  const onTheWay = Boolean(stop && draft?.source && draft.path[0] !== stop.action);
  /** Whether it is not known yet what a press means: where a stack may go that was just pressed, or who else could move now. */
  const unsure = (onTheWay && !looked) || (!draft && starting > 0);
  /** @param {string} place @param {number[]} point @param {boolean} [dropped] whether a counter was let go there, so that no other can be meant @returns {Promise<unknown>} */
  const press = async (place, point, dropped = false) => {
    if (unsure && !dropped) return void (`${asked} ${place}` !== from.current && (early.current = { asked, place, point }));
    const here = places.byPlace.get(place) ?? [];
    const other = onTheWay && !dropped && place !== card?.target.place ? here.find((a) => begins(a, look)) : undefined;
    if (draft?.targets.has(place)) return other ? askWhich(draft, place, point, other) : aim(place, point);
    if (draft && place === draft.source && !here.some((a) => lead(a).length)) return forget();
    const free = !draft || here.some((a) => begins(a, look) || lead(a).length);
    const plain = here.length === 1 && !(look.follows ?? []).includes(here[0].verb);
    if (free && plain) return answer(here[0]);
    clear();
    if (free && here.length) return setWhich({ place, point, answers: here, others: spotsOf(places.byPlace.keys(), place) });
    const path = draft && place === draft.source ? null : beginning(place);
    if (path) return start(path, place);
    const refused = (draft ?? open)?.refused.find((r) => drawing.placeOf(r.action.split(" ").slice(1).join(" ")) === place);
    if (refused) return setWhy({ place, point, note: words.spoken(refused.reason), clauses: refused.cite.map((ref) => ({ ref, text: "" })), action: refused.action });
    return setWhy(await reason(session, decision, draft, place, point, words, drawing, idle));
  };

  /** A press that came before it was known what it means. */
  const early = useRef(/** @type {{asked: string, place: string, point: number[]} | null} */ (null));
  useEffect(() => {
    if (unsure) return;
    const meant = early.current;
    early.current = null;
    if (meant?.asked === asked) press(meant.place, meant.point);
  }, [unsure, asked]);

  /** A march may go on to where others stand who have not moved: which of the two is meant? @param {Draft} draft @param {string} place @param {number[]} point @param {Answer} other */
  const askWhich = (draft, place, point, other) => {
    clear();
    const [name, verb] = [words.name(place), draft.targets.get(place)?.options[0].verb ?? ""];
    const on = draft.question.answers.find((a) => drawing.placeOf(a.noun) === place) ?? { action: `${verb} ${place}`, verb, noun: place, text: "" };
    setWhich({ place, point, answers: [{ ...on, text: t("which.on", { place: name }) }, { ...other, text: t("which.others", { place: name }) }], others: [] });
  };

  /** The answers that begin a move from a place; a march that could go on stops first. @param {string} place @returns {string[] | null} */
  const beginning = (place) => {
    if (draft && place === draft.source) return draft.path;
    const first = (places.byPlace.get(place) ?? []).find((a) => begins(a, look));
    return first ? [...lead(first), first.action] : null;
  };
  /** Open the card of a place that is pointed at for a while, where there is something to choose. @param {string} place @param {number[]} point */
  const hover = (place, point) => {
    const target = draft?.targets.get(place);
    if (target && !target.further) via.current = place;
    if (target && card?.target.place !== place && (target.unseen || draft?.party || !isObvious(target))) aim(place, point, Boolean(draft?.party));
  };
  const drag = useDrag({ draft, card, busy: sending.under, press, beginning, start: (path, source) => start(path, source).then(() => {}), clear, hover, pick, regroupAt, sendCard });

  const tags = useMemo(() => (draft && decision ? tagged(draft).map((x) => ({ place: x.place, further: x.further, ...tagOf(x, view, decision, draft, words, Boolean(drawing.data.grid)) })).filter((tag) => tag.text) : []), [draft]);
  const shownOdds = card ? { ...(optionsOn(card)[card.pick]?.odds ?? {}), for: optionsOn(card)[card.pick]?.plan.at(-1) ?? null } : odds;
  const target = [...answers, ...(draft?.question.answers ?? [])].find((a) => a.action === (odds?.for ?? chosen));
  const legal = useMemo(() => (draft ? new Set(draft.targets.keys()) : places.legal), [draft, places]);
  looking.current = starting > 0 || ((Boolean(onward) || begun) && !looked);
  useLayoutEffect(showWork);
  return {
    ...repeats,
    root,
    /** What would be asked once the march under way stops, with the answers that are new then. */
    after: after && decision && beyond.length ? { ...decision, step: after.step, about: after.about, actions: beyond } : null,
    answers, chosen, pointed, why, which, busy: sending.slow, clear, forget, answer, undo, regroup, regroupAt, send, lead, ...drag, locate, card, pick, sendCard, draft, closed,
    /** Whether it is known what the answers lead to, which some buttons show. */
    known: open !== null,
    /** Whether the way a march may go on is still being looked into. */
    waiting: Boolean(onward) && !looked && !draft,
    odds: card ? (optionsOn(card)[card.pick]?.odds ? shownOdds : null) : odds,
    point: setPointed,
    /** The answers to the question that an answer leads to, where both are given with one press. */
    following: (/** @type {Answer} */ a) => ((look.follows ?? []).includes(a.verb) ? ([...(open?.question?.answers ?? []), ...beyond].find((x) => x.action === a.action)?.next?.answers ?? []) : []),
    tags,
    /** What one might try here and may not. */
    refused: (draft ?? open)?.refused ?? [],
    /** The question that the draft has come to. */
    question: card && numbered(card) ? t("ask.how-many", { place: words.name(card.target.place) }) : draft ? (onTheWay && draft.targets.size && (onward || !draft.path.length) ? t("ask.onward", { place: words.name(draft.source) }) : draft.party && !draft.targets.size && !starting ? t("ask.nowhere") : words.spoken(draft.question.question)) : (decision && look.question?.(decision)) || undefined,
    note: card ? t("ask.again") : draft?.targets.size ? t(onTheWay ? "ask.place-or-stop" : "ask.place") : undefined,
    source: draft?.source ?? null,
    onTheWay,
    seat: decision?.seat ?? null,
    /** The ways to the places in reach, where the game tells them. */
    ways: useMemo(() => waysOf(draft), [draft]),
    /** Places further off, each with the places one may march through. */
    further: useMemo(() => new Map(draft ? [...draft.targets.values()].filter((x) => x.further).map((x) => [x.place, (x.ways ?? []).map((way) => way.via)]) : []), [draft]),
    legal,
    legalPieces: places.pieces,
    /** Where the question is, if it is answered with something else than a place. */
    about: draft || places.legal.size ? [] : sceneOf(decision, drawing, view).slice(0, MOST_ABOUT),
    scene: draft?.source ? [draft.source] : places.forces && lately.current.turn === turn ? [lately.current.place] : places.scene.length ? places.scene : sceneOf(decision, drawing, view),
    chosenPlace: card?.target.place ?? drawing.placeOf((chosen ? answers.find((a) => a.action === chosen) : [...(draft?.question.answers ?? []), ...answers, ...beyond].find((a) => a.action === pointed))?.noun ?? null),
    oddsTitle: card ? t("odds.if-place", { place: words.name(card.target.place) }) : target ? t("odds.if", { action: lowered(look.label?.(target, view, words)?.text ?? words.spoken(target.text)) }) : null,
    /** What stands below an answer: its meaning, else what is at the place it leads to, and the cost. */
    hint: (/** @type {Answer} */ a) => look.hint?.(a, view, decision, words, draft?.targets.get(drawing.placeOf(a.noun) ?? "")?.options.at(-1)?.odds ?? open?.question?.answers.find((x) => x.action === a.action)?.odds ?? null) ?? [look.label?.(a, view, words)?.note, (look.moves?.goes ?? []).includes(a.verb) ? [tags.find((tag) => tag.place === drawing.placeOf(a.noun))?.text ?? draft?.targets.get(String(a.noun))?.cost?.text, wayText(draft?.targets.get(drawing.placeOf(a.noun) ?? "")?.way)] : ""].flat().filter(Boolean).join(" · ") ?? null,
  };
}

/** @typedef {ReturnType<typeof usePlay>} Play */

/** @param {string} text */
const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);
