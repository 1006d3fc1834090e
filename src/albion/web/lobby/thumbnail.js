/** A match in small: the part of its board that the open question is about, and who stands there. */
/** @import { PlacedStack } from "../table/drawing.js" */
/** @import { Table } from "../lib/shapes" */
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { lookOf } from "../look/boards.js";
import { factionOf } from "../look/look.js";
import { Drawing } from "../table/drawing.js";

/** How many matches are drawn: those one is likely to open; a board is a large picture. */
export const MOST_DRAWN = 6;
/** The part of a board that is shown, and its shape. */
const PART = 0.5;
const SHAPE = 0.68;

/** @type {Map<string, Promise<Drawing>>} */
const sheets = new Map();

/** A board's drawing, once on the page and out of sight; every picture is a cut-out of it. @param {string} board */
function sheetOf(board) {
  const known = sheets.get(board);
  if (known) return known;
  const made = Drawing.load(board, true).then((drawing) => {
    const [, , w, h] = drawing.data.viewBox;
    const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of Object.entries({ class: "defs board-sheet", width: "0", height: "0", "aria-hidden": "true" })) sheet.setAttribute(name, value);
    for (const [name, value] of Object.entries({ id: `small-${board}`, width: w, height: h })) drawing.svg.setAttribute(name, String(value));
    sheet.append(drawing.svg);
    document.body.append(sheet);
    return drawing;
  });
  sheets.set(board, made);
  made.catch(() => sheets.delete(board));
  return made;
}

/** Leave no sheet behind when the lobby is left: the table has a drawing of its own. */
export function useSheets() {
  useEffect(() => () => {
    for (const sheet of document.querySelectorAll("body > svg.board-sheet")) sheet.remove();
    sheets.clear();
  }, []);
}

/** Where to look: at the place of the open question, else at the middle of the units of the seat to answer. @param {Drawing} drawing @param {Table} table @param {PlacedStack[]} stacks */
function centreOf(drawing, { view, decision }, stacks) {
  const place = drawing.placeOf(decision?.about?.area ?? decision?.about?.place ?? view.battle?.area ?? null);
  const here = place ? drawing.anchor(place) : null;
  if (here) return here;
  const own = stacks.filter((s) => s.piece.faction === view.active?.faction);
  const all = own.length ? own : stacks;
  return all.length ? [all.reduce((sum, s) => sum + s.x, 0) / all.length, all.reduce((sum, s) => sum + s.y, 0) / all.length] : null;
}

/** @param {{match: string, seq: number, board: string, onSeen: (table: Table) => void}} p */
export function Thumbnail({ match, seq, board, onSeen }) {
  const [seen, see] = useState(/** @type {{drawing: Drawing, table: Table} | null} */ (null));
  useEffect(() => {
    Promise.all([sheetOf(board), api.get(`/matches/${match}`)]).then(([drawing, table]) => {
      see({ drawing, table });
      onSeen(table);
    }, () => {}); // a row without its picture is still a row
  }, [match, seq]);
  if (!seen) return html`<span class="thumbnail"></span>`;
  const { drawing, table } = seen;
  const [x, y, w, h] = drawing.data.viewBox;
  const stacks = drawing.arrange(table.view.pieces, lookOf(board).alike);
  const [cx, cy] = centreOf(drawing, table, stacks) ?? [x + w / 2, y + h / 2];
  const [wide, high] = [w * PART, w * PART * SHAPE];
  const left = Math.max(x, Math.min(x + w - wide, cx - wide / 2));
  const top = Math.max(y, Math.min(y + h - high, cy - high / 2));
  return html`<svg class="thumbnail" viewBox=${[left, top, wide, high].join(" ")} aria-hidden="true">
    <use href=${`#small-${board}`} width=${w} height=${h} />
    ${stacks.map((s) => html`<circle key=${s.id} cx=${s.x} cy=${s.y} r=${w * 0.0125} fill=${factionOf(lookOf(board), s.piece.faction).colour} stroke="#fff6dc" stroke-width=${w * 0.003} />`)}
  </svg>`;
}
