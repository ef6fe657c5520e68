import { byComments, isEnabled, mergeDefaults, misspelt, switchesOf, withShared } from "./charts.ts";
import { Unreadable, distinct, finding, listing, pathOf, type Finding } from "./findings.ts";
import { Field } from "./field.ts";
import { Schemas, type Node } from "./json-schema.ts";
import { didYouMean } from "./suggest.ts";
import { KEYWORDS } from "./keywords.ts";
import { NOWHERE, YamlArray, YamlMap, itemAt, type Step, type Value } from "./values.ts";
import { Violations } from "./violations.ts";
import type { Unchecked } from "./check.ts";
import type { YamlDocument } from "./yaml.ts";

type CheckData = { r: number[], p?: Part[] };
/** A chart in another one. */
export type Part = [key: string, check: CheckData, conditions?: string[][], tags?: string[]];

/** As the build writes it; see `show/my_values.py`. */
export interface InstanceData {
  t: string[];
  n: Node[];
  c: CheckData;
  h: 0 | 1;
  o: string[];
  s: 0 | 1;
  y: "ytt" | "1.1" | "1.2";
  k: string | null;
  g: [version: string, kind: string][];
  v: [isServed: 0 | 1, notice: string | null, current: string[]];
  u: [path: string, anchor: string, words: string, isNeverChecked: 0 | 1][];
}

const VERSION = "apiVersion";

/** Checks values by what their schema language says, which is more than types and rules of fields. */
export class InstanceCheck {
  data: InstanceData;
  root: Field;
  schemas: Schemas;
  /** Whether values are checked as they are set, without defaults. */
  isAsSet: boolean;
  /** Whether the values are those of a resource, of which the API server drops keys that are null and must not be. */
  isResource: boolean;
  /** Whether the values are those of a chart, which are merged as Helm does. */
  isChart: boolean;
  /** How the tool that takes the values reads YAML. */
  reading: { isCore: boolean, isLenient: boolean };

  constructor(data: InstanceData, root: Field) {
    this.data = data;
    this.root = root;
    this.schemas = new Schemas(data);
    this.isAsSet = data.s === 1;
    this.isResource = data.k !== null;
    this.isChart = data.h === 1;
    this.reading = { isCore: data.y === "1.2", isLenient: data.y !== "ytt" };
  }

  /** The rules that are not checked here: those that the build lists, and keywords that only the engine knows. */
  get unchecked(): Unchecked[] {
    const listed = this.data.u.map(([path, anchor, words, isNever]) => ({ field: { path, anchor }, words, isNeverChecked: isNever === 1 }));
    const keywords = this.data.n.flatMap((node) => (typeof node === "boolean" ? [] : node.map(([name]) => name)));
    const others = new Set(keywords.filter((name) => !Object.hasOwn(KEYWORDS, name)));
    return [...listed, ...[...others].map((words) => ({ field: { path: "", anchor: "" }, words }))];
  }

  /** Merges the defaults into the values of a chart, in place, and yields what Helm says about them. */
  *inEffect(given: YamlMap) {
    yield* mergeDefaults(given, this.root.default, this.data.c.p ?? []);
  }

  /** Returns what is wrong with values. */
  violations(value: Value): Finding[] {
    const { root, data: { c: check, o: commentedOut } } = this;
    const bySchemas = this.bySchemas(check, value, [], value);
    if (!this.isChart) return [...bySchemas];
    const known = new Set([...commentedOut, ...switchesOf(check.p)]);
    return distinct([...bySchemas, ...byComments(root, value), ...misspelt(root, value, known)], pathOf);
  }

  /** @param whole the values of the outermost chart */
  *bySchemas({ r: roots, p: parts = [] }: CheckData, value: Value, path: Step[], whole: Value): Generator<Finding> {
    yield* this.bySchemasInTurn(roots, value, path);
    for (const part of parts) {
      const [key, inner] = part;
      const nested = itemAt(value, key)?.value;
      if (!(nested instanceof YamlMap) || !isEnabled(part, whole)) continue;
      yield* this.bySchemas(inner, withShared(nested, itemAt(value, "global")?.value), [...path, key], whole);
    }
  }

  *bySchemasInTurn(roots: readonly number[], value: Value, path: Step[]) {
    const seen = new Set();
    for (const root of roots) {
      const findings = this.bySchema(root, value).map((each) => ({ ...each, path: [...path, ...each.path ?? []] }));
      yield* findings.filter((each) => !seen.has(pathOf(each)));
      for (const each of findings) seen.add(pathOf(each));
    }
  }

