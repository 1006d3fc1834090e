/** Where a review comes from: the parts a saved file carries in it, else the server at /review/MATCH. */
import { api, query } from "../lib/api.js";
import { route } from "../lib/route.js";
import { Drawing } from "../table/drawing.js";

/** @param {string} id */
const carried = (id) => document.getElementById(id)?.textContent ?? null;

/** @returns {Promise<{review: import("../lib/review").Review, drawing: Drawing, match: {id: string, watch: string | null} | null}>} */
export async function gather() {
  const data = carried("review-data");
  if (data !== null) {
    const review = JSON.parse(data);
    const sheet = document.createElement("template");
    sheet.innerHTML = JSON.parse(carried("board-picture") ?? '""');
    return { review, drawing: new Drawing(/** @type {SVGSVGElement} */ (sheet.content.firstElementChild), JSON.parse(carried("board-places") ?? "{}")), match: null };
  }
  const { id, query: asked } = route();
  const watch = asked.get("watch");
  const review = await api.get(`/matches/${encodeURIComponent(id)}/review${query({ watch })}`);
  return { review, drawing: await Drawing.load(review.board), match: { id, watch } };
}
