/** The rules: every clause in our words, searchable, with rulings; on a page of their own also the cases that prove each. */
import { field } from "../lib/forms.js";
import { html, useEffect, useMemo, useRef, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/shapes.js").Rulebook} Rulebook */
/** @typedef {import("../lib/shapes.js").Ruling} Ruling */
/** @typedef {Omit<import("../lib/shapes.js").RuleClause, "rulings"> & {rulings: Ruling[]}} Item a clause with its rulings, or a ruling by itself */

/** @param {{game: string, sought: string | null, onClose?: () => void, page?: boolean}} p */
export function Rules({ game, sought, onClose, page }) {
  const [books, setBooks] = useState(/** @type {Rulebook[] | null} */ (null));
  const [search, setSearch] = useState("");
  /** Whose rules they are; at the table one knows. */
  const [title, setTitle] = useState("");
  useEffect(() => void (page && api.games().then((told) => setTitle(told.games.find((/** @type {import("../lib/catalogue.js").Game} */ g) => g.id === game)?.title ?? ""), () => {})), [game, page]);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    api.rules(game).then((r) => setBooks(r.books), () => setBooks([]));
  }, [game]);
  useEffect(() => setSearch(""), [sought]);
  useEffect(() => list.current?.querySelector(".sought")?.scrollIntoView({ block: "center" }), [books, sought]);
  const found = useMemo(() => seek(books ?? [], search), [books, search]);
  return html`<aside class=${page ? "card rules-page" : "drawer"} aria-label=${t("rules.title")}>
    <div class="drawer-head"><h2>${t("rules.title")} ${title ? html`<small>${title}</small>` : null}</h2>${onClose ? html`<button class="close" aria-label=${t("close")} onClick=${onClose}>×</button>` : null}</div>
    <input class="input" type="search" placeholder=${t("rules.search")} aria-label=${t("rules.search")} value=${search} onInput=${(/** @type {Event} */ e) => setSearch(field(e).value)} />
    <p class="empty rules-count"><span aria-live="polite">${books ? t("rules.found", { n: found.length }) : t("loading")}</span> <a class="ghost" href=${`/learn/${game}`} target=${page ? null : "_blank"}>${t("rules.overview")}</a></p>
    ${search ? null : html`<details class="rules-contents" open=${page}><summary>${t("rules.contents")}</summary><ol class="scroll">${contentsOf(found).map(({ title, ref }) => html`<li key=${ref}><button class="link" onClick=${() => list.current?.querySelector(`[data-clause="${CSS.escape(ref)}"]`)?.previousElementSibling?.scrollIntoView({ block: "start" })}>${title}</button></li>`)}</ol></details>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("rules.clauses")} ref=${list}>
      ${found.map((item, i) => html`
        ${i === 0 || found[i - 1].section !== item.section ? html`<h3 class="section-title">${spelt(item.section)}</h3>` : null}
        <${Clause} key=${item.ref} item=${item} sought=${item.ref === sought} proofs=${page} />`)}
    </div>
  </aside>`;
}

/** A heading in capitals as headings are usually written: "The End of the Round". @param {string} section */
const spelt = (section) => section.replace(/[A-Z]{2,}[A-Z /-]*[A-Z]{2,}|[A-Z]{4,}/g, (loud) => loud.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()).replace(/ (Of|The|And|To)\b/g, (word) => word.toLowerCase()));

/** The chapters, each with its first clause: "7.1 Movement" for all of 7.1.1 to 7.1.15. @param {Item[]} items */
function contentsOf(items) {
  /** @type {Map<string, {title: string, ref: string}>} */
  const chapters = new Map();
  for (const { section, ref } of items) {
    const [, number = "", name = section] = /^(\d+(?:\.\d+)?)(?:\.\d+)* (.*)$/.exec(section) ?? [];
    const title = [number, spelt(number ? name.replace(/ \(.*/, "") : (/^(?:\d+: )?[^:;(]+/.exec(section)?.[0].trim() ?? section))].filter(Boolean).join(" ");
    const key = number || title;
    if (!chapters.has(key)) chapters.set(key, { title, ref });
  }
  return [...chapters.values()];
}

/** @param {Rulebook[]} books @param {string} search @returns {Item[]} */
function seek(books, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const items = books.flatMap((book) => {
    const rulings = new Map(book.rulings.map((r) => [r.ref, r]));
    const clauses = book.clauses.map((c) => ({ ...c, rulings: c.rulings.flatMap((ref) => rulings.get(ref) ?? []) }));
    const own = book.rulings.map((r) => ({ ref: r.ref, id: r.id, section: t("rules.rulings"), text: `${r.question} ${r.reading}`, rulings: [], cases: [] }));
    return [...clauses, ...own];
  });
  return items.filter((c) => {
    const text = `${c.ref} ${c.section} ${c.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** @param {{item: Item, sought: boolean, proofs?: boolean}} p */
function Clause({ item, sought, proofs }) {
  return html`<div class=${`clause ${sought ? "sought" : ""}`} data-clause=${item.ref}>
    <span class="chip">${item.id}</span> ${item.text}
    ${item.rulings.map((r) => html`<p key=${r.ref} class="ruling"><span class="chip">${r.id}</span> ${r.question} <i>${r.reading}</i></p>`)}
    ${proofs && item.cases.length ? html`<details><summary>${t("rules.cases", { n: item.cases.length })}</summary><ul>${item.cases.map((c) => html`<li key=${c}>${c}</li>`)}</ul></details>` : null}
  </div>`;
}
