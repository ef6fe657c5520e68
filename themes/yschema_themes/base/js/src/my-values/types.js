import { finding, listing, oneOf, phrase, wrongType } from "./findings.js";
import { Field } from "./field.js";
import { didYouMean } from "./suggest.js";
import { YamlMap, isCollection, kindOf } from "./values.js";
import { keyText } from "./written.js";

/** @import { Finding, Part } from "./findings.js" */
/** @import { Item, Step, Value } from "./values.js" */

const UNQUOTED = /^(?:-?[0-9]+(?:\.[0-9]+)?|true|false)$/i;
const SCALARS = ["integer", "float", "boolean"];

/** @type {[isApt: (value: Value, kinds: readonly string[]) => boolean, hint: Part][]} how to write a value of the wrong type */
const HINTS = [
  [(value) => value === null, phrase("removeKey")],
  [(value, kinds) => kinds.includes("string") && !isCollection(value), phrase("quote")],
  [(value, kinds) => typeof value === "string" && UNQUOTED.test(value) && SCALARS.some((kind) => kinds.includes(kind)), phrase("unquote")],
  [(value, kinds) => kinds.includes("array") && !isCollection(value), phrase("list")],
];

/**
 * Yields what is wrong with the types and keys of a value, in the order of the document.
 *
 * @param {Value} value
 * @param {Field} field
 * @param {number} line
 * @param {Step[]} path
 * @param {Field} [above] the map around the value
 * @returns {Generator<Finding>}
 */
export function* checkTypes(value, field, line, path = [], above = undefined) {
  if (field.kinds.includes("any")) return;
  if (!field.takes(kindOf(value))) {
    yield mismatch(value, field, line, path);
    return;
  }
  const around = value instanceof YamlMap ? field : above;
  for (const { item, field: declared, path: inner } of field.itemsOf(value, path)) {
    if (!declared) yield unknownKey(item, field, inner, above);
    else if (declared instanceof Field) yield* checkDeclared(item, declared, inner, around);
  }
}

/**
 * @param {Item} item
 * @param {Field} field
 * @param {Step[]} path
 * @param {Field | undefined} around
 */
function* checkDeclared({ key, value, line, valueLine }, field, path, around) {
  if (field.removed === undefined) yield* checkTypes(value, field, valueLine, path, around);
  else yield finding("removed-field-set", line, { found: keyText(key), hint: field.removed }, path);
}

/**
 * @param {Value} value
 * @param {Field} field
 * @param {number} line
 * @param {Step[]} path
 */
export function mismatch(value, { kinds }, line, path) {
  const [, hint] = HINTS.find(([isApt]) => isApt(value, kinds)) ?? [];
  return finding("type-mismatch", line, { found: kindOf(value), expected: listing(kinds, "or"), hint, ...wrongType(kinds, value) }, path);
}

/**
 * @param {Item} item
 * @param {Field} field
 * @param {Step[]} path
 * @param {Field | undefined} above
 */
function unknownKey(item, field, path, above) {
  const key = keyText(item.key);
  const quoting = typeof item.key !== "string" && field.isOpen ? phrase("quoteName") : undefined;
  const hint = () => quoting ?? suggestKey(key, field, above);
  return finding("unknown-key", item.line, { found: key, expected: () => knownKeys(field), hint }, path);
}

/** @param {Field} field */
function knownKeys({ fields }) {
  return oneOf(fields.filter(({ removed }) => removed === undefined).map(({ key, open }) => open?.w ?? keyText(key)).sort());
}

/**
 * Returns a hint for an unknown key: a similar key of the map, or of a map around or below it.
 *
 * @param {string} key
 * @param {Field} field
 * @param {Field | undefined} above
 */
function suggestKey(key, field, above) {
  const holder = field.fields.find(({ fields }) => fields.some((inner) => inner.key === key));
  if (holder) return phrase("moveIn", { key, parent: keyText(holder.key) });
  if (above?.fields.some((each) => each.key === key)) return phrase("moveUp", { key });
  return didYouMean(key, field.names);
}
