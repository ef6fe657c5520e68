import { finding } from "./findings.js";
import { UNCERTAIN } from "./field.js";
import { didYouMean } from "./suggest.js";
import { mismatch } from "./types.js";
import { NOWHERE, YamlMap, itemAt, kindOf } from "./values.js";
import { keyText } from "./written.js";

/** @import { Field } from "./field.js" */
/** @import { Finding } from "./findings.js" */
/** @import { Step, Value } from "./values.js" */

/**
 * Returns values without keys that are null in place of a default: for Helm, null removes a key.
 *
 * @param {Value} value
 * @param {Value | undefined} defaults
 * @returns {Value}
 */
export function withoutRemoved(value, defaults) {
  if (!(value instanceof YamlMap)) return value;
  const items = value.items.flatMap((item) => {
    const known = defaults === undefined ? undefined : itemAt(defaults, item.key)?.value;
    if (item.value === null && known !== undefined && known !== null) return [];
    return [{ ...item, value: withoutRemoved(item.value, known) }];
  });
  return new YamlMap(items);
}

/**
 * Yields the values of other types than comments say.
 *
 * @param {Field} field
 * @param {Value} value
 * @param {number} line
 * @param {Step[]} path
 * @returns {Generator<Finding>}
 */
export function* byComments(field, value, line = NOWHERE, path = []) {
  if (value === null || value === "") return; // which often stand for no value
  const isOfType = !field.data.y || field.kinds.includes("any") || field.takes(kindOf(value));
  if (!isOfType) yield mismatch(value, field, line, path);
  for (const { item, field: inner, path: below } of field.knownItemsOf(value, path)) {
    yield* byComments(inner, item.value, item.valueLine, below);
  }
}

/**
 * Yields a warning about each key that is probably misspelt: an open map takes it, and nothing uses it.
 *
 * @param {Field} field
 * @param {Value} value
 * @param {ReadonlySet<string>} commentedOut keys that comments of the chart show
 * @param {Step[]} path
 * @returns {Generator<Finding>}
 */
export function* misspelt(field, value, commentedOut, path = []) {
  if (!(value instanceof YamlMap)) return;
  const { names } = field;
  for (const { item, field: declared, path: inner } of field.itemsOf(value, path)) {
    if (declared === UNCERTAIN) continue;
    if (declared) {
      yield* misspelt(declared, item.value, commentedOut, inner);
      continue;
    }
    const key = keyText(item.key);
    const hint = commentedOut.has(key) ? undefined : didYouMean(key, names);
    if (hint) yield finding("chart-unknown-key", item.line, { hint }, inner);
  }
}
