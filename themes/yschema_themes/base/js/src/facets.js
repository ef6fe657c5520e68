import { make } from "./dom.js";

/** @import { Field } from "./fields.js" */
/** @import { Filter } from "./filter.js" */

const MARKS = ["required", "deprecated"];

/**
 * Returns a query with one of its words exchanged.
 *
 * @param {string} query
 * @param {string} prefix words that start with it go
 * @param {string} word takes their place; may be empty
 */
export function exchanged(query, prefix, word) {
  const others = query.split(/\s+/).filter((part) => part && !part.startsWith(prefix));
  return [...others, word].filter(Boolean).join(" ");
}

/** Buttons that put words into the filter: what is required, what is deprecated, and one of the types. */
export class Facets {
  /**
   * @param {HTMLElement} place
   * @param {readonly Field[]} fields
   * @param {Filter} filter
   * @param {Record<string, string>} labels
   */
  constructor(place, fields, filter, labels) {
    this.filter = filter;
    const present = fields.filter((field) => !field.isRemoved);
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    for (const mark of MARKS) this.addButton(mark, present.filter((field) => field.hasBadge(mark)).length, labels);
    this.select = this.typeSelect(present, labels);
    place.prepend(...this.buttons.values(), ...(this.select.length > 2 ? [this.select] : []));
    this.show(filter.query);
  }

  /**
   * @param {string} mark
   * @param {number} number
   * @param {Record<string, string>} labels
   */
  addButton(mark, number, labels) {
    if (!number) return;
    const button = make("button", { type: "button", className: "ys-facet" }, `${labels[mark]} `,
      make("span", { textContent: String(number) }));
    const word = `is:${mark}`;
    button.addEventListener("click", () => {
      this.filter.set(exchanged(this.filter.query, word, button.ariaPressed === "true" ? "" : word));
    });
    this.buttons.set(word, button);
  }

  /**
   * @param {readonly Field[]} fields
   * @param {Record<string, string>} labels
   */
  typeSelect(fields, labels) {
    /** @type {Map<string, { text: string, number: number }>} */
    const types = new Map();
    for (const field of fields) {
      const { type } = field;
      if (!type) continue;
      const known = types.get(type) ?? { text: field.typeWords, number: 0 };
      const text = field.typeWords.length < known.text.length ? field.typeWords : known.text;
      types.set(type, { text, number: known.number + 1 });
    }
    const options = [...types].sort(([, a], [, b]) => b.number - a.number)
      .map(([value, { text, number }]) => make("option", { value, textContent: `${text} (${number})` }));
    const select = make("select", { className: "ys-density ys-types", ariaLabel: labels.type },
      make("option", { value: "", textContent: labels.type }), ...options);
    select.addEventListener("change", () => {
      this.filter.set(exchanged(this.filter.query, "type:", select.value && `type:${select.value}`));
    });
    return select;
  }

  /**
   * Shows which of them a query contains.
   *
   * @param {string} query
   */
  show(query) {
    const words = query.split(/\s+/);
    for (const [word, button] of this.buttons) button.ariaPressed = String(words.includes(word));
    const type = words.find((word) => word.startsWith("type:"))?.slice("type:".length) ?? "";
    this.select.value = [...this.select.options].some(({ value }) => value === type) ? type : "";
  }
}
