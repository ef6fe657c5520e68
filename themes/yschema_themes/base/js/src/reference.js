import { addFieldButtons, addFileButton, addYamlButton, copyFor, fieldButtons } from "./copy.js";
import { all, need, one } from "./dom.js";
import { BOX, fieldsOf, textsIn } from "./fields.js";
import { textToCopy } from "./field-text.js";
import { Filter } from "./filter.js";
import { Folds } from "./folds.js";
import { MapPageLink } from "./map-pages.js";
import { LINES_LOADED, ValuesView } from "./values-view.js";
import { fieldsInWindow, inWindow } from "./window.js";

/** @import { Field } from "./fields.js" */
/** @import { Entry } from "./entry.js" */
/** @import { Loading } from "./loading.js" */
/** @import { Match } from "./highlight.js" */
/** @import { Step } from "./paste.js" */
/** @import { FieldLines } from "./values-view.js" */

/**
 * @typedef {object} Host what a reference needs of its page
 * @property {() => void} look looks at what is in the window
 * @property {() => void} filtered learns that a filter has changed
 * @property {string} mapParameter the parameter by which the pages of maps get a query
 * @property {Loading} [loading]
 * @property {boolean} hasCopyButtons whether the site theme gives blocks of code a button that copies them
 */

/** One reference in the page, the element `.ys`. */
export class Reference {
  /**
   * @param {HTMLElement} element
   * @param {Host} host
   */
  constructor(element, host) {
    this.element = element;
    this.host = host;
    this.tools = need(element, ".ys-tools");
    /** @type {Record<string, string>} */
    this.labels = JSON.parse(this.tools.dataset.words ?? "{}");
    /** The keys around the reference, which may be a part of a schema.
     * @type {Step[]} */
    this.around = JSON.parse(this.tools.dataset.around ?? "[]");
    /** @type {ValuesView | undefined} */
    this.values = undefined;
    /** @type {Field[] | undefined} */
    this.knownFields = undefined;
    /** @type {Map<HTMLElement, Field[]> | undefined} */
    this.knownTables = undefined;
    this.buttons = fieldButtons(this.labels);
    this.mapPages = new Map(all(element, "[data-paths]").map((place) => [place, new MapPageLink(place, this.labels)]));
    const yaml = one(element, ".ys-yaml");
    if (yaml) this.addValues(yaml);
    this.folds = new Folds(all(element, ".ys-fold"), this.labels);
    this.filter = this.createFilter();
    this.fillBar();
    this.addCopyButtons();
    this.listen();
  }

