/** Where on its host this server lies: "" for the whole host, "/club" behind a proxy that has other things as well. */
export const BASE = (typeof document === "undefined" ? "" : document.documentElement.dataset.base) ?? "";

/** An address of this server as the browser must ask for it. @param {string} path */
export const placed = (path) => (path.startsWith("/") ? BASE + path : path);
