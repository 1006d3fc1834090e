/** The one list of boards: a new board adds its look here and its drawing to `boards/`. */
import { look as boudicca } from "./boudicca.js";
import { look as britannia } from "./britannia.js";
import { look as domesday } from "./domesday.js";

/** @type {Record<string, import("./look.js").Look>} */
const LOOKS = { britannia, boudicca, domesday };

/** How a board looks; one that nobody has dressed yet shows its factions in colours of their own.
 * @param {string} board @returns {import("./look.js").Look} */
export const lookOf = (board) => LOOKS[board] ?? { seats: {}, kinds: {}, factions: {} };
