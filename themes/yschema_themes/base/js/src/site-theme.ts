import { Page } from "./page.ts";
import type { Loading } from "./loading.ts";
import type { Menu } from "./menu.ts";
import type { Palette } from "./palette.ts";

/** What opens above the page. */
export type Dialogs = { Menu: typeof Menu, Palette: typeof Palette };

/**
 * What the scripts need to know about a site theme. A theme that is no more than a style sheet needs no script: it may
 * set `--ys-header-height` itself.
 */
export interface SiteTheme {
  header?: string; // selects a header that stays at the top of the window
  loading: Loading;
  /**
   * Calls a function for this page and for every page that a script of the site theme shows in its place; without it, for this
   * page alone.
   */
  eachPage?: (arrive: (arrival: { isLoad: boolean }) => void) => void;
}

const STARTED = Symbol.for("yschema");

export function onLoad(arrive: (arrival: { isLoad: boolean }) => void) {
  const start = () => arrive({ isLoad: true });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}

/** Starts the scripts, once: with instant navigation every page with a reference runs this script again. */
export function start(site: SiteTheme) {
  if (Reflect.has(window, STARTED)) return;
  Reflect.set(window, STARTED, true);
  const page = new Page(site);
  (site.eachPage ?? onLoad)((arrival) => page.arrive(arrival));
}
