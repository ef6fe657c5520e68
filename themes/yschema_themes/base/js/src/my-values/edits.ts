/** Edits of a values file: those that add a field, that leave out defaults, and that hints know. */
import { isCollection, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";

import { areEqual } from "./compare.ts";
import { UNCERTAIN, type Field } from "./field.ts";
import { complete } from "./merge.ts";
import { copyOf, isIndex, type Scalar, type Step } from "./values.ts";
import { yamlText } from "./written.ts";
import { pairOf, pairsOf, type YamlFile } from "./yaml.ts";
import type { Finding, Phrase } from "./findings.ts";

/** Text to insert at an offset. */
type Addition = { at: number, text: string, line: number, isPresent: boolean };

const STEP = "  ";

/**
 * Returns what sets a field in a values file; undefined if the file has several documents, or is written in brackets
 * there.
 *
 * @param line of the field
 * @param own the lines of the field; without them, it gets its default
 */
export function additionOf(file: YamlFile, line: readonly Field[], own?: readonly string[]): Addition | undefined {
  const { parsed, places } = file;
  if (parsed.length > 1) return undefined;
  const { text } = places;
  const contents = parsed[0]?.contents ?? null;
  if (!contents || isEmpty(contents)) return inserted(file, text.length, block(line.slice(1), own), "");
  return additionBelow(file, contents, line.slice(1), own);
}

/**
 * @param line the fields inside the node
 * @param own the lines of the innermost one
 */
function additionBelow(file: YamlFile, node: Node, line: readonly Field[], own?: readonly string[]): Addition | undefined {
  const [field, ...rest] = line;
  if (!isCollection(node) || node.flow || isMap(node) !== field.hasKey) return undefined;
  const margin = " ".repeat(file.places.column(startOf(node))); // before the first key of a map, or the first dash of an array
  const { length } = (node as YAMLMap | YAMLSeq).items;
  const present = below(node, field.hasKey ? field.key : { index: length - 1 }, file);
  if (!present) return inserted(file, endOf(file, node), block(line, own), margin);
  const { key, value } = present;
  const start = startOf(key ?? value);
  if (!rest.length) return { at: start, text: "", line: file.places.line(start), isPresent: true };
  if (isEmpty(value)) return inserted(file, file.places.lineEnd(start), block(rest, own), margin + STEP);
  return additionBelow(file, value as Node, rest, own);
}

function isEmpty(node: unknown) {
  return node === null || (isScalar(node) && String(node.value ?? "") === "" && node.type === "PLAIN");
}

function startOf(node: Node | null) {
  return node?.range?.[0] ?? 0;
}

/** Returns the offset behind the last line of a node. */
function endOf(file: YamlFile, node: Node) {
  const [start, end] = node.range ?? [0, 0];
  const length = file.places.text.slice(start, end).trimEnd().length;
  return file.places.lineEnd(start + length);
}

function inserted({ places }: YamlFile, at: number, lines: readonly string[], margin: string): Addition {
  const isLineStart = at === 0 || places.text[at - 1] === "\n";
  const text = `${isLineStart ? "" : "\n"}${lines.map((each) => margin + each).join("\n")}\n`;
  return { at, text, line: places.line(at) + Number(!isLineStart) + lines.length - 1, isPresent: false };
}

/**
 * Returns fields inside each other as lines, the innermost with its default.
 *
 * @param own the lines of the innermost one, if it has others
 */
function block([field, ...rest]: readonly Field[], own?: readonly string[]): string[] {
  if (!rest.length && own) return [...own];
  if (!field.hasKey) {
    const [first = yamlText(field.default), ...others] = rest.length ? block(rest, own) : [];
    return [`- ${first}`, ...others.map((each) => STEP + each)];
  }
  const key = yamlText(field.key);
  return rest.length ? [`${key}:`, ...block(rest, own).map((each) => STEP + each)] : [`${key}: ${yamlText(field.default)}`];
}

/** From one number to another one, from 1, both inclusive. */
type Lines = { start: number, end: number };

/**
 * Returns a values file without the keys whose values are the defaults, and without the comments above them. Maps in
 * brackets, and arrays, stay whole.
 *
 * @param file with one document
 */
export function differencesOf(file: YamlFile, root: Field) {
  const { places, parsed } = file;
  const contents = parsed[0]?.contents;
  const removed = new Set();
  for (const { start, end } of contents ? defaultLines(contents, root, file) : []) {
    for (let line = start; line <= end; line += 1) removed.add(line);
  }
  return places.text.split("\n").filter((_, index) => !removed.has(index + 1)).join("\n");
}

function defaultLines(node: Node, field: Field, file: YamlFile): Lines[] {
  if (!isMap(node) || node.flow) return [];
  return pairsOf(node).flatMap((pair) => {
    const declared = field.at(file.read(pair.key) as Scalar);
    if (!declared || declared === UNCERTAIN || declared.open) return [];
    if (isDefault(pair.value, declared, file)) return [linesOf(pair, file)];
    // Where the default is no map, a map that is set has to stay, and so has its first key.
    return pair.value && declared.default !== null ? defaultLines(pair.value, declared, file) : [];
  });
}

function isDefault(node: Node | null, field: Field, file: YamlFile) {
  try {
    const value = copyOf(file.read(node));
    complete(value, field);
    return areEqual(value, field.default);
  } catch {
    return false; // an alias of what is elsewhere in the file
  }
}

/** Returns the lines of a key and its value, and those of the comments above. */
export function linesOf({ key, value }: { key: Node, value: Node | null }, { places }: YamlFile): Lines {
  const [from = 0, keyEnd = 0] = key.range ?? [];
  const to = Math.max(keyEnd, value?.range?.[1] ?? 0);
  let start = places.line(from);
  const end = places.line(from + places.text.slice(from, to).trimEnd().length);
  const lines = places.text.split("\n");
  while (start > 1 && /^\s*#/.test(lines[start - 2])) start -= 1;
  return { start, end };
}

/** What a button does, and whether it follows a change of a field. */
export type Fix = { label: string, edits: Edit[], isMove?: boolean };
/** A text in place of what is between two offsets. */
export type Edit = { start: number, end: number, text: string };
export type Place = { key?: Node, value: Node | null, around?: Node | null };
type Context = { place: Place, source: string, key: string, file: YamlFile, words: Record<string, string> };

/** What each hint knows. */
const FIXES: Record<string, (context: Context, isKey: boolean) => Fix | undefined> = {
  removeGone: (context, isKey) => FIXES.removeKey(context, isKey),
  didYouMean: ({ place, key, file, words }, isKey) => {
    if (!isKey) return write(place.value, yamlText(key), words);
    const edits = renamed(place, key, file);
    return edits && { label: words.rename, edits };
  },
  quote: ({ place, source, words }) => write(place.value, JSON.stringify(source), words),
  unquote: ({ place, file, words }) => write(place.value, String(file.read(place.value)), words),
  list: ({ place, source, words }) => write(place.value, `[${source}]`, words),
  removeKey: ({ place, file, words }) => {
    if (!place.key || !isMap(place.around) || place.around.flow || place.around.items.length === 1) return undefined;
    const { start, end } = linesOf({ key: place.key, value: place.value }, file);
    const { starts, text } = file.places;
    return { label: words.remove, edits: [{ start: starts[start - 1], end: starts[end] ?? text.length, text: "" }] };
  },
};

/** Returns the edit that the hint of a finding knows; undefined if there is none. */
export function fixOf({ code, path = [], line, params }: Finding, file: YamlFile | undefined, words: Record<string, string>): Fix | undefined {
  const { name, params: { key = "" } } = hintOf(params);
  const place = file && Object.hasOwn(FIXES, name) ? placeOf(path, line, file) : undefined;
  if (!file || !place) return undefined;
  const [start, end] = place.value?.range ?? [0, 0];
  const context = { place, source: file.places.text.slice(start, end), key: String(key), file, words };
  return FIXES[name](context, code.endsWith("unknown-key"));
}

/** Returns the hint of a finding; without a name if it is words of an author, or there is none. */
function hintOf({ hint: part }: Finding["params"]): Phrase {
  const hint = typeof part === "function" ? part() : part;
  return typeof hint === "object" ? hint : { name: "", params: {} };
}

/** Returns the nodes that a path leads to on a line. */
export function placeOf(path: readonly Step[], line: number, file: YamlFile): Place | undefined {
  const places = file.parsed.map(({ contents }) => path.reduce(
    (at: Place | undefined, step) => at && below(at.value, step, file), { value: contents }));
  const lineOf = (node: Node | null | undefined) => node?.range && file.places.line(node.range[0]);
  return places.find((place) => place && (lineOf(place.key) === line || lineOf(place.value) === line));
}

function below(node: Node | null, step: Step, file: YamlFile): Place | undefined {
  if (isIndex(step)) return isSeq(node) ? { value: (node.items[step.index] ?? null) as Node | null } : undefined;
  if (!isMap(node)) return undefined;
  const pair = pairOf(node, step, file);
  return pair && { key: pair.key, value: pair.value, around: node };
}

function over({ range }: Node, text: string): Edit {
  const [start = 0, end = 0] = range ?? [];
  return { start, end, text };
}

function write(node: Node | null, text: string, words: Record<string, string>): Fix | undefined {
  return node ? { label: words.write.replace("{value}", text), edits: [over(node, text)] } : undefined;
}

/**
 * Returns the edit that gives a value another key.
 *
 * @returns undefined if the map has the key already
 */
export function renamed({ key, around }: Place, name: Scalar, file: YamlFile): Edit[] | undefined {
  const isThere = isMap(around) && pairOf(around, name, file);
  return isThere || !key ? undefined : [over(key, yamlText(name))];
}
