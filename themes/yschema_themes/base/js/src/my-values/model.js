import { isMatch } from "./json-schema.js";
import { YamlArray, YamlMap, compareText, defaultItem, keyId } from "./values.js";
import { keyText } from "./written.js";

/** @import { InstanceData } from "./instances.js" */
/** @import { Step, Words } from "./findings.js" */
/** @import { Scalar, Value, Item } from "./values.js" */

/**
 * @typedef {{ w: string, t?: unknown[] }} ConditionData
 * @typedef {{ w: string | Record<string, string>, n?: string, a?: unknown, f?: string, s?: 1, c?: number }} RuleData
 * @typedef {{ w?: string, l: string, n?: string, p?: string, u?: 1, c?: [number, number | null][] }} OpenData
 *
 * @typedef {object} FieldData as the build writes it; see `outputs/my_values/model.py`
 * @property {unknown} [k]
 * @property {string} t
 * @property {FieldData[]} [f]
 * @property {FieldData} [i]
 * @property {number[]} [r]
 * @property {unknown} [d]
 * @property {unknown} [s]
 * @property {1} [a]
 * @property {string} [x]
 * @property {string} [z]
 * @property {OpenData} [o]
 * @property {number[]} [h]
 * @property {1} [y]
 *
 * @typedef {object} ModelData
 * @property {string} anchor of the document
 * @property {string[]} files of the schema
 * @property {string} minimal
 * @property {InstanceData} [check]
 * @property {FieldData} root
 * @property {RuleData[]} rules
 * @property {ConditionData[]} conditions
 * @property {Words} words
 *
 * @typedef {{ name: string | undefined, argument: Value, words: string | Record<string, string>, format: string,
 *   isForStrings: boolean, condition: ConditionData | undefined }} Rule without a name, it cannot be checked
 */

/** @type {Record<string, string>} */
const KINDS = { 0: "null", b: "boolean", i: "integer", f: "float", s: "string", m: "map", a: "array", "*": "any" };
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];

/**
 * Returns the value that JSON of the build stands for; see `outputs/my_values/plain.py`.
 *
 * @param {unknown} json
 * @returns {Value}
 */
export function decoded(json) {
  if (typeof json === "number") return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return new YamlArray(json.map((each) => defaultItem(null, decoded(each))));
  if (typeof json !== "object" || json === null) return /** @type {Scalar} */ (json);
  const { $i, $f, $m } = /** @type {{ $i?: string, $f?: string, $m?: [unknown, unknown][] }} */ (json);
  if ($i !== undefined) return BigInt($i);
  if ($f !== undefined) return Number($f.replace("inf", "Infinity"));
  const entries = $m ?? Object.entries(json);
  return new YamlMap(entries.map(([key, value]) => defaultItem(/** @type {Scalar} */ (decoded(key)), decoded(value))));
}

/** What is known of a key of a map: its field, or that it cannot be known here. */
export const UNCERTAIN = Symbol("uncertain");

/**
 * Returns the path of a field as readers see it.
 *
 * @param {FieldData} data
 * @param {{ path: string, isItem?: boolean }} around
 */
function pathOf({ k, o }, { path, isItem }) {
  if (isItem) return `${path}[]`;
  if (k === undefined) return "";
  const name = o?.l ?? keyText(/** @type {Scalar} */ (decoded(k)));
  return path ? `${path}.${name}` : name;
}

/** A field of the schema. */
export class Field {
  /**
   * @param {FieldData} data
   * @param {Model} model
   * @param {{ anchor: string, path: string, isItem?: boolean }} around
   */
  constructor(data, model, around) {
    this.data = data;
    this.key = /** @type {Scalar} */ (decoded(data.k ?? null));
    this.open = data.o;
    this.hasKey = data.k !== undefined;
    this.path = pathOf(data, around);
    this.anchor = this.hasKey ? `${around.anchor}.${escaped(this.key)}` : around.anchor;
    this.kinds = [...data.t].map((letter) => KINDS[letter]);
    this.isAbsent = data.a === 1;
    this.deprecated = data.x;
    this.removed = data.z;
    const { f: fields = [], r: rules = [] } = data;
    /** @type {Field[]} */
    this.fields = fields.map((each) => new Field(each, model, this));
    this.item = data.i && new Field(data.i, model, { anchor: this.anchor, path: this.path, isItem: true });
    /** @type {Rule[]} */
    this.rules = rules.map((number) => model.rules[number]);
    this.hidden = new Set(data.h);
    /** @type {Map<string, Field> | undefined} */
    this.byKey = undefined;
  }

