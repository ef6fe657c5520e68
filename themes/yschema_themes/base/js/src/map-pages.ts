import { need } from "./dom.ts";
import { fill, hasWords, lines, normalize } from "./text.ts";

/** What the filter searches of the fields on the page of a map. */
type MapTexts = { fields: string[], gone?: string[] };

/** The link to the page of a map, and what the filter knows about the fields there. */
export class MapPageLink {
  #normalized?: { present: string[], removed: string[] };

  link: HTMLAnchorElement;
  label: string;
  name: string;
  labels: Record<string, string>;
  /** How many fields there are, without removed ones. */
  total = 0;
  present = 0;
  removed = 0;
  fields: string[] = [];
  gone: string[] = [];

  constructor(place: HTMLElement, labels: Record<string, string>) {
    const box = place.closest(".ys-field, .ys-map, .ys-line") as Element;
    this.link = need(place, "a[data-map]") as HTMLAnchorElement;
    this.label = this.link.textContent ?? "";
    this.name = need(box, ".ys-name, .ys-line-key").textContent ?? "";
    this.labels = labels;
    this.read({ fields: lines(place.dataset.paths), gone: lines(place.dataset.removed) });
  }

  get map() {
    return this.link.dataset.map ?? "";
  }

  get hasMatches() {
    return this.present + this.removed > 0;
  }

  read({ fields, gone = [] }: MapTexts) {
    this.fields = fields;
    this.gone = gone;
    this.#normalized = undefined;
    this.total = fields.length;
    this.find([]);
  }

  /** Counts the fields that contain all words. */
  find(words: readonly string[]) {
    if (words.length) {
      this.#normalized ??= { present: this.fields.map(normalize), removed: this.gone.map(normalize) };
      const isMatch = (text: string) => hasWords(text, words);
      this.present = this.#normalized.present.filter(isMatch).length;
      this.removed = this.#normalized.removed.filter(isMatch).length;
    } else [this.present, this.removed] = [this.fields.length, this.gone.length];
    this.link.textContent = words.length && this.present ? this.#matchLabel : this.label;
  }

  get #matchLabel() {
    const number = fill(this.labels.status, { shown: this.present, total: this.total });
    return fill(this.labels.nested, { name: this.name, number });
  }

  /** Hands the query on to the page of the map. */
  pass(parameter: string, query: string) {
    const url = new URL(this.link.href);
    if (query) url.searchParams.set(parameter, query);
    else url.searchParams.delete(parameter);
    this.link.href = url.href;
  }
}
