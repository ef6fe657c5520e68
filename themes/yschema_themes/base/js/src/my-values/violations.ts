import { select, type Selection } from "./alternatives.ts";
import { finding, oneOf, pathOf, phrase, wrongType, type Finding, type Part } from "./findings.ts";
import { entriesOf, valueOf, type InstanceStep, type Node, type SchemaError } from "./json-schema.ts";
import { didYouMean, suggest } from "./suggest.ts";
import { compareText } from "./compare.ts";
import { YamlMap, isIndex, itemAt, itemsAlong, kindOf, type Value } from "./values.ts";
import { keyText, shortText } from "./written.ts";

/** The types of JSON Schema whose names are others. */
const KINDS: Record<string, string> = { number: "float", object: "map", whole: "integer" };
const LISTING = new Set(["const", "enum"]);
const AFTER_TYPE = new Set([...LISTING, "not"]); // say nothing new about a value of the wrong type
const TELLING = new Set(["type", "const", "enum", "required"]);

/** Makes findings of errors about one value, as the engine does. */
export class Violations {
  value: Value;
  line: number;
  nodes: readonly Node[];
  texts: readonly string[];
  misspelt: Set<string> = new Set(); // the paths of misspelt keys as they should be spelled

  /**
   * @param line of the value
   * @param nodes the schemas
   * @param texts what keywords expect
   */
  constructor(value: Value, line: number, nodes: readonly Node[], texts: readonly string[]) {
    this.value = value;
    this.line = line;
    this.nodes = nodes;
    this.texts = texts;
  }

  /**
   * Returns the findings about errors: one for each mistake. A key that is misspelt is not missing as well, and a value of
   * the wrong type is not reported again as one that the schema does not list.
   */
  of(errors: SchemaError[]) {
    const sorted = errors.toSorted((one, other) => comparePaths(one.path, other.path));
    const leaves = sorted.flatMap((error) => this.mostTelling(error));
    const mistyped = new Set(leaves.filter(({ keyword }) => keyword === "type").map(pathOf));
    const kept = leaves.filter((leaf) => !AFTER_TYPE.has(leaf.keyword) || !mistyped.has(pathOf(leaf)));
    const findings = kept.flatMap((leaf) => [...this.findings(leaf)].map((each) => this.withCondition(each, leaf)));
    return findings.filter((each) => each.code !== "json-schema-missing-key" || !this.misspelt.has(pathOf(each)));
  }

  /** Returns a finding with the condition under which the value is wrong. */
  withCondition(finding: Finding, { when }: SchemaError): Finding {
    return when === undefined || finding.params.when ? finding : { ...finding, params: { ...finding.params, when: this.texts[when] } };
  }

  *findings(error: SchemaError) {
    const { keyword, instance, path, text, value, selection } = error;
    const expected = text === undefined ? (keyword ? undefined : phrase("noValue")) : this.texts[text];
    if (selection) yield this.ofNoShape(error, selection);
    else if (keyword === "required") yield* this.missing(error, value);
    else if (keyword === "dependencies") yield* this.dependent(error);
    else if (error.key !== undefined) yield this.unknown(error, error.key);
    else if (keyword === "format") yield this.finding("json-schema-format", path, { expected });
    else if (this.isAboutKey(error)) {
      yield this.finding("json-schema-key", [...path, instance as string], { found: shown(error), expected }, true);
    } else yield this.finding("json-schema-violation", path, { found: shown(error), expected, ...factsOf(error) });
  }

  /** Returns the errors of the one alternative that the value is meant to be, or the error itself. */
  mostTelling(error: SchemaError): SchemaError[] {
    const { context, instance, value } = error;
    let meant = context.filter((errors) => !errors.some(tellsApart));
    // An alternative that allows no value has an error without a keyword.
    const isNever = context.some((errors) => errors.some(({ keyword, path }) => !keyword && !path.length));
    if (isNever) meant = [];
    if (context.length && instance instanceof YamlMap) {
      const selection = select(this.nodes, value, instance);
      const { indexes, key, nearest } = selection;
      if (key !== undefined) return [{ ...error, selection }];
      if (indexes.length === 1) meant = [context[indexes[0]]];
      else if (!isNever && meant.length !== 1 && nearest !== undefined) meant = [context[nearest]];
    }
    if (meant.length !== 1) return [error];
    return meant[0].flatMap((each) =>
      this.mostTelling({ ...each, path: [...error.path, ...each.path], isName: each.isName || error.isName, when: each.when ?? error.when }));
  }

