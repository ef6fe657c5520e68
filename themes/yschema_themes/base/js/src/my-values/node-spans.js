import { isAlias, isCollection, isScalar } from "yaml";

/** @import { Node, Pair, YAMLMap, YAMLSeq } from "yaml" */
/** @import { Places } from "./places.js" */
/** @import { Span } from "./values.js" */

/** @typedef {{ type: string, offset: number }} Sign */

/** What opens an item of an array. */
const SIGNS = new Set(["seq-item-ind", "comma"]);

const GAPS = new Set(["space", "comment", "newline"]);

/** The places of nodes, as the engine has them. */
export class NodeSpans {
  /** @param {Places} places */
  constructor(places) {
    this.places = places;
  }

  /**
   * @param {unknown} node
   * @returns {Span}
   */
  of(node) {
    const [start, end] = (isNode(node) && node.range) || [0, 0];
    return this.places.span(start, end);
  }

  /**
   * Returns the place of a key; that of its colon if the key is empty.
   *
   * @param {Pair<unknown, unknown>} pair
   */
  ofKey(pair) {
    const { key } = pair;
    const colon = isNode(key) && key.range?.[0] === key.range?.[1] && colonOf(pair);
    return colon ? this.places.span(colon.offset, colon.offset) : this.of(key);
  }

  /**
   * Returns the place of the colon of a key without a question mark that is on another line; undefined if there is none.
   *
   * @param {Pair<unknown, unknown>} pair
   */
  ofColonBelow(pair) {
    const colon = colonOf(pair);
    if (!colon || tokenOf(pair).start?.some(({ type }) => type === "explicit-key-ind")) return undefined;
    const span = this.places.span(colon.offset, colon.offset + 1);
    return this.ofKey(pair).line === span.line ? undefined : span;
  }

  /**
   * Returns the place of a colon without a key that is not at the margin of its map; undefined if there is none.
   *
   * @param {Pair<unknown, unknown>} pair
   * @param {YAMLMap} map
   */
  ofStrayColon(pair, map) {
    const { key, start = [] } = tokenOf(pair);
    const colon = !key && start.every(({ type }) => GAPS.has(type)) && colonOf(pair);
    if (!colon) return undefined;
    const span = this.places.span(colon.offset, colon.offset + 1);
    return span.column === this.of(map).column ? undefined : span;
  }

  /**
   * Returns the place of a value that is on the line of its item; all others have that of the item.
   *
   * @param {unknown} node
   * @param {Span} span of the item
   */
  ofValue(node, span) {
    if (!isNode(node) || !node.range || (isCollection(node) && !node.flow)) return span;
    const value = this.places.span(node.range[0], node.range[1]);
    const isAtItem = value.line === span.line || !span.column; // in brackets, an item has no line of its own
    return isAtItem && value.end > value.column ? value : span;
  }

  /**
   * Returns the place of the dash of an item, or the line of the bracket or comma before it.
   *
   * @param {YAMLSeq} node
   * @param {number} index
   */
  ofItem(node, index) {
    const sign = signOf(node, index);
    if (sign && !node.flow) return this.places.span(sign.offset, sign.offset + 1);
    return { line: this.places.line(sign?.offset ?? node.range?.[0] ?? 0), column: 0, end: 0 };
  }
}

/**
 * Returns the signs around a key.
 *
 * @param {Pair<unknown, unknown>} pair
 */
function tokenOf({ srcToken }) {
  return /** @type {{ start?: Sign[], key?: unknown, sep?: Sign[] }} */ (srcToken ?? {});
}

/** @param {Pair<unknown, unknown>} pair */
function colonOf(pair) {
  return tokenOf(pair).sep?.find(({ type }) => type === "map-value-ind");
}

/**
 * Returns the dash of an item, or the comma before it.
 *
 * @param {YAMLSeq} node
 * @param {number} index
 */
function signOf({ srcToken }, index) {
  const { items } = /** @type {{ items?: { start?: Sign[] }[] }} */ (srcToken ?? {});
  return items?.[index]?.start?.find(({ type }) => SIGNS.has(type));
}

/**
 * @param {unknown} node
 * @returns {node is Node}
 */
export function isNode(node) {
  return isScalar(node) || isAlias(node) || isCollection(node);
}
