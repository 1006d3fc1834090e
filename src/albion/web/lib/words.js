/** Words: the interface's own catalogue, and the sentences of a game's questions, actions and events. */

import english from "../words/en.json" with { type: "json" };
import { file } from "./api.js";

/** @type {Record<string, string>} */
let catalogue = english;

/** The languages of the interface, each by its own name; `words/ID.json` holds its words. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** The words of another language; English comes with the page, and stands in where the other cannot be had. @param {string} language */
export async function loadWords(language) {
  if (language === "en" || !(language in LANGUAGES)) return;
  const words = await file(`words/${language}.json`, (answer) => answer.json()).catch(() => null);
  if (!words) return;
  catalogue = { ...english, ...words };
  document.documentElement.lang = language;
}

/** The words of what is loaded later, in English and in the language of the page. @param {Record<string, string>} words */
export async function addWords(words) {
  const { lang } = document.documentElement;
  const own = lang === "en" ? {} : await file(`words/later/${lang}.json`, (answer) => answer.json()).catch(() => ({}));
  catalogue = { ...catalogue, ...words, ...own };
}

const FIELD = /\{([^{}|]+)((?:\|[^{}|]*)*)\}/g;

/** "one|many" or "one|none|many" by a number or the length of a list; "#" in it stands for the value.
 * @param {string[]} forms @param {unknown} value */
function form(forms, value) {
  const number = Array.isArray(value) ? value.length : value;
  if (number === 1 || number === true || number === "1") return forms[0];
  return forms.length > 2 && !number ? forms[1] : forms[forms.length - 1];
}

/** @param {string} template @param {Record<string, unknown>} fields @param {(v: unknown) => string} name */
function fill(template, fields, name) {
  return template.replace(FIELD, (_, key, rest) => {
    const value = fields[key];
    const forms = rest.split("|").slice(1);
    if (forms.length) return form(forms, value).replaceAll("#", () => name(value));
    return value === null || value === undefined ? "" : name(value);
  });
}

/** A word of the interface; `{n|army|armies}` chooses by number.
 * @param {string} key @param {Record<string, unknown>} [fields] */
export function t(key, fields = {}) {
  return fill(catalogue[key] ?? key, fields, String);
}

/** Whether the catalogue has this word. @param {string} key */
export const has = (key) => key in catalogue;

/** An id nobody named, made readable. @param {string} id */
export function plain(id) {
  const text = String(id).replace(/[-_]/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A computer player by its level, "Steady bot"; one without a word of its own by its id. @param {string | null} id */
export const botName = (id) => (has(`bot.${id}`) ? t(`bot.${id}`) : `${plain(id ?? "")} ${t("seat.bot.short")}`);

/** The words of one game: display names and sentence templates. */
export class GameWords {
  /** @param {Record<string, Record<string, string>>} parts @param {(id: string) => string | null} [nearby] names places that have no name of their own */
  constructor(parts = {}, nearby = () => null) {
    this.parts = parts;
    this.names = parts.names ?? {};
    this.nearby = nearby;
  }

  /** A sentence in which places without a name are described by their neighbours, and not a second time by "near". @param {string} text */
  spoken(text) {
    if (!/\d{4}/.test(text)) return text;
    /** @type {Map<string, string>} */
    const said = new Map();
    const described = (/** @type {string} */ all, /** @type {string} */ id) => {
      const near = this.nearby(id);
      if (near === null) return all;
      if (!said.has(near)) said.set(near, id);
      return said.get(near) === id ? near : t("nearby.other");
    };
    const told = this.placed(text.replace(/\b(\d{4}(?:\/\d{4})?)\b( \(near [^)]*\))?/g, described));
    return /^\d/.test(text) ? told.charAt(0).toUpperCase() + told.slice(1) : told;
  }

  /** Both ends of a way; a second place that is described like the first one is another one nearby. @param {unknown} from @param {unknown} to */
  ends(from, to) {
    const [a, b] = [this.name(from), this.name(to)];
    return { from: a, to: a === b && from !== to ? t("nearby.other") : b };
  }

  /** "Battle two hexes south of York" instead of "at two hexes south of York". @param {string} text */
  placed(text) {
    return text.replace(new RegExp(`\\b${t("nearby.bare")}`, "g"), "");
  }

  /** @param {unknown} value @returns {string} */
  name(value) {
    if (Array.isArray(value)) return value.map((v) => this.name(v)).join(", ");
    if (value === true) return t("yes");
    if (value === false || value === null || value === undefined) return t("no");
    if (typeof value === "object") return Object.entries(value).map(([k, v]) => `${this.name(v)} ${this.name(k)}`).join(", ");
    const text = String(value);
    return this.names[text] ?? this.nearby(text) ?? (/^[a-z][a-z0-9_-]*$/.test(text) ? plain(text) : this.composite(text));
  }

  /** A place as a heading: "Pennines", where a sentence says "the Pennines". @param {unknown} place */
  title(place) {
    const text = this.name(place).replace(/^the /, "");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** "essex/kent" and the like, part by part. @param {string} text */
  composite(text) {
    if (!/[/+:.]/.test(text) || /\s/.test(text)) return text;
    return text.replace(/[\w-]+/g, (part) => this.names[part] ?? plain(part)).replace(/[/+:]/g, (c) => (c === "/" ? " – " : c === "+" ? " + " : ": "));
  }

  /** @param {string} part @param {string} key @param {string} fallback @param {Record<string, unknown>} fields */
  say(part, key, fallback, fields) {
    const text = fill(this.parts[part]?.[key] ?? fallback, fields, (v) => this.name(v)).replace(/\s+/g, " ").trim();
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** @param {{step: string, about?: Record<string, unknown>}} decision */
  question(decision) {
    return this.say("question", decision.step, plain(decision.step), decision.about ?? {});
  }

  /** @param {{verb: string, noun?: unknown}} action @param {Record<string, unknown>} [about] */
  action(action, about = {}) {
    const bare = action.noun === null || action.noun === undefined;
    return this.say("action", action.verb, bare ? plain(action.verb) : `${plain(action.verb)} {noun}`, { ...about, ...action, n: action.noun });
  }

  /** @param {{kind: string, data: Record<string, unknown>}} event */
  event(event) {
    const fallback = `${plain(event.kind)}: ${Object.keys(event.data).map((k) => `{${k}}`).join(" ")}`;
    return this.say("event", event.kind, fallback, event.data);
  }
}
