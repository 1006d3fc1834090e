/** The keyboard: numbers, letters and arrows choose, Enter confirms, u takes back, ? helps. */
import { useEffect, useRef } from "../lib/html.js";
import { PLACE } from "./focus.js";

/** The keys of the answers, in their order; the letters left out have another meaning. */
export const ANSWER_KEYS = "123456789acdfgijklmnopqstvwxyz";

/** What keys act on. @typedef {{play: import("./play.js").Play, replay: import("./replaying.js").Replaying, advice: import("./hints.js").Hints,
 *   telling: import("./telling.js").Telling | null, answers: import("../lib/shapes.js").Answer[], open: string | null, setOpen: (open: string | null) => void}} Keyed */

/** @param {Keyed} p */
export function useKeys(p) {
  const latest = useRef(p);
  latest.current = p;
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ e) => act(e, latest.current);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** What a slider makes of a key itself. */
const SLIDES = /^(Arrow|Page|Home|End)/;

/** @param {KeyboardEvent} e */
function typing(e) {
  const target = /** @type {HTMLElement} */ (e.target);
  return e.ctrlKey || e.metaKey || e.altKey || (target.matches("[type=range]") ? SLIDES.test(e.key) : /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** @param {KeyboardEvent} e @param {Keyed} p */
function act(e, { play, replay, advice, telling, answers, open, setOpen }) {
  if (e.key === "Escape") {
    if (play.why || play.which || play.chosen || play.card) play.clear();
    else if (play.draft) play.forget();
    else if (open) setOpen(null);
    return;
  }
  if (typing(e) || document.querySelector("dialog[open]")) return;
  const onButton = /** @type {HTMLElement} */ (e.target).closest("button, a, [role=button], [role=region]");
  const pointedAt = answers.findIndex((a) => a.action === (play.pointed ?? play.chosen));
  const point = (/** @type {number} */ step) => {
    const { action } = answers[(pointedAt + step + answers.length) % answers.length];
    play.point(action);
    // The focus goes along: Enter presses what has it, and a screen reader says it.
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`.side .answer[data-action="${CSS.escape(action)}"]`));
    button?.closest("details")?.setAttribute("open", "");
    button?.focus();
  };
  const look = (/** @type {number} */ step) => play.card === null && replay.go(replay.at + step); // an open card is not thrown away by a key
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowDown: () => answers.length && point(1),
    ArrowUp: () => answers.length && point(pointedAt < 0 ? 0 : -1),
    ArrowLeft: () => look(-1),
    ArrowRight: () => look(1),
    Home: () => replay.go(0),
    End: () => replay.live(),
    u: () => play.undo(),
    h: () => advice.ask(),
    e: () => play.card === null && end(),
    "?": () => setOpen("help"),
    r: () => setOpen(open === "rules" ? null : "rules"),
    b: () => /** @type {HTMLElement | null} */ (document.querySelector(PLACE))?.focus(),
  };
  const end = () => {
    const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-action='end'], [data-refused='end']") ?? document.querySelector(".side [data-action='stop']")); // a march under way is ended first
    if (button?.dataset.refused) button.focus(); // a screen reader says why not
    button?.click();
  };
  if (telling) Object.assign(keys, { n: telling.next, End: telling.skip, ArrowRight: telling.next, ArrowLeft: telling.back });
  if (telling && !onButton) Object.assign(keys, { " ": telling.pause, Enter: telling.next });
  else if (!onButton) {
    keys.Enter = () => pointedAt >= 0 && play.answer(answers[pointedAt]);
    keys[" "] = () => replay.toggle();
  } else if (/^Arrow(Up|Down)$/.test(e.key) && onButton.matches("[role=region]")) return;
  const nth = telling ? -1 : e.key.length === 1 ? ANSWER_KEYS.indexOf(e.key) : -1;
  const named = nth >= 0 ? answers[nth] : null;
  if (named) play.answer(named);
  else if (keys[e.key]) keys[e.key]();
  else return;
  e.preventDefault();
}
