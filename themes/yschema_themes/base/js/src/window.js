import { firstIndex } from "./lists.js";

/** @import { Field } from "./fields.js" */
/** @import { Folds } from "./folds.js" */

const AROUND = 300; // pixels above and below the window that count as in it

/**
 * Returns the fields in the window. Fields of one level follow each other, so few of them have to be measured.
 *
 * @param {readonly Field[]} fields of one level
 * @param {Folds} folds
 * @returns {Generator<Field>}
 */
export function* fieldsInWindow(fields, folds) {
  const shown = fields.filter(({ box }) => !box.hidden);
  const start = firstIndex(shown, ({ box }) => box.getBoundingClientRect().bottom > -AROUND);
  for (const field of shown.slice(start)) {
    const { top, height } = field.box.getBoundingClientRect();
    if (top > window.innerHeight + AROUND || !height) return;
    yield field;
    if (folds.isOpenIn(field.box)) yield* fieldsInWindow(field.below, folds);
  }
}

/**
 * Returns those in the window of a list whose elements lie below each other.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {(one: T) => Element[]} elementsOf
 */
export function inWindow(list, elementsOf) {
  const isBelowTop = (/** @type {T} */ one) =>
    (elementsOf(one).at(-1)?.getBoundingClientRect().bottom ?? 0) > -AROUND;
  const isBelowWindow = (/** @type {T} */ one) =>
    elementsOf(one)[0].getBoundingClientRect().top > window.innerHeight + AROUND;
  const rest = list.slice(firstIndex(list, isBelowTop));
  return rest.slice(0, firstIndex(rest, isBelowWindow));
}
