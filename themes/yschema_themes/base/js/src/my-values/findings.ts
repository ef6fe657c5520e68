/** Findings as facts: a code of the engine, and phrases whose templates are in the model. */

import { resolve } from "./scalars.ts";
import { isCollection, isIndex, kindOf, type Step, type Value } from "./values.ts";
import { keyText, shortText } from "./written.ts";

type Plain = string | number;
export type Phrase = { name: string, params: Record<string, Part> };
/** A part that takes long to find, and that only texts need. */
type Later = () => Part | undefined;
export type Part = Plain | Phrase | Later;

export interface Finding {
  code: string;
  line: number;
  path: Step[] | undefined; // undefined if it is about the text as a whole
  /**
   * What fills the templates; also `problem`, `found`, `expected`, `rule`, `when`, `hint`; `says` is the name of the template of
   * a sentence, if that is not of the code.
   */
  params: Record<string, Part>;
  anchor?: string; // of the field
}

const SHOWN = 18; // of many keys or values

/**
 * Returns a phrase.
 *
 * @param name of its template in the model
 */
export function phrase(name: string, params: Record<string, Part> = {}): Phrase {
  return { name, params };
}

/**
 * Returns parts that the language of the page joins.
 *
 * @param parts at least one
 * @param join between the last two
 */
export function listing(parts: readonly Part[], join: "," | "or" = ",") {
  return parts.reduce((one, other, index) => phrase(index === parts.length - 1 ? join : ",", { parts: one, part: other }));
}

/** Returns that one of several keys or values is expected, of which the first ones are shown. */
export function oneOf(parts: readonly Part[]): Part {
  if (parts.length < 2) return parts[0] ?? phrase("noKey");
  return phrase("oneOf", { keys: listing(parts.length > SHOWN ? [...parts.slice(0, SHOWN), "…"] : parts) });
}

/**
 * Returns the facts about a value of the wrong type: in short, and for a sentence.
 *
 * @param kinds the types that are expected
 */
export function wrongType(kinds: readonly string[], value: Value) {
  // In quotes where they make the difference.
  const text = shortText(typeof value === "string" && typeof resolve(value) !== "string" ? JSON.stringify(value) : value);
  const shown = isCollection(value) ? phrase(kindOf(value)) : phrase("code", { text });
  return { says: "mustBe", kinds: listing(kinds.map((kind) => phrase(kind)), "or"), value: shown };
}

/** A reason to stop: the text cannot be read. */
export class Unreadable extends Error {
  finding: Finding;
  at: number;

  /** @param at the offset in the text */
  constructor(finding: Finding, at = 0) {
    super(finding.code);
    this.finding = finding;
    this.at = at;
  }
}

/**
 * Returns a finding.
 *
 * @param params those that are undefined or empty are left out
 */
export function finding(code: string, line: number, params: Record<string, Part | undefined> = {}, path?: Step[]): Finding {
  const entries = Object.entries(params).filter(([, part]) => part !== undefined && part !== "");
  return { code, line, path, params: Object.fromEntries(entries) as Record<string, Part> };
}

/** Returns the path of a finding as readers see it: `a[1].b`; empty for the document, and for the text as a whole. */
export function pathOf({ path = [] }: Pick<Finding, "path">) {
  return path.map((step, index) => (isIndex(step) ? `[${step.index}]` : `${index ? "." : ""}${keyText(step)}`)).join("");
}

/** Returns a text that the findings share which say the same of a value, whatever they expect. */
export function sameOf(finding: Finding) {
  const { code, line, params } = finding;
  return JSON.stringify([code, line, pathOf(finding), params.rule, params.found]);
}

/** Returns the findings without those that share a text with one before them. */
export function distinct(findings: readonly Finding[], textOf: (finding: Finding) => string) {
  const seen = new Set();
  return findings.filter((each) => seen.size < seen.add(textOf(each)).size);
}

/**
 * The message of a code, what it says of a value in a sentence, what is found and expected, the hint, and the severity if it is
 * not `error`.
 */
type Template = { m: string, t?: string, f?: string, e?: string, h?: string, s?: string };
export type Words = { codes: Record<string, Template>, phrases: Record<string, string>, pane: Record<string, string> };

/**
 * A finding in the language of the page: a sentence with names between backticks, what the sentence does not say, and a hint.
 */
export type Text = { code: string, severity: string, path: string, message: string, hint: string, facts: [name: string, fact: string][] };

const FACTS = ["found", "expected", "rule", "when"] as const;
/** What is not worth a line beside a sentence. */
const SAID = new Set(["unknown-key", "json-schema-unknown-key", "removed-field-set"]);

const PLACEHOLDER = /\{(\w+)\}/g;

/** Turns findings into texts. */
export class Texts {
  words: Words;

  constructor(words: Words) {
    this.words = words;
  }

  of(finding: Finding): Text {
    const { code, params } = finding;
    const { pane, phrases, codes: { [code]: template } } = this.words;
    const path = finding.path ? pathOf(finding) || pane.document : "";
    const fact = (name: string, words = "") => (name in params ? this.text(params[name]) : this.filled(words, params));
    const says = typeof params.says === "string" ? phrases[params.says] : template.t;
    const sentence = path && !params.problem ? says : undefined;
    const message = [path && `\`${path}\``, this.filled(template.m, params), fact("problem")].filter(Boolean).join(pane.colon);
    const hint = fact("hint", template.h);
    const words = { found: template.f, expected: template.e };
    const facts = FACTS.filter((name) => !isSaid(name, sentence, { code, hint, params }))
      .map((name) => [name, fact(name, Reflect.get(words, name))] as [string, string]);
    return {
      code,
      severity: this.severity(finding),
      path,
      message: sentence ? this.filled(sentence, { ...params, path }) : message,
      hint,
      facts: facts.filter(([, text]) => text),
    };
  }

  severity({ code }: Finding) {
    return this.words.codes[code].s ?? "error";
  }

  text(part: Part | undefined): string {
    if (typeof part === "function") return this.text(part());
    if (typeof part !== "object") return String(part ?? "");
    return this.filled(this.words.phrases[part.name], part.params);
  }

  filled(template: string, params: Record<string, Part>) {
    return template.replace(PLACEHOLDER, (_, name) => (Object.hasOwn(params, name) ? this.text(params[name]) : ""));
  }
}

/** Whether a sentence says a fact about a value, or a hint makes it useless. */
function isSaid(name: string, sentence: string | undefined, { code, hint, params }: { code: string, hint: string, params: Record<string, Part> }) {
  if (sentence?.includes(`{${name}}`)) return true;
  const isNamed = SAID.has(code);
  if (name === "found") return isNamed || "says" in params;
  return name === "expected" && ("says" in params || (isNamed && hint !== ""));
}
