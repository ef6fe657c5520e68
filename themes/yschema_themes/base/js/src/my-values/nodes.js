import { isAlias, isCollection, isMap, isScalar } from "yaml";

import { Unreadable, finding, phrase } from "./findings.js";
import { NodeSpans, isNode } from "./node-spans.js";
import { resolve, resolveTagged } from "./scalars.js";
import { YamlArray, YamlMap, copyOf, isCollection as holdsItems, kindOf } from "./values.js";

/** @import { Alias, Node, Pair, Scalar as ScalarNode, YAMLMap, YAMLSeq } from "yaml" */
/** @import { Part } from "./findings.js" */
/** @import { Places } from "./places.js" */
/** @import { Item, Scalar, Value } from "./values.js" */

const DEEPEST = 60; // levels, as in the engine
const MOST_ALIASED = 500_000; // nodes, as in the engine
const MERGE = "<<";
/** The name of an alias, and after it a sign that ends no name. */
const ODD_NAME = /^[\w-]+[^\w\s?:,\]}%@`-]/;
const AFTER_NAME = /(?<=[\w-])[^\w-].*$/s;

/** Reads the values of the nodes of one document, as the engine does. */
export class NodeReader {
  /**
   * @param {Places} places
   * @param {boolean} hasTextKeys whether keys are strings, as in JSON: `on` and `1` as they are written
   */
  constructor(places, hasTextKeys) {
    this.text = places.text;
    this.spans = new NodeSpans(places);
    this.hasTextKeys = hasTextKeys;
    /** @type {Map<string, Value>} */
    this.anchors = new Map();
    this.aliased = 0;
    this.depth = 0;
    this.flow = 0;
  }

  /**
   * @param {unknown} node
   * @returns {Value}
   */
  value(node) {
    if (isAlias(node)) return this.alias(node);
    const value = isCollection(node) ? this.collection(/** @type {YAMLMap | YAMLSeq} */ (node)) : this.scalar(node);
    if (isNode(node) && node.anchor) this.anchors.set(node.anchor, value);
    return value;
  }

  /** @param {YAMLMap | YAMLSeq} node */
  collection(node) {
    this.depth += 1;
    this.flow += Number(Boolean(node.flow));
    if (this.depth > DEEPEST) this.tooDeep(node);
    const value = isMap(node) ? this.map(node) : this.array(/** @type {YAMLSeq} */ (node));
    this.depth -= 1;
    this.flow -= Number(Boolean(node.flow));
    return value;
  }

  /** @param {YAMLMap} node */
  map(node) {
    /** @type {Item[]} */
    const items = [];
    for (const pair of /** @type {Pair<unknown, unknown>[]} */ (node.items)) {
      const { key, value } = pair;
      if (isCollection(key)) this.fail("collection-as-key", /** @type {Node} */ (key), { found: this.kind(key) });
      if (isMergeKey(key)) {
        items.push(...this.merged(value));
      } else {
        const span = this.spans.ofKey(pair);
        this.refuseColon(pair, node);
        items.push({ key: this.key(key), value: this.value(value), span, valueSpan: this.spans.ofValue(value, span), isSet: true });
      }
    }
    return new YamlMap(items);
  }

  /**
   * Refuses a colon below its key in brackets, and one without a key that is not at the margin of its map.
   *
   * @param {Pair<unknown, unknown>} pair
   * @param {YAMLMap} map
   */
  refuseColon(pair, map) {
    const span = map.flow ? this.spans.ofColonBelow(pair) : this.spans.ofStrayColon(pair, map);
    if (!span) return;
    const isFirst = /^ *$/.test(this.spans.places.before(span));
    const [found, hint] = map.flow ? ["openMap", "closeHint"] : isFirst ? ["noKey", "noKeyHint"] : ["colon", "colonHint"];
    throw new Unreadable(finding("not-yaml", span, { found: phrase(found), hint: phrase(hint) }));
  }

  /**
   * @param {unknown} node
   * @returns {Scalar}
   */
  key(node) {
    if (isAlias(node)) return this.aliasKey(node);
    const value = /** @type {Scalar} */ (this.value(node));
    return this.hasTextKeys && isScalar(node) && !node.tag && !node.anchor ? String(node.value ?? "") : value;
  }

  /** @param {YAMLSeq} node */
  array(node) {
    const items = node.items.map((element, index) => {
      const span = this.spans.ofItem(node, index);
      return { key: null, value: this.value(element), span, valueSpan: this.spans.ofValue(element, span), isSet: true };
    });
    return new YamlArray(items);
  }

  /** @param {unknown} value */
  merged(value) {
    const merged = this.value(value);
    if (merged instanceof YamlMap) return merged.items;
    if (!(merged instanceof YamlArray) || merged.items.length) {
      this.fail("merge-of-no-map", /** @type {Node} */ (value), { found: this.kind(value) });
    }
    return [];
  }

  /**
   * @param {unknown} node
   * @returns {Scalar}
   */
  scalar(node) {
    if (!isScalar(node)) return null;
    const scalar = /** @type {ScalarNode} */ (node);
    const text = this.blockText(scalar, String(scalar.value ?? ""));
    const isPlain = scalar.type === "PLAIN";
    this.refuseOdd(scalar, text);
    if (scalar.tag === undefined) return isPlain ? resolve(text) : text;
    const resolved = resolveTagged(scalar.tag, text, isPlain);
    if ("value" in resolved) return resolved.value;
    return this.fail(resolved.code, scalar, { scalar: text, tag: resolved.tag });
  }

  /**
   * Returns the text of a block without the line break that the file does not have at its end.
   *
   * @param {ScalarNode} node
   * @param {string} text
   */
  blockText({ type, range }, text) {
    const { text: file } = this;
    const isOpen = type?.startsWith("BLOCK") && range?.[1] === file.length && !file.endsWith("\n");
    return isOpen ? text.replace(/\n$/, "") : text;
  }

  /**
   * @param {ScalarNode} node
   * @param {string} text
   */
  refuseOdd(node, text) {
    if (this.flow && node.type === "PLAIN" && text.includes("?")) this.fail("question-mark-in-brackets", node);
    if (node.type === "QUOTE_DOUBLE" && !isWellFormed(text)) this.fail("half-character", node);
  }

  /** @param {Alias} node */
  alias(node) {
    const { source } = node;
    const isKnown = this.anchors.has(source);
    if (!isKnown && ODD_NAME.test(source)) {
      this.fail("not-yaml", node, { found: phrase("start", { character: "`*`" }), hint: phrase("quoteHint") });
    }
    const name = isKnown ? source : source.replace(AFTER_NAME, "");
    const value = this.anchors.get(name);
    if (value === undefined) return this.fail("unknown-alias", node, { alias: `*${name}`, anchor: `&${name}` });
    const { size, depth } = measure(value);
    this.aliased += size;
    if (this.depth + depth > DEEPEST) this.tooDeep(node);
    if (this.aliased > MOST_ALIASED) this.fail("large-aliases", node, { nodes: MOST_ALIASED.toLocaleString("en") });
    return copyOf(value);
  }

  /**
   * @param {Alias} node
   * @returns {Scalar}
   */
  aliasKey(node) {
    const value = this.alias(node);
    if (!holdsItems(value)) return value;
    return this.fail("collection-as-key", node, { found: phrase("aliasOf", { type: kindOf(value) }) });
  }

  /** @param {unknown} node */
  kind(node) {
    if (isAlias(node)) return phrase("anAlias");
    return phrase(!isCollection(node) ? "aScalar" : isMap(node) ? "aMap" : "anArray");
  }

  /** @param {Node} node */
  tooDeep(node) {
    this.fail("nested-yaml", node, { levels: DEEPEST });
  }

  /**
   * @param {string} code
   * @param {Node} node
   * @param {Record<string, Part>} params
   * @returns {never}
   */
  fail(code, node, params = {}) {
    throw new Unreadable(finding(code, this.spans.of(node), params));
  }
}

/** @param {unknown} key */
function isMergeKey(key) {
  return isScalar(key) && key.type === "PLAIN" && key.value === MERGE && !key.tag;
}

/** @param {string} text */
function isWellFormed(text) {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * Returns the number of nodes of a value, and of its levels.
 *
 * @param {Value} value
 * @returns {{ size: number, depth: number }}
 */
function measure(value) {
  if (!holdsItems(value)) return { size: 1, depth: 0 };
  let [size, depth] = [1, 0];
  for (const item of value.items) {
    const inner = measure(item.value);
    size += inner.size;
    depth = Math.max(depth, inner.depth);
  }
  return { size, depth: depth + 1 };
}
