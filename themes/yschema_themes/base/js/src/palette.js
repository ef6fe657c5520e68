import { make } from "./dom.js";
import { bestMatches } from "./fuzzy.js";
import { fill } from "./text.js";

const SHOWN = 40;

/**
 * @typedef {object} PaletteEntry
 * @property {string} path
 * @property {string} type
 * @property {string} value the default, if it is short
 * @property {string} facets words that narrow a search to it, such as `type:bool`
 * @property {string} schema the title of its schema
 * @property {string} about its description
 * @property {string} href
 */

/**
 * @typedef {object} Listed the fields that it finds
 * @property {URL} address of the file that lists those of the site
 * @property {(address: URL) => Promise<any>} [load] returns what is in the file; null if it cannot be loaded
 * @property {() => PaletteEntry[]} here those of the page
 */

/** @typedef {[page: string, anchor: string, path: string, type: string, value: string, facets: string, about: string]} Row */

/**
 * Returns what narrows a search to the field, as in the filter of a page.
 *
 * @param {string} type in the language of the page
 * @param {string} value the default
 * @param {string} others its main type in English, and marks such as `is:required`
 */
function facetsOf(type, value, others) {
  const types = type.split(/\s+/).map((word) => `type:${word}`);
  return [others, ...types, ...(value ? [`=${value.replace(/^(["'])(.+)\1$/, "$2")}`] : [])].join(" ");
}

/**
 * Returns the fields of all references of a site.
 *
 * @param {[title: string, rows: Row[]][]} schemas
 * @param {URL} address of the file that lists them
 * @returns {PaletteEntry[]}
 */
export function entriesOf(schemas, address) {
  return schemas.flatMap(([schema, rows]) => rows.map(([page, anchor, path, type, value, facets, about]) =>
    ({ schema, path, type, value, about, facets: facetsOf(type, value, facets), href: new URL(`../${page}#${anchor}`, address).href })));
}

/** A dialog that finds fields in all references of the site. */
export class Palette {
  constructor() {
    /** @type {PaletteEntry[] | undefined} */
    this.entries = undefined;
    /** @type {Record<string, string>} */
    this.labels = {};
    /** @type {HTMLElement[]} */
    this.options = [];
    this.at = 0;
  }

  /**
   * Opens the dialog.
   *
   * @param {string} query
   * @param {Record<string, string>} labels
   * @param {Listed} listed
   */
  async open(query, labels, { address, load, here }) {
    if (this.dialog?.open) return;
    this.#create(labels).value = query;
    const site = this.entries ? null : await load?.(address);
    this.entries ??= site ? entriesOf(site, address) : here();
    this.search();
  }

  /** @param {Record<string, string>} labels */
  #create(labels) {
    this.labels = labels;
    this.box = make("input", {
      type: "text", role: "combobox", autocomplete: "off", spellcheck: false, placeholder: labels.find,
      ariaLabel: labels.find, ariaExpanded: "true",
    });
    this.box.setAttribute("aria-controls", "ys-palette-list");
    this.list = make("ul", { id: "ys-palette-list", role: "listbox", ariaLabel: labels.fields });
    this.none = make("p", { className: "ys-none", hidden: true });
    this.dialog = make("dialog", { className: "ys-palette", ariaLabel: labels.find }, this.box, this.list, this.none,
      make("p", { className: "ys-keys", textContent: labels.keys }));
    this.box.addEventListener("input", () => this.search());
    this.box.addEventListener("keydown", (event) => this.#onKey(event));
    const { dialog } = this;
    dialog.addEventListener("close", () => dialog.remove());
    this.dialog.addEventListener("click", (event) => this.#onClick(event));
    document.body.append(this.dialog);
    this.dialog.showModal();
    return this.box;
  }

  /** Lists the fields that match, those of the page first; without a query, what it requires and its maps. */
  search() {
    const { box, list, none, entries, labels } = this;
    if (!box || !list || !none || !entries) return;
    const isHere = ({ href = "" }) => new URL(href, location.href).pathname === location.pathname;
    const isMain = ({ path = "", facets = "" }) => facets.includes("is:required") || (!path.includes(".") && facets.includes("type:map"));
    const here = entries.filter(isHere);
    const found = box.value.trim() ? bestMatches(box.value, entries) : here.filter(isMain);
    const groups = [found.filter(isHere), found.filter((entry) => !isHere(entry))]
      .map((group) => group.slice(0, SHOWN).map((entry) => optionOf(entry)));
    this.options = groups.flat();
    this.options.forEach((option, index) => { option.id = `ys-option-${index}`; });
    list.replaceChildren(...groups.flatMap((options, index) => (options.length && here.length < entries.length
      ? [make("li", { role: "presentation", className: "ys-group", textContent: index ? labels.elsewhere : labels.here }), ...options] : options)));
    none.textContent = fill(labels.none, { query: box.value });
    none.hidden = found.length > 0;
    this.mark(0);
  }

  /** @param {number} index */
  mark(index) {
    const { options, box } = this;
    this.at = Math.max(0, Math.min(index, options.length - 1));
    options.forEach((option, i) => { option.ariaSelected = String(i === this.at); });
    options[this.at]?.scrollIntoView({ block: "nearest" });
    box?.setAttribute("aria-activedescendant", options[this.at]?.id ?? "");
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") this.mark(this.at + 1);
    else if (event.key === "ArrowUp") this.mark(this.at - 1);
    else if (event.key === "Enter") this.#go(this.options[this.at]);
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  #onClick({ target }) {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    if (option instanceof HTMLElement) this.#go(option);
    else if (target === this.dialog) this.dialog?.close(); // beside it
  }

  /** @param {HTMLElement | undefined} option */
  #go(option) {
    if (!option) return;
    this.dialog?.close();
    location.href = option.dataset.href ?? "";
  }
}

/** @param {PaletteEntry} entry */
function optionOf({ path, type, value, schema, about, href }) {
  const option = make("li", { role: "option" },
    make("span", { className: "ys-path", textContent: path }),
    make("span", { className: "ys-type", textContent: type }),
    ...(value ? [make("span", { className: "ys-value", textContent: value })] : []),
    make("span", { className: "ys-schema", textContent: schema }),
    ...(about ? [make("span", { className: "ys-about", textContent: about })] : []));
  option.dataset.href = href;
  return option;
}
