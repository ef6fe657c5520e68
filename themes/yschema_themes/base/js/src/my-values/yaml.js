import { Composer, Lexer, Parser } from "yaml";

import { Unreadable, finding } from "./findings.js";
import { NodeReader } from "./nodes.js";
import { Places } from "./places.js";
import { syntaxFinding } from "./syntax.js";

/** @import { CST, Document } from "yaml" */
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

/**
 * Returns the documents of a plain values file.
 *
 * @param {string} text
 * @param {boolean} [hasTextKeys] whether keys are strings, as in JSON
 * @returns {YamlFile}
 * @throws {Unreadable} the text is not valid YAML, or it has code
 */
export function readYaml(text, hasTextKeys = false) {
  const places = new Places(text);
  const stream = new Tokens(text);
  /** @type {Document.Parsed[]} */
  const parsed = [...new Composer(OPTIONS).compose(stream.tokens(), false, text.length)];
  const read = (/** @type {unknown} */ node) => new NodeReader(places, hasTextKeys).value(node);
  const documents = parsed.map((document, index) => documentOf(document, stream.starts[index], places, read));
  const code = stream.comments.find((at) => text.startsWith(CODE, at));
  if (code !== undefined) throw new Unreadable(codeFinding(code, places));
  return { documents, parsed, places, read };
}

/**
 * @param {Document.Parsed} document
 * @param {number | undefined} start the offset of the line `---`
 * @param {Places} places
 * @param {ReadNode} read
 * @returns {YamlDocument}
 */
function documentOf(document, start, places, read) {
  const { errors } = document;
  if (errors.length) throw firstOf(new Unreadable(syntaxFinding(errors, places)), document, read);
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
    if (error instanceof Unreadable && error.finding.span.line < syntax.finding.span.line) return error;
  }
  return syntax;
}

/**
 * @param {number} at
 * @param {Places} places
 */
function codeFinding(at, places) {
  const end = places.text.indexOf("\n", at);
  const comment = places.text.slice(at, end < 0 ? undefined : end).trimEnd();
  return finding("code-in-plain-values", places.span(at, at + comment.length), { found: comment });
}

/** The tokens of a text, with the offsets of its comments and of the lines that open its documents. */
class Tokens {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    /** @type {number[]} */
    this.comments = [];
    /** @type {(number | undefined)[]} */
    this.starts = [];
  }

  /** @returns {Generator<CST.Token>} */
  *tokens() {
    const parser = new Parser();
    let offset = 0;
    let isHeader = false; // a comment behind the sign of a block scalar has no effect, as in ytt
    for (const lexeme of new Lexer().lex(this.text)) {
      if (lexeme[0] === "#" && !isHeader) this.comments.push(offset);
      if (lexeme.trim()) isHeader = lexeme[0] === "|" || lexeme[0] === ">";
      if (!CONTROLS.has(lexeme)) offset += lexeme.length;
      for (const token of parser.next(lexeme)) yield this.noted(token);
    }
    for (const token of parser.end()) yield this.noted(token);
  }

  /** @param {CST.Token} token */
  noted(token) {
    if (token.type === "document") this.starts.push(token.start.find(({ type }) => type === "doc-start")?.offset);
    return token;
  }
}

/** What the lexer says besides parts of the text: a document begins, brackets end early, a scalar follows. */
const CONTROLS = new Set(["\u0002", "\u0018", "\u001f"]);
