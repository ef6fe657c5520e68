import { finding, listing, phrase } from "./findings.js";
import { UNCERTAIN } from "./field.js";
import { suggest } from "./suggest.js";
import { YamlArray, YamlMap, isCollection, kindOf } from "./values.js";
import { keyText } from "./written.js";

/** @import { Field } from "./field.js" */
/** @import { Finding, Part, Step } from "./findings.js" */
/** @import { Item, Span, Value } from "./values.js" */

const MOST_COMPARED = 200; // fields of a map, as in the engine
const SHOWN = 20;
const UNQUOTED = /^(?:-?[0-9]+(?:\.[0-9]+)?|true|false)$/i;

/**
 * Yields what is wrong with the types and keys of a value, in the order of the document.
 *
 * @param {Value} value
 * @param {Field} field
 * @param {Span} span
 * @param {Step[]} path
 * @param {Field} [above] the map around the value
 * @returns {Generator<Finding>}
 */
export function* checkTypes(value, field, span, path = [], above = undefined) {
  if (field.kinds.includes("any") || (value === null && field.isNullable)) return;
  if (!field.takes(kindOf(value))) {
    yield mismatch(value, field, span, path);
  } else if (value instanceof YamlMap) {
    for (const item of value.items) yield* checkItem(item, field, [...path, item.key], above);
  } else if (value instanceof YamlArray) {
    yield* checkArray(value, field, path, above);
  }
}

/**
 * @param {YamlArray} value
 * @param {Field} field
 * @param {Step[]} path
 * @param {Field | undefined} above
 */
function* checkArray(value, { item: field }, path, above) {
  if (!field) return;
  for (const [index, item] of value.items.entries()) {
    yield* checkTypes(item.value, field, item.valueSpan, [...path, { index }], above);
  }
}

/**
 * @param {Item} item
 * @param {Field} field of the map
 * @param {Step[]} path
 * @param {Field | undefined} above
 */
function* checkItem(item, field, path, above) {
  const declared = field.at(item.key);
  if (declared === UNCERTAIN) return;
  if (!declared) {
    yield unknownKey(item, field, path, above);
  } else if (declared.removed !== undefined) {
    const params = { found: keyText(item.key), hint: declared.removed };
    yield finding("removed-field-set", item.span, params, path);
  } else {
    yield* checkTypes(item.value, declared, item.valueSpan, path, field);
  }
}

/**
 * @param {Value} value
 * @param {Field} field
 * @param {Span} span
 * @param {Step[]} path
 */
export function mismatch(value, field, span, path) {
  const params = {
    found: kindOf(value),
    expected: listing(field.kinds, "or"),
    hint: howToWrite(value, new Set(field.kinds)),
  };
  return finding("type-mismatch", span, params, path);
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
  return finding("unknown-key", item.span, { found: key, expected: () => knownKeys(field), hint }, path);
}

/**
 * @param {Field} field
 * @returns {Part}
 */
function knownKeys(field) {
  if (field.fields.length > MOST_COMPARED) {
    const some = field.fields.slice(0, SHOWN).filter(({ open }) => !open).map(({ key }) => keyText(key));
    return phrase("oneOf", { keys: listing([...some, "…"]) });
  }
  const open = field.fields.flatMap((each) => (each.open && each.removed === undefined ? [each.open.w ?? ""] : []));
  const keys = [...field.keyNames, ...open];
  if (!keys.length) return phrase("emptyMap");
  return keys.length === 1 && open.length ? keys[0] : phrase("oneOf", { keys: listing(keys) });
}

/**
 * Returns a hint for an unknown key: a similar key of the map, or of a map around or below it.
 *
 * @param {string} key
 * @param {Field} field
 * @param {Field | undefined} above
 */
function suggestKey(key, field, above) {
  if (field.fields.length > MOST_COMPARED) return undefined;
  const holder = field.fields.find(({ fields }) => fields.some((inner) => inner.key === key));
  if (holder) return phrase("moveIn", { key, parent: keyText(holder.key) });
  if (above?.fields.some((each) => each.key === key)) return phrase("moveUp", { key });
  const nearest = suggest(key, field.fields.filter(({ open }) => !open).map((each) => nameOf(each.key)));
  return nearest === undefined ? undefined : phrase("didYouMean", { key: nearest });
}

/**
 * Returns a key as the engine compares it, which is how Python writes it.
 *
 * @param {Field["key"]} key
 */
function nameOf(key) {
  if (key === null) return "None";
  return typeof key === "boolean" ? (key ? "True" : "False") : keyText(key);
}

/**
 * Returns how to write a value of the wrong type.
 *
 * @param {Value} value
 * @param {Set<string>} kinds
 */
function howToWrite(value, kinds) {
  if (value === null) return phrase("removeKey");
  if (typeof value === "string") return howToWriteString(value, kinds);
  if (kinds.has("string") && !isCollection(value)) return phrase("quote");
  if (typeof value === "number" && kinds.has("integer") && Number.isInteger(value)) {
    return phrase("write", { number: String(BigInt(value)) });
  }
  return kinds.has("array") && !isCollection(value) ? phrase("list") : undefined;
}

/**
 * @param {string} value
 * @param {Set<string>} kinds
 */
function howToWriteString(value, kinds) {
  if (kinds.has("string")) return undefined;
  const isScalar = ["integer", "float", "boolean"].some((kind) => kinds.has(kind));
  if (isScalar && UNQUOTED.test(value)) return phrase("unquote");
  return kinds.has("array") ? phrase("list") : undefined;
}
