/** Where in the match we are looking: live, or at an earlier position that is fetched and kept. */
import { messageOf } from "../lib/errors.js";
import { useEffect, useRef, useState } from "../lib/html.js";

const BEAT = 700;

/** @typedef {import("../lib/match.js").MatchSession} MatchSession */
/** @typedef {import("../lib/shapes.js").Table} Table */

/** @param {MatchSession} session @param {number | null} first @param {(text: string, bad?: boolean) => void} tell */
export function useReplay(session, first, tell) {
  const { table } = session;
  const [wanted, want] = useState(/** @type {number | null} */ (first !== null && first < table.n ? first : null));
  const [position, setPosition] = useState(/** @type {Table | null} */ (null));
  const [goal, setGoal] = useState(/** @type {number | null} */ (null));
  const latest = useRef(0);
  const at = wanted === null ? table.n : Math.min(wanted, table.n);

  useEffect(() => {
    if (wanted === null) return;
    const asked = ++latest.current;
    session.position(at).then(
      (p) => asked === latest.current && setPosition(p),
      (/** @type {Error} */ refusal) => {
        tell(messageOf(refusal), true);
        want(null);
      },
    );
  }, [wanted, at]);

  const go = (/** @type {number} */ n) => {
    setGoal(null);
    want(n >= table.n ? null : Math.max(0, n));
  };
  useEffect(() => {
    if (goal === null) return;
    if (at >= goal) {
      setGoal(null);
      return;
    }
    const timer = setTimeout(() => want(at + 1 >= table.n ? null : at + 1), BEAT);
    return () => clearTimeout(timer);
  }, [goal, at, position]);

  const toggle = () => {
    if (goal !== null) setGoal(null);
    else {
      if (at >= table.n) want(0);
      setGoal(table.n);
    }
  };
  const known = position && position.at !== undefined ? position : table;
  return { at, go, live: () => go(table.n), position: known, playing: goal !== null, toggle };
}

/** @typedef {ReturnType<typeof useReplay>} Replaying */
