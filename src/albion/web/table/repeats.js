/** Answers given once for many questions: until a battle, a turn, a round or the game is over. */
/** @import { Answer, Decision, Reach, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
import { useEffect, useRef, useState } from "../lib/html.js";
import { has, t } from "../lib/words.js";
import { sureness } from "./draft.js";

/**
 * @typedef {{id: string, answer: Answer, field: string, how: string, text: string}} Repeat
 * `field`: of the question, that says for how long; empty for the turn, "round" and "game" for those; `how`: "surest": each time the answer with the best odds, "best": the one that brings most
 */

/** Whose answer to which question is repeated. @param {Decision | null} decision @param {string} verb */
const matterKey = (decision, verb) => `${decision?.seat} ${decision?.step} ${verb}`;

/** When a repeated answer holds: in the game, in a round of it, or in a phase of somebody's turn. @param {View} view @param {string} field */
function sameTime(view, field) {
  if (field === "game") return "";
  return [view.round?.number, ...(field === "round" ? [] : [view.active?.faction, view.active?.half])].join("|");
}

/** What a question says of its battle. */
const FOUGHT_IN = ["area", "hex"];

/** What a repeated answer holds for: the time, or what the question is about at that time. @param {Decision | null} decision @param {View} view @param {string} field */
const sameMatter = (decision, view, field) => [sameTime(view, field), ["game", "round"].includes(field) ? "" : decision?.about?.[field]].join("|");

/** Whether a repeated answer still holds, as far as the open question tells. @param {{field: string, time: string, about: string}} rule @param {boolean} asked whether it would answer this question @param {Decision | null} decision @param {View} view */
export const holds = (rule, asked, decision, view) => rule.time === sameTime(view, rule.field) && !(FOUGHT_IN.includes(rule.field) && view.battle === null) && (!asked || rule.about === sameMatter(decision, view, rule.field));

/** What the button says; a question may have words of its own. @param {string | null} step @param {string} what */
const told = (step, what) => t(has(`repeat.${step}.${what}`) ? `repeat.${step}.${what}` : `repeat.${what}`);

/** Answers to the open question that may be given once for all. @param {Answer[]} all @param {Look} look @param {Decision} decision @returns {Repeat[]} */
export function repeatable(all, look, decision) {
  const first = all.filter((a, i) => all.findIndex((x) => x.verb === a.verb) === i && (a.verb !== "fight" || all.length > 1));
  return first.flatMap((answer) => {
    const ways = look.repeats?.[`${decision.step} ${answer.verb}`] ?? look.repeats?.[answer.verb] ?? [];
    return ways.map((way) => {
      const [field, how] = way.split(" ");
      const word = [field || "turn", how].filter(Boolean).join("-");
      return { id: [answer.verb, way].filter(Boolean).join(" "), answer, field, how: how ?? "", text: told(decision.step, `${answer.verb}.${word}`) };
    });
  });
}

/** Whether all answers come to the same, such as a loss among like units, and are shown as one. @param {Answer[]} answers */
const isNoChoice = (answers) => answers.length === 1 && (answers[0].alike ?? 1) > 1;

/** @param {string} asked which question it is @param {number} n how many answers were given before it @param {Decision | null} decision @param {View} view @param {Answer[]} answers @param {Reach | null} open the same answers with their odds, once they are here @param {Look} look @param {(plan: string[]) => unknown} send */
export function useRepeats(asked, n, decision, view, answers, open, look, send) {
  /** By seat, question and verb; `verbs`: what was offered when it began. */
  const kept = useRef(/** @type {Map<string, {field: string, how: string, time: string, about: string, text: string, verbs: Set<string>}>} */ (new Map()));
  const [, again] = useState(0);
  /** The last question that was no choice; it is asked if its answer is taken back. */
  const passed = useRef(-1);

  /** Answer once more with a verb: the first offered, or the surest or best as soon as the odds are known. @param {string} verb */
  const give = (verb) => {
    const offered = answers.filter((a) => a.verb === verb);
    const how = kept.current.get(matterKey(decision, verb))?.how;
    if (!how) return void send([offered[0].action]);
    const odds = new Map(open?.question?.answers.map((a) => [a.action, how === "best" && look.gain ? look.gain(a, a.odds) : sureness(a.odds, a)]));
    if (odds.size) send([offered.reduce((best, a) => ((odds.get(a.action) ?? 0) > (odds.get(best.action) ?? 0) ? a : best)).action]);
  };
  useEffect(() => {
    if (n > passed.current && isNoChoice(answers)) {
      passed.current = n;
      return void send([answers[0].action]);
    }
    for (const [key, rule] of kept.current) if (decision && key.startsWith(`${decision.seat} `) && !holds(rule, false, decision, view)) kept.current.delete(key);
    for (const verb of new Set(answers.map((a) => a.verb))) {
      const key = matterKey(decision, verb);
      const rule = kept.current.get(key);
      if (!rule) continue;
      if (!holds(rule, true, decision, view)) kept.current.delete(key);
      else if (answers.every((a) => rule.verbs.has(a.verb))) return give(verb); // something new to choose is asked
    }
    return undefined;
  }, [asked, open]);

  return {
    /** What is being repeated for the seat that is asked, and is not over. */
    repeats: [...kept.current].filter(([key, rule]) => key.startsWith(`${decision?.seat} `) && holds(rule, answers.some((a) => matterKey(decision, a.verb) === key), decision, view)).map(([key, { text }]) => ({ key, text })),
    /** @param {string} key */
    endRepeat: (key) => {
      kept.current.delete(key);
      again((n) => n + 1);
    },
    /** Give an answer, and the same to each such question until the matter changes. @param {Repeat} r */
    repeat: ({ answer, field, how, text }) => {
      kept.current.set(matterKey(decision, answer.verb), { field, how, text, time: sameTime(view, field), about: sameMatter(decision, view, field), verbs: new Set(answers.map((a) => a.verb)) });
      return how ? give(answer.verb) : send([answer.action]);
    },
  };
}
