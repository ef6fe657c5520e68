import { hasInstanceFormat } from "./formats.ts";
import { entriesOf, errorOf, evaluated, isDeclared, isMatch, isUnknown, matchOf } from "./json-schema.ts";
import { decoded } from "./encoding.ts";
import { areEqual, isNumber, repeatedItem } from "./compare.ts";
import { YamlArray, YamlMap, itemAt, type Value } from "./values.ts";
import { yamlText } from "./written.ts";
import type { Keyword, SchemaError, Schemas } from "./json-schema.ts";

const TYPES: Record<string, (value: Value) => boolean> = {
  string: (value) => typeof value === "string",
  integer: (value) => typeof value === "bigint" || Number.isInteger(value),
  whole: (value) => typeof value === "bigint",
  number: isNumber,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  object: (value) => value instanceof YamlMap,
  array: (value) => value instanceof YamlArray,
};

/** @param measure returns undefined for values of which the keyword says nothing */
function limit(isRight: (value: any, limit: any) => boolean, measure: (value: Value) => unknown): Find {
  return function* find(_, keyword, value, node) {
    const measured = measure(value);
    if (measured !== undefined && !isRight(measured, keyword[1])) yield errorOf(node, keyword, value);
  };
}

const length = (value: Value) => (typeof value === "string" ? [...value].length : undefined);
const size = (value: Value) => (value instanceof YamlArray ? value.items.length : undefined);
const itemsOf = (value: Value) => (value instanceof YamlArray ? [...value.items.entries()] : []);
const keys = (value: Value) => entriesOf(value)?.size;
const number = (value: Value) => (isNumber(value) ? value : undefined);
const text = (value: Value) => (typeof value === "string" ? value : undefined);
const any = (value: Value) => ({ value });

/** Whether a number is a multiple of another one, as both are written: 0.3 is one of 0.1. */
function isMultiple(value: bigint | number, factor: unknown) {
  const divisor = decoded(factor) as bigint | number;
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  const [of, by] = [decimal(value), decimal(divisor)];
  const least = Math.min(of.exponent, by.exponent);
  const [dividend, multiple] = [of, by].map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - least));
  return dividend % multiple === 0n;
}

