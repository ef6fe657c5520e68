import { decoded } from "./encoding.ts";
import { Field } from "./field.ts";
import { Texts, type Words } from "./findings.ts";
import { isIndex, type Step, type Value } from "./values.ts";
import type { InstanceData } from "./instances.ts";

type ConditionData = { w: string, t?: unknown[] };
type RuleData = { w: string, n?: string, a?: unknown, s?: 1, c?: number };
export type OpenData = { w?: string, l: string, n?: string, p?: string, u?: 1, c?: [number, number | null][] };

/** As the build writes it; see `show/my_values.py`. */
export interface FieldData {
  k?: unknown;
  t: string;
  f?: FieldData[];
  i?: FieldData;
  r?: number[];
  d?: unknown;
  s?: unknown;
  a?: 1;
  x?: string;
  z?: string;
  o?: OpenData;
  h?: number[];
  y?: 1;
}

export interface ModelData {
  anchor: string; // of the document
  command: string; // that checks a values file against the schema
  minimal: string;
  check?: InstanceData;
  root: FieldData;
  rules: RuleData[];
  conditions: ConditionData[];
  words: Words;
}

/** Without a name, it cannot be checked. */
export type Rule = { name: string, argument: Value, words: string, isForStrings: boolean, condition: ConditionData | undefined };

/** A schema. */
export class Model {
  command: string;
  minimal: string;
  texts: Texts;
  check: InstanceData | undefined;
  rules: Rule[];
  root: Field;

  constructor(data: ModelData) {
    this.command = data.command;
    this.minimal = data.minimal;
    this.texts = new Texts(data.words);
    this.check = data.check;
    this.rules = data.rules.map((rule) => ({
      name: rule.n ?? "",
      argument: decoded(rule.a ?? null),
      words: rule.w,
      isForStrings: rule.s === 1,
      condition: rule.c === undefined ? undefined : data.conditions[rule.c],
    }));
    this.root = new Field(data.root, this, { anchor: data.anchor, path: "" });
  }

  /** Returns the field that a path leads to, or the nearest around it. */
  nearest(path: readonly Step[]) {
    let field = this.root;
    for (const step of path) {
      const next = isIndex(step) ? field.item : field.at(step);
      if (!(next instanceof Field)) break;
      field = next;
    }
    return field;
  }
}
