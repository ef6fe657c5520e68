import { decoded, escaped, hash } from "./encoding.ts";
import { isMatch } from "./json-schema.ts";
import { YamlArray, YamlMap, defaultItem, isIndex, keyId, stepsIn, type Item, type Scalar, type Step, type Value } from "./values.ts";
import { keyText } from "./written.ts";
import type { FieldData, Model, OpenData, Rule } from "./model.ts";

const KINDS: Record<string, string> = { 0: "null", b: "boolean", i: "integer", f: "float", s: "string", m: "map", a: "array", "*": "any" };

/** What is known of a key of a map: its field, or that it cannot be known here. */
export const UNCERTAIN = Symbol("uncertain");

/** Returns the path of a field as readers see it. */
function pathOf({ k, o }: FieldData, { path, isItem }: { path: string, isItem?: boolean }) {
  if (isItem) return `${path}[]`;
  if (k === undefined) return "";
  const name = o?.l ?? keyText(decoded(k) as Scalar);
  return path ? `${path}.${name}` : name;
}

/** A field of the schema. */
export class Field {
  around: Field | undefined;
  data: FieldData;
  key: Scalar;
  open: OpenData | undefined;
  hasKey: boolean;
  path: string;
  anchor: string;
  kinds: string[];
  isAbsent: boolean;
  deprecated: string | undefined;
  removed: string | undefined;
  fields: Field[];
  item: Field | undefined;
  rules: Rule[];
  hidden: Set<number>;
  byKey?: Map<string, Field>;

  constructor(data: FieldData, model: Model, around: { anchor: string, path: string, isItem?: boolean, field?: Field }) {
    this.around = around.field;
    this.data = data;
    this.key = decoded(data.k ?? null) as Scalar;
    this.open = data.o;
    this.hasKey = data.k !== undefined;
    this.path = pathOf(data, around);
    this.anchor = this.hasKey ? `${around.anchor}.${escaped(this.key)}` : around.anchor;
    this.kinds = [...data.t].map((letter) => KINDS[letter]);
    this.isAbsent = data.a === 1;
    this.deprecated = data.x;
    this.removed = data.z;
    const { f: fields = [], r: rules = [] } = data;
    this.fields = fields.map((each) => new Field(each, model, { anchor: this.anchor, path: this.path, field: this }));
    this.item = data.i && new Field(data.i, model, { anchor: this.anchor, path: this.path, isItem: true, field: this });
    this.rules = rules.map((number) => model.rules[number]);
    this.hidden = new Set(data.h);
  }

  /** The most specific type: that of a map or an array, if it is one of the types, else the first. */
  get main() {
    return this.kinds.find((kind) => kind === "map" || kind === "array") ?? this.kinds[0];
  }

  /** Whether values may be of a type. */
  takes(kind: string) {
    return this.kinds.includes(kind) || (kind === "integer" && this.kinds.includes("float"));
  }

  /** Whether values may be of several types besides null. */
  get isMixed() {
    return this.kinds.filter((kind) => kind !== "null").length > 1;
  }

  /** Whether a map takes keys that the schema does not name. */
  get isOpen() {
    return this.fields.some((field) => field.open);
  }

  /** Returns the field of a key of the map; undefined if the map does not take it. */
  at(key: Scalar): Field | typeof UNCERTAIN | undefined {
    this.byKey ??= new Map(this.fields.filter(({ open }) => !open).map((field) => [keyId(field.key), field]));
    const field = this.byKey.get(keyId(key));
    if (field) return field;
    if (this.hidden.size && this.hidden.has(hash(keyText(key)))) return UNCERTAIN;
    if (typeof key !== "string") return undefined;
    const open = this.fields.find((each) => each.open && (each.open.u || isMatch(each.open.p ?? "", key)));
    return open?.open?.u ? UNCERTAIN : open;
  }

  /** Returns the value in effect if readers do not set the field. */
  get default(): Value {
    if (this.data.d !== undefined) return decoded(this.data.d);
    if (this.main === "map") return new YamlMap(this.fields.filter((field) => !field.isAbsent).map(defaultOf));
    return this.main === "array" ? new YamlArray([]) : decoded(this.data.s ?? null);
  }

  /** @returns the field and all below it */
  *walk(): Generator<Field> {
    yield this;
    for (const field of this.fields) yield* field.walk();
    if (this.item) yield* this.item.walk();
  }

  /** The fields from the document to this one. */
  get lineage(): Field[] {
    return [...this.around?.lineage ?? [], this];
  }

  /** The keys that the schema names. */
  get names() {
    return this.fields.filter(({ open }) => !open).map(({ key }) => keyText(key));
  }

  /**
   * Yields the items of a map or an array with their paths and fields, which are as for `at`.
   *
   * @param path of the value
   */
  *itemsOf(value: Value, path: readonly Step[]): Generator<{ item: Item, path: Step[], field: Field | typeof UNCERTAIN | undefined }> {
    for (const { item, step } of stepsIn(value)) {
      const field = isIndex(step) ? this.item : this.at(step);
      if (field || !isIndex(step)) yield { item, path: [...path, step], field };
    }
  }

  /** Yields those items whose fields are known. */
  *knownItemsOf(value: Value, path: readonly Step[]) {
    for (const { item, path: inner, field } of this.itemsOf(value, path)) if (field instanceof Field) yield { item, path: inner, field };
  }
}

export function defaultOf(field: Field): Item {
  return defaultItem(field.key, field.default);
}
