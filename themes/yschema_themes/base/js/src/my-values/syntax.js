import { finding, phrase } from "./findings.js";

/** @import { YAMLParseError } from "yaml" */
/** @import { Part } from "./findings.js" */
/** @import { Places } from "./places.js" */

/** @typedef {{ found?: Part, hint?: Part }} Explanation */

const COLON = () => ({ found: phrase("colon"), hint: phrase("colonHint") });
const KEY = () => ({ found: phrase("noKey"), hint: phrase("noKeyHint") });
const TABS = () => ({ hint: phrase("tabsHint") });

/** @type {Record<string, (error: YAMLParseError, character: string) => Explanation>} */
const EXPLANATIONS = {
  TAB_AS_INDENT: TABS,
  BLOCK_AS_IMPLICIT_KEY: COLON,
  MULTILINE_IMPLICIT_KEY: KEY,
  UNEXPECTED_TOKEN: KEY,
  BAD_DQ_ESCAPE: () => ({ found: phrase("escape"), hint: phrase("escapeHint") }),
  BAD_SCALAR_START: (_, character) => ({ found: phrase("start", { character }), hint: phrase("quoteHint") }),
  BAD_INDENT: () => ({ hint: phrase("closeHint") }),
  MISSING_CHAR: missing,
};

/**
 * Returns the offset of an error. The parser of the engine notices a key of several lines where its colon is.
 *
 * @param {YAMLParseError} error
 * @param {readonly YAMLParseError[]} errors
 */
function placeOf(error, errors) {
  const [start] = error.pos;
  const long = errors.find(({ code, pos }) => code === "MULTILINE_IMPLICIT_KEY" && pos[0] === start);
  return long ? long.pos[1] - 1 : start;
}

/**
 * @param {YAMLParseError} error
 * @returns {Explanation}
 */
function missing({ message }) {
  if (/quote/.test(message)) return { found: message, hint: phrase("closeQuoteHint") };
  if (message.includes("]") || message.includes("sequence")) return { found: phrase("openArray"), hint: phrase("closeHint") };
  if (message.includes("}") || message.includes("map")) return { found: phrase("openMap"), hint: phrase("closeHint") };
  return { found: message, hint: phrase("closeHint") };
}

/**
 * Returns the finding about a text that is not valid YAML. The code and the line are those of the engine, but the parser
 * is another one, so that it may see something else there.
 *
 * @param {readonly YAMLParseError[]} errors of a document, at least one
 * @param {Places} places
 */
export function syntaxFinding(errors, places) {
  const [error] = errors;
  const at = Math.min(placeOf(error, errors), places.text.length);
  const span = places.span(at, at + 1);
  const line = places.text.slice(places.starts[span.line - 1], at + 1);
  const character = places.text[at]?.trim() ? `\`${places.text[at]}\`` : "";
  const explain = /^\s*\t/.test(line) ? TABS : EXPLANATIONS[error.code];
  /** @type {Explanation} */
  const { found = error.message, hint } = explain?.(error, character) ?? {};
  return finding("not-yaml", span, { found, hint });
}
