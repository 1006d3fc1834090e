/** The one place where the page's library is chosen: Preact with tagged templates instead of a build step. */
import { h, render, Fragment } from "../vendor/preact.module.js";
import htm from "../vendor/htm.module.js";
import { placed } from "./base.js";

/** An element; a link to an address of this server is one below its base. @type {typeof h} */
const element = (kind, props, ...children) =>
  h(kind, typeof kind === "string" && typeof props?.href === "string" ? { ...props, href: placed(props.href) } : props, ...children);

export const html = htm.bind(element);
export { h, render, Fragment };
export { useState, useEffect, useMemo, useRef, useCallback, useLayoutEffect } from "../vendor/preact-hooks.module.js";
