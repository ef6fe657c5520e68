import { make } from "./dom.ts";
import { fill, hasWords, normalize, queryWords } from "./text.ts";
import type { Entry } from "./entry.ts";
import type { Loading } from "./loading.ts";
import type { MapPageLink } from "./map-pages.ts";

const KEY = /Mac|iP/.test(navigator.platform) ? "⌘K" : "Ctrl K"; // opens the palette, as `v` does
const PATIENCE = 1500; // milliseconds after which what is not urgent is done all the same
const AT_A_TIME = 20; // fields to index before a look at the time

let count = 0; // of filters, for the ids of their boxes

/** What a filter works on. */
interface Filtered {
  entries: () => Entry[]; // all fields, each before those below it
  mapPages: Map<Element, MapPageLink>; // links to the pages of maps, by the elements that hold them
  loading: Loading;
  show: () => void; // shows what is wanted
  scrollToFirst: () => void;
  focusFirst: () => void; // moves the focus to the first field that shows
  mapParameter: string; // the parameter by which the pages of maps get a query
}

/** Runs an action when the browser has time. */
export function whenIdle(action: (deadline?: IdleDeadline) => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(action, { timeout: PATIENCE });
  else setTimeout(action, 0);
}

/** The elements of a filter: the box, the line that shows while it is in use, and what shows when no field matches. */
export class FilterBar {
  box: HTMLInputElement;
  status = make("span", { className: "ys-status", role: "status" });
  line: HTMLDivElement;
  showAll: HTMLButtonElement;
  none = make("span", {});
  noMatch: HTMLParagraphElement;

  /** @param total how many fields there are */
  constructor(tools: HTMLElement, labels: Record<string, string>, total: number) {
    this.box = make("input", {
      type: "search", className: "ys-filter", id: `ys-filter-${++count}`, autocomplete: "off", spellcheck: false, enterKeyHint: "search",
      placeholder: fill(labels.placeholder, { total }),
    });
    const place = make("div", { className: "ys-filter-place" },
      make("label", { className: "ys-visually-hidden", htmlFor: this.box.id, textContent: labels.filter }), this.box,
      make("kbd", { className: "ys-cap", ariaHidden: "true", title: labels.find, textContent: KEY }));
    this.line = make("div", { className: "ys-facets" },
      this.status, make("button", { type: "button", className: "ys-search", textContent: labels.find }));
    this.showAll = make("button", { type: "button", className: "ys-show-all", textContent: labels.all });
    this.noMatch = make("p", { className: "ys-no-match", hidden: true }, this.none, " ", this.showAll);
    tools.append(place);
    tools.after(this.noMatch);
  }

  focus() {
    this.box.focus();
    this.box.select();
  }
}

/** The filter of a reference. */
export class Filter {
  #indexed = 0;
  #knownMapEntries?: [Entry, MapPageLink][];
  #textsAddress: string | undefined;

  labels: Record<string, string>;
  total: number;
  filtered: Filtered;
  query = "";
  words: string[] = [];
  bar: FilterBar;

  constructor(tools: HTMLElement, labels: Record<string, string>, total: number, filtered: Filtered) {
    this.labels = labels;
    this.total = total;
    this.filtered = filtered;
    this.#textsAddress = tools.dataset.index && new URL(tools.dataset.index, location.href).href;
    this.bar = new FilterBar(tools, labels, total);
    this.#listen(this.bar);
  }

  #listen({ box, showAll }: FilterBar) {
    showAll.addEventListener("click", () => { this.clear(); box.focus(); });
    box.addEventListener("focus", () => {
      this.index();
      this.#loadTexts();
    });
    box.addEventListener("input", () => {
      this.narrow(box.value);
      requestAnimationFrame(() => this.filtered.scrollToFirst());
    });
    box.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #onKey(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "Enter") this.filtered.focusFirst();
    else if (event.key !== "Escape") return;
    else if (this.query) this.clear();
    else this.bar.box.blur();
    event.preventDefault();
  }

  /** Whether anything is filtered. */
  get isOn() {
    return this.words.length > 0;
  }

  /** The fields in which words are highlighted. */
  get matches() {
    return this.isOn ? this.filtered.entries().filter((entry) => entry.isMatch) : [];
  }

  /** Reads the texts of fields; with a deadline, as many as there is time for, and the rest later. */
  index(deadline?: IdleDeadline) {
    const entries = this.filtered.entries();
    while (this.#indexed < entries.length) {
      const entry = entries[this.#indexed++];
      entry.text = normalize(entry.searchText);
      if (deadline && this.#indexed % AT_A_TIME === 0 && !deadline.timeRemaining()) break;
    }
    if (this.#indexed < entries.length) whenIdle((next) => this.index(next));
  }

  /** Loads the texts of fields on the pages of maps, once. */
  async #loadTexts() {
    const { mapPages, loading: { loadJson } } = this.filtered;
    const address = this.#textsAddress;
    if (!loadJson || !address || !mapPages.size) return;
    this.#textsAddress = "";
    const texts = await loadJson(address);
    if (!texts) return;
    for (const page of mapPages.values()) if (texts[page.map]) page.read(texts[page.map]);
    if (this.isOn) this.narrow(this.query);
  }

  /** Takes over a query that came with the address. */
  start(query: string) {
    void this.#loadTexts();
    this.set(query);
  }

  /** Takes over a query that the reader has not typed. */
  set(query: string) {
    this.bar.box.value = query;
    this.narrow(query);
  }

  clear() {
    this.set("");
  }

  /** Shows the fields that contain all words of a query, and those around them. */
  narrow(query: string) {
    this.query = query.trim();
    this.words = queryWords(this.query);
    this.index();
    this.match();
    this.filtered.show();
    this.#showStatus();
  }

  match() {
    const entries = this.filtered.entries();
    for (const entry of entries) {
      entry.isMatch = hasWords(entry.text, this.words);
      entry.isWanted = entry.isMatch;
    }
    for (const [entry, page] of this.mapEntries) {
      page.find(this.words);
      if (page.hasMatches) entry.isWanted = true;
      page.pass(this.filtered.mapParameter, entry.isWanted ? this.query : "");
    }
    for (const { isWanted, parent } of entries.toReversed()) if (isWanted && parent) parent.isWanted = true;
  }

  /** The maps with pages of their own. */
  get mapEntries() {
    this.#knownMapEntries ??= this.#findMapEntries();
    return this.#knownMapEntries;
  }

  #findMapEntries(): [Entry, MapPageLink][] {
    const { entries, mapPages } = this.filtered;
    if (!mapPages.size) return [];
    return entries().flatMap((entry) => {
      const place = entry.mapPage;
      const page = place && mapPages.get(place);
      return page ? [[entry, page] as [Entry, MapPageLink]] : [];
    });
  }

  #showStatus() {
    const matches = this.filtered.entries().filter((entry) => entry.isMatch);
    let gone = matches.filter((entry) => entry.isRemoved).length;
    let shown = matches.length - gone;
    for (const [, page] of this.mapEntries) {
      shown += page.present;
      gone += page.removed;
    }
    const { labels, query, bar } = this;
    const status = fill(shown === 1 ? labels.match : labels.matches, { shown });
    bar.status.textContent = query && (gone ? fill(labels.statusGone, { status, gone }) : status);
    bar.none.textContent = fill(labels.none, { query });
    bar.noMatch.hidden = shown + gone > 0;
  }
}
