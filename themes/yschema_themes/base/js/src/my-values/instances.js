import { byComments, misspelt, withoutRemoved } from "./charts.js";
import { Unreadable, finding, listing, pathText } from "./findings.js";
import { Schemas } from "./json-schema.js";
import { NOWHERE, YamlMap, itemAt } from "./values.js";
import { Violations } from "./violations.js";

/** @import { Finding, Step } from "./findings.js" */
/** @import { Node } from "./json-schema.js" */
/** @import { Field } from "./field.js" */
/** @import { Item, Value } from "./values.js" */
/** @import { YamlDocument } from "./yaml.js" */

/**
 * @typedef {{ r: number[], p?: [string, CheckData][] }} CheckData
 * @typedef {object} InstanceData as the build writes it; see `outputs/my_values/checks.py`
 * @property {string[]} t
 * @property {Node[]} n
 * @property {CheckData} c
 * @property {0 | 1} h
 * @property {string[]} o
 * @property {0 | 1} s
 * @property {[string, string] | null} k
 * @property {[isServed: 0 | 1, notice: string | null, current: string[]]} v
 * @property {[path: string, anchor: string, words: string, isNeverChecked: 0 | 1][]} u
 */

const [GLOBAL, VERSION] = ["global", "apiVersion"];

/** Checks values by what their schema language says, which is more than types and rules of fields. */
export class InstanceCheck {
  /**
   * @param {InstanceData} data
   * @param {Field} root
   */
  constructor(data, root) {
    this.data = data;
    this.root = root;
    this.schemas = new Schemas(data);
  }

  /** Whether values are checked as they are set, without defaults. */
  get isAsSet() {
    return this.data.s === 1;
  }

  /**
   * Yields what is wrong with values.
   *
   * @param {Value} value
   * @returns {Generator<Finding>}
   */
  *violations(value) {
    if (!this.data.h) yield* this.bySchemas(this.data.c, value, [], undefined);
    else yield* this.ofChart(withoutRemoved(value, this.root.default));
  }

  /** @param {Value} value */
  *ofChart(value) {
    const seen = new Set();
    for (const findings of [this.bySchemas(this.data.c, value, [], undefined), byComments(this.root, value), misspelt(this.root, value, new Set(this.data.o))]) {
      for (const each of findings) {
        const path = pathText(each.path ?? []);
        if (!seen.has(path)) yield each;
        seen.add(path);
      }
    }
  }

  /**
   * @param {CheckData} check
   * @param {Value} value
   * @param {Step[]} path
   * @param {Item | undefined} shared the global values, which Helm hands to each dependency
   * @returns {Generator<Finding>}
   */
  *bySchemas({ r: roots, p: parts = [] }, value, path, shared) {
    const map = withShared(value, shared);
    yield* this.bySchemasInTurn(roots, map, path);
    for (const [key, inner] of parts) {
      const nested = valueAt(map, key);
      if (nested instanceof YamlMap) yield* this.bySchemas(inner, nested, [...path, key], itemOf(map, GLOBAL) ?? shared);
    }
  }

  /**
   * @param {readonly number[]} roots
   * @param {Value} value
   * @param {Step[]} path
   */
  *bySchemasInTurn(roots, value, path) {
    const seen = new Set();
    for (const root of roots) {
      const findings = [...this.bySchema(root, value, path)];
      yield* findings.filter((each) => !seen.has(pathText(each.path ?? [])));
      for (const each of findings) seen.add(pathText(each.path ?? []));
    }
  }

  /**
   * @param {number} root
   * @param {Value} value
   * @param {Step[]} path
   */
  *bySchema(root, value, path) {
    const span = (value instanceof YamlMap && value.items[0]?.span) || NOWHERE;
    for (const each of this.found(root, value, span)) yield { ...each, path: [...path, ...each.path ?? []] };
  }

  /**
   * @param {number} root
   * @param {Value} value
   * @param {Item["span"]} span
   */
  found(root, value, span) {
    try {
      return [...new Violations(value, span, this.data.n, this.data.t).of(this.schemas.errors(root, value))];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Unreadable(finding("json-schema-nested", span)); // the schema refers to itself
    }
  }

  /**
   * Returns the documents of each resource, or of the values if they are none.
   *
   * @param {readonly YamlDocument[]} documents
   * @returns {{ groups: YamlDocument[][], findings: Finding[] }}
   */
  groups(documents) {
    const { k: kind } = this.data;
    if (!kind) return { groups: [[...documents]], findings: [] };
    const changes = documents.filter((each) => !kindText(each.value));
    const wanted = kindTextOf(...kind);
    const resources = documents.filter((each) => kindText(each.value) === wanted);
    if (resources.length) {
      const findings = resources.flatMap((each) => [...this.ofVersion(each)]);
      return { groups: resources.map((each) => [each, ...changes]), findings };
    }
    if (changes.length === documents.length) return { groups: [changes], findings: [] };
    const others = [...new Set(documents.map(({ value }) => kindText(value)).filter(Boolean))];
    const params = { found: listing(/** @type {string[]} */ (others)), expected: wanted };
    return { groups: [], findings: [finding("resource-of-other-kind", documents[0].span, params)] };
  }

  /**
   * Yields the finding about a resource whose version is deprecated or not served.
   *
   * @param {YamlDocument} document
   */
  *ofVersion({ value }) {
    const [isServed, notice, current] = this.data.v;
    const span = lastOf(value, VERSION)?.span ?? NOWHERE;
    const expected = current.length ? listing(current, "or") : undefined;
    if (!isServed) yield finding("resource-version-not-served", span, { expected }, [VERSION]);
    else if (notice !== null) yield finding("resource-version-deprecated", span, { expected, hint: notice }, [VERSION]);
  }
}

/**
 * @param {Value} value
 * @param {string} key
 */
function itemOf(value, key) {
  return value instanceof YamlMap ? itemAt(value, key) : undefined;
}

/**
 * @param {Value} value
 * @param {string} key
 */
function valueAt(value, key) {
  return itemOf(value, key)?.value;
}

/**
 * Returns the item of a key that applies: the last one.
 *
 * @param {Value} value
 * @param {string} key
 */
function lastOf(value, key) {
  return value instanceof YamlMap ? value.items.findLast((item) => item.key === key) : undefined;
}

/**
 * Returns the values of a dependency with the global ones.
 *
 * @param {Value} value
 * @param {Item | undefined} shared
 */
function withShared(value, shared) {
  return shared && value instanceof YamlMap && !itemAt(value, GLOBAL) ? new YamlMap([...value.items, shared]) : value;
}

/**
 * Returns the kind of a resource in words; undefined if a document has none.
 *
 * @param {Value} value
 */
function kindText(value) {
  const [version, kind] = [VERSION, "kind"].map((key) => lastOf(value, key)?.value);
  return typeof version === "string" && typeof kind === "string" ? kindTextOf(version, kind) : undefined;
}

/**
 * @param {string} version
 * @param {string} kind
 */
function kindTextOf(version, kind) {
  return `${kind} (${version})`;
}
