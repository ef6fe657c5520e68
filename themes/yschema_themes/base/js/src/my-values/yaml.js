import { Composer } from "yaml";

import { Unreadable, finding } from "./findings.js";
import { NodeReader } from "./nodes.js";
import { Places } from "./places.js";
import { syntaxFinding } from "./syntax.js";
import { Tokens } from "./tokens.js";

/** @import { Document } from "yaml" */
/** @import { Span, Value } from "./values.js" */

/**
 * @typedef {{ value: Value, span: Span }} YamlDocument
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

/**
 * Returns the documents of a plain values file.
 *
 * @param {string} text
 * @param {boolean} [hasTextKeys] whether keys are strings, as in JSON
 * @returns {YamlFile}
 * @throws {Unreadable} the text is not valid YAML, or it has code
 */
export function readYaml(text, hasTextKeys = false) {
  const places = new Places(text.replace(/\r\n?/g, "\n"));
  refuseControls(places);
  const tokens = new Tokens(places.text);
  /** @type {Document.Parsed[]} */
  const parsed = [...new Composer(OPTIONS).compose(tokens.read(), true, places.text.length)];
  const read = (/** @type {unknown} */ node) => new NodeReader(places, hasTextKeys).value(node);
  const documents = parsed.map((document, index) => documentOf(document, tokens.starts[index], { places, tokens, read }));
  const code = tokens.comments.find((at) => places.text.startsWith(CODE, at));
  if (code !== undefined) throw new Unreadable(codeFinding(code, places));
  return { documents, parsed, places, read };
}

/**
 * @param {Document.Parsed} document
 * @param {number | undefined} start the offset of the line `---`
 * @param {{ places: Places, tokens: Tokens, read: ReadNode }} context
 * @returns {YamlDocument}
 */
function documentOf(document, start, { places, tokens, read }) {
  const syntax = syntaxFinding({ document, places, tokens });
  if (syntax) throw firstOf(new Unreadable(syntax), document, read);
  const { yaml } = document.directives;
  if (yaml.explicit && yaml.version !== "1.1") {
    const at = places.text.search(/^%YAML/m);
    throw new Unreadable(finding("yaml-version", places.span(at, at + "%YAML".length), { found: yaml.version }));
  }
  const span = start === undefined ? { line: 1, column: 1, end: 0 } : places.span(start, start + 3);
  return { value: read(document.contents), span };
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
    if (error instanceof Unreadable && isBefore(error.finding.span, syntax.finding.span)) return error;
  }
  return syntax;
}

/**
 * @param {Span} one
 * @param {Span} other
 */
function isBefore(one, other) {
  return (one.line - other.line || one.column - other.column) < 0;
}

/**
 * @param {number} at
 * @param {Places} places
 */
function codeFinding(at, places) {
  const end = places.text.indexOf("\n", at);
  const comment = places.text.slice(at, end < 0 ? undefined : end);
  return finding("code-in-plain-values", places.span(at, at + comment.length), { found: comment });
}

/** @param {Places} places */
function refuseControls(places) {
  const at = places.text.search(CONTROL);
  if (at >= 0) throw new Unreadable(finding("not-yaml", places.span(at, at + 1), { found: "control characters are not allowed" }));
}
