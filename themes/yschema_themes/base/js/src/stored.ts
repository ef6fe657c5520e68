/** What the browser keeps of the choices of a reader. A browser may forbid that: nothing is kept then. */

/** For all tabs, or for one until it is closed. */
type Area = "localStorage" | "sessionStorage";

/** Returns what is kept under a key; null if there is nothing. */
export function stored(key: string, area: Area = "localStorage") {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** @param text null to forget it */
export function store(key: string, text: string | null, area: Area = "localStorage") {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch { /* the page has it as well */ }
}
