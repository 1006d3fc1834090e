/** Addresses of the page: what is shown, and how to go elsewhere without reloading. */

import { BASE, placed } from "./base.js";

/** @type {Set<() => void>} */
const watchers = new Set();

/** @param {string} path */
export function navigate(path) {
  history.pushState(null, "", placed(path));
  watchers.forEach((tell) => tell());
}

/** Change the address without a new page. @param {string} path */
export function amend(path) {
  history.replaceState(null, "", path);
}

/** @param {() => void} tell */
export function watchRoute(tell) {
  watchers.add(tell);
  addEventListener("popstate", tell);
  return () => {
    watchers.delete(tell);
    removeEventListener("popstate", tell);
  };
}

/** @returns {{page: string, id: string, query: URLSearchParams}} */
export function route() {
  const [page = "", id = ""] = location.pathname.slice(BASE.length).split("/").filter(Boolean);
  return { page, id: decodeURIComponent(id), query: new URLSearchParams(location.search) };
}

/** A link of the page's own: a plain click stays here, any other is the browser's. @param {MouseEvent} e @param {() => void} go */
export function followed(e, go) {
  if (e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  go();
}
