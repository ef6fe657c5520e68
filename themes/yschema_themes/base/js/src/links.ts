import { all, detailsAround, linkedElement } from "./dom.ts";
import { idOf } from "./text.ts";
import { shownElement } from "./shown.ts";

const STAY = 1500; // milliseconds, and
const STILL = 500; // after the last move of the target, but
const LONGEST = 6000; // at most

let until = 0; // the time until which the page stays at a target
let limit = 0; // the latest such time
let top = 0; // where the target was in the window
let hasMoved = false; // whether the reader has scrolled, clicked or typed

/** Opens the closed folds around the target of a link. */
export function showTarget(target: Element) {
  for (const box of detailsAround(target)) box.open = true;
}

/** Follows a link to a field that has moved to the page of its map, which the link to that page tells. */
function followMap() {
  const map = location.hash.slice(1).split(".").slice(0, 2).join(".");
  const link = all(document, ".ys a[data-map]").find((element) => element.dataset.map === map);
  if (link instanceof HTMLAnchorElement) location.replace(link.href.split("#")[0] + location.hash);
}

/**
 * Goes to the target of the address at once and stays there for a moment, unless the reader moves on.
 *
 * Rows outside the window have an estimated height, so a scroll towards one of them (smooth in some themes) ends in the
 * wrong place once those on the way have been laid out.
 */
export function settle() {
  const target = linkedElement(location.hash);
  if (!target && location.hash) followMap();
  if (target && target.id !== idOf(location.hash)) location.replace(`#${encodeURIComponent(target.id)}`);
  const isGoing = until > 0;
  until = target?.closest(".ys") ? performance.now() + STAY : 0;
  limit = performance.now() + LONGEST;
  if (until && !isGoing) requestAnimationFrame(stay);
}

function stay() {
  const target = linkedElement(location.hash);
  if (target && performance.now() < until) {
    const shown = shownElement(target);
    shown.scrollIntoView({ behavior: "instant", block: "start" });
    keepUntilStill(shown.getBoundingClientRect().top);
    requestAnimationFrame(stay);
  } else until = 0;
}

/**
 * Prolongs the stay while rows above the target are still being laid out.
 *
 * @param place where the target is
 */
function keepUntilStill(place: number) {
  const now = performance.now();
  if (Math.abs(place - top) > 1) until = Math.min(limit, Math.max(until, now + STILL));
  top = place;
}

/** Settles when the page has loaded, unless the reader has moved by then. */
export function settleOnLoad() {
  const start = () => { if (!hasMoved) settle(); };
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start);
}

/** Notes when the reader moves. */
export function watchReader() {
  for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(event, () => {
      until = 0;
      hasMoved = true;
    }, { passive: true });
  }
}
