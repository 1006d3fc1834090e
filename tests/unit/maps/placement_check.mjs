// Puts random crowds on every board and reports every fault as one line of JSON.
import { readFileSync } from "node:fs";

const [folder, ...boards] = process.argv.slice(2);
const { place } = await import(`file://${folder}/placement.js`);

let seed = 12345;
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const clash = (a, b) => a[0] < b[2] - 1e-6 && b[0] < a[2] - 1e-6 && a[1] < b[3] - 1e-6 && b[1] < a[3] - 1e-6;
const report = { faults: [], stacks: 0, led: 0, smallest: 1 };

for (const name of boards) {
  const board = JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
  const ids = [...new Set([...Object.keys(board.places), ...(board.hexes ?? [])])];
  const fixed = [...(board.keepClear ?? []), ...Object.values(board.places).flatMap((p) => p.names ?? [])];
  const [x0, y0, w0, h0] = board.viewBox;
  const [left, top, width, height] = [x0 + board.margin, y0 + board.margin, w0 - 2 * board.margin, h0 - 2 * board.margin];
  for (let round = 0; round < 60; round++) {
    const stacks = [];
    const busy = round % 3 === 0 ? ids : ids.filter(() => random(4) === 0);
    for (const id of busy) {
      const n = round % 3 === 0 ? 1 : 1 + random(random(6) === 0 ? 9 : 4);
      for (let i = 0; i < n; i++) stacks.push({ id: `${id}#${i}`, place: id });
    }
    const size = round % 5 === 4 ? board.counter * 0.8 : board.counter;
    const spots = place(board, stacks, { size });
    const boxes = stacks.map((s) => {
      const { x, y, size: z } = spots.get(s.id);
      return [x - z / 2, y - z / 2, x + z / 2, y + z / 2];
    });
    boxes.forEach((a, i) => {
      const where = `${name}, round ${round}: ${stacks[i].id}`;
      const spot = spots.get(stacks[i].id);
      report.stacks++;
      report.led += spot.leaderLine ? 1 : 0;
      report.smallest = Math.min(report.smallest, spot.size / board.counter);
      if (a[0] < left || a[1] < top || a[2] > left + width || a[3] > top + height) report.faults.push(`${where} leaves the board`);
      if (fixed.some((b) => clash(a, b))) report.faults.push(`${where} covers a name or card`);
      for (let j = i + 1; j < boxes.length; j++) if (clash(a, boxes[j])) report.faults.push(`${where} overlaps ${stacks[j].id}`);
    });
    const again = place(board, stacks, { size });
    if (JSON.stringify([...again]) !== JSON.stringify([...spots])) report.faults.push(`${name}, round ${round}: not the same twice`);
  }
}
console.log(JSON.stringify(report));
