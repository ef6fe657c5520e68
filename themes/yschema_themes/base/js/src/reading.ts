import { make } from "./dom.ts";
import { firstIndex } from "./lists.ts";
import { isAtEnd } from "./shown.ts";
import type { Field } from "./fields.ts";
import type { Folds } from "./folds.ts";
import type { Reference } from "./reference.ts";

const AROUND = 300; // pixels above and below the window that count as in it
const READ = 48; // pixels below the bar in which the field that is being read begins

/**
 * Returns the field that is being read: the last one that begins above a line a little below the bar, or at the end of a page,
 * where fields do not come up to that line, the one that a link led to.
 *
 * @param shown the fields in the window, in order
 * @param top where the bar ends
 */
export function fieldBeingRead(shown: readonly Field[], top: number) {
  const line = top + READ;
  const above = shown.filter(({ link }) => link.getBoundingClientRect().top < line);
  const inWindow = shown.find(({ link }) => link.getBoundingClientRect().bottom > top);
  const linked = isAtEnd() ? shown.find(({ link }) => link.matches(":target > *")) : undefined;
  return linked ?? (inWindow === shown[0] ? inWindow : above.at(-1) ?? inWindow);
}

/** Where the reader is in a reference, to return there in another view. */
export class Place {
  reference: Reference;

  constructor(reference: Reference) {
    this.reference = reference;
  }

  /** The field to return to: the one that is being read, unless the reader is above all fields. */
  get kept() {
    const { showsValues, values, fields, top } = this.reference;
    const start = showsValues ? values?.element : fields[0]?.box;
    return start && start.getBoundingClientRect().top < top ? this.#topmost : undefined;
  }

  /** The anchor of the topmost field in the window. */
  get #topmost() {
    const { showsValues, values, reading, top } = this.reference;
    if (!showsValues) return reading;
    const lines = values?.fields.filter((field) => !field.isHidden && field.lines.length) ?? [];
    // What is far from the window may reach out of its box.
    const isShown = (line: HTMLElement) => line.checkVisibility({ contentVisibilityAuto: true });
    return lines.find(({ lines: [line] }) => line.getBoundingClientRect().bottom > top && isShown(line))?.anchor;
  }

  /** Goes to a field, in the view that shows. */
  goTo(anchor: string) {
    const { showsValues, values, fields } = this.reference;
    this.reference.reading = anchor; // the values file may still have to be loaded
    const lines = showsValues ? values?.light(anchor) : undefined;
    const heading = fields.find((field) => field.anchor === anchor)?.link.parentElement;
    (lines ?? heading)?.scrollIntoView({ behavior: "instant", block: "start" });
  }
}

/** The maps around the field that is being read whose headings have left the window, as links. */
export class Where {
  #shown = "";

  element: HTMLElement;

  constructor(label: string) {
    this.element = make("nav", { className: "ys-where", ariaLabel: label });
  }

  /** @param top where what can be read begins */
  show(field: Field | undefined, top: number) {
    const maps = field?.lineage.filter(({ link, below }) => below.length && link.getBoundingClientRect().bottom < top) ?? [];
    const shown = maps.map(({ anchor }) => anchor).join(" ");
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.replaceChildren(...maps.map(({ anchor, name }) => make("a", { href: `#${anchor}`, textContent: name })));
  }
}

/**
 * Returns the fields in the window. Fields of one level follow each other, so few of them have to be measured.
 *
 * @param fields of one level
 */
export function* fieldsInWindow(fields: readonly Field[], folds: Folds): Generator<Field> {
  const shown = fields.filter(({ box }) => !box.hidden);
  const start = firstIndex(shown, ({ box }) => box.getBoundingClientRect().bottom > -AROUND);
  for (const field of shown.slice(start)) {
    const { top, height } = field.box.getBoundingClientRect();
    if (top > window.innerHeight + AROUND || !height) return;
    yield field;
    if (folds.isOpenIn(field.box)) yield* fieldsInWindow(field.below, folds);
  }
}

/** Returns those in the window of a list whose elements lie below each other. */
export function inWindow<T>(list: readonly T[], elementsOf: (one: T) => Element[]) {
  const isBelowTop = (one: T) =>
    (elementsOf(one).at(-1)?.getBoundingClientRect().bottom ?? 0) > -AROUND;
  const isBelowWindow = (one: T) =>
    elementsOf(one)[0].getBoundingClientRect().top > window.innerHeight + AROUND;
  const rest = list.slice(firstIndex(list, isBelowTop));
  return rest.slice(0, firstIndex(rest, isBelowWindow));
}
