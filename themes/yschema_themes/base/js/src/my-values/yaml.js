import { Composer, isCollection, isScalar } from "yaml";

import { firstIndex } from "../lists.js";
import { Unreadable, finding } from "./findings.js";
import { NodeReader } from "./nodes.js";
import { Tokens } from "./tokens.js";
import { keyText } from "./written.js";

/** @import { Document, Node, Pair, YAMLMap, YAMLParseError } from "yaml" */
/** @import { Fault } from "./tokens.js" */
/** @import { Reading } from "./nodes.js" */
/** @import { Scalar, Value } from "./values.js" */

/**
 * @typedef {{ value: Value, line: number }} YamlDocument
 * @typedef {(node: unknown) => Value} ReadNode
 * @typedef {{ documents: YamlDocument[], parsed: Document.Parsed[], places: Places, read: ReadNode }} YamlFile
 */

/** The parser leaves it to this module what scalars are, and which keys are there twice. */
const OPTIONS = /** @type {const} */ ({
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  merge: false,
  keepSourceTokens: true,
  prettyErrors: false,
  logLevel: "silent",
});
const CODE = "#@";
/** What YAML does not allow anywhere. */
const CONTROL = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
/** Errors about what the engine accepts, or what is among the faults of the tokens. */
const ACCEPTED = /^Comments must|^Missing closing/;
/** Errors that the engine sees at the next colon. */
const AT_COLON = /^Nested mappings|^Implicit keys of flow|^Block collection/;
const LONG_KEY = /^Implicit keys need|at most 1024/;

/** The lines of a text. */
export class Places {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /**
   * Returns the number of the line of an offset, from 1.
   *
   * @param {number} offset
   */
  line(offset) {
    return firstIndex(this.starts, (start) => start > offset);
  }

  /**
   * Returns the column of an offset, from 0.
   *
   * @param {number} offset
   */
  column(offset) {
    return offset - this.starts[this.line(offset) - 1];
  }

  /**
   * Returns the offset behind the line of another one.
   *
   * @param {number} offset
   */
  lineEnd(offset) {
    return this.starts[this.line(offset)] ?? this.text.length;
  }
}

/**
 * Returns the documents of a plain values file.
 *
 * @param {string} text
 * @param {Reading} [reading] how the tool that takes the values reads YAML
 * @returns {YamlFile}
 * @throws {Unreadable} the text is not valid YAML, or it has code
 */
export function readYaml(text, reading = {}) {
  const places = new Places(text.replace(/\r\n?/g, "\n"));
  const control = places.text.search(CONTROL);
  if (control >= 0) throw notYaml({ at: control, problem: "Control characters are not allowed" }, places);
  const tokens = new Tokens(places.text);
  /** @type {Document.Parsed[]} */
  const parsed = [...new Composer(OPTIONS).compose(tokens.read(), true, places.text.length)];
  const read = (/** @type {unknown} */ node) => new NodeReader(places, reading).value(node);
  const documents = parsed.map((document, index) => documentOf(document, tokens.starts[index], { places, tokens, read, reading }));
  const code = tokens.comments.find((at) => places.text.startsWith(CODE, at));
  if (code !== undefined) {
    const [found] = places.text.slice(code).split("\n", 1);
    throw new Unreadable(finding("code-in-plain-values", places.line(code), { found }));
  }
  return { documents, parsed, places, read };
}

/**
 * @param {Document.Parsed} document
 * @param {number | undefined} start the offset of the line `---`
 * @param {{ places: Places, tokens: Tokens, read: ReadNode, reading: Reading }} context
 * @returns {YamlDocument}
 */
function documentOf(document, start, { places, tokens, read, reading }) {
  const fault = firstFault(document, tokens);
  if (fault) throw firstOf(notYaml(fault, places), document, read);
  const { yaml } = document.directives;
  if (yaml.explicit && yaml.version !== "1.1" && !(reading.isCore && yaml.version === "1.2")) {
    throw new Unreadable(finding("yaml-version", places.line(places.text.search(/^%YAML/m)), { found: yaml.version }));
  }
  return { value: read(document.contents), line: start === undefined ? 1 : places.line(start) };
}

/**
 * Returns what cannot be read first: the syntax, or a node above.
 *
 * @param {Unreadable} syntax
 * @param {Document.Parsed} document
 * @param {ReadNode} read
 */
function firstOf(syntax, document, read) {
  try {
    read(document.contents);
  } catch (error) {
    if (error instanceof Unreadable && error.at < syntax.at) return error;
  }
  return syntax;
}

/**
 * @param {Fault} fault
 * @param {Places} places
 */
function notYaml({ at, problem }, places) {
  return new Unreadable(finding("not-yaml", places.line(at), { problem }), at);
}

/**
 * Returns the first fault of a document that is not valid YAML. The engine has another parser, so a fault may be another
 * one for it, but it is on the same line.
 *
 * @param {Document.Parsed} document
 * @param {Tokens} tokens
 * @returns {Fault | undefined}
 */
function firstFault({ errors, contents, range: [, , end] }, { faults, text }) {
  let first = faults.find(({ at }) => at <= end);
  for (const error of errors.toSorted((one, other) => one.pos[0] - other.pos[0])) {
    if (first && first.at <= error.pos[0]) break; // an error is never seen before its start
    const at = placeOf(error, contents, text);
    if (!isAccepted(error, text) && (!first || at < first.at)) first = { at, problem: error.message };
  }
  return first;
}

/**
 * @param {YAMLParseError} error
 * @param {string} text
 */
function isAccepted({ message, pos: [at] }, text) {
  if (!message.startsWith("Nested mappings")) return ACCEPTED.test(message);
  return /^[\s-]*:\s+$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at)); // the value of an empty key
}

/**
 * Returns the offset at which the engine sees an error: often at the next colon, or at the next token.
 *
 * @param {YAMLParseError} error
 * @param {unknown} contents of the document
 * @param {string} text
 */
function placeOf({ message, pos: [start] }, contents, text) {
  const rest = text.slice(start);
  const isAtColon = AT_COLON.test(message) || (LONG_KEY.test(message) && isFirstKey(contents, start));
  if (isAtColon) return start + Math.max(0, rest.search(/^-\s|:(?:\s|$)/));
  const [gap] = /^(?:\*\S+[ \t]+(?=[^\s#]))?(?:\s|#.*)*/.exec(rest) ?? [""];
  return Math.min(start + gap.length, text.length);
}

/**
 * Whether a key opens its map: the engine does not know then that a key has to be there.
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
 * Returns the keys of a map, each with the node of its value.
 *
 * @param {YAMLMap} map
 */
export function pairsOf({ items }) {
  return /** @type {Pair<Node, Node | null>[]} */ (items);
}

/**
 * Returns the pair of a key of a map; of several, the last one, which counts.
 *
 * @param {YAMLMap} map
 * @param {Scalar} key
 * @param {YamlFile} file
 */
export function pairOf(map, key, { read }) {
  return pairsOf(map).findLast((pair) => isScalar(pair.key) && keyText(/** @type {Scalar} */ (read(pair.key))) === keyText(key));
}
