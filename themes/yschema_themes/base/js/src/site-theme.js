import { Page } from "./page.js";

/** @import { Loading } from "./loading.js" */
/** @import { LoadModel } from "./my-values.js" */
/** @import { Menu } from "./menu.js" */
/** @import { Palette } from "./palette.js" */
/** @typedef {{ Menu: typeof Menu, Palette: typeof Palette }} Dialogs what opens above the page */

/**
 * What the scripts need to know about a site theme. A theme that is no more than a style sheet needs no script: it may
 * set `--ys-header-height` itself.
 *
 * @typedef {object} SiteTheme
 * @property {string} [header] selects a header that stays at the top of the window
 * @property {Loading} [loading] loads what is not in the page; a page without a site has all there is
 * @property {LoadModel} [readMyValues] returns what *My values* needs if that is in the page
 * @property {() => Promise<Dialogs>} [readDialogs] returns what opens above the page if that is in the page
 * @property {(arrive: (arrival: { isLoad: boolean }) => void) => void} [eachPage] calls a function for this page and for
 *   every page that a script of the site theme shows in its place; without it, for this page alone
 */

const STARTED = Symbol.for("yschema");

/** @param {(arrival: { isLoad: boolean }) => void} arrive */
export function onLoad(arrive) {
  const start = () => arrive({ isLoad: true });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}

/**
 * Starts the scripts, once: with instant navigation every page with a reference runs this script again.
 *
 * @param {SiteTheme} site
 */
export function start(site = {}) {
  if (Reflect.has(window, STARTED)) return;
  Reflect.set(window, STARTED, true);
  const page = new Page(site);
  (site.eachPage ?? onLoad)((arrival) => page.arrive(arrival));
}