  /** Returns the finding about a key whose value selects none of several shapes. */
  ofNoShape({ path, instance }: SchemaError, { key, values }: Selection) {
    const steps = [...path, key as string];
    const expected = oneOf([...new Set(values.map(shortText))]);
    const value = entriesOf(instance)?.get(key as string);
    if (value === undefined) return this.finding("json-schema-missing-key", steps, { expected });
    const hint = typeof value === "string" ? didYouMean(value, values.filter((each) => typeof each === "string")) : undefined;
    return this.finding("json-schema-violation", steps, { found: shortText(value), expected, hint });
  }

  isAboutKey({ isName, instance, path }: SchemaError) {
    if (!isName || typeof instance !== "string") return false;
    const map = path.reduce((value, step) => itemAt(value, step, keyText)?.value ?? null, this.value);
    return itemAt(map, instance, keyText) !== undefined;
  }

  /** Yields a finding for each key that is missing. */
  *missing({ instance, path }: SchemaError, keys: readonly string[], when?: Part) {
    for (const key of keys) {
      if (!entriesOf(instance)?.has(key)) yield this.finding("json-schema-missing-key", [...path, key], { when });
    }
  }

  *dependent(error: SchemaError) {
    for (const [key, needed] of error.value) {
      if (Array.isArray(needed) && entriesOf(error.instance)?.has(key)) {
        yield* this.missing(error, needed, phrase("isSet", { key: shortText(key) }));
      }
    }
  }

  unknown({ keyword, node, path, value }: SchemaError, key: string) {
    const isUnevaluated = keyword === "unevaluatedProperties";
    const names = isUnevaluated ? value[1] : namesIn(node, "properties");
    const patterns = isUnevaluated ? [] : namesIn(node, "patternProperties");
    const like = patterns.map((pattern: string) => phrase("keyLike", { patterns: shortText(pattern) }));
    const expected = oneOf([...names.map(shortText), ...like]);
    const meant = suggest(key, names);
    if (meant !== undefined) this.misspelt.add(pathOf({ path: [...path, meant] }));
    return this.finding("json-schema-unknown-key", [...path, key], { found: shortText(key), expected, hint: didYouMean(key, names) }, true);
  }

  /**
   * Returns a finding at the line of a value, or of the nearest one above it.
   *
   * @param name of the code
   * @param isKey whether it is about the last key of the path
   */
  finding(name: string, path: readonly InstanceStep[], params: Record<string, Part | undefined>, isKey = false) {
    const item = [...itemsAlong(this.value, path, keyText)].at(-1);
    return finding(name, (isKey ? item?.line : item?.valueLine) ?? this.line, params, [...path]);
  }
}

/** Returns the names or patterns in a keyword of a schema, without those of fields that readers do not see. */
function namesIn(node: Node, keyword: string): string[] {
  return (valueOf(node, keyword) ?? []).flatMap(([name]: [string | null]) => name ?? []);
}

/** Returns what else is said of a value: which types it should have, or which listed text was meant. */
function factsOf({ keyword, value, instance }: SchemaError) {
  if (keyword === "type") return wrongType([value].flat().map((kind) => KINDS[kind] ?? kind), instance);
  if (!LISTING.has(keyword) || typeof instance !== "string") return {};
  const texts = [value].flat().filter((each) => typeof each === "string");
  return { hint: didYouMean(instance, texts) };
}

function shown({ keyword, instance }: SchemaError) {
  if (keyword !== "type") return shortText(instance);
  const kind = kindOf(instance);
  return kind === "map" || kind === "array" ? phrase(`${kind}Type`) : kind;
}

function comparePaths(one: readonly InstanceStep[], other: readonly InstanceStep[]) {
  for (let i = 0; i < Math.min(one.length, other.length); i += 1) {
    const [step, next] = [one[i], other[i]];
    const order = isIndex(step) && isIndex(next) ? step.index - next.index : compareText(String(step), String(next));
    if (order) return order;
  }
  return one.length - other.length;
}

/** Whether an error says that a value is of another shape, rather than wrong in its shape. */
function tellsApart({ keyword, path, context }: SchemaError) {
  if (context.length && !path.length) return context.every((errors) => errors.some(tellsApart));
  return TELLING.has(keyword) && path.length <= Number(keyword === "const" || keyword === "enum");
}