  bySchema(root: number, value: Value) {
    const line = (value instanceof YamlMap && value.items[0]?.line) || NOWHERE;
    try {
      return [...new Violations(value, line, this.data.n, this.data.t).of(this.schemas.errors(root, value))];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Unreadable(finding("json-schema-nested", line)); // the schema refers to itself
    }
  }

  /** Returns the documents of each resource, or of the values if they are none, and the kinds that are not checked. */
  groups(documents: readonly YamlDocument[]): { groups: YamlDocument[][], findings: Finding[], others: string[] } {
    const { k: kind } = this.data;
    if (!kind) return { groups: [[...documents]], findings: [], others: [] };
    const changes = documents.filter((each) => !kindText(each.value));
    const resources = documents.filter((each) => kindText(each.value) === kind);
    const unknown = documents.flatMap((each) => [...this.ofUnknown(each)]);
    const texts = documents.map(({ value }) => kindText(value)).filter((each) => each && each !== kind);
    const others = [...new Set(texts)] as string[];
    if (resources.length) {
      const findings = resources.flatMap((each) => [...this.ofVersion(each)]);
      const groups = resources.map((each) => [each, ...changes]);
      return { groups, findings: [...unknown, ...findings], others: unknown.length ? [] : others };
    }
    if (changes.length === documents.length) return { groups: [changes], findings: [], others: [] };
    if (unknown.length) return { groups: [], findings: unknown, others: [] };
    const params = { found: listing(others), expected: kind };
    return { groups: [], findings: [finding("resource-of-other-kind", documents[0].line, params)], others: [] };
  }

  /** Yields the finding about a resource of a known group whose kind or version the inputs do not define. */
  *ofUnknown({ value }: YamlDocument) {
    const [version, kind] = [VERSION, "kind"].map((key) => itemAt(value, key));
    if (!kindText(value) || !version || !kind) return;
    const ofGroup = this.data.g.filter(([each]) => groupOf(each) === groupOf(String(version.value)));
    const versions = ofGroup.filter(([, each]) => each === kind.value).map(([each]) => each);
    if (!ofGroup.length || versions.includes(String(version.value))) return;
    const isKnown = versions.length > 0;
    const kinds = [...new Set(ofGroup.map(([, each]) => each))];
    const [item, key, code, known] = isKnown
      ? ([version, VERSION, "resource-version-unknown", versions] as const)
      : ([kind, "kind", "resource-kind-unknown", kinds] as const);
    const found = String(item.value);
    const hint = didYouMean(found, known);
    if (!isKnown && !hint && known.length < 2) return; // one kind is not all of its group
    const params = { found, expected: listing(known, "or"), hint };
    yield finding(code, item.line, params, [key]);
  }

  /** Yields the finding about a resource whose version is deprecated or not served. */
  *ofVersion({ value }: YamlDocument) {
    const [isServed, notice, current] = this.data.v;
    const line = itemAt(value, VERSION)?.line ?? NOWHERE;
    const expected = current.length ? listing(current, "or") : undefined;
    if (!isServed) yield finding("resource-version-not-served", line, { expected }, [VERSION]);
    else if (notice !== null) yield finding("resource-version-deprecated", line, { expected, hint: notice }, [VERSION]);
  }
}

function groupOf(version: string) {
  return version.split("/").slice(0, -1).join("/");
}

/** Drops the keys that are null and must not be, as the API server does before it sets defaults. */
export function dropNulls(value: Value, field: Field) {
  if (value instanceof YamlArray && field.item) for (const item of value.items) dropNulls(item.value, field.item);
  if (!(value instanceof YamlMap)) return;
  const kept = value.items.filter((item) => {
    const known = field.at(item.key);
    const isDropped = item.value === null && known instanceof Field && !known.kinds.includes("null");
    if (!isDropped && known instanceof Field) dropNulls(item.value, known);
    return !isDropped;
  });
  if (kept.length < value.items.length) value.items = kept;
}

/** Returns the kind of a resource in words; undefined if a document has none. */
function kindText(value: Value) {
  const [version, kind] = [VERSION, "kind"].map((key) => itemAt(value, key)?.value);
  return typeof version === "string" && typeof kind === "string" ? `${kind} (${version})` : undefined;
}
