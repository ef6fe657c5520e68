import { all, one } from "./dom.js";
import { LINES_LOADED } from "./values-view.js";

/** @type {WeakSet<Element>} */
const requested = new WeakSet();

/**
 * Shows the message about one state of a place for lines, or none.
 *
 * @param {Element} place
 * @param {string} state
 */
function showState(place, state) {
  for (const message of all(place, "[data-state]")) message.hidden = message.dataset.state !== state;
}

/**
 * Loads the lines into their place. After a failure, choosing the view again loads them again.
 *
 * @param {HTMLElement} place
 */
async function load(place) {
  if (requested.has(place)) return;
  requested.add(place);
  showState(place, "loading");
  try {
    place.innerHTML = await fetchLines(place.dataset.lines ?? "");
    place.removeAttribute("data-lines");
    place.dispatchEvent(new CustomEvent(LINES_LOADED, { bubbles: true }));
  } catch {
    requested.delete(place);
    showState(place, "failed");
  }
}

/**
 * @param {string} address
 * @returns {Promise<string>}
 */
async function fetchLines(address) {
  // Browsers may keep the file for longer than the page, but have to ask whether it has changed.
  const answer = await fetch(address, { cache: "no-cache" });
  const lines = answer.ok ? await answer.json() : undefined;
  if (typeof lines !== "string") throw new Error(`no lines at ${address}`);
  return lines;
}

/** Loads the values files that readers have chosen. Browsers restore the choice on the way back to a page. */
export function loadChosenValues() {
  for (const place of all(document, ".ys-values[data-lines]")) {
    const views = place.closest(".ys")?.querySelector(".ys-views");
    if (!(views instanceof HTMLElement)) continue;
    views.hidden = false;
    const yaml = one(views, '[value="yaml"]');
    if (yaml instanceof HTMLInputElement && yaml.checked) void load(place);
  }
}
