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
    /** @type {Map<HTMLButtonElement, Field[]>} the fields with the mark of each */
    this.buttons = new Map();
    for (const mark of MARKS) this.addButton(mark, present.filter((field) => field.hasBadge(mark)));
    this.select = this.typeSelect(present, labels);
    this.labels = labels;
    place.prepend(...this.buttons.keys(), ...(this.select.length > 2 ? [this.select] : []));
    this.show(filter.query);
  }

  /**
   * @param {string} mark
   * @param {Field[]} marked
   */
  addButton(mark, marked) {
    if (!marked.length) return;
    const word = `is:${mark}`;
    const button = make("button", { type: "button", className: "ys-facet", value: word });
    button.addEventListener("click", () => {
      this.filter.set(exchanged(this.filter.query, word, button.ariaPressed === "true" ? "" : word));
    });
    this.buttons.set(button, marked);
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
   * Shows which of them a query contains, and how many of the fields that match it each of them leaves.
   *
   * @param {string} query
   */
  show(query) {
    const words = query.split(/\s+/);
    for (const [button, marked] of this.buttons) {
      button.ariaPressed = String(words.includes(button.value));
      const number = marked.filter(({ isMatch }) => isMatch || !query).length;
      button.textContent = `${this.labels[button.value.slice("is:".length)]} ${number}`;
    }
    const type = words.find((word) => word.startsWith("type:"))?.slice("type:".length) ?? "";
    this.select.value = [...this.select.options].some(({ value }) => value === type) ? type : "";
  }
}
