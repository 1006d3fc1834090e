/** State that lasts as long as a question. */
import { useState } from "../lib/html.js";

/** A state that holds for one question only: with the next it is as it was at first, in the same frame.
 * @template T @param {string} asked @param {T} first @returns {[T, (value: T | ((now: T) => T)) => void]} */
export function useFor(asked, first) {
  const [kept, keep] = useState({ asked, value: first });
  const change = (/** @type {any} */ value) => keep((was) => { // a T, or a function of the T there is
    if (was.asked !== asked && Number(was.asked.split(":")[0]) > Number(asked.split(":")[0])) return was; // came too late
    const now = was.asked === asked ? was.value : first;
    return { asked, value: typeof value === "function" ? value(now) : value };
  });
  return [kept.asked === asked ? kept.value : first, change];
}
