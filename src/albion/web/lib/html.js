/** The one place where the page's library is chosen: Preact with tagged templates instead of a build step. */
import { h, render, Fragment } from "../vendor/preact.module.js";
import htm from "../vendor/htm.module.js";

export const html = htm.bind(h);
export { h, render, Fragment };
export { useState, useEffect, useMemo, useRef, useCallback, useLayoutEffect } from "../vendor/preact-hooks.module.js";
