import { all, linkedElement } from "../../base/js/src/dom.ts";
import { followedLink, linksOf, shownElement } from "../../base/js/src/shown.ts";

const OFFSET = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetTop") as PropertyDescriptor;
const CONTENTS = "[data-md-component=toc]";
const MARK = "md-nav__link--active";

/** The link that has been marked last at the end of a page. */
let ours: HTMLAnchorElement | undefined;

/** Returns where Material looks for a heading. The line that shows in its place begins below the bar as the heading does. */
function offsetTop(heading: HTMLElement) {
  const line = shownElement(heading);
  if (line === heading) return OFFSET.get?.call(heading);
  return window.scrollY + line.getBoundingClientRect().top - parseFloat(getComputedStyle(heading).paddingBlockStart);
}

/**
 * Marks the link that the reader has followed to the end of the page, where Material always marks the last one. Material
 * changes no other marks than those that it has set.
 */
function markAtEnd() {
  const links = linksOf(CONTENTS);
  const marked = followedLink(links);
  const marks = links.filter((link) => link.matches(`.${MARK}`));
  const wrong = marks.filter((link) => (marked ? link !== marked : link === ours && marks.length > 1));
  for (const link of wrong) link.classList.remove(MARK);
  if (marked && !marks.includes(marked)) marked.classList.add(MARK);
  ours = marked ?? ours;
}

/**
 * Makes the table of contents mark the field that is being read in the values file, too. Material marks the last heading
 * whose `offsetTop` has been scrolled to; headings that do not show have none.
 */
export function correctMarks() {
  for (const { hash } of linksOf(CONTENTS)) {
    const heading = linkedElement(hash);
    if (heading?.matches(".ys-key, .ys-section-name")) Object.defineProperty(heading, "offsetTop", { get: () => offsetTop(heading), configurable: true });
  }
  const marks = new MutationObserver(markAtEnd);
  for (const contents of all(document, CONTENTS)) marks.observe(contents, { subtree: true, attributeFilter: ["class"] });
  window.addEventListener("hashchange", markAtEnd);
}
