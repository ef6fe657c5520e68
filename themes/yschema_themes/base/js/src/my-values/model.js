import { decoded } from "./encoding.js";
import { Field } from "./field.js";
import { Texts } from "./findings.js";
import { isIndex } from "./values.js";

/** @import { InstanceData } from "./instances.js" */
/** @import { Words } from "./findings.js" */
/** @import { Step, Value } from "./values.js" */

/**
 * @typedef {{ w: string, t?: unknown[] }} ConditionData
 * @typedef {{ w: string, n?: string, a?: unknown, s?: 1, c?: number }} RuleData
 * @typedef {{ w?: string, l: string, n?: string, p?: string, u?: 1, c?: [number, number | null][] }} OpenData
 * @typedef {{ k?: unknown, t: string, f?: FieldData[], i?: FieldData, r?: number[], d?: unknown, s?: unknown, a?: 1,
 *   x?: string, z?: string, o?: OpenData, h?: number[], y?: 1 }} FieldData as the build writes it; see
 *   `show/my_values.py`
 *
 * @typedef {object} ModelData
 * @property {string} anchor of the document
 * @property {string} command that checks a values file against the schema
 * @property {string} minimal
 * @property {InstanceData} [check]
 * @property {FieldData} root
 * @property {RuleData[]} rules
 * @property {ConditionData[]} conditions
 * @property {Words} words
 *
 * @typedef {{ name: string, argument: Value, words: string, isForStrings: boolean, condition: ConditionData | undefined }} Rule
 *   without a name, it cannot be checked
 */

/** A schema. */
export class Model {
  /** @param {ModelData} data */
  constructor(data) {
    this.command = data.command;
    this.minimal = data.minimal;
    this.texts = new Texts(data.words);
    this.check = data.check;
    /** @type {Rule[]} */
    this.rules = data.rules.map((rule) => ({
      name: rule.n ?? "",
      argument: decoded(rule.a ?? null),
      words: rule.w,
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
      const next = isIndex(step) ? field.item : field.at(step);
      if (!(next instanceof Field)) break;
      field = next;
    }
    return field;
  }
}
