import { Composer, isCollection, isScalar, type Document, type Node, type Pair, type YAMLMap, type YAMLParseError } from "yaml";

import { firstIndex } from "../lists.ts";
import { Unreadable, finding } from "./findings.ts";
import { NodeReader, type Reading } from "./nodes.ts";
import { Tokens, type Fault } from "./tokens.ts";
import { keyText } from "./written.ts";
import type { Scalar, Value } from "./values.ts";

export type YamlDocument = { value: Value, line: number };
type ReadNode = (node: unknown) => Value;
type Context = { places: Places, tokens: Tokens, read: ReadNode, reading: Reading };
export type YamlFile = { documents: YamlDocument[], parsed: Document.Parsed[], places: Places, read: ReadNode };

/** The parser leaves it to this module what scalars are, and which keys are there twice. */
const OPTIONS = {
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  merge: false,
  keepSourceTokens: true,
  prettyErrors: false,
  logLevel: "silent",
} as const;
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
  text: string;
  starts = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /** Returns the number of the line of an offset, from 1. */
  line(offset: number) {
    return firstIndex(this.starts, (start) => start > offset);
  }

  /** Returns the column of an offset, from 0. */
  column(offset: number) {
    return offset - this.starts[this.line(offset) - 1];
  }

  /** Returns the offset behind the line of another one. */
  lineEnd(offset: number) {
    return this.starts[this.line(offset)] ?? this.text.length;
  }
}

/**
 * Returns the documents of a plain values file.
 *
 * @param reading how the tool that takes the values reads YAML
 * @throws Unreadable the text is not valid YAML, or it has code
 */
export function readYaml(text: string, reading: Reading = {}): YamlFile {
  const places = new Places(text.replace(/\r\n?/g, "\n"));
  const control = places.text.search(CONTROL);
  if (control >= 0) throw notYaml({ at: control, problem: "Control characters are not allowed" }, places);
  const tokens = new Tokens(places.text);
  const parsed: Document.Parsed[] = [...new Composer(OPTIONS).compose(tokens.read(), true, places.text.length)];
  const read = (node: unknown) => new NodeReader(places, reading).value(node);
  const documents = parsed.map((document, index) => documentOf(document, tokens.starts[index], { places, tokens, read, reading }));
  const code = tokens.comments.find((at) => places.text.startsWith(CODE, at));
  if (code !== undefined) {
    const [found] = places.text.slice(code).split("\n", 1);
    throw new Unreadable(finding("code-in-plain-values", places.line(code), { found }));
  }
  return { documents, parsed, places, read };
}

/** @param start the offset of the line `---` */
function documentOf(document: Document.Parsed, start: number | undefined, context: Context): YamlDocument {
  const { places, tokens, read, reading } = context;
  const fault = firstFault(document, tokens);
  if (fault) throw firstOf(notYaml(fault, places), document, read);
  const { yaml } = document.directives;
  if (yaml.explicit && yaml.version !== "1.1" && !(reading.isCore && yaml.version === "1.2")) {
    throw new Unreadable(finding("yaml-version", places.line(places.text.search(/^%YAML/m)), { found: yaml.version }));
  }
  return { value: read(document.contents), line: start === undefined ? 1 : places.line(start) };
}

/** Returns what cannot be read first: the syntax, or a node above. */
function firstOf(syntax: Unreadable, document: Document.Parsed, read: ReadNode) {
  try {
    read(document.contents);
  } catch (error) {
    if (error instanceof Unreadable && error.at < syntax.at) return error;
  }
  return syntax;
}

function notYaml({ at, problem }: Fault, places: Places) {
  return new Unreadable(finding("not-yaml", places.line(at), { problem }), at);
}

/**
 * Returns the first fault of a document that is not valid YAML. The engine has another parser, so a fault may be another
 * one for it, but it is on the same line.
 */
function firstFault({ errors, contents, range: [, , end] }: Document.Parsed, { faults, text }: Tokens): Fault | undefined {
  let first = faults.find(({ at }) => at <= end);
  for (const error of errors.toSorted((one, other) => one.pos[0] - other.pos[0])) {
    if (first && first.at <= error.pos[0]) break; // an error is never seen before its start
    const at = placeOf(error, contents, text);
    if (!isAccepted(error, text) && (!first || at < first.at)) first = { at, problem: error.message };
  }
  return first;
}

function isAccepted({ message, pos: [at] }: YAMLParseError, text: string) {
  if (!message.startsWith("Nested mappings")) return ACCEPTED.test(message);
  return /^[\s-]*:\s+$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at)); // the value of an empty key
}

/**
 * Returns the offset at which the engine sees an error: often at the next colon, or at the next token.
 *
 * @param contents of the document
 */
function placeOf({ message, pos: [start] }: YAMLParseError, contents: unknown, text: string) {
  const rest = text.slice(start);
  const isAtColon = AT_COLON.test(message) || (LONG_KEY.test(message) && isFirstKey(contents, start));
  if (isAtColon) return start + Math.max(0, rest.search(/^-\s|:(?:\s|$)/));
  const [gap] = /^(?:\*\S+[ \t]+(?=[^\s#]))?(?:\s|#.*)*/.exec(rest) ?? [""];
  return Math.min(start + gap.length, text.length);
}

/**
 * Whether a key opens its map: the engine does not know then that a key has to be there.
 *
 * @param offset of the key
 */
function isFirstKey(node: unknown, offset: number): boolean {
  if (!isCollection(node)) return false;
  const { items } = node as { items: any[] };
  return items[0]?.key?.range?.[0] === offset || items.some((item) => isFirstKey(item?.value ?? item, offset));
}

/** Returns the keys of a map, each with the node of its value. */
export function pairsOf({ items }: YAMLMap) {
  return items as Pair<Node, Node | null>[];
}

/** Returns the pair of a key of a map; of several, the last one, which counts. */
export function pairOf(map: YAMLMap, key: Scalar, { read }: YamlFile) {
  return pairsOf(map).findLast((pair) => isScalar(pair.key) && keyText(read(pair.key) as Scalar) === keyText(key));
}
