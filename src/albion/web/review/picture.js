/** A picture to share: who won, and the lines of points. */
/** @import { Facts } from "./facts.js" */

const WIDTH = 1200;
const HEIGHT = 630;
const BOX = [70, 270, 820, 290];

/** @param {Facts} facts @returns {Promise<Blob>} */
export async function sharePicture(facts) {
  const { review } = facts;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#3a2a1c";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = "#fbf4e2";
  pen.fillRect(24, 24, WIDTH - 48, HEIGHT - 48);
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ font, colour = "#2f2113") => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, x, y, WIDTH - x - 40);
  };
  write(review.title, 70, 96, "34px Fell, Georgia, serif", "#67522f");
  write(facts.victory(), 70, 176, "64px Fell, Georgia, serif");
  write(facts.say("review.size", { rounds: review.rounds.length, battles: review.battles.length, dice: review.dice, moves: review.moves }), 70, 226, "26px 'Alegreya Sans', sans-serif", "#67522f");
  lines(pen, facts);
  review.players.forEach((p, /** @type {number} */ i) => {
    const y = 310 + i * 62;
    pen.fillStyle = facts.paint(p.seat).colour;
    pen.fillRect(930, y - 26, 30, 30);
    write(facts.name(p.seat), 974, y, "bold 28px 'Alegreya Sans', sans-serif");
    write(String(p.points), 1090, y, "36px Fell, Georgia, serif");
  });
  return new Promise((resolve) => canvas.toBlob((made) => resolve(/** @type {Blob} */ (made)), "image/png"));
}

/** @param {CanvasRenderingContext2D} pen @param {Facts} facts */
function lines(pen, facts) {
  const [left, top, width, height] = BOX;
  const x = (/** @type {number} */ n) => left + facts.at(n) * width;
  const y = (/** @type {number} */ v) => top + height * (1 - (v - facts.least) / (facts.most - facts.least));
  pen.strokeStyle = "#d6c49c";
  pen.strokeRect(left, top, width, height);
  pen.lineWidth = 5;
  for (const p of facts.review.players) {
    pen.strokeStyle = facts.paint(p.seat).colour;
    pen.beginPath();
    let points = 0;
    for (const c of p.changes) {
      pen.lineTo(x(c.n), y(points));
      pen.lineTo(x(c.n), y(c.points));
      points = c.points;
    }
    pen.lineTo(x(facts.last), y(points));
    pen.stroke();
  }
}
