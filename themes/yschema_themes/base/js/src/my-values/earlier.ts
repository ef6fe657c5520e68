import { isMap, type Node } from "yaml";

import { all } from "../dom.ts";
import { additionOf, fixOf, linesOf, placeOf, renamed, type Edit, type Fix, type Place } from "./edits.ts";
import { finding, pathOf, phrase, type Finding } from "./findings.ts";
import { isIndex, stepsIn, type Item, type Step, type Value } from "./values.ts";
import { yamlText } from "./written.ts";
import { readYaml, type YamlFile } from "./yaml.ts";
import type { Field } from "./field.ts";

/** A field of earlier versions, and the one in its place. */
type Gone = { path: string, version: string, to: string, isCertain: boolean };

const UNKNOWN = /unknown-key$/;
const INDEX = /\[\d+\]/g;
const CHANGES = ".ys-change";

/** What the page of a reference, or of an upgrade, says of fields of earlier versions. */
export class Earlier {
  /** By their paths. */
  #fields: Map<string, Field>;

  page: HTMLElement;
  words: Record<string, string>;
  gone: Map<string, Gone> = new Map();

  constructor(page: HTMLElement, root: Field, words: Record<string, string>) {
    this.page = page;
    this.#fields = new Map([...root.walk()].map((field) => [field.path, field]));
    this.words = words;
    const { version: whole = "" } = page.dataset;
    for (const { dataset: { path = "", version = whole, to = "", probable } } of all(page, ".ys-gone [data-path], .ys-task-fix [data-path]")) {
      if (!this.#fields.has(path)) this.gone.set(path, { path, version, to, isCertain: probable === undefined });
    }
  }

  /** Returns findings that say what became of the fields that a file sets and that the schema has no more. */
  explain(findings: readonly Finding[], file: YamlFile | undefined): Finding[] {
    if (!this.gone.size) return [...findings];
    const known = new Set(findings.map(pathOf));
    const open = (file?.documents ?? []).flatMap(({ value }) => [...pathsIn(value)])
      .filter(({ path }) => !known.has(pathOf({ path })) && this.gone.has(fieldPath(path)))
      .map(({ path, item }) => finding("field-removed", item.line, {}, path));
    return [...findings, ...open].map((each) => this.#explained(each)).toSorted((one, other) => one.line - other.line);
  }

  /** Returns the field of earlier versions that a finding is about. */
  of({ code, path = [] }: Finding) {
    return UNKNOWN.test(code) || code === "field-removed" ? this.gone.get(fieldPath(path)) : undefined;
  }

  #explained(each: Finding) {
    const gone = this.of(each);
    if (!gone) return each;
    const { params } = each;
    const hint = gone.to ? phrase(gone.isCertain ? "use" : "perhaps", { key: gone.to }) : phrase("removeGone");
    return { ...each, params: { ...params, says: "removedIn", version: gone.version, hint } };
  }

  /** Returns the edit that follows a change of a field, or that the hint of a finding knows. */
  fixOf(each: Finding, file: YamlFile | undefined): Fix | undefined {
    const { path = [], line } = each;
    const gone = this.of(each);
    if (!file || !gone?.to) return fixOf(each, file, this.words);
    const place = placeOf(path, line, file);
    const target = this.#fields.get(gone.to);
    return place && target && this.#move(file, place, gone, target);
  }

  #move(file: YamlFile, place: Place, { path, to, isCertain }: Gone, target: Field): Fix | undefined {
    const isNear = parentOf(path) === parentOf(to);
    const edits = isNear ? renamed(place, target.key, file) : moved(file, place, target.lineage);
    return edits && { label: isNear ? this.words.rename : this.words.move, edits, isMove: isCertain };
  }

  /**
   * Shows the changes of the page that concern a file, or all of them.
   *
   * @param file undefined to show all
   */
  narrow(findings: readonly Finding[], file: YamlFile | undefined) {
    const set = new Set((file?.documents ?? []).flatMap(({ value }) => [...pathsIn(value)].map(({ path }) => fieldPath(path))));
    const broken = findings.map(({ path = [] }) => fieldPath(path));
    for (const change of all(this.page, CHANGES)) change.hidden = file !== undefined && !concerns(change, set, broken);
    for (const section of all(this.page, "section[class^=ys-task-]")) section.hidden = !section.querySelector(`${CHANGES}:not([hidden])`);
  }
}

/**
 * Whether a change is about what a file sets, or for defaults about what it leaves out.
 *
 * @param set the paths that the file sets
 * @param broken the paths of findings
 */
function concerns({ dataset: { path = "", lack }, parentElement }: HTMLElement, set: ReadonlySet<string>, broken: readonly string[]) {
  const task = parentElement?.closest("section")?.className;
  if (task === "ys-task-fix") return broken.some((each) => isWithin(each, path) || isWithin(path, each));
  return (task === "ys-task-behavior" || task === "ys-task-check") && set.has(path) === (lack === undefined);
}

function isWithin(path: string, around: string) {
  return path === around || (path.startsWith(around) && ".[".includes(path[around.length]));
}

/** Returns the path of a field, without the numbers of items: `a[].b`. */
function fieldPath(path: readonly Step[]) {
  return pathOf({ path: [...path] }).replace(INDEX, "[]");
}

function parentOf(path: string) {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/** Yields what a value sets, and where. */
function* pathsIn(value: Value, around: Step[] = []): Generator<{ path: Step[], item: Item }> {
  for (const { item, step } of stepsIn(value)) {
    const path = [...around, step];
    if (!isIndex(step)) yield { path, item };
    yield* pathsIn(item.value, path);
  }
}

/**
 * Returns the edit that moves a key with its value, and the comments above, elsewhere.
 *
 * @param line the fields to the new place
 * @returns undefined in brackets, if the map has no other key, or if the new key is there
 */
export function moved(file: YamlFile, place: Place, line: readonly Field[]): Edit[] | undefined {
  const target = line.at(-1);
  const { around } = place;
  const isSimple = isMap(around) && !around.flow && !line.some(({ hasKey, path }) => path && !hasKey);
  const isRoot = file.parsed.some(({ contents }) => contents === around);
  if (!target || !isSimple || (around.items.length === 1 && !isRoot)) return undefined; // the map would become null
  const { rest, cut } = cutOut(file, place, yamlText(target.key));
  const addition = additionOf(readYaml(rest), line, cut);
  if (!addition || addition.isPresent) return undefined;
  const text = rest.slice(0, addition.at) + addition.text + rest.slice(addition.at);
  return [{ start: 0, end: file.places.text.length, text }];
}

/** Returns a file without a key, and the lines of the key at the margin, under another name. */
function cutOut(file: YamlFile, { key, value }: Place, name: string) {
  const { places } = file;
  const lines = places.text.split("\n");
  const [from, to] = key?.range ?? [0, 0];
  const { start, end } = linesOf({ key: key as Node, value }, file);
  const column = places.column(from);
  const cut = lines.slice(start - 1, end).map((each) => (each.slice(0, column).trim() ? each.trimStart() : each.slice(column)));
  const first = places.line(from) - start;
  cut[first] = name + cut[first].slice(to - from);
  return { cut, rest: [...lines.slice(0, start - 1), ...lines.slice(end)].join("\n") };
}
