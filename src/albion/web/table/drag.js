/** Dragging a stack to its target: seized, carried, resting over a place, let go there or on a number of its card. */
/** @import { Card } from "./card.js" */
/** @import { Draft, Option } from "./draft.js" */
import { useRef } from "../lib/html.js";
import { optionsOn } from "./card.js";
import { goingAt } from "./picker.js";

/**
 * What a drag can do with the move in the making.
 * @typedef {{draft: Draft | null, card: Card | null, busy: {current: boolean}, press: (place: string, point: number[], dropped?: boolean) => unknown, beginning: (place: string) => string[] | null,
 *   start: (path: string[], source: string | null) => Promise<void>, clear: () => void, hover: (place: string, point: number[]) => void, pick: (change: Partial<Card>) => void, regroupAt: (going: number[]) => unknown, sendCard: (option?: Option, going?: number[]) => unknown}} Deeds
 */

/** @param {Deeds} deeds */
export function useDrag(deeds) {
  /** A counter under the finger, and the beginning of its move. */
  const held = useRef(/** @type {string | null} */ (null));
  const gripped = useRef(Promise.resolve());
  /** A drag outlasts what it brings about: whatever waits for the beginning of its move goes on with the deeds of then. */
  const now = useRef(deeds);
  now.current = deeds;

  /** A place is pressed, or something is let go on it. @param {string} place @param {number[]} point */
  const onPlace = async (place, point) => {
    const from = held.current;
    held.current = null;
    if (!from) return now.current.press(place, point);
    await gripped.current;
    if (from === place || now.current.card?.target.place === place) return undefined; // let go where it was, or where its card is open
    return now.current.press(place, point, true);
  };

  /** Whether a counter may be dragged from there. @param {string} place */
  const grip = (place) => place !== "" && !deeds.busy.current && deeds.beginning(place) !== null;

  /** @param {string} place */
  const carry = (place) => {
    const path = deeds.beginning(place);
    if (!path) return;
    held.current = place;
    deeds.clear();
    gripped.current = place === deeds.draft?.source ? Promise.resolve() : deeds.start(path, place).then(() => new Promise((shown) => setTimeout(shown)));
  };

  /** What is dragged rests over a place: its card opens, so that it can be let go on a number; beside the pointer, never under it. @param {string} place @param {number[]} point */
  const linger = async (place, point) => {
    if (!held.current || held.current === place) return;
    await gripped.current;
    if (held.current) now.current.hover(place, point);
  };

  /** What is dragged rests on a part of the card: a number of a kind go, or one kind alone; others may be chosen before it is let go. @param {Element} target */
  const rest = (target) => {
    const { card, regroupAt } = now.current;
    const going = held.current && card?.party ? goingAt(card.party, target) : null;
    if (going && String(going) !== String(card?.party?.going)) regroupAt(going);
  };

  /** Let go beside the map: on a number of the card that many are sent, on a kind of unit only those. @param {Element} target */
  const drop = (target) => {
    held.current = null;
    const { card, pick, sendCard } = now.current;
    const going = card?.party && goingAt(card.party, target);
    if (going) return void sendCard(undefined, going);
    const button = /** @type {HTMLElement | null} */ (target.closest(".move-card [data-number], .move-card [data-do=send]"));
    if (!card || !button) return;
    const options = optionsOn(card);
    const option = button.dataset.number ? options.find((o) => `${o.n}` === button.dataset.number) : options[card.pick];
    if (option && (option.warning || card.extras.length > 1) && option !== options[card.pick]) pick({ pick: options.indexOf(option) });
    else sendCard(option);
  };

  return { onPlace, grip, carry, linger, rest, drop };
}
