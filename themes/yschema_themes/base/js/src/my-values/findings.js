/**
 * Findings as facts: a code of the engine, and phrases whose templates are in the model.
 *
 * @import { Step, Value } from "./values.js"
 *
 * @typedef {string | number} Plain
 * @typedef {{ name: string, params: Record<string, Part> }} Phrase
 * @typedef {() => Part | undefined} Later a part that takes long to find, and that only texts need
 * @typedef {Plain | Phrase | Later} Part
 *
 * @typedef {object} Finding
 * @property {string} code
 * @property {number} line
 * @property {Step[] | undefined} path undefined if it is about the text as a whole
 * @property {Record<string, Part>} params what fills the templates; also `problem`, `found`, `expected`, `rule`, `when`, `hint`; `says`
 *   is the name of the template of a sentence, if that is not of the code
 * @property {string} [anchor] of the field
 */

import { resolve } from "./scalars.js";
import { isCollection, isIndex, kindOf } from "./values.js";
import { keyText, shortText } from "./written.js";

const SHOWN = 18; // of many keys or values

/**
 * Returns a phrase.
 *
 * @param {string} name of its template in the model
 * @param {Record<string, Part>} params
 * @returns {Phrase}
 */
export function phrase(name, params = {}) {
  return { name, params };
}

/**
 * Returns parts that the language of the page joins.
 *
 * @param {readonly Part[]} parts at least one
 * @param {"," | "or"} join between the last two
 */
export function listing(parts, join = ",") {
  return parts.reduce((one, other, index) => phrase(index === parts.length - 1 ? join : ",", { parts: one, part: other }));
}

/**
 * Returns that one of several keys or values is expected, of which the first ones are shown.
 *
 * @param {readonly Part[]} parts
 * @returns {Part}
 */
export function oneOf(parts) {
  if (parts.length < 2) return parts[0] ?? phrase("noKey");
  return phrase("oneOf", { keys: listing(parts.length > SHOWN ? [...parts.slice(0, SHOWN), "…"] : parts) });
}

/**
 * Returns the facts about a value of the wrong type: in short, and for a sentence.
 *
 * @param {readonly string[]} kinds the types that are expected
 * @param {Value} value
 */
export function wrongType(kinds, value) {
  // In quotes where they make the difference.
  const text = shortText(typeof value === "string" && typeof resolve(value) !== "string" ? JSON.stringify(value) : value);
  const shown = isCollection(value) ? phrase(kindOf(value)) : phrase("code", { text });
  return { says: "mustBe", kinds: listing(kinds.map((kind) => phrase(kind)), "or"), value: shown };
}

/** A reason to stop: the text cannot be read. */
export class Unreadable extends Error {
  /**
   * @param {Finding} finding
   * @param {number} at the offset in the text
   */
  constructor(finding, at = 0) {
    super(finding.code);
    this.finding = finding;
    this.at = at;
  }
}

/**
 * Returns a finding.
 *
 * @param {string} code
 * @param {number} line
 * @param {Record<string, Part | undefined>} params those that are undefined or empty are left out
 * @param {Step[]} [path]
 * @returns {Finding}
 */
export function finding(code, line, params = {}, path = undefined) {
  const entries = Object.entries(params).filter(([, part]) => part !== undefined && part !== "");
  return { code, line, path, params: /** @type {Record<string, Part>} */ (Object.fromEntries(entries)) };
}

/**
 * Returns the path of a finding as readers see it: `a[1].b`; empty for the document, and for the text as a whole.
 *
 * @param {Pick<Finding, "path">} finding
 */
export function pathOf({ path = [] }) {
  return path.map((step, index) => (isIndex(step) ? `[${step.index}]` : `${index ? "." : ""}${keyText(step)}`)).join("");
}

/**
 * Returns a text that the findings share which say the same of a value, whatever they expect.
 *
 * @param {Finding} finding
 */
export function sameOf(finding) {
  const { code, line, params } = finding;
  return JSON.stringify([code, line, pathOf(finding), params.rule, params.found]);
}

/**
 * Returns the findings without those that share a text with one before them.
 *
 * @param {readonly Finding[]} findings
 * @param {(finding: Finding) => string} textOf
 */
export function distinct(findings, textOf) {
  const seen = new Set();
  return findings.filter((each) => seen.size < seen.add(textOf(each)).size);
}

/**
 * @typedef {{ m: string, t?: string, f?: string, e?: string, h?: string, s?: string }} Template the message of a code, what it
 *   says of a value in a sentence, what is found and expected, the hint, and the severity if it is not `error`
 * @typedef {{ codes: Record<string, Template>, phrases: Record<string, string>, pane: Record<string, string> }} Words
 *
 * @typedef {{ code: string, severity: string, path: string, message: string, hint: string, facts: [name: string, fact: string][] }} Text
 *   a finding in the language of the page: a sentence with names between backticks, what the sentence does not say, and a hint
 */

const FACTS = /** @type {const} */ (["found", "expected", "rule", "when"]);
/** What is not worth a line beside a sentence. */
const SAID = new Set(["unknown-key", "json-schema-unknown-key", "removed-field-set"]);

const PLACEHOLDER = /\{(\w+)\}/g;

/** Turns findings into texts. */
export class Texts {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
  }

  /**
   * @param {Finding} finding
   * @returns {Text}
   */
  of(finding) {
    const { code, params } = finding;
    const { pane, phrases, codes: { [code]: template } } = this.words;
    const path = finding.path ? pathOf(finding) || pane.document : "";
    const fact = (/** @type {string} */ name, words = "") => (name in params ? this.text(params[name]) : this.filled(words, params));
    const says = typeof params.says === "string" ? phrases[params.says] : template.t;
    const sentence = path && !params.problem ? says : undefined;
    const message = [path && `\`${path}\``, this.filled(template.m, params), fact("problem")].filter(Boolean).join(pane.colon);
    const hint = fact("hint", template.h);
    const words = { found: template.f, expected: template.e };
    const facts = FACTS.filter((name) => !isSaid(name, sentence, { code, hint, params }))
      .map((name) => /** @type {[string, string]} */ ([name, fact(name, Reflect.get(words, name))]));
    return {
      code,
      severity: this.severity(finding),
      path,
      message: sentence ? this.filled(sentence, { ...params, path }) : message,
      hint,
      facts: facts.filter(([, text]) => text),
    };
  }

  /** @param {Finding} finding */
  severity({ code }) {
    return this.words.codes[code].s ?? "error";
  }

  /**
   * @param {Part | undefined} part
   * @returns {string}
   */
  text(part) {
    if (typeof part === "function") return this.text(part());
    if (typeof part !== "object") return String(part ?? "");
    return this.filled(this.words.phrases[part.name], part.params);
  }

  /**
   * @param {string} template
   * @param {Record<string, Part>} params
   */
  filled(template, params) {
    return template.replace(PLACEHOLDER, (_, name) => (Object.hasOwn(params, name) ? this.text(params[name]) : ""));
  }
}

/**
 * Whether a sentence says a fact about a value, or a hint makes it useless.
 *
 * @param {string} name
 * @param {string | undefined} sentence
 * @param {{ code: string, hint: string, params: Record<string, Part> }} context
 */
function isSaid(name, sentence, { code, hint, params }) {
  if (sentence?.includes(`{${name}}`)) return true;
  const isNamed = SAID.has(code);
  if (name === "found") return isNamed || "says" in params;
  return name === "expected" && ("says" in params || (isNamed && hint !== ""));
}