function decimal(number: bigint | number) {
  const [mantissa, exponent = "0"] = String(number).split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function unknownError(node: Keyword[], value: Value) {
  return errorOf(node, ["unresolved", null], value);
}

type Find = (schemas: Schemas, keyword: Keyword, value: Value, node: Keyword[]) => Generator<SchemaError>;

function* alternatives(schemas: Schemas, keyword: Keyword, value: Value, node: Keyword[]): Generator<SchemaError> {
  const isOne = keyword[0] === "oneOf";
  const context = [];
  for (const each of keyword[1] as number[]) {
    const errors = [...schemas.find(each, value)];
    if (!errors.length && !isOne) return;
    context.push(errors);
  }
  const matches = context.map(matchOf);
  const matching = matches.filter((each) => each).length;
  if (matching > 1) yield errorOf(node, keyword, value, { text: keyword[3] });
  else if (matches.includes(undefined)) yield unknownError(node, value);
  else if (!matching) yield errorOf(node, keyword, value, { context: context.map((each) => each.filter((error) => !isUnknown(error))) });
}

function* items(schemas: Schemas, keyword: Keyword, value: Value, node: Keyword[]): Generator<SchemaError> {
  const [first, each, isRefused] = keyword[1];
  const others = itemsOf(value).slice(first);
  if (!isRefused) for (const [index, item] of others) yield* schemas.below({ index }, each, item.value);
  else if (others.length) yield errorOf(node, keyword, value);
}

function* contains(schemas: Schemas, keyword: Keyword, value: Value, node: Keyword[]): Generator<SchemaError> {
  if (!(value instanceof YamlArray)) return;
  const [each, least, most] = keyword[1];
  const matches = value.items.map((item) => schemas.matches(each, item.value));
  const certain = matches.filter((match) => match).length;
  const possible = matches.filter((match) => match !== false).length;
  const limit = most ?? Infinity;
  if (certain > limit || possible < least) yield errorOf(node, keyword, value);
  else if (possible > limit || certain < least) yield unknownError(node, value);
}

function* properties(schemas: Schemas, [, pairs]: Keyword, value: Value): Generator<SchemaError> {
  const values = entriesOf(value);
  for (const [key, inner] of pairs) {
    const item = values?.get(key);
    if (item !== undefined) yield* schemas.below(key, inner, item);
  }
}

function* dependencies(schemas: Schemas, keyword: Keyword, value: Value, node: Keyword[]): Generator<SchemaError> {
  const values = entriesOf(value);
  for (const [key, inner] of values ? keyword[1] : []) {
    if (!values?.has(key)) continue;
    if (typeof inner === "number") yield* schemas.find(inner, value);
    else if (inner.some((each: string) => !values.has(each))) yield errorOf(node, keyword, value);
  }
}

/**
 * Finds keys that no other keyword declares.
 *
 * @param inner the schema of their values
 */
function* others(schemas: Schemas, keyword: Keyword, inner: number, value: YamlMap, node: Keyword[], isKnown: (key: string) => boolean) {
  const isRefused = schemas.nodes[inner] === false;
  for (const [key, each] of entriesOf(value) ?? []) {
    if (isKnown(key)) continue;
    if (isRefused) yield errorOf(node, keyword, value, { key });
    else yield* schemas.below(key, inner, each);
  }
}

/** The keywords: each finds what is wrong with a value. */
export const KEYWORDS: Record<string, Find> = {
  type: limit(({ value }, names) => [names].flat().some((name) => TYPES[name](value)), any),
  const: limit(({ value }, wanted) => areEqual(value, decoded(wanted)), any),
  enum: limit(({ value }, wanted) => wanted.some((each: unknown) => areEqual(value, decoded(each))), any),
  minimum: limit((value, least) => !(value < (decoded(least) as any)), number),
  maximum: limit((value, most) => !(value > (decoded(most) as any)), number),
  exclusiveMinimum: limit((value, least) => !(value <= (decoded(least) as any)), number),
  exclusiveMaximum: limit((value, most) => !(value >= (decoded(most) as any)), number),
  multipleOf: limit(isMultiple, number),
  minLength: limit((value, least) => value >= least, length),
  maxLength: limit((value, most) => value <= most, length),
  minItems: limit((value, least) => value >= least, size),
  maxItems: limit((value, most) => value <= most, size),
  minProperties: limit((value, least) => value >= least, keys),
  maxProperties: limit((value, most) => value <= most, keys),
  uniqueItems: limit((value, isWanted) => !isWanted || !repeatedItem(value), (value) => (value instanceof YamlArray ? value : undefined)),
  pattern: limit((value, pattern) => isMatch(pattern, value), text),
  *format(schemas, keyword, value, node) {
    if (schemas.hasFormats && typeof value === "string" && !hasInstanceFormat(keyword[1], value)) yield errorOf(node, keyword, value);
  },
  *$ref(schemas, [, inner], value) { yield* schemas.find(inner, value); },
  *allOf(schemas, [, numbers], value) { for (const each of numbers) yield* schemas.find(each, value); },
  anyOf: alternatives,
  oneOf: alternatives,
  *not(schemas, keyword, value, node) {
    const matches = schemas.matches(keyword[1], value);
    if (matches) yield errorOf(node, keyword, value);
    else if (matches === undefined) yield unknownError(node, value);
  },
  *if(schemas, [, [condition, then, otherwise], ...texts], value, node) {
    const matches = schemas.matches(condition, value);
    if (matches === undefined) yield unknownError(node, value);
    else for (const error of schemas.find(matches ? then : otherwise, value)) yield { when: texts[matches ? 0 : 1], ...error };
  },
  *unresolved(_, __, value, node) { yield unknownError(node, value); },
  properties,
  *patternProperties(schemas, [, pairs], value) {
    for (const [pattern, inner] of pairs) {
      for (const [key, each] of entriesOf(value) ?? []) if (isMatch(pattern, key)) yield* schemas.below(key, inner, each);
    }
  },
  *additionalProperties(schemas, keyword, value, node) {
    if (value instanceof YamlMap) yield* others(schemas, keyword, keyword[1], value, node, (key) => isDeclared(node, key));
  },
  *unevaluatedProperties(schemas, keyword, value, node) {
    if (!(value instanceof YamlMap)) return;
    const known = evaluated(schemas, value, node, true);
    yield* others(schemas, keyword, keyword[1][0], value, node, (key) => known.has(key));
  },
  *unevaluatedItems(schemas, keyword, value, node) {
    if (!(value instanceof YamlArray)) return;
    const known = evaluated(schemas, value, node, true);
    for (const [index, item] of itemsOf(value).filter(([each]) => !known.has(each))) {
      if (schemas.nodes[keyword[1]] !== false) yield* schemas.below({ index }, keyword[1], item.value);
      else yield errorOf(node, keyword, item.value, { path: [{ index }] });
    }
  },
  *propertyNames(schemas, [, inner], value) {
    for (const key of entriesOf(value)?.keys() ?? []) {
      for (const error of schemas.find(inner, key)) yield { ...error, isName: true };
    }
  },
  *required(_, keyword, value, node) {
    const values = entriesOf(value);
    if (values && keyword[1].some((key: string) => !values.has(key))) yield errorOf(node, keyword, value);
  },
  dependencies,
  *dependentSchemas(schemas, keyword, value, node) { yield* dependencies(schemas, keyword, value, node); },
  items,
  *prefixItems(schemas, [, numbers], value) {
    for (const [index, item] of itemsOf(value).slice(0, numbers.length)) yield* schemas.below({ index }, numbers[index], item.value);
  },
  *additionalItems(schemas, keyword, value, node) {
    const [first, inner] = keyword[1];
    const isRefused = schemas.nodes[inner] === false;
    yield* items(schemas, [keyword[0], [first, inner, isRefused], keyword[2]], value, node);
  },
  contains,
  *"x-kubernetes-list-map-keys"(_, keyword, value, node) {
    const seen = new Set();
    for (const [index, { value: item }] of itemsOf(value)) {
      if (!(item instanceof YamlMap)) continue;
      const given = keyword[1].map((key: string) => itemAt(item, key)).filter(Boolean);
      const instance = new YamlMap(given);
      if (seen.size === seen.add(yamlText(instance)).size) yield errorOf(node, keyword, instance, { path: [{ index }] });
    }
  },
};
