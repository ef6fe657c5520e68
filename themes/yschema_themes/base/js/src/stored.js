/** What the browser keeps of the choices of a reader. A browser may forbid that: nothing is kept then. */

/** @typedef {"localStorage" | "sessionStorage"} Area for all tabs, or for one until it is closed */

/**
 * Returns what is kept under a key; null if there is nothing.
 *
 * @param {string} key
 * @param {Area} area
 */
export function stored(key, area = "localStorage") {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string | null} text null to forget it
 * @param {Area} area
 */
export function store(key, text, area = "localStorage") {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch { /* the page has it as well */ }
}
