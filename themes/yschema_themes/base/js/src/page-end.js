import { all, linkedElement } from "./dom.js";
import { shownElement } from "./shown.js";

/**
 * Returns the links of a table of contents.
 *
 * @param {string} contents its selector
 */
export function linksOf(contents) {
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
 * @param {HTMLAnchorElement[]} links
 * @param {number} [part] the end of the upper part, in pixels
 */
export function followedLink(links, part = 0) {
  const target = linkedElement(location.hash);
  const top = target ? shownElement(target).getBoundingClientRect().top : -1;
  if (top < 0 || (top > part && !isAtEnd())) return undefined;
  return links.findLast(({ hash }) => `${location.hash}.`.startsWith(`${hash}.`));
}
