import { all, detailsAround, linkedElement, one } from "./dom.ts";

/** The lines of headings that have been looked for. */
const known: WeakMap<Element, Element> = new WeakMap();

/** Returns the heading of the field that a heading stands for: for that of a section, its first field. */
export function fieldHeading(heading: Element) {
  return (heading.matches(".ys-section-name") && heading.parentElement?.querySelector(".ys-key")) || heading;
}

/** Returns the line of a field in the values file. */
function lineOf(heading: Element, reference: Element) {
  const line = known.get(heading) ?? one(reference, `.ys-yaml [href$=${JSON.stringify(`#${heading.id}`)}]`);
  if (line) known.set(heading, line);
  return line;
}

/**
 * Returns the element that shows a field: its heading or, while the values file shows alone, its line there with the
 * comments above it, or what folds that line.
 */
export function shownElement(heading: Element) {
  const reference = heading.closest(".ys[data-view='yaml']");
  const line = reference && lineOf(fieldHeading(heading), reference);
  return line ? [...detailsAround(line)].findLast((box) => !box.open) ?? line.closest(".ys-block") ?? line : heading;
}

/**
 * Returns the links of a table of contents.
 *
 * @param contents its selector
 */
export function linksOf(contents: string) {
  return all(document, `${contents} a[href]`).filter((link) => link instanceof HTMLAnchorElement).filter(({ hash }) => hash);
}

/** Whether the page cannot scroll further down. */
export function isAtEnd() {
  return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
}

/**
 * Returns the link of the contents that the address leads to, or to a map around its target, if the target is where links
 * lead: in the upper part of the window or, at the end of a page, below that.
 *
 * @param part the end of the upper part, in pixels
 */
export function followedLink(links: HTMLAnchorElement[], part = 0) {
  const target = linkedElement(location.hash);
  const top = target ? shownElement(target).getBoundingClientRect().top : -1;
  if (top < 0 || (top > part && !isAtEnd())) return undefined;
  return links.findLast(({ hash }) => `${location.hash}.`.startsWith(`${hash}.`));
}
