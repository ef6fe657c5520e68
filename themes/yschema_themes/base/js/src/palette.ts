import { make } from "./dom.ts";
import { bestMatches } from "./fuzzy.ts";
import { fill } from "./text.ts";

const SHOWN = 40;

interface PaletteEntry {
  path: string;
  type: string;
  value: string; // the default, if it is short
  facets: string; // words that narrow a search to it, such as `type:bool`
  schema: string; // the title of its schema
  about: string; // its description
  href: string;
}

/** The fields that it finds. */
interface Listed {
  address: URL; // of the file that lists those of the site
  load?: (address: URL) => Promise<any>; // returns what is in the file; null if it cannot be loaded
  here: () => PaletteEntry[]; // those of the page
}

type Row = [page: string, anchor: string, path: string, type: string, value: string, facets: string, about: string];

/**
 * Returns what narrows a search to the field, as in the filter of a page.
 *
 * @param type in the language of the page
 * @param value the default
 * @param others its main type in English, and marks such as `is:required`
 */
function facetsOf(type: string, value: string, others: string) {
  const types = type.split(/\s+/).map((word) => `type:${word}`);
  return [others, ...types, ...(value ? [`=${value.replace(/^(["'])(.+)\1$/, "$2")}`] : [])].join(" ");
}

/**
 * Returns the fields of all references of a site.
 *
 * @param address of the file that lists them
 */
export function entriesOf(schemas: [title: string, rows: Row[]][], address: URL): PaletteEntry[] {
  return schemas.flatMap(([schema, rows]) => rows.map(([page, anchor, path, type, value, facets, about]) =>
    ({ schema, path, type, value, about, facets: facetsOf(type, value, facets), href: new URL(`../${page}#${anchor}`, address).href })));
}

/** A dialog that finds fields in all references of the site. */
export class Palette {
  entries?: PaletteEntry[];
  labels: Record<string, string> = {};
  options: HTMLElement[] = [];
  at = 0;
  box?: HTMLInputElement;
  list?: HTMLUListElement;
  none?: HTMLParagraphElement;
  dialog?: HTMLDialogElement;

  /** Opens the dialog. */
  async open(query: string, labels: Record<string, string>, { address, load, here }: Listed) {
    if (this.dialog?.open) return;
    this.#create(labels).value = query;
    const site = this.entries ? null : await load?.(address);
    this.entries ??= site ? entriesOf(site, address) : here();
    this.search();
  }

  #create(labels: Record<string, string>) {
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

  mark(index: number) {
    const { options, box } = this;
    this.at = Math.max(0, Math.min(index, options.length - 1));
    options.forEach((option, i) => { option.ariaSelected = String(i === this.at); });
    options[this.at]?.scrollIntoView({ block: "nearest" });
    box?.setAttribute("aria-activedescendant", options[this.at]?.id ?? "");
  }

  #onKey(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") this.mark(this.at + 1);
    else if (event.key === "ArrowUp") this.mark(this.at - 1);
    else if (event.key === "Enter") this.#go(this.options[this.at]);
    else return;
    event.preventDefault();
  }

  #onClick({ target }: MouseEvent) {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    if (option instanceof HTMLElement) this.#go(option);
    else if (target === this.dialog) this.dialog?.close(); // beside it
  }

  #go(option: HTMLElement | undefined) {
    if (!option) return;
    this.dialog?.close();
    location.href = option.dataset.href ?? "";
  }
}

function optionOf({ path, type, value, schema, about, href }: PaletteEntry) {
  const option = make("li", { role: "option" },
    make("span", { className: "ys-path", textContent: path }),
    make("span", { className: "ys-type", textContent: type }),
    ...(value ? [make("span", { className: "ys-value", textContent: value })] : []),
    make("span", { className: "ys-schema", textContent: schema }),
    ...(about ? [make("span", { className: "ys-about", textContent: about })] : []));
  option.dataset.href = href;
  return option;
}
