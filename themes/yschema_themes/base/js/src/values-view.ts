import { all, one } from "./dom.ts";
import { anchorOf, Entry, parentAnchor, setEnds } from "./entry.ts";
import { inWindow } from "./reading.ts";
import type { Filter } from "./filter.ts";
import type { Shapes } from "./shapes.ts";

const MARGIN = 0.3; // of the height of the column, above the field that is being read

type ValueFold = { box: HTMLDetailsElement, wasOpen?: boolean };

/** A field as lines of the values file: comments, its key, and what its value continues on. */
export class FieldLines extends Entry {
  path: string;
  lines: HTMLElement[] = [];
  /** The elements that hold its lines. */
  places = new Set();
  /** The folds that hold its value. */
  folds: ValueFold[] = [];
  parent: FieldLines | undefined;

  /** @param byAnchor the fields before this one */
  constructor(anchor: string, path: string, byAnchor: Map<string, FieldLines>) {
    super(anchor);
    this.path = path;
    this.parent = byAnchor.get(parentAnchor(anchor));
    byAnchor.set(anchor, this);
  }

  override get texts() {
    return this.lines.map((line) => [line]);
  }

  override get searchText() {
    return [this.path, ...this.lines.map((line) => line.textContent)].join(" ");
  }

  override get mapPage() {
    return this.lines.map((line) => line.querySelector("[data-paths]")).find(Boolean);
  }
}

/** The values file in a page: which lines belong to which field, and which of them show. */
export class ValuesView {
  element: HTMLElement;
  byAnchor: Map<string, FieldLines> = new Map();
  otherLines: HTMLElement[] = []; // which belong to no field
  knownKeys?: Map<string, HTMLElement>;
  lit?: HTMLElement; // the lines of the field that is being read
  read?: FieldLines[];

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** How many fields there are, without reading all lines. */
  get total() {
    const anchors = all(this.element, ".ys-line-key").map((key) => key.getAttribute("href"));
    return new Set(anchors).size + all(this.element, ".ys-unlisted:not(.ys-is-removed)").length;
  }

  /** All fields, each before those below it. */
  get fields() {
    if (!this.read) {
      this.readBox(this.element, undefined);
      this.read = [...this.byAnchor.values()];
      setEnds(this.read);
    }
    return this.read;
  }

  /**
   * Assigns lines to fields. A comment belongs to the next key, any other line to the key before it.
   *
   * @param owner the field whose value the box holds
   */
  readBox(box: Element, owner: FieldLines | undefined) {
    let last = owner;
    let comments: HTMLElement[] = [];
    for (const part of partsOf(box)) {
      if (part instanceof HTMLDetailsElement) {
        last?.folds.push({ box: part });
        this.readBox(part, last);
      } else if (part.matches(".ys-unlisted")) this.addUnlisted(part);
      else if (part.matches(".ys-line")) {
        const field = this.readLine(part); // the key of an optional field is in a comment, too
        if (!field && part.matches(".ys-comment")) {
          comments.push(part);
          continue;
        }
        last = field ?? last;
        this.assign(box, last, [...comments, part]);
        comments = [];
      }
    }
    this.assign(box, owner, comments);
  }

  /** Returns the field whose key is in a line. */
  readLine(line: HTMLElement) {
    const key = one(line, ".ys-line-key");
    if (!key) return undefined;
    const field = this.fieldOf(key);
    for (const unlisted of all(line, ".ys-unlisted")) this.addUnlisted(unlisted);
    return field;
  }

  assign(box: Element, field: FieldLines | undefined, lines: HTMLElement[]) {
    (field?.lines ?? this.otherLines).push(...lines);
    if (lines.length) field?.places.add(box);
  }

