/**
 * One field as the filter sees it, whichever layout shows it. Entries are in the order of the schema, each before those
 * below it.
 */
export class Entry {
  anchor: string;
  parent?: Entry;
  /** The index behind the last entry below this one. */
  end = 0;
  isRemoved = false;
  /** The normalized text that the filter searches, once it is indexed. */
  text = "";
  isMatch = false;
  /** Whether the filter shows the entry: it matches, or one below it does. */
  isWanted = true;
  isHidden = false;

  constructor(anchor: string) {
    this.anchor = anchor;
  }

  /** Groups of elements; words are highlighted across the elements of one group. */
  get texts(): Element[][] {
    return [];
  }

  /** The text that the filter searches. */
  get searchText() {
    return "";
  }

  /** The element that links to the page of this map, which has one of its own. */
  get mapPage(): Element | null | undefined {
    return null;
  }
}

/** Returns the anchor of the field around another one. */
export function parentAnchor(anchor: string) {
  return anchor.slice(0, anchor.lastIndexOf("."));
}

/** Notes for each entry where those below it end. */
export function setEnds(entries: readonly Entry[]) {
  entries.forEach((entry, index) => { entry.end = index + 1; });
  for (const { parent, end } of entries.toReversed()) if (parent) parent.end = Math.max(parent.end, end);
}

/** Returns the anchor that a link leads to. Instant navigation writes out relative addresses. */
export function anchorOf(link: Element) {
  return (link.getAttribute("href") ?? "").split("#")[1] ?? "";
}
