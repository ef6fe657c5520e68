import { all, linkedElement } from "../../base/js/src/dom.js";
import { shownElement } from "../../base/js/src/shown.js";

const OFFSET = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetTop"));

/**
 * Returns where Material looks for a heading. The line that shows in its place begins below the bar as the heading does.
 *
 * @param {HTMLElement} heading
 */
function offsetTop(heading) {
  const line = shownElement(heading);
  if (line === heading) return OFFSET.get?.call(heading);
  return window.scrollY + line.getBoundingClientRect().top - parseFloat(getComputedStyle(heading).paddingBlockStart);
}

/**
 * Makes the table of contents mark the field that is being read in the values file, too. Material marks the last heading
 * whose `offsetTop` has been scrolled to; headings that do not show have none.
 */
export function placeHeadings() {
  for (const link of all(document, "[data-md-component=toc] a")) {
    const heading = link instanceof HTMLAnchorElement ? linkedElement(link.hash) : null;
    if (heading?.matches(".ys-key")) Object.defineProperty(heading, "offsetTop", { get: () => offsetTop(heading), configurable: true });
  }
}
