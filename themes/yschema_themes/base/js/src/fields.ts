import { all, one } from "./dom.ts";
import { anchorOf, Entry, parentAnchor, setEnds } from "./entry.ts";
import { FACETS } from "./text.ts";

/** The elements that hold all that is said about one field. */
export const BOX = ".ys-field, .ys-map";

const PATH = ".ys-parents, .ys-name";
const TEXTS = `${PATH}, .ys-type, .ys-badge, .ys-meta > .ys-default, .ys-title, .ys-text, .ys-notice, .ys-facts dd`;

/** A field with a row of its own. */
export class Field extends Entry {
  link: HTMLElement;
  box: HTMLElement;
  isRemoved: boolean;
  below: Field[] = [];
  parent: Field | undefined;
  hasButton = false;
  knownParts?: Element[];

  /**
   * @param link its name
   * @param byAnchor the fields before this one
   */
  constructor(link: HTMLElement, byAnchor: Map<string, Field>) {
    super(anchorOf(link));
    this.link = link;
    this.box = link.closest(BOX) as HTMLElement;
    this.isRemoved = this.box.classList.contains("ys-is-removed");
    const parent = byAnchor.get(parentAnchor(this.anchor));
    this.parent = parent;
    parent?.below.push(this);
    byAnchor.set(this.anchor, this);
  }

  get parentField() {
    return this.parent as Field | undefined;
  }

  /** The fields from the top of the reference to this one. */
  get lineage() {
    const line: Field[] = [this];
    for (let { parentField } = line[0]; parentField; { parentField } = parentField) line.unshift(parentField);
    return line;
  }

  /** Its elements, without those of the fields below. */
  get parts() {
    this.knownParts ??= [...this.box.children].filter((child) => child.matches(".ys-key, .ys-meta, .ys-content"));
    return this.knownParts;
  }

  get path() {
    return this.texts[0].map((element) => element.textContent).join("");
  }

  /** The last key of the path. */
  get name() {
    return this.link.textContent ?? "";
  }

  override get texts() {
    const texts = this.parts.flatMap((part) => all(part, TEXTS));
    const isPath = (element: Element) => element.matches(PATH);
    return [texts.filter(isPath), ...texts.filter((element) => !isPath(element)).map((element) => [element])];
  }

  override get searchText() {
    const texts = this.texts.map((group) => group.map((element) => element.textContent).join(""));
    return `${texts.join(" ")}${FACETS}${this.facets.join(" ")}`;
  }

  /** Words that describe the field, besides those of the page: `is:required`, `type:string`, `=8443`. */
  get facets() {
    const { type, typeWords } = this;
    const defaults = this.first(".ys-default > code")?.textContent;
    return [
      ...(this.hasBadge("required") ? ["is:required"] : []),
      ...(this.hasBadge("deprecated") ? ["is:deprecated"] : []),
      ...new Set([type, ...typeWords.split(/\s+/)].filter(Boolean).map((word) => `type:${word}`)),
      ...(defaults === undefined ? [] : [`=${defaults.replace(/^(["'])(.+)\1$/, "$2")}`, ""]),
    ];
  }

  /** The main type of its values, in English. */
  get type() {
    return /ys-type ys-of-(\w+)/.exec(this.first(".ys-type")?.className ?? "")?.[1] ?? "";
  }

  /** The type in the language of the page. */
  get typeWords() {
    return this.first(".ys-type")?.textContent ?? "";
  }

  override get mapPage() {
    return this.box.querySelector(":scope > .ys-map-page");
  }

  /** Whether readers choose the name. */
  get isNamedByReader() {
    return Boolean(this.first(".ys-name .ys-placeholder"));
  }

  first(selector: string) {
    return this.parts.map((part) => one(part, selector)).find(Boolean);
  }

  hasBadge(...kinds: string[]) {
    return kinds.some((kind) => this.first(`.ys-badge.ys-${kind}`)?.parentElement?.matches(".ys-meta"));
  }

  /** Whether the field is in the page as readers see it. */
  get isShown() {
    return !this.box.hidden && this.box.checkVisibility();
  }
}

/** Returns the fields of a reference, each before those below it. */
export function fieldsOf(reference: HTMLElement) {
  const byAnchor: Map<string, Field> = new Map();
  const fields = all(reference, ".ys-name").map((link) => new Field(link, byAnchor));
  setEnds(fields);
  return fields;
}
