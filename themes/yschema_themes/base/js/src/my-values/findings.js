/**
 * Findings as facts: a code of the engine, and phrases whose templates are in the model.
 *
 * @import { Span } from "./values.js"
 *
 * @typedef {string | number} Plain
 * @typedef {{ name: string, params: Record<string, Part> }} Phrase
 * @typedef {{ parts: Part[], join: "," | "or" | "and" }} Listing
 * @typedef {() => Part | undefined} Later a part that takes long to find, and that only texts need
 * @typedef {Plain | Phrase | Listing | Later} Part
 *
 * @typedef {object} Finding
 * @property {string} code
 * @property {Span} span
 * @property {Step[] | undefined} path undefined if it is about the text as a whole
 * @property {Record<string, Part>} params what fills the templates; also `found`, `expected`, `rule`, `when`, `hint`
 * @property {boolean} isAtDefault whether the reader has not set the value that is wrong
 * @property {string} [anchor] of the field
 *
 * @typedef {import("./values.js").Scalar | { index: number }} Step one step of a path
 */

import { keyText } from "./written.js";

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
 * @param {Part[]} parts
 * @param {"," | "or" | "and"} join
 * @returns {Listing}
 */
export function listing(parts, join = ",") {
  return { parts, join };
}

/** A reason to stop: the text cannot be read. */
export class Unreadable extends Error {
  /** @param {Finding} finding */
  constructor(finding) {
    super(finding.code);
    this.finding = finding;
  }
}

/**
 * Returns a finding.
 *
 * @param {string} code
 * @param {Span} span
 * @param {Record<string, Part | undefined>} params those that are undefined or empty are left out
 * @param {Step[]} [path]
 * @returns {Finding}
 */
export function finding(code, span, params = {}, path = undefined) {
  const entries = Object.entries(params).filter(([, part]) => part !== undefined && part !== "");
  return { code, span, path, params: /** @type {Record<string, Part>} */ (Object.fromEntries(entries)), isAtDefault: false };
}

/**
 * Returns a path as readers see it: `a[1].b`; empty for the document.
 *
 * @param {readonly Step[]} path
 */
export function pathText(path) {
  return path.map((step, index) => {
    if (isIndex(step)) return `[${step.index}]`;
    return `${index ? "." : ""}${keyText(step)}`;
  }).join("");
}

/**
 * @param {Step} step
 * @returns {step is { index: number }}
 */
export function isIndex(step) {
  return typeof step === "object" && step !== null;
}

/**
 * @typedef {object} Template the texts of a code
 * @property {string} m message
 * @property {string} [f] found
 * @property {string} [e] expected
 * @property {string} [h] hint
 * @property {string} [s] severity, if it is not `error`
 *
 * @typedef {{ codes: Record<string, Template>, phrases: Record<string, string>, pane: Record<string, string> }} Words
 *
 * @typedef {object} Text a finding in the language of the page
 * @property {string} code
 * @property {string} severity
 * @property {string} path
 * @property {string} message
 * @property {string} found
 * @property {string} expected
 * @property {string} rule
 * @property {string} when
 * @property {string} hint
 */

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
    const template = this.words.codes[finding.code];
    const fact = (/** @type {string} */ name, /** @type {string | undefined} */ words) => {
      if (name in finding.params) return this.text(finding.params[name]);
      return words === undefined ? "" : this.filled(words, finding.params);
    };
    return {
      code: finding.code,
      severity: this.severity(finding),
      path: finding.path ? pathText(finding.path) || this.words.pane.document : "",
      message: this.filled(template.m, finding.params),
      found: fact("found", template.f),
      expected: fact("expected", template.e),
      rule: fact("rule", undefined),
      when: fact("when", undefined),
      hint: fact("hint", template.h),
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
    if ("parts" in part) return this.joined(part);
    return this.filled(this.words.phrases[part.name], part.params);
  }

  /** @param {Listing} listing */
  joined({ parts, join }) {
    const texts = parts.map((part) => this.text(part));
    if (texts.length < 2) return texts.join("");
    const last = /** @type {string} */ (texts.pop());
    const pair = (/** @type {string} */ name, /** @type {string} */ one, /** @type {string} */ other) =>
      this.filled(this.words.phrases[name], { parts: one, part: other });
    return pair(join, texts.reduce((one, other) => pair(",", one, other)), last);
  }

  /**
   * @param {string} template
   * @param {Record<string, Part>} params
   */
  filled(template, params) {
    return template.replace(PLACEHOLDER, (_, name) => (Object.hasOwn(params, name) ? this.text(params[name]) : ""));
  }
}
