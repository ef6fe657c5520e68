import { make } from "./dom.js";

/** @import { Entry } from "./entry.js" */
/** @import { Field } from "./fields.js" */

/** Marks maps in the table of contents of the site: with a dot where something is required, and with numbers of matches. */
export class Contents {
  /** @param {readonly Field[]} fields */
  constructor(fields) {
    const maps = new Map(fields.filter((field) => field.below.length).map((field) => [field.anchor, field]));
    /** @type {[Field, HTMLElement][]} */
    this.entries = [];
    for (const link of document.querySelectorAll("a[href*='#']")) {
      if (!(link instanceof HTMLAnchorElement) || link.pathname !== location.pathname || link.closest(".ys, .headerlink")) continue;
      const field = maps.get(link.hash.slice(1));
      if (field) this.entries.push([field, this.mark(link, field, fields)]);
    }
  }

  /**
   * @param {HTMLAnchorElement} link
   * @param {Field} map
   * @param {readonly Field[]} fields
   */
  mark(link, map, fields) {
    const isRequired = fields.slice(fields.indexOf(map), map.end).some((field) => field.hasBadge("required"));
    link.classList.toggle("ys-has-required", isRequired);
    link.querySelector(".ys-number")?.remove();
    const number = make("span", { className: "ys-number" });
    link.append(number);
    return number;
  }

  /**
   * @param {readonly Entry[]} fields
   * @param {boolean} isFiltered
   */
  show(fields, isFiltered) {
    for (const [map, number] of this.entries) {
      const from = fields.indexOf(map);
      const found = fields.slice(from, map.end).filter((field) => field.isMatch).length;
      number.textContent = isFiltered && found ? ` ${found}` : "";
    }
  }
}
