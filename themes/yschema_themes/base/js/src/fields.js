import { all, need, one } from "./dom.js";
import { anchorOf, Entry, parentAnchor, setEnds } from "./entry.js";

/** The elements that hold all that is said about one field. */
export const BOX = ".ys-field, .ys-map, tr";

const PATH = ".ys-parents, .ys-name";
const TEXTS = `${PATH}, .ys-echo, .ys-title, .ys-text, .ys-notice`;

/** A field in a section or in the row of a table. */
export class Field extends Entry {
  /**
   * @param {HTMLElement} link
   * @param {Map<string, Field>} byAnchor the fields before this one
   */
  constructor(link, byAnchor) {
    super(anchorOf(link));
    this.link = link;
    this.box = /** @type {HTMLElement} */ (link.closest(BOX));
    this.isRemoved = this.box.classList.contains("ys-is-removed");
    /** @type {Field[]} */
    this.below = [];
    const parent = byAnchor.get(parentAnchor(this.anchor));
    this.parent = parent;
    /** The row that leads to this map from the table before it.
     * @type {HTMLElement | undefined} */
    this.row = undefined;
    this.hasButtons = false;
    parent?.below.push(this);
    byAnchor.set(this.anchor, this);
  }

  get parentField() {
    return /** @type {Field | undefined} */ (this.parent);
  }

  /** Its elements, without those of the fields below. */
  get parts() {
    if (this.box.matches("tr")) return [this.box];
    return [...this.box.children].filter((child) => child.matches(".ys-key, .ys-meta, .ys-content"));
  }

  get path() {
    return this.texts[0].map((element) => element.textContent).join("");
  }

  /** The last key of the path. */
  get name() {
    return need(this.box, ".ys-name").textContent ?? "";
  }

  /** @override */
  get texts() {
    return textsIn(...this.parts);
  }

  /** @override */
  get searchText() {
    return this.texts.map((group) => group.map((element) => element.textContent).join("")).join(" ");
  }

  /** @override */
  get mapPage() {
    return this.box.querySelector(":scope > .ys-map-page, :scope > td > .ys-map-page");
  }

  /** Whether readers choose the name. */
  get isNamedByReader() {
    return Boolean(this.first(".ys-name .ys-placeholder"));
  }

  /** @param {string} selector */
  first(selector) {
    return this.parts.map((part) => one(part, selector)).find(Boolean);
  }

  /** @param {string[]} kinds */
  hasBadge(...kinds) {
    return kinds.some((kind) => this.first(`:is(.ys-meta, .ys-badges) > .ys-${kind}`));
  }
}

/**
 * Returns the elements with text inside others: those of the path as one group, each of the rest as one.
 *
 * @param {Element[]} parts
 * @returns {Element[][]}
 */
export function textsIn(...parts) {
  const texts = parts.flatMap((part) => all(part, TEXTS));
  const isPath = (/** @type {Element} */ element) => element.matches(PATH);
  return [texts.filter(isPath), ...texts.filter((element) => !isPath(element)).map((element) => [element])];
}

/**
 * Returns the fields of a reference, each before those below it.
 *
 * @param {HTMLElement} reference
 */
export function fieldsOf(reference) {
  /** @type {Map<string, Field>} */
  const byAnchor = new Map();
  const fields = all(reference, ".ys-link").map((link) => new Field(link, byAnchor));
  for (const link of all(reference, ".ys-map-link")) {
    const field = byAnchor.get(anchorOf(link));
    if (field) field.row = link.closest("tr") ?? undefined;
  }
  setEnds(fields);
  return fields;
}
