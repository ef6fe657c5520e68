/** @import { Reference } from "./reference.js" */

/** Where the reader is in a reference, to return there in another view. */
export class Place {
  /** @param {Reference} reference */
  constructor(reference) {
    this.reference = reference;
  }

  /** The field to return to: the one that is being read, unless the reader is above all fields. */
  get kept() {
    const { showsValues, values, fields, top } = this.reference;
    const start = showsValues ? values?.element : fields[0]?.box;
    return start && start.getBoundingClientRect().top < top ? this.#topmost : undefined;
  }

  /** The anchor of the topmost field in the window. */
  get #topmost() {
    const { showsValues, values, reading, top } = this.reference;
    if (!showsValues) return reading;
    const lines = values?.fields.filter((field) => !field.isHidden && field.lines.length) ?? [];
    // What is far from the window may reach out of its box.
    const isShown = (/** @type {HTMLElement} */ line) => line.checkVisibility({ contentVisibilityAuto: true });
    return lines.find(({ lines: [line] }) => line.getBoundingClientRect().bottom > top && isShown(line))?.anchor;
  }

  /**
   * Goes to a field, in the view that shows.
   *
   * @param {string} anchor
   */
  goTo(anchor) {
    const { showsValues, values, fields } = this.reference;
    this.reference.reading = anchor; // the values file may still have to be loaded
    const lines = showsValues ? values?.light(anchor) : undefined;
    const heading = fields.find((field) => field.anchor === anchor)?.link.parentElement;
    (lines ?? heading)?.scrollIntoView({ behavior: "instant", block: "start" });
  }
}
