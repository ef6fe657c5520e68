import { linkedElement } from "../../base/js/src/dom.ts";
import { onLoad } from "../../base/js/src/site-theme.ts";

const ASSET = "/assets/yschema/"; // in the addresses of our files

/** Material's stream of pages. */
type Pages = { subscribe: (listener: () => void) => void };

let isBack = false; // whether the reader has gone back or forward

/**
 * Keeps our style sheets before those of the site, which override them: Material appends the style sheets that a page
 * adds to those of the page before.
 */
function orderStyleSheets() {
  const sheets = [...document.head.querySelectorAll('link[rel="stylesheet"]')];
  const isOurs = (sheet: Element) => (sheet.getAttribute("href") ?? "").includes(ASSET);
  const ours = sheets.filter(isOurs);
  const last = sheets.findLast((sheet) => (sheet.getAttribute("href") ?? "").includes("/assets/stylesheets/"));
  const next = sheets[sheets.indexOf(last as Element) + 1];
  if (last && ours.length && !isOurs(next)) last.after(...ours);
}

/**
 * Makes the element that the address leads to its target. Material takes the new address for one in the history if the
 * reader has scrolled just before the click, and then no element is its target; going there once more makes one.
 */
function restoreTarget() {
  const target = linkedElement(location.hash);
  if (!isBack && target && !target.matches(":target")) location.replace(location.href);
}

/**
 * Calls a function for this page and for each one that instant navigation shows in its place. There is no instant
 * navigation on a disk.
 */
export function eachPage(arrive: (arrival: { isLoad: boolean }) => void) {
  const pages = Reflect.get(window, "document$") as Pages | undefined;
  if (!pages || location.protocol === "file:") return onLoad(arrive);
  let isLoad = document.readyState !== "complete"; // else instant navigation has brought this script
  window.addEventListener("popstate", ({ state }) => { isBack = state !== null; }); // without a state: a link in the page
  window.addEventListener("click", () => { isBack = false; }, true);
  pages.subscribe(() => {
    if (!isLoad) {
      orderStyleSheets();
      restoreTarget();
    }
    arrive({ isLoad });
    isLoad = false;
  });
}
