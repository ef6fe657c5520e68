import { make } from "./dom.js";

/** @import { Field } from "./fields.js" */

/** The maps around the field that is being read whose headings have left the window, as links. */
export class Where {
  #shown = "";

  /** @param {string} label */
  constructor(label) {
    this.element = make("nav", { className: "ys-where", ariaLabel: label });
  }

  /**
   * @param {Field | undefined} field
   * @param {number} top where what can be read begins
   */
  show(field, top) {
    const maps = field?.lineage.filter(({ link, below }) => below.length && link.getBoundingClientRect().bottom < top) ?? [];
    const shown = maps.map(({ anchor }) => anchor).join(" ");
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.replaceChildren(...maps.map(({ anchor, name }) => make("a", { href: `#${anchor}`, textContent: name })));
  }
}