  /** Returns the field of a key. A key appears twice where one line says null and another what else the value may be. */
  fieldOf(key: HTMLElement) {
    const anchor = anchorOf(key);
    const known = this.byAnchor.get(anchor);
    if (known) return known;
    const parent = this.byAnchor.get(parentAnchor(anchor));
    const name = (key.textContent ?? "").replace(/^(["'])(.*)\1$/, "$2");
    return new FieldLines(anchor, key.dataset.path ?? (parent ? `${parent.path}.${name}` : name), this.byAnchor);
  }

  addUnlisted({ dataset, classList }: HTMLElement) {
    const field = new FieldLines(dataset.anchor ?? "", dataset.path ?? "", this.byAnchor);
    field.isRemoved = classList.contains("ys-is-removed");
  }

  /**
   * Shows the lines of some fields, or of all. Folds open where they hold such lines, and return to their former state
   * once all lines show. Lines in a fold that does not show stay as they are.
   */
  narrow(isWanted: ((field: FieldLines) => boolean) | undefined) {
    const wanted = new Set(this.fields.filter((field) => !isWanted || isWanted(field)));
    const places = new Set([...wanted].flatMap((field) => [...field.places]));
    for (let i = 0; i < this.fields.length;) {
      const field = this.fields[i];
      const isHidden = !wanted.has(field);
      if (isHidden !== field.isHidden) for (const line of field.lines) line.hidden = isHidden;
      field.isHidden = isHidden;
      for (const fold of field.folds) turn(fold, Boolean(isWanted), !isHidden && places.has(fold.box));
      i = isHidden ? field.end : i + 1;
    }
    for (const line of this.otherLines) line.hidden = Boolean(isWanted);
    for (const box of all(this.element, ".ys-optional")) box.toggleAttribute("open", Boolean(isWanted));
  }

  /**
   * Marks the lines of fields that the chosen shapes do not have, which show beside the fields no more, and writes in those of others
   * what these shapes say.
   */
  showShapes(shapes: Shapes) {
    const { others, anchors } = shapes;
    for (const [anchor, name] of shapes.names) this.keys.get(anchor)?.closest(".ys-line")?.setAttribute("data-shape", name);
    for (const { anchor, lines, folds } of anchors.size ? this.fields : []) {
      const key = anchors.has(anchor) && this.keys.get(anchor);
      if (!key) continue;
      for (const part of [...lines, ...folds.map(({ box }) => box)]) part.classList.toggle("ys-other", others.has(anchor));
      shapes.showLine(key, anchor);
    }
  }

  /** The keys by the anchors of their fields. */
  get keys() {
    this.knownKeys ??= new Map(all(this.element, ".ys-line-key").toReversed().map((key) => [anchorOf(key), key]));
    return this.knownKeys;
  }

  /**
   * Lights the lines of the field that is being read.
   *
   * @returns the lines
   */
  light(anchor: string | undefined): HTMLElement | undefined {
    const key = anchor === undefined ? undefined : this.keys.get(anchor);
    const block = key && shownLines(key);
    if (block !== this.lit) {
      this.lit?.classList.remove("ys-reading");
      block?.classList.add("ys-reading");
      this.lit = block;
    }
    if (block) this.follow(block); // the column itself moves until it sticks
    return block;
  }

  /** Scrolls the file, where it has a column of its own, to lines outside of it. */
  follow(block: HTMLElement) {
    const { element } = this;
    if (element.scrollHeight <= element.clientHeight || !block.checkVisibility()) return;
    const box = element.getBoundingClientRect();
    const { top, bottom } = block.getBoundingClientRect();
    if (top >= box.top && bottom <= box.bottom) return;
    element.scrollTop += top - box.top - box.height * MARGIN;
  }

  /** Returns the matches of a filter in the lines in the window. */
  matching({ matches, words }: Filter) {
    const fields = matches.flatMap(({ anchor }) => this.byAnchor.get(anchor) ?? []).filter((field) => field.lines.length);
    return inWindow(fields, (field) => field.lines).map(({ texts }) => ({ texts, words }));
  }

  /** The first line that shows. */
  get firstLine() {
    for (let i = 0; i < this.fields.length;) {
      const { isHidden, lines, end } = this.fields[i];
      if (!isHidden && lines.length) return lines[0];
      i = isHidden ? end : i + 1;
    }
    return undefined;
  }

  /** Copies the state of a link to the page of a map. */
  copyMapLink({ dataset, href, textContent }: HTMLAnchorElement) {
    const link = this.element.querySelector(`[data-map="${CSS.escape(dataset.map ?? "")}"]`);
    if (link) Object.assign(link, { href, textContent });
  }
}

/** Returns the lines of a key, or what folds them. */
function shownLines(key: HTMLElement) {
  const lines = key.closest(".ys-optional:not([open])")?.querySelector("summary") ?? key.closest(".ys-block, .ys-line");
  const block = lines?.closest(".ys-block") ?? lines;
  return block instanceof HTMLElement ? block : undefined;
}

/** Returns the lines, folds and links in a box; a block is a key with the comments above it. */
function partsOf(box: Element) {
  const parts = [...box.children]
    .flatMap((part) => (part.matches(".ys-optional") ? [...part.children] : [part]))
    .flatMap((part) => (part.matches(".ys-block") ? [...part.children] : [part]));
  return parts.filter((part) => part instanceof HTMLElement);
}

function turn(fold: ValueFold, isFiltered: boolean, isShown: boolean) {
  const { box } = fold;
  box.hidden = !isShown;
  if (isFiltered) {
    fold.wasOpen ??= box.open;
    if (isShown) box.open = true;
  } else if (fold.wasOpen !== undefined) {
    box.open = fold.wasOpen;
    fold.wasOpen = undefined;
  }
}
