/** Answering: what may be clicked, odds before an attack, confirmation, why not, undo. */
import { useEffect, useMemo, useRef, useState } from "../lib/html.js";
import { settings } from "../lib/settings.js";
import { t } from "../lib/words.js";

const HOVER = 70;

/** @param {any} session @param {any} decision @param {any} drawing @param {any} look @param {any} words @param {(text: string, bad?: boolean) => void} tell */
export function usePlay(session, decision, drawing, look, words, tell) {
  const [chosen, choose] = useState(/** @type {string | null} */ (null));
  const [pointed, setPointed] = useState(/** @type {string | null} */ (null));
  const [odds, setOdds] = useState(/** @type {any} */ (null));
  const [why, setWhy] = useState(/** @type {any} */ (null));
  const [which, setWhich] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const agreed = useRef("");
  const known = useRef(/** @type {Map<string, Promise<any>>} */ (new Map()));
  const answers = decision?.actions ?? [];
  const asked = decision ? `${session.table.seq}` : "";

  const clear = () => {
    choose(null);
    agreed.current = "";
    setWhy(null);
    setWhich(null);
  };
  useEffect(() => {
    known.current.clear();
    choose(null);
    setWhy(null);
    setWhich(null);
    setPointed(null);
    setOdds(null);
    setBusy(false);
    if (answers.length) ask(null).then((found) => found && setOdds({ ...found, for: null }));
  }, [asked, answers.length]);

  const ask = (/** @type {string | null} */ action) => {
    const key = action ?? "";
    let found = known.current.get(key);
    if (!found) {
      found = session.odds(action).then((/** @type {any} */ o) => o.odds, () => null);
      known.current.set(key, /** @type {any} */ (found));
    }
    return /** @type {Promise<any>} */ (found);
  };

  useEffect(() => {
    if (!pointed || chosen) return;
    const timer = setTimeout(() => ask(pointed).then((found) => found && setOdds({ ...found, for: pointed })), HOVER);
    return () => clearTimeout(timer);
  }, [pointed, chosen, asked]);

  const send = async (/** @type {string} */ action) => {
    setBusy(true);
    setWhy(null);
    setWhich(null);
    try {
      await session.play(action);
    } catch (/** @type {any} */ refusal) {
      tell(refusal.message === "lost" ? t("lost") : refusal.message, true);
    }
    setBusy(false);
  };

  const answer = async (/** @type {any} */ a) => {
    if (busy) return;
    if (chosen === a.action || !settings.confirm) return send(a.action);
    const found = await ask(a.action);
    const battle = found ? String(found.area ?? found.place ?? `${found.attacker}${found.defender}`) : "";
    if (!found || battle === agreed.current || (look.previews ?? []).includes(a.verb)) return send(a.action);
    agreed.current = battle;
    choose(a.action);
    setPointed(null);
    setWhich(null);
    setOdds({ ...found, for: a.action });
    return undefined;
  };

  const undo = async () => {
    if (busy || !session.table.undo?.possible) return;
    setBusy(true);
    try {
      await session.undo();
    } catch (/** @type {any} */ refusal) {
      tell(refusal.message, true);
    }
    setBusy(false);
  };

  const places = useMemo(() => placesOf(answers, drawing, session.table.view), [asked, answers.length, drawing]);
  const onPlace = async (/** @type {string} */ place, /** @type {number[]} */ point) => {
    const here = places.byPlace.get(place) ?? [];
    if (here.length === 1) return answer(here[0]);
    clear();
    if (here.length > 1) return setWhich({ place, point, answers: here });
    return setWhy(await reason(session, decision, place, point));
  };

  const target = answers.find((/** @type {any} */ a) => a.action === (odds?.for ?? chosen));
  return {
    answers, chosen, pointed, odds, why, which, busy, clear, answer, undo, onPlace,
    point: setPointed,
    question: undefined, note: undefined, source: null, tags: [],
    ask: (/** @type {string} */ place, /** @type {any[]} */ several) => setWhich({ place, point: [120, 120], answers: several }),
    legal: places.legal,
    legalPieces: places.pieces,
    scene: places.scene.length ? places.scene : sceneOf(decision, drawing, session.table.view),
    chosenPlace: chosen ? drawing?.placeOf(answers.find((/** @type {any} */ a) => a.action === chosen)?.noun) ?? null : drawing?.placeOf(answers.find((/** @type {any} */ a) => a.action === pointed)?.noun) ?? null,
    oddsTitle: target ? t("odds.if", { action: `${target.text.charAt(0).toLowerCase()}${target.text.slice(1)}` }) : null,
    hint: (/** @type {any} */ a) => look.hint?.(a, session.table.view, decision, words) ?? null,
  };
}

/** Which places answer the question, and with what. @param {any[]} answers @param {any} drawing @param {any} view */
function placesOf(answers, drawing, view) {
  /** @type {Map<string, any[]>} */
  const byPlace = new Map();
  /** @type {Set<string>} */
  const pieces = new Set();
  const standing = new Map((view?.pieces ?? []).filter((/** @type {any} */ p) => p.id ?? p.name).map((/** @type {any} */ p) => [p.id ?? p.name, p.place]));
  for (const a of drawing ? answers : []) {
    const piece = standing.get(a.noun);
    const place = drawing.placeOf(a.noun) ?? piece;
    if (piece) pieces.add(a.noun);
    if (place) byPlace.set(place, [...(byPlace.get(place) ?? []), a]);
  }
  return { byPlace, pieces, legal: new Set(byPlace.keys()), scene: [...byPlace.keys()] };
}

/** The places a question without places is about, or where a battle is fought. @param {any} decision @param {any} drawing @param {any} view @returns {string[]} */
function sceneOf(decision, drawing, view) {
  if (!decision || !drawing) return [];
  const field = view?.battle ? [view.battle.area ?? view.battle.hex] : [];
  return [...new Set(JSON.stringify([field, decision.about ?? {}]).match(/[a-z0-9-]+/g) ?? [])].filter((word) => drawing.knows(word) || drawing.knows(Number(word)));
}

/** Ask the rules why this place is no answer. @param {any} session @param {any} decision @param {string} place @param {number[]} point */
async function reason(session, decision, place, point) {
  const plain = { place, point, clauses: [], note: "" };
  if (!decision) return { ...plain, note: t("why.over") };
  if (!decision.actions) return { ...plain, note: t("why.not-yours") };
  const withNoun = decision.actions.filter((/** @type {any} */ a) => typeof a.noun === "string").map((/** @type {any} */ a) => a.verb);
  const verbs = [...new Set([...withNoun, ...decision.actions.map((/** @type {any} */ a) => a.verb)])];
  let last = plain;
  for (const verb of verbs) {
    try {
      const told = await session.explain(`${verb} ${/^\d+$/.test(place) ? Number(place) : place}`);
      if (!told.legal) return { ...plain, note: t("why.asked", { question: decision.question }), clauses: told.clauses };
    } catch (/** @type {any} */ refusal) {
      last = { ...plain, note: t("why.no-answer", { question: decision.question }), clauses: refusal.clauses ?? [] };
    }
  }
  return last;
}
