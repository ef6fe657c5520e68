import { need } from "./dom.js";
import { fill, hasWords, lines, normalize } from "./text.js";

/** @typedef {{ fields: string[], gone?: string[] }} MapTexts what the filter searches of the fields on the page of a map */

/** The link to the page of a map, and what the filter knows about the fields there. */
export class MapPageLink {
  /** @type {{ present: string[], removed: string[] } | undefined} */
  #normalized;

  /**
   * @param {HTMLElement} place
   * @param {Record<string, string>} labels
   */
  constructor(place, labels) {
    const box = /** @type {Element} */ (place.closest(".ys-field, .ys-map, .ys-line"));
    this.link = /** @type {HTMLAnchorElement} */ (need(place, "a[data-map]"));
    this.label = this.link.textContent ?? "";
    this.name = need(box, ".ys-name, .ys-line-key").textContent ?? "";
    this.labels = labels;
    /** How many fields there are, without removed ones. */
    this.total = 0;
    this.present = 0;
    this.removed = 0;
    /** @type {string[]} */
    this.fields = [];
    /** @type {string[]} */
    this.gone = [];
    this.read({ fields: lines(place.dataset.paths), gone: lines(place.dataset.removed) });
  }

  get map() {
    return this.link.dataset.map ?? "";
  }

  get hasMatches() {
    return this.present + this.removed > 0;
  }

  /** @param {MapTexts} texts */
  read({ fields, gone = [] }) {
    this.fields = fields;
    this.gone = gone;
    this.#normalized = undefined;
    this.total = fields.length;
    this.find([]);
  }

  /**
   * Counts the fields that contain all words.
   *
   * @param {readonly string[]} words
   */
  find(words) {
    if (words.length) {
      this.#normalized ??= { present: this.fields.map(normalize), removed: this.gone.map(normalize) };
      const isMatch = (/** @type {string} */ text) => hasWords(text, words);
      this.present = this.#normalized.present.filter(isMatch).length;
      this.removed = this.#normalized.removed.filter(isMatch).length;
    } else [this.present, this.removed] = [this.fields.length, this.gone.length];
    this.link.textContent = words.length && this.present ? this.#matchLabel : this.label;
  }

  get #matchLabel() {
    const number = fill(this.labels.status, { shown: this.present, total: this.total });
    return fill(this.labels.nested, { name: this.name, number });
  }

  /**
   * Hands the query on to the page of the map.
   *
   * @param {string} parameter
   * @param {string} query
   */
  pass(parameter, query) {
    const url = new URL(this.link.href);
    if (query) url.searchParams.set(parameter, query);
    else url.searchParams.delete(parameter);
    this.link.href = url.href;
  }
}
