import { isCollection, isSeq } from "yaml";

import { finding, phrase } from "./findings.js";

/** @import { Document, YAMLParseError } from "yaml" */
/** @import { Part } from "./findings.js" */
/** @import { Places } from "./places.js" */
/** @import { Tokens } from "./tokens.js" */

/**
 * @typedef {{ found: Part, hint?: Part, at: number }} Explanation with an offset
 * @typedef {object} Context what is known of a document that is not valid
 * @property {Document.Parsed} document
 * @property {Places} places
 * @property {Tokens} tokens
 *
 * @typedef {{ message: string, start: number, end: number, context: Context, text: string }} Fault an error of the parser
 * @typedef {(fault: Fault) => Partial<Explanation>} Explain what is found, and its offset if that is not the start
 */

/** @type {(found: string, hint: string) => () => Partial<Explanation>} */
const words = (found, hint) => () => ({ found: phrase(found), hint: phrase(hint) });
const COLON = words("colon", "colonHint");
const KEY = words("noKey", "noKeyHint");
const NO_COLON = words("noColon", "noColonHint");
const NO_ITEM = words("noItem", "closeHint");
const NO_VALUE = words("noValue", "quoteHint");
const AFTER_BRACKET = /[[{,:?]$/;

/** What the parser of the engine says where this one has another message, which is not an error there without an explanation. */
/** @type {[message: RegExp, explain: Explain | undefined][]} */
const EXPLANATIONS = [
  [/^Comments must|^Missing closing/, undefined],
  [/^Tabs /, words("tabs", "tabsHint")],
  [/^All mapping items/, ({ start, text }) => ({ ...KEY(), at: nextToken(text, start) })],
  [/^All sequence items/, NO_ITEM],
  [/^Implicit map keys need/, NO_COLON],
  [/^Implicit keys of flow|^Block collections are/, inBrackets],
  [/^Nested mappings|^Block collection cannot/, ({ start, text }) => ({ ...COLON(), at: nextColon(text, start) })],
  [/^Implicit keys need|at most 1024/, longKey],
  [/^Could not resolve tag/, () => ({ found: "undefined tag handle" })],
  [/^Invalid escape/, words("escape", "escapeHint")],
  [/character ,|^Unexpected , in/, NO_VALUE],
  [/^Plain value cannot start/, ({ start, text }) => ({
    found: phrase("start", { character: `\`${text[start]}\`` }), hint: phrase("quoteHint"),
  })],
  [/ at node end$/, afterNode],
  [/extra characters: .*0/, () => ({ found: "an indentation indicator equal to 0" })],
  [/extra characters|^Not a YAML token/, words("blockText", "blockTextHint")],
  [/^Block scalar/, ({ start, text }) => (/^\s*\t/.test(lineAt(text, start + 1)) ? words("tabs", "tabsHint")() : KEY())],
  [/^Flow map|^Missing , .*map$/, (fault) => openBracket(fault, "openMap")],
  [/^Flow sequence|^Missing , .*sequence/, (fault) => openBracket(fault, "openArray")],
  [/same line with key/, ({ start, text }) => (lineAt(text, start).trim() ? words("itemPlace", "itemPlaceHint")() : KEY())],
  [/^Unexpected flow/, ({ start, text }) => (/(?:^|[:-])$/.test(before(text, start)) ? NO_VALUE() : KEY())],
  [/^Unexpected|^A node can|^A block sequence|^Sequence item/, KEY],
];

/** @type {Explain} */
function longKey(fault) {
  const { start, end, text, context: { document: { contents, errors } } } = fault;
  if (isDash(text, start)) return KEY();
  if (errors.some(({ code, pos }) => code === "BLOCK_IN_FLOW" && pos[0] === start)) return inBrackets(fault);
  return isFirstKey(contents, start) ? { ...COLON(), at: end } : NO_COLON();
}

/** @type {Explain} */
function afterNode({ start, context: { document: { contents }, places } }) {
  const [first = 0, end = 0] = contents?.range ?? [];
  if (start < end) return KEY();
  return isSeq(contents) && places.column(start) === places.column(first) ? NO_ITEM() : words("afterEnd", "afterEndHint")();
}

/** @type {Explain} */
function inBrackets({ start, text }) {
  if (isDash(text, start)) return NO_VALUE();
  const isArray = text.lastIndexOf("[", start) > text.lastIndexOf("{", start);
  return { ...words(isArray ? "openArray" : "openMap", "closeHint")(), at: nextColon(text, start) };
}

/**
 * @param {Fault} fault
 * @param {string} name of the phrase
 */
function openBracket({ start, text }, name) {
  const next = nextToken(text, start);
  const explanation = AFTER_BRACKET.test(before(text, start)) ? NO_VALUE() : words(name, "closeHint")();
  return next === text.length ? { ...explanation, at: next } : explanation;
}

/**
 * @param {string} text
 * @param {number} offset of a token
 */
function isDash(text, offset) {
  return /^-\s/.test(text.slice(offset, offset + 2));
}

/**
 * Returns the part of a line before an offset.
 *
 * @param {string} text
 * @param {number} offset
 */
function lineAt(text, offset) {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
}

/**
 * Returns the text of the last line before an offset that has any, up to its last token.
 *
 * @param {string} text
 * @param {number} offset
 */
function before(text, offset) {
  let end = offset;
  while (end > 0) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end).replace(/(?:^|\s)#.*/, "").trimEnd();
    if (line) return line;
    end = start - 1;
  }
  return "";
}

/**
 * Whether a key opens its map: the parser of the engine does not know then that a key has to be there.
 *
 * @param {unknown} node
 * @param {number} offset of the key
 * @returns {boolean}
 */
function isFirstKey(node, offset) {
  if (!isCollection(node)) return false;
  const { items } = /** @type {{ items: any[] }} */ (node);
  return items[0]?.key?.range?.[0] === offset || items.some((item) => isFirstKey(item?.value ?? item, offset));
}

/**
 * @param {string} text
 * @param {number} offset
 */
function nextToken(text, offset) {
  const [gap] = /^(?:\s|#.*)*/.exec(text.slice(offset)) ?? [""];
  return offset + gap.length;
}

/**
 * @param {string} text
 * @param {number} offset
 */
function nextColon(text, offset) {
  return offset + Math.max(0, text.slice(offset).search(/:(?:\s|$)/));
}

/**
 * Returns the finding about a text that is not valid YAML; undefined if it is valid for the engine. The code and the line
 * are those of the engine, but the parser is another one, so that it may see something else there.
 *
 * @param {Context} context
 */
export function syntaxFinding(context) {
  const { document, places, tokens } = context;
  const [, , end] = document.range;
  /** @type {Explanation | undefined} */
  let first = tokens.faults.find(({ at }) => at <= end);
  for (const error of document.errors.toSorted((one, other) => one.pos[0] - other.pos[0])) {
    if (first && first.at <= error.pos[0]) break; // an explanation is never before its error
    const explanation = explained(error, context);
    if (explanation && !(first && first.at <= explanation.at)) first = explanation;
  }
  if (!first) return undefined;
  const at = Math.min(first.at, places.text.length);
  return finding("not-yaml", places.span(at, at + 1), { found: first.found, hint: first.hint });
}

/**
 * @param {YAMLParseError} error
 * @param {Context} context
 * @returns {Explanation | undefined}
 */
function explained({ message, pos: [start, end] }, context) {
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(message));
  if (known && !known[1]) return undefined;
  const fault = { message, start, end, context, text: context.places.text };
  return { found: message, at: start, ...known?.[1]?.(fault) };
}
