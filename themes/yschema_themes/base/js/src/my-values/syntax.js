import { isCollection, isMap, isSeq } from "yaml";

import { finding, phrase } from "./findings.js";

/** @import { Document, YAMLMap, YAMLParseError, YAMLSeq } from "yaml" */
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
 * @typedef {(fault: Fault) => Partial<Explanation> | undefined} Explain what is found, and its offset if that is not the start;
 *   undefined if it is valid for the engine
 */

/** @type {(found: string, hint: string) => () => Partial<Explanation>} */
const words = (found, hint) => () => ({ found: phrase(found), hint: phrase(hint) });
const COLON = words("colon", "colonHint");
const KEY = words("noKey", "noKeyHint");
const NO_COLON = words("noColon", "noColonHint");
const NO_ITEM = words("noItem", "closeHint");
const OPEN_MAP = words("openMap", "closeHint");
const OPEN_ARRAY = words("openArray", "closeHint");
const NO_VALUE = words("noValue", "quoteHint");
const AFTER_BRACKET = /[[{,:?]$/;

/** What the parser of the engine says where this one has another message; undefined if it says nothing. */
/** @type {[message: RegExp, explain: Explain | undefined][]} */
const EXPLANATIONS = [
  [/^Comments must|^Missing closing/, undefined],
  [/^Tabs /, words("tabs", "tabsHint")],
  [/^All mapping items/, besideItems],
  [/^A block sequence/, ({ start, text }) => ({ ...KEY(), at: nextToken(text, start) })],
  [/^Sequence item/, besideItems],
  [/^All sequence items/, NO_ITEM],
  [/^Implicit map keys need/, noColon],
  [/^Implicit keys of flow|^Block collections are/, inBrackets],
  [/^Nested mappings|^Block collection cannot/, secondColon],
  [/^Implicit keys need|at most 1024/, longKey],
  [/^Could not resolve tag/, () => ({ found: "undefined tag handle" })],
  [/^Invalid escape/, words("escape", "escapeHint")],
  [/character ,|^Unexpected , in/, NO_VALUE],
  [/^Plain value cannot start|cannot be an empty string$/, ({ start, text }) => ({
    found: phrase("start", { character: `\`${text[start]}\`` }), hint: phrase("quoteHint"),
  })],
  [/ at node end$/, afterNode],
  [/extra characters: .*0/, () => ({ found: "an indentation indicator equal to 0" })],
  [/extra characters|^Not a YAML token/, words("blockText", "blockTextHint")],
  [/^Block scalar/, ({ start, text }) => (/^\s*\t/.test(lineAt(text, start + 1)) ? words("tabs", "tabsHint")() : KEY())],
  [/^Flow map|^Missing , .*map/, (fault) => openBracket(fault, OPEN_MAP)],
  [/^Flow sequence|^Missing , /, (fault) => openBracket(fault, OPEN_ARRAY)],
  [/same line with key/, ({ start, text }) => (lineAt(text, start).trim() ? words("itemPlace", "itemPlaceHint")() : KEY())],
  [/^Unexpected flow/, (fault) => (/(?:^|[:-])$/.test(before(fault.text, fault.start)) ? NO_VALUE() : afterNode(fault))],
  [/^Unexpected|^An? .*node /, KEY],
];

/** @type {Explain} */
function noColon({ start, text }) {
  const [alias] = /^\*\S+[ \t]+(?=[^\s#])/.exec(text.slice(start)) ?? [""];
  return alias || isBlock(text, start) ? { ...KEY(), at: start + alias.length } : NO_COLON();
}

/**
 * A colon or a question mark behind a colon. The value of an empty key may be a map on its line.
 *
 * @type {Explain}
 */
function secondColon({ start, text }) {
  if (/^[\s-]*:\s+$/.test(lineAt(text, start))) return undefined;
  if (/^\?\s/.test(text.slice(start, start + 2))) return { found: "mapping keys are not allowed in this context" };
  return { ...COLON(), at: nextColon(text, start) };
}

/** @type {Explain} */
function besideItems({ message, start, text }) {
  const at = nextToken(text, start);
  const margin = lineAt(text, at);
  const above = text.slice(0, at).match(new RegExp(`^ {0,${margin.length}}[^\\s#].*$`, "gm"))?.at(-1);
  const isBeside = above?.startsWith(`${margin}- `);
  const isItem = message[0] === "S" || isBeside;
  const hasColon = /^.*?:\s/.test(text.slice(at));
  return { ...(isBeside && !hasColon ? NO_COLON : isItem ? NO_ITEM : KEY)(), at };
}

/** @type {Explain} */
function longKey(fault) {
  const { start, end, text, context: { document: { contents, errors } } } = fault;
  if (isDash(text, start) || isBlock(text, start)) return KEY();
  if (errors.some(({ code, pos }) => code === "BLOCK_IN_FLOW" && pos[0] === start)) return inBrackets(fault);
  return isFirstKey(contents, start) ? { ...COLON(), at: end } : NO_COLON();
}

/** @type {Explain} */
function afterNode(fault) {
  const { start, context: { document: { contents }, places } } = fault;
  const [first = 0, end = 0] = contents?.range ?? [];
  if (start < end) return withinNode(fault, innermost(contents, start));
  const isBeside = isCollection(contents) && !contents.flow && places.column(start) === places.column(first);
  return (isBeside ? isMap(contents) ? KEY : NO_ITEM : words("afterEnd", "afterEndHint"))();
}

/**
 * @param {Fault} fault
 * @param {YAMLMap | YAMLSeq | undefined} collection
 */
function withinNode(fault, collection) {
  if (collection?.flow) return openBracket(fault, isMap(collection) ? OPEN_MAP : OPEN_ARRAY);
  return (isSeq(collection) ? NO_ITEM : KEY)();
}

/** @type {Explain} */
function inBrackets({ message, start, end, text }) {
  if (isDash(text, start)) return NO_VALUE();
  const explain = text.lastIndexOf("[", start) > text.lastIndexOf("{", start) ? OPEN_ARRAY : OPEN_MAP;
  return { ...explain(), at: message[0] === "I" ? nextToken(text, end) : nextColon(text, start) };
}

/**
 * @param {Fault} fault
 * @param {() => Partial<Explanation>} explain which bracket is open
 */
function openBracket({ start, text }, explain) {
  const next = nextToken(text, start);
  const explanation = AFTER_BRACKET.test(before(text, start)) ? NO_VALUE() : explain();
  return next === text.length ? { ...explanation, at: next } : explanation;
}

/**
 * Returns the innermost collection around an offset.
 *
 * @param {unknown} node
 * @param {number} offset
 * @returns {YAMLMap | YAMLSeq | undefined}
 */
function innermost(node, offset) {
  if (!isCollection(node)) return undefined;
  const collection = /** @type {any} */ (node);
  const [start, end] = collection.range ?? [0, 0];
  if (offset < start || offset >= end) return undefined;
  for (const item of collection.items) {
    const inner = innermost(item?.value ?? item, offset);
    if (inner) return inner;
  }
  return collection;
}

/**
 * @param {string} text
 * @param {number} offset of a token
 */
function isDash(text, offset) {
  return /^-\s/.test(text.slice(offset, offset + 2));
}

/**
 * @param {string} text
 * @param {number} offset of a token
 */
function isBlock(text, offset) {
  return /[|>]/.test(text[offset]);
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
    const line = text.slice(start, end).replace(/(?<=^|[\s[{,])#.*/, "").trimEnd();
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
  const [, explain] = EXPLANATIONS.find(([pattern]) => pattern.test(message)) ?? [message, () => ({})];
  const explanation = explain?.({ message, start, end, context, text: context.places.text });
  return explanation && { found: message, at: start, ...explanation };
}
