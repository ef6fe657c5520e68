import { hasFormat } from "./formats.js";
import { phrase } from "./findings.js";
import { areEqual, isLess, repeatedItem } from "./compare.js";
import { YamlArray, YamlMap, isCollection, kindOf } from "./values.js";
import { written } from "./written.js";

/** @import { Part } from "./findings.js" */
/** @import { Rule } from "./model.js" */
/** @import { Value } from "./values.js" */

/**
 * The checks of the named rules. Each returns what is wrong with a value, or undefined.
 *
 * @type {Record<string, (rule: Rule, value: Value) => Part | undefined>}
 */
export const RULES = {
  not_null: (_, value) => (value === null ? phrase("null") : undefined),
  min_len: ({ argument }, value) => measured(value, (length) => length >= Number(argument)),
  max_len: ({ argument }, value) => measured(value, (length) => length <= Number(argument)),
  min: ({ argument }, value) => compared("less", value, argument, isLess(value, argument)),
  max: ({ argument }, value) => compared("greater", value, argument, isLess(argument, value)),
  one_not_null: oneNotNull,
  one_of: ({ argument }, value) => (isAmong(value, argument) ? undefined : shown("notAllowed", value)),
  regexp: ({ argument }, value) => string(value, (text) => (matches(argument, text) ? undefined : shown("noMatch", text))),
  format: ({ argument, format }, value) =>
    (hasFormat(String(argument), value) ? undefined : phrase("noFormat", { value: written(value), format })),
  unique,
  starts_with: ({ argument }, value) => string(value, (text) => (text.startsWith(String(argument)) ? undefined : written(text))),
  ends_with: ({ argument }, value) => string(value, (text) => (text.endsWith(String(argument)) ? undefined : written(text))),
};

/**
 * @param {string} name
 * @param {Value} value
 */
function shown(name, value) {
  return phrase(name, { value: written(value) });
}

/**
 * @param {Value} value
 * @param {(length: number) => boolean} isRight
 */
function measured(value, isRight) {
  if (typeof value !== "string" && !isCollection(value)) return phrase("noLength", { type: kindOf(value) });
  const length = typeof value === "string" ? new TextEncoder().encode(value).length : value.items.length;
  return isRight(length) ? undefined : phrase("length", { length });
}

/**
 * @param {string} name
 * @param {Value} value
 * @param {Value} limit
 * @param {boolean | undefined} isWrong undefined if the two have no order
 */
function compared(name, value, limit, isWrong) {
  if (isWrong === undefined) return phrase("incomparable", { type: kindOf(value), limit: written(limit) });
  return isWrong ? phrase(name, { value: written(value), limit: written(limit) }) : undefined;
}

/**
 * @param {Value} value
 * @param {(text: string) => Part | undefined} check
 */
function string(value, check) {
  return typeof value === "string" ? check(value) : phrase("noString", { type: kindOf(value) });
}

/**
 * @param {Value} pattern
 * @param {string} text
 */
function matches(pattern, text) {
  return new RegExp(String(pattern), "u").test(text);
}

/**
 * @param {Rule} rule
 * @param {Value} value
 */
function oneNotNull({ argument }, value) {
  if (!(value instanceof YamlMap)) return phrase("noMap", { type: kindOf(value) });
  const present = value.items.filter((item) => item.value !== null && (argument === true || isAmong(item.key, argument)));
  if (present.length === 1) return undefined;
  if (!present.length) return phrase("allNull");
  return phrase("notNull", { keys: `[${present.map(({ key }) => written(key)).join(", ")}]` });
}

/**
 * @param {Value} value
 * @param {Value} list
 */
function isAmong(value, list) {
  return list instanceof YamlArray && list.items.some((item) => areEqual(value, item.value));
}

/**
 * @param {Rule} _
 * @param {Value} value
 */
function unique(_, value) {
  if (!(value instanceof YamlArray)) return phrase("noArray", { type: kindOf(value) });
  const twice = repeatedItem(value);
  return twice && phrase("twice", { value: written(twice.value) });
}
