/** Marks where the reader is in the table of contents of the site theme `mkdocs`. */
import { firstIndex } from "../../base/js/src/lists.ts";
import { linkedElement } from "../../base/js/src/dom.ts";
import { followedLink, linksOf, shownElement } from "../../base/js/src/shown.ts";

const ACTIVE = "active";
const READ_PART = 0.25; // of the height of the window: what has come up to there is being read

function target({ hash }: HTMLAnchorElement) {
  const element = linkedElement(hash);
  return element && shownElement(element);
}

/**
 * Returns the link that the reader has followed or, once the reader has moved on, the last one in the order of the page
 * whose target has come up. Targets that are folded or filtered away are left out.
 */
function currentLink(links: HTMLAnchorElement[]) {
  const line = window.innerHeight * READ_PART;
  const shown = links.filter((link) => !target(link)?.closest("[hidden]"));
  const isBelow = (link: HTMLAnchorElement) => (target(link)?.getBoundingClientRect().top ?? 0) > line;
  return followedLink(links, line) ?? shown[firstIndex(shown, isBelow) - 1];
}

function activate(link: HTMLAnchorElement | undefined) {
  for (const old of document.querySelectorAll(`.bs-sidebar .${ACTIVE}`)) old.classList.remove(ACTIVE);
  for (let item = link?.closest("li"); item; item = item.parentElement?.closest("li")) {
    item.firstElementChild?.classList.add(ACTIVE);
  }
}

function follow(links: HTMLAnchorElement[]) {
  let frame = 0;
  let active: HTMLAnchorElement | undefined;
  const look = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const link = currentLink(links);
      if (link !== active) activate(link);
      active = link;
    });
  };
  look();
  for (const event of ["scroll", "resize", "hashchange"]) window.addEventListener(event, look, { passive: true });
  new ResizeObserver(look).observe(document.body); // folds and filters change heights
}

export function markCurrent() {
  document.addEventListener("DOMContentLoaded", () => follow(linksOf(".bs-sidebar").filter(({ hash }) => linkedElement(hash))));
}
