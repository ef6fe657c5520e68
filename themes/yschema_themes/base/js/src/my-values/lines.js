import { isIndex, phrase } from "./findings.js";
import { YamlArray, YamlMap, itemAt } from "./values.js";

/** @import { Finding, Step } from "./findings.js" */
/** @import { Item, Span, Value } from "./values.js" */
/** @import { YamlDocument } from "./yaml.js" */

/** The lines of documents that set each value; of several documents those of the last one. */
export class Lines {
  /** @param {readonly YamlDocument[]} documents */
  constructor(documents) {
    this.documents = documents.toReversed();
  }

  /**
   * Returns a finding about a default at the nearest line around it that the reader has written.
   *
   * @param {Finding} finding
   * @param {readonly Step[]} path
   * @returns {Finding}
   */
  nearest(finding, path) {
    const depths = this.documents.map(({ value }) => depthOf(value, path));
    const place = Math.max(...depths);
    const document = this.documents[depths.indexOf(place)];
    if (!document) return { ...finding, isAtDefault: true };
    const span = spanIn(document, path.slice(0, place));
    if (place === path.length) return { ...finding, span };
    return { ...finding, span, isAtDefault: true, params: { hint: phrase("defaultHint"), ...finding.params } };
  }
}

/**
 * Returns the number of the steps of a path that a value has.
 *
 * @param {Value} value
 * @param {readonly Step[]} path
 */
function depthOf(value, path) {
  let item = childOf(value, path[0]);
  let depth = 0;
  while (item && depth < path.length) item = childOf(item.value, path[depth += 1]);
  return depth;
}

/**
 * @param {YamlDocument} document
 * @param {readonly Step[]} path that the document has
 * @returns {Span}
 */
function spanIn({ value, span }, path) {
  /** @type {Pick<Item, "value" | "span">} */
  let at = { value, span };
  for (const step of path) at = childOf(at.value, step) ?? at;
  return at.span;
}

/**
 * @param {Value} value
 * @param {Step | undefined} step
 */
function childOf(value, step) {
  if (step === undefined) return undefined;
  if (isIndex(step)) return value instanceof YamlArray ? value.items[step.index] : undefined;
  return value instanceof YamlMap ? itemAt(value, step) : undefined;
}
