/** What a player likes: kept in this browser, passed to all listeners. */

/**
 * `story`: how fast others' turns are told: off, fast, normal, step; `waits`: own battles stay until one goes on;
 * `confirm`: an attack without a card asks twice; `language`: of the interface (a game's own sentences are English).
 */
const DEFAULTS = { theme: "auto", story: "normal", waits: true, confirm: true, arrows: true, sound: false, language: "en" };
const KEY = "albion-settings";

/** @type {Set<() => void>} */
const listeners = new Set();

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** One object for the life of the page; `change` amends it. @type {typeof DEFAULTS} */
export const settings = read();

/** @param {Partial<typeof DEFAULTS>} change */
export function change(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing still plays; the choice lasts until the page is closed
  }
  showTheme();
  listeners.forEach((tell) => tell());
}

/** @param {() => void} tell */
export function watchSettings(tell) {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => showTheme());

/** The theme in force: what was chosen, else what the system prefers. */
export const theme = () => (settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme);

export function showTheme() {
  document.documentElement.dataset.theme = theme();
}