  /** The most specific type: that of a map or an array, if it is one of the types, else the first. */
  get main() {
    return this.kinds.find((kind) => kind === "map" || kind === "array") ?? this.kinds[0];
  }

  get isNullable() {
    return this.kinds.includes("null");
  }

  /**
   * Whether values may be of a type.
   *
   * @param {string} kind
   */
  takes(kind) {
    return this.kinds.includes(kind) || (kind === "integer" && this.kinds.includes("float"));
  }

  /** Whether values may be of several types besides null. */
  get isMixed() {
    return this.kinds.length - Number(this.isNullable) > 1;
  }

  /** Whether a map takes keys that the schema does not name. */
  get isOpen() {
    return this.fields.some((field) => field.open);
  }

  /**
   * Returns the field of a key of the map; undefined if the map does not take it.
   *
   * @param {Scalar} key
   * @returns {Field | typeof UNCERTAIN | undefined}
   */
  at(key) {
    this.byKey ??= new Map(this.fields.filter(({ open }) => !open).map((field) => [keyId(field.key), field]));
    const field = this.byKey.get(keyId(key));
    if (field) return field;
    if (this.hidden.size && this.hidden.has(hash(keyText(key)))) return UNCERTAIN;
    if (typeof key !== "string") return undefined;
    const open = this.fields.find((each) => each.open && (each.open.u || isMatch(each.open.p ?? "", key)));
    return open?.open?.u ? UNCERTAIN : open;
  }

  /**
   * Returns the value in effect if readers do not set the field.
   *
   * @returns {Value}
   */
  get default() {
    if (this.data.d !== undefined) return decoded(this.data.d);
    if (this.main === "map") return new YamlMap(this.fields.filter((field) => !field.isAbsent).map(defaultOf));
    return this.main === "array" ? new YamlArray([]) : decoded(this.data.s ?? null);
  }

  /** @returns {Generator<Field>} the field and all below it */
  *walk() {
    yield this;
    for (const field of this.fields) yield* field.walk();
    if (this.item) yield* this.item.walk();
  }

  /** The keys that readers may set, in order. */
  get keyNames() {
    return this.fields.filter(({ open, removed }) => !open && removed === undefined)
      .map(({ key }) => keyText(key)).sort(compareText);
  }
}

/**
 * @param {Field} field
 * @returns {Item}
 */
export function defaultOf(field) {
  return defaultItem(field.key, field.default);
}

/** A schema. */
export class Model {
  /** @param {ModelData} data */
  constructor(data) {
    this.files = data.files;
    this.minimal = data.minimal;
    this.words = data.words;
    this.check = data.check;
    /** @type {Rule[]} */
    this.rules = data.rules.map((rule) => ({
      name: rule.n,
      argument: decoded(rule.a ?? null),
      words: rule.w,
      format: rule.f ?? "",
      isForStrings: rule.s === 1,
      condition: rule.c === undefined ? undefined : data.conditions[rule.c],
    }));
    this.root = new Field(data.root, this, { anchor: data.anchor, path: "" });
  }

  /**
   * Returns the field that a path leads to, or the nearest around it.
   *
   * @param {readonly Step[]} path
   */
  nearest(path) {
    let field = this.root;
    for (const step of path) {
      const next = typeof step === "object" && step !== null ? field.item : field.at(step);
      if (!next || next === UNCERTAIN) break;
      field = next;
    }
    return field;
  }
}

/**
 * Returns a key as the anchors of fields have it; see `Path.anchor`.
 *
 * @param {Scalar} key
 */
function escaped(key) {
  /** @type {Record<string, string>} */
  const tags = { boolean: "bool", bigint: "int", number: "float", object: "null" };
  const text = typeof key === "string" ? key : `!!${tags[typeof key]} ${keyText(key)}`;
  const bytes = (/** @type {string} */ character) => [...new TextEncoder().encode(character)]
    .map((byte) => `~${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  return text.replace(/[^A-Za-z0-9_-]/gu, bytes) || "~";
}

/**
 * Returns the 32-bit FNV-1a hash of a key.
 *
 * @param {string} text
 */
export function hash(text) {
  let value = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, FNV_PRIME) >>> 0;
  return value;
}
