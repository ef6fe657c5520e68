import { decoded } from "./encoding.js";
import { Field, UNCERTAIN } from "./field.js";

/** @import { InstanceData } from "./instances.js" */
/** @import { Step, Words } from "./findings.js" */
/** @import { Value } from "./values.js" */

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
 * @property {string} command that checks a values file against the schema
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

/** A schema. */
export class Model {
  /** @param {ModelData} data */
  constructor(data) {
    this.command = data.command;
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
