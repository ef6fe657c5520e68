/**
 * One field as the filter sees it, whichever layout shows it. Entries are in the order of the schema, each before those
 * below it.
 */
export class Entry {
  /** @param {string} anchor */
  constructor(anchor) {
    this.anchor = anchor;
    /** @type {Entry | undefined} */
    this.parent = undefined;
    /** The index behind the last entry below this one. */
    this.end = 0;
    this.isRemoved = false;
    /** The normalized text that the filter searches, once it is indexed. */
    this.text = "";
    this.isMatch = false;
    /** Whether the filter shows the entry: it matches, or one below it does. */
    this.isWanted = true;
    this.isHidden = false;
  }

  /**
   * Groups of elements; words are highlighted across the elements of one group.
   *
   * @returns {Element[][]}
   */
  get texts() {
    return [];
  }

  /** The text that the filter searches. */
  get searchText() {
    return "";
  }

  /**
   * The element that links to the page of this map, which has one of its own.
   *
   * @returns {Element | null | undefined}
   */
  get mapPage() {
    return null;
  }
}

/**
 * Returns the anchor of the field around another one.
 *
 * @param {string} anchor
 */
export function parentAnchor(anchor) {
  return anchor.slice(0, anchor.lastIndexOf("."));
}

/**
 * Notes for each entry where those below it end.
 *
 * @param {readonly Entry[]} entries
 */
export function setEnds(entries) {
  entries.forEach((entry, index) => { entry.end = index + 1; });
  for (const { parent, end } of entries.toReversed()) if (parent) parent.end = Math.max(parent.end, end);
}

/**
 * Returns the anchor that a link leads to. Instant navigation writes out relative addresses.
 *
 * @param {Element} link
 */
export function anchorOf(link) {
  return (link.getAttribute("href") ?? "").split("#")[1] ?? "";
}