  listen() {
    const { element } = this;
    element.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-copy]") : null;
      if (button instanceof HTMLElement) this.copy(button);
    });
    // A page of many fields gets the values file once a reader wants to see it.
    element.addEventListener(LINES_LOADED, ({ target }) => {
      this.addValues(need(/** @type {Element} */ (target), ".ys-yaml"));
      if (this.filter?.isOn) this.showValues();
      this.host.look();
    });
  }

  addCopyButtons() {
    if (this.host.hasCopyButtons) return;
    for (const head of all(this.element, ".ys-file-head")) addFileButton(head, this.labels);
    for (const yaml of all(this.element, ".ys-summary > pre")) addYamlButton(yaml, this.labels);
  }

  /** @param {HTMLElement} yaml */
  addValues(yaml) {
    this.values = new ValuesView(yaml);
    addYamlButton(yaml, this.labels);
  }

  /** @param {HTMLElement} button */
  copy(button) {
    const box = button.closest(BOX);
    const field = this.fields.find((one) => one.box === box);
    const text = field && textToCopy(field, button.dataset.copy ?? "", this.around);
    if (typeof text === "string") void copyFor(button, text, this.labels);
  }

  /** The fields in sections or tables, read once they are needed. */
  get fields() {
    this.knownFields ??= fieldsOf(this.element);
    return this.knownFields;
  }

  /** Whether fields are in sections or tables, and not in the values file alone. */
  get hasBoxes() {
    return this.element.getElementsByClassName("ys-link").length > 0;
  }

  /** @returns {Entry[]} */
  get entries() {
    return this.hasBoxes ? this.fields : this.values?.fields ?? [];
  }

  /** Whether the values file shows. */
  get showsValues() {
    return Boolean(this.values?.element.getClientRects().length);
  }

  /** How many fields there are, without removed ones. */
  get total() {
    const removed = this.element.getElementsByClassName("ys-is-removed").length;
    const here = this.hasBoxes ? this.element.getElementsByClassName("ys-link").length - removed : this.values?.total ?? 0;
    return [...this.mapPages.values()].reduce((sum, page) => sum + page.total, here);
  }

  createFilter() {
    const { total } = this;
    if (!("filter" in this.tools.dataset) || !total) return undefined;
    return new Filter(this.tools, this.labels, total, {
      entries: () => this.entries,
      mapPages: this.mapPages,
      mapParameter: this.host.mapParameter,
      loading: this.host.loading,
      show: () => this.showFiltered(),
      scrollToFirst: () => this.scrollToFirst(),
    });
  }

  fillBar() {
    if (this.folds.byParent.size) this.tools.append(this.folds.toggle);
    this.tools.hidden = !this.tools.childElementCount;
    const views = one(this.element, ":scope > .ys-views");
    if (views && !this.tools.hidden) this.tools.append(views);
    views?.addEventListener("change", () => this.host.look());
  }

  showFiltered() {
    if (this.hasBoxes) this.showBoxes();
    if (this.values) this.showValues();
    this.folds.setFiltered(Boolean(this.filter?.isOn));
    this.host.filtered();
  }

  showValues() {
    if (!this.values) return;
    const byAnchor = this.hasBoxes ? new Map(this.fields.map((field) => [field.anchor, field])) : undefined;
    const isWanted = (/** @type {FieldLines} */ lines) =>
      Boolean(byAnchor ? byAnchor.get(lines.anchor)?.isWanted : lines.isWanted);
    this.values.narrow(this.filter?.isOn ? isWanted : undefined);
    for (const [, { link }] of this.filter?.mapEntries ?? []) this.values.copyMapLink(link);
  }

  /** Shows the boxes of wanted fields. Boxes inside one that does not show stay as they are. */
  showBoxes() {
    for (let i = 0; i < this.fields.length;) {
      const field = this.fields[i];
      if (field.isHidden === field.isWanted) {
        field.isHidden = !field.isWanted;
        field.box.hidden = field.isHidden;
        if (field.row) field.row.hidden = field.isHidden;
      }
      i = field.isWanted ? i + 1 : field.end;
    }
    for (const [table, rows] of this.tables) table.hidden = !rows.some((row) => row.isWanted);
  }

  /** The fields in the rows of each table. */
  get tables() {
    this.knownTables ??= this.findTables();
    return this.knownTables;
  }

  findTables() {
    /** @type {Map<HTMLElement, Field[]>} */
    const tables = new Map();
    for (const field of this.fields) {
      const table = field.box.matches("tr") ? field.box.closest(".ys-columns") : null;
      if (table instanceof HTMLElement) tables.set(table, [...tables.get(table) ?? [], field]);
    }
    return tables;
  }

  /** Scrolls to the first match if it is above the window. */
  scrollToFirst() {
    const first = this.showsValues ? this.values?.firstLine : this.fields.find((field) => field.isWanted)?.box;
    if (!first || !this.filter?.query) return;
    const gap = first.getBoundingClientRect().top - this.tools.getBoundingClientRect().bottom;
    if (gap < 0) window.scrollBy({ top: gap - 8, behavior: "instant" });
  }

  /**
   * Makes an element visible that a link leads to.
   *
   * @param {Element} target
   */
  reveal(target) {
    if (target.closest("[hidden]:not([hidden=until-found])")) {
      this.filter?.clear();
      this.values?.open(target);
    }
    this.folds.openAround(target);
  }

  /**
   * Gives the fields in the window their buttons.
   *
   * @returns {Match[]} the matches of the filter there
   */
  look() {
    if (this.showsValues) return this.matchingLines();
    // All fields are measured before any changes.
    const shown = [...fieldsInWindow(this.fields.filter((field) => !field.parent), this.folds)];
    const context = { labels: this.labels, edit: this.tools.dataset.edit, around: this.around };
    for (const field of shown.filter((one) => !one.hasButtons)) {
      addFieldButtons(field, this.buttons, context);
      field.hasButtons = true;
    }
    if (!this.filter?.isOn) return [];
    const { words } = this.filter;
    return [...shown.filter((field) => field.isMatch).map(({ texts }) => ({ texts, words })), ...this.matchingRows(words)];
  }

  /**
   * Returns the matches in rows that lead to maps, which are elsewhere in the page.
   *
   * @param {string[]} words
   * @returns {Match[]}
   */
  matchingRows(words) {
    const rows = this.fields.flatMap(({ isMatch, row }) => (isMatch && row ? [row] : []))
      .filter((row) => !(/** @type {HTMLElement | null} */ (row.closest(".ys-columns")))?.hidden);
    // They are in tables before the maps, so their order differs from that of the fields.
    rows.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1));
    return inWindow(rows, (row) => [row]).map((row) => ({ texts: textsIn(row), words }));
  }

  /**
   * Returns the matches in the lines of the values file.
   *
   * @returns {Match[]}
   */
  matchingLines() {
    const { filter, values } = this;
    if (!filter || !values) return [];
    const lines = filter.matches.flatMap(({ anchor }) => values.byAnchor.get(anchor) ?? [])
      .filter((field) => field.lines.length);
    return inWindow(lines, (field) => field.lines).map(({ texts }) => ({ texts, words: filter.words }));
  }
}

/**
 * Returns how far the filter is below the top of its bar, in pixels: what is above it scrolls away.
 *
 * @param {Reference} reference
 */
export function heightAboveFilter({ tools, filter }) {
  const top = filter?.bar.label.offsetTop ?? 0;
  return Math.max(0, top - parseFloat(getComputedStyle(tools).paddingBlockStart));
}

