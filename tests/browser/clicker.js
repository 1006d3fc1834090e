/**
 * A brisk player inside the page: presses a real button of the decision panel for every question, until the match is over.
 * It ends phases whenever it may, mostly, and answers the rest at random. Gives back how often it pressed.
 */
async ({ haste, seed, until }) => {
  const ENDS = new Set(["end", "pass", "done", "stop", "finish", "no", "decline", "close", "stay", "hold", "keep", "none"]);
  const table = document.querySelector(".table");
  let state = seed;
  const chance = () => ((state = (state * 48271) % 2147483647) / 2147483647);
  // A card that could not be sent is closed.
  const buttons = (refused) => {
    const card = document.querySelector(refused ? ".move-card .close" : "[data-do=send]");
    const places = table.dataset.draft === "yes" ? document.querySelectorAll(".side .answers .answer:not(:disabled)") : [];
    if (card) return [card];
    return [...(places.length ? places : document.querySelectorAll(".side .answer:not(:disabled):not([aria-disabled=true])"))];
  };
  const choose = (found) => {
    const brief = found.filter((b) => ENDS.has(b.dataset.action));
    const list = brief.length && chance() < haste ? brief : found;
    return list[Math.floor(chance() * list.length)];
  };
  const tick = () => new Promise((done) => setTimeout(done, 4));
  const deadline = Date.now() + until;
  let pressed = 0;
  let seen = "";
  let again = 0;
  // A move in the making has buttons of its own: the places in reach, then the card that sends it.
  const stage = () => `${table.dataset.seq} ${table.dataset.draft}`;
  // What is pressed while the page works may be drawn again before it counts.
  const ready = () => table.dataset.mine === "yes" && table.dataset.working === "no";
  while (table.dataset.status !== "over" && Date.now() < deadline) {
    const now = stage();
    const found = ready() && (now !== seen || Date.now() > again) ? buttons(now === seen) : [];
    if (found.length) {
      choose(found).click();
      pressed += 1;
      seen = now;
      again = Date.now() + 3000;
    }
    await tick();
  }
  return pressed;
}
