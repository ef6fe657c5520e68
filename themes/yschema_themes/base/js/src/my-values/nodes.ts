import { isAlias, isCollection, isMap, isScalar } from "yaml";

import { Unreadable, finding, type Part } from "./findings.ts";
import { resolve, resolveTagged } from "./scalars.ts";
import { YamlArray, YamlMap, copyOf, isCollection as holdsItems, type Item, type Scalar, type Value } from "./values.ts";
import type { Alias, Node, Pair, Scalar as ScalarNode, YAMLMap, YAMLSeq } from "yaml";
import type { Places } from "./yaml.ts";

type Sign = { type: string, offset: number };
/**
 * How a tool reads YAML: with the words of YAML 1.2 and keys as strings, as in JSON, or with those of 1.1; and whether it
 * allows what ytt refuses.
 */
export type Reading = { isCore?: boolean, isLenient?: boolean };

const DEEPEST = 60; // levels, as in the engine
const MOST_ALIASED = 500_000; // nodes, as in the engine
const MERGE = "<<";
const MERGE_TAG = "tag:yaml.org,2002:merge";
/** The name of an alias, and after it a sign that ends no name. */
const ODD_NAME = /^[\w-]+[^\w\s?:,\]}%@`-]/;
const AFTER_NAME = /(?<=[\w-])[^\w-].*$/s;
/** An escape of a half of a character, also where two of them would be one. */
const HALF = /(?<!\\)(?:\\\\)*\\(?:u|U0000)[dD][89a-fA-F]/;
/** What opens an item of an array. */
const SIGNS = new Set(["seq-item-ind", "comma"]);
const GAPS = new Set(["space", "comment", "newline", "comma"]);

/** Reads the values of the nodes of one document, as the engine does. */
export class NodeReader {
  places: Places;
  isCore: boolean;
  isLenient: boolean;
  anchors: Map<string, Value> = new Map();
  aliased = 0;
  depth = 0;
  flow = 0;

  constructor(places: Places, { isCore = false, isLenient = false }: Reading) {
    this.places = places;
    this.isCore = isCore;
    this.isLenient = isLenient;
  }

  value(node: unknown): Value {
    if (isAlias(node)) return this.alias(node);
    const value = isCollection(node) ? this.collection(node as YAMLMap | YAMLSeq) : this.scalar(node);
    if (isNode(node) && node.anchor) this.anchors.set(node.anchor, value);
    return value;
  }

  collection(node: YAMLMap | YAMLSeq) {
    this.depth += 1;
    this.flow += Number(Boolean(node.flow));
    if (this.depth > DEEPEST) this.tooDeep(node);
    const value = isMap(node) ? this.map(node) : this.array(node as YAMLSeq);
    this.depth -= 1;
    this.flow -= Number(Boolean(node.flow));
    return value;
  }

  map(node: YAMLMap) {
    const items: Item[] = [];
    for (const pair of node.items as Pair<unknown, unknown>[]) {
      const { key, value } = pair;
      if (isCollection(key)) this.fail("collection-as-key", startOf(key));
      if (isMergeKey(key)) {
        items.push(...this.merged(value).map((item) => ({ ...item, isMerged: true })));
      } else {
        const line = this.places.line(keyStart(pair));
        this.refuseColon(pair, node);
        items.push({ key: this.key(key), value: this.value(value), line, valueLine: line });
      }
    }
    return new YamlMap(items);
  }

  /** Refuses a colon below its key in brackets, one before another bracket, and one without a key. */
  refuseColon(pair: Pair<unknown, unknown>, map: YAMLMap) {
    const { key, start = [] } = tokenOf(pair);
    const at = colonOf(pair)?.offset;
    if (at === undefined || start.some(({ type }) => type === "explicit-key-ind")) return;
    const problem = map.flow && this.problemInBrackets(pair, at);
    if (problem) this.fail("not-yaml", at, { problem });
    if (!key && start.every(({ type }) => GAPS.has(type)) && !this.allowsNoKey(map, at)) {
      this.fail("not-yaml", at, { problem: "Missing key" });
    }
  }

  /** @param at the offset of the colon */
  problemInBrackets(pair: Pair<unknown, unknown>, at: number) {
    const isPlain = isScalar(pair.key) && pair.key.type === "PLAIN";
    if (this.places.line(keyStart(pair)) !== this.places.line(at)) return "Implicit keys need to be on a single line";
    return !this.isCore && isPlain && /[[{]/.test(this.places.text[at + 1]) && "Missing space after the colon";
  }

  /**
   * Whether a colon of a map needs no key: in YAML 1.2, in brackets and at the margin of the map.
   *
   * @param at the offset of the colon
   */
  allowsNoKey(map: YAMLMap, at: number) {
    return this.isCore && (map.flow || this.places.column(at) === this.places.column(startOf(map)));
  }

  key(node: unknown): Scalar {
    const value = this.value(node);
    if (holdsItems(value)) return this.fail("collection-as-key", startOf(node));
    return this.isCore && isScalar(node) && !node.tag && !node.anchor ? String(node.value ?? "") : value;
  }

  array(node: YAMLSeq) {
    const items = node.items.map((element, index) => {
      const line = this.places.line(signOf(node, index)?.offset ?? startOf(node));
      return { key: null, value: this.value(element), line, valueLine: node.flow ? this.valueLine(element, line) : line };
    });
    return new YamlArray(items);
  }

  /**
   * Returns the line where an item in brackets begins.
   *
   * @param line of the bracket or comma before it, which is that of an empty item
   */
  valueLine(node: unknown, line: number) {
    const [start, end] = (isNode(node) && node.range) || [0, 0];
    return start < end ? this.places.line(start) : line;
  }

  merged(value: unknown) {
    const merged = this.value(value);
    if (merged instanceof YamlMap) return merged.items;
    if (!(merged instanceof YamlArray) || (merged.items.length && !this.isLenient)) this.fail("merge-of-no-map", startOf(value));
    // Of equal keys, the last one counts, and the first of several maps takes precedence.
    return [...merged.items].reverse().flatMap(({ value: each }) =>
      each instanceof YamlMap ? each.items : this.fail("merge-of-no-map", startOf(value)));
  }

  scalar(node: unknown): Scalar {
    if (!isScalar(node)) return null;
    const scalar = node as ScalarNode;
    const text = this.blockText(scalar, String(scalar.value ?? ""));
    const isPlain = scalar.type === "PLAIN";
    this.refuseOdd(scalar, text);
    if (scalar.tag === undefined) return isPlain ? resolve(text, this.isCore) : text;
    const resolved = resolveTagged(scalar.tag, text, isPlain);
    if ("value" in resolved) return resolved.value;
    return this.fail(resolved.code, startOf(scalar), { scalar: text, tag: resolved.tag });
  }

  /** Returns the text of a block without the line break that the file does not have at its end. */
  blockText({ type, range }: ScalarNode, text: string) {
    const { text: file } = this.places;
    const isOpen = type?.startsWith("BLOCK") && range?.[1] === file.length && !file.endsWith("\n");
    return isOpen ? text.replace(/\n$/, "") : text;
  }

  refuseOdd(node: ScalarNode, text: string) {
    if (this.flow && !this.isLenient && node.type === "PLAIN" && text.includes("?")) this.fail("question-mark-in-brackets", startOf(node));
    if (node.type === "QUOTE_DOUBLE" && HALF.test(sourceOf(node))) this.fail("half-character", startOf(node));
  }

  alias(node: Alias) {
    const { source } = node;
    const isKnown = this.anchors.has(source);
    if (!isKnown && ODD_NAME.test(source)) this.fail("not-yaml", startOf(node), { problem: "Invalid character in an alias" });
    const name = isKnown ? source : source.replace(AFTER_NAME, "");
    const value = this.anchors.get(name);
    if (value === undefined) return this.fail("unknown-alias", startOf(node), { alias: `*${name}`, anchor: `&${name}` });
    const { size, depth } = measure(value);
    this.aliased += size;
    if (this.depth + depth > DEEPEST) this.tooDeep(node);
    if (this.aliased > MOST_ALIASED) this.fail("large-aliases", startOf(node), { nodes: MOST_ALIASED.toLocaleString("en") });
    return copyOf(value);
  }

  tooDeep(node: Node) {
    this.fail("nested-yaml", startOf(node), { levels: DEEPEST });
  }

  fail(code: string, at: number, params: Record<string, Part> = {}): never {
    throw new Unreadable(finding(code, this.places.line(at), params), at);
  }
}

function isMergeKey(key: unknown) {
  return isScalar(key) && key.type === "PLAIN" && key.value === MERGE && [undefined, MERGE_TAG].includes(key.tag);
}

/** Returns the number of nodes of a value, and of its levels. */
function measure(value: Value): { size: number, depth: number } {
  if (!holdsItems(value)) return { size: 1, depth: 0 };
  let [size, depth] = [1, 0];
  for (const item of value.items) {
    const inner = measure(item.value);
    size += inner.size;
    depth = Math.max(depth, inner.depth);
  }
  return { size, depth: depth + 1 };
}

function startOf(node: unknown) {
  return (isNode(node) && node.range?.[0]) || 0;
}

/** Returns the offset of a key; that of its colon if the key is empty. */
function keyStart(pair: Pair<unknown, unknown>) {
  const { key } = pair;
  const isEmpty = isNode(key) && key.range?.[0] === key.range?.[1];
  return (isEmpty ? colonOf(pair)?.offset : undefined) ?? startOf(key);
}

/** Returns the signs around a key. */
function tokenOf({ srcToken }: Pair<unknown, unknown>) {
  return (srcToken ?? {}) as { start?: Sign[], key?: unknown, sep?: Sign[] };
}

function colonOf(pair: Pair<unknown, unknown>) {
  return tokenOf(pair).sep?.find(({ type }) => type === "map-value-ind");
}

/** Returns the dash of an item, or the comma before it. */
function signOf({ srcToken }: YAMLSeq, index: number) {
  const { items } = (srcToken ?? {}) as { items?: { start?: Sign[] }[] };
  return items?.[index]?.start?.find(({ type }) => SIGNS.has(type));
}

function sourceOf({ srcToken }: ScalarNode) {
  return srcToken && "source" in srcToken ? srcToken.source : "";
}

function isNode(node: unknown): node is Node {
  return isScalar(node) || isAlias(node) || isCollection(node);
}
