/** State that lasts as long as a question. */
import { useRef, useState } from "../lib/html.js";

/** A state that holds for one question only: with the next it is as it was at first, in the same frame.
 * @template T @param {string} asked @param {T} first @returns {[T, (value: T | ((now: T) => T)) => void]} */
export function useFor(asked, first) {
  const [kept, keep] = useState({ asked, value: first });
  const change = (/** @type {T | ((now: T) => T)} */ value) => keep((was) => {
    if (was.asked !== asked && Number(was.asked.split(":")[0]) > Number(asked.split(":")[0])) return was; // came too late
    const now = was.asked === asked ? was.value : first;
    const next = value instanceof Function ? value(now) : value;
    return next === now ? was : { asked, value: next };
  });
  return [kept.asked === asked ? kept.value : first, change];
}

/** Milliseconds after which it is shown that an answer is under way. */
const SLOW = 150;

/** What is under way to the server holds back every further press at once, but is shown only if it takes a while: buttons that turn grey for a moment flicker, and cost a frame.
 * @param {string} asked */
export function useSending(asked) {
  const under = useRef(false);
  const timer = useRef(0);
  const [slow, setSlow] = useFor(asked, false);
  return {
    under,
    slow,
    begin: () => {
      under.current = true;
      timer.current = window.setTimeout(() => setSlow(true), SLOW);
    },
    end: () => {
      under.current = false;
      clearTimeout(timer.current);
      setSlow(false);
    },
  };
}
