import { all, one } from "./dom.js";

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
 * @returns {Promise<boolean>} whether they are there
 */
async function load(place) {
  if (requested.has(place)) return true;
  requested.add(place);
  showState(place, "loading");
  try {
    place.innerHTML = await fetchLines(place.dataset.lines ?? "");
    place.removeAttribute("data-lines");
    return true;
  } catch {
    requested.delete(place);
    showState(place, "failed");
    return false;
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

/**
 * Loads the values file of a reference into its place, if it is not in the page.
 *
 * @param {HTMLElement} reference
 * @param {(isLoaded: boolean) => void} done
 */
export async function loadValues(reference, done) {
  const place = one(reference, ".ys-values[data-lines]");
  if (place) done(await load(place));
}
