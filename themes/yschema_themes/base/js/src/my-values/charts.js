import { finding, phrase } from "./findings.js";
import { UNCERTAIN } from "./field.js";
import { suggest } from "./suggest.js";
import { mismatch } from "./types.js";
import { NOWHERE, YamlArray, YamlMap, itemAt, kindOf } from "./values.js";
import { keyText } from "./written.js";

/** @import { Field } from "./field.js" */
/** @import { Finding, Step } from "./findings.js" */
/** @import { Span, Value } from "./values.js" */

const MOST_COMPARED = 200; // as in the engine

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
    const known = defaults instanceof YamlMap ? itemAt(defaults, item.key)?.value : undefined;
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
 * @param {Span} span
 * @param {Step[]} path
 * @returns {Generator<Finding>}
 */
export function* byComments(field, value, span = NOWHERE, path = []) {
  if (value === null || value === "") return; // which often stand for no value
  if (!fits(field, value)) yield mismatch(value, field, span, path);
  if (value instanceof YamlMap) yield* keysByComments(field, value, path);
  else if (value instanceof YamlArray) yield* itemsByComments(field, value, path);
}

/**
 * @param {Field} field
 * @param {YamlMap} map
 * @param {Step[]} path
 */
function* keysByComments(field, map, path) {
  for (const { key, value, valueSpan } of map.items) {
    const declared = field.at(key);
    if (declared && declared !== UNCERTAIN) yield* byComments(declared, value, valueSpan, [...path, key]);
  }
}

/**
 * @param {Field} field
 * @param {YamlArray} array
 * @param {Step[]} path
 */
function* itemsByComments({ item: field }, array, path) {
  if (!field) return;
  for (const [index, item] of array.items.entries()) yield* byComments(field, item.value, item.valueSpan, [...path, { index }]);
}

/**
 * Whether a value has the type that a comment states, if there is one.
 *
 * @param {Field} field
 * @param {Value} value
 */
function fits(field, value) {
  return !field.data.y || field.kinds.includes("any") || field.takes(kindOf(value));
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
  const names = field.fields.filter(({ open }) => !open).map(({ key }) => keyText(key));
  for (const item of value.items) {
    const declared = field.at(item.key);
    const inner = [...path, item.key];
    if (declared === UNCERTAIN) continue;
    if (declared) {
      yield* misspelt(declared, item.value, commentedOut, inner);
      continue;
    }
    const key = keyText(item.key);
    const near = names.length <= MOST_COMPARED ? suggest(key, names) : undefined;
    if (near === undefined || commentedOut.has(key)) continue;
    yield finding("chart-unknown-key", item.span, { hint: phrase("didYouMean", { key: near }) }, inner);
  }
}
