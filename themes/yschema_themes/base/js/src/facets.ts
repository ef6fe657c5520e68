import { make, makeButton } from "./dom.ts";
import { hasWords, queryWords } from "./text.ts";
import type { Field } from "./fields.ts";
import type { Filter } from "./filter.ts";

const MARKS = ["required", "deprecated"];

/**
 * Returns a query with one of its words exchanged.
 *
 * @param prefix words that start with it go
 * @param word takes their place; may be empty
 */
export function exchanged(query: string, prefix: string, word: string) {
  const others = query.split(/\s+/).filter((part) => part && !part.startsWith(prefix));
  return [...others, word].filter(Boolean).join(" ");
}

/** Buttons that put words into the filter: what is required, what is deprecated, and one of the types. */
export class Facets {
  filter: Filter;
  buttons: Map<HTMLButtonElement, Field[]> = new Map(); // the fields with the mark of each
  types: Map<HTMLOptionElement, { words: string, fields: Field[] }> = new Map(); // the fields of each type
  labels: Record<string, string>;
  select: HTMLSelectElement;

  constructor(place: HTMLElement, fields: readonly Field[], filter: Filter, labels: Record<string, string>) {
    this.filter = filter;
    const present = fields.filter((field) => !field.isRemoved);
    for (const mark of MARKS) this.addButton(mark, present.filter((field) => field.hasBadge(mark)));
    this.labels = labels;
    this.select = this.#typeSelect(present);
    place.lastElementChild?.before(...this.buttons.keys(), ...(this.select.length > 2 ? [this.select] : []));
    // Safari would take the focus from the filter, which hides the buttons before they are released.
    place.addEventListener("mousedown", (event) => { if (event.target !== this.select) event.preventDefault(); });
    this.show(filter.query);
  }

  addButton(mark: string, marked: Field[]) {
    if (!marked.length) return;
    const word = `is:${mark}`;
    const button = makeButton({ className: "ys-facet", value: word }, () => {
      this.filter.set(exchanged(this.filter.query, word, button.ariaPressed === "true" ? "" : word));
    });
    this.buttons.set(button, marked);
  }

  #typeSelect(fields: readonly Field[]) {
    const { labels } = this;
    const byType: Map<string, Field[]> = new Map();
    for (const { type } of fields) if (type) byType.set(type, []);
    for (const field of fields) byType.get(field.type)?.push(field);
    for (const [value, typed] of [...byType].sort(([, a], [, b]) => b.length - a.length)) {
      this.types.set(make("option", { value }), { words: this.labels[value] ?? value, fields: typed });
    }
    const select = make("select", { className: "ys-density ys-types", ariaLabel: labels.type },
      make("option", { value: "", textContent: labels.type }), ...this.types.keys());
    select.addEventListener("change", () => {
      this.filter.set(exchanged(this.filter.query, "type:", select.value && `type:${select.value}`));
    });
    return select;
  }

  /**
   * Shows which of them a query contains, and how many of the fields that match it each of them leaves. Types exclude
   * each other: each counts the fields that match the rest of the query.
   */
  show(query: string) {
    const words = query.split(/\s+/);
    for (const [button, marked] of this.buttons) {
      button.ariaPressed = String(words.includes(button.value));
      const number = marked.filter(({ isMatch }) => isMatch || !query).length;
      button.textContent = `${this.labels[button.value.slice("is:".length)]} ${number}`;
    }
    const others = queryWords(exchanged(query, "type:", ""));
    for (const [option, { words: label, fields }] of this.types) {
      option.textContent = `${label} (${fields.filter(({ text }) => hasWords(text, others)).length})`;
    }
    const type = words.find((word) => word.startsWith("type:"))?.slice("type:".length) ?? "";
    this.select.value = [...this.select.options].find(({ value }) => value.startsWith(type))?.value ?? "";
  }
}
