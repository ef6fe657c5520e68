/** What the browser keeps of the choices of a reader. A browser may forbid that: nothing is kept then. */

/**
 * Returns what is kept under a key; null if there is nothing.
 *
 * @param {string} key
 */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string | null} text null to forget it
 */
export function store(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch { /* the page has it as well */ }
}
