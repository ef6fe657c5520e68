import { isMap } from "yaml";

import { all } from "../dom.js";
import { additionOf, fixOf, linesOf, placeOf, renamed } from "./edits.js";
import { finding, pathOf, phrase } from "./findings.js";
import { isIndex, stepsIn } from "./values.js";
import { yamlText } from "./written.js";
import { readYaml } from "./yaml.js";

/** @import { Node } from "yaml" */
/** @import { Field } from "./field.js" */
/** @import { Finding } from "./findings.js" */
/** @import { Edit, Fix, Place } from "./edits.js" */
/** @import { Item, Step, Value } from "./values.js" */
/** @import { YamlFile } from "./yaml.js" */

/**
 * @typedef {{ path: string, version: string, to: string, isCertain: boolean }} Gone a field of earlier versions, and the one in its
 *   place
 */

const UNKNOWN = /unknown-key$/;
const INDEX = /\[\d+\]/g;
const CHANGES = ".ys-change";

/** What the page of a reference, or of an upgrade, says of fields of earlier versions. */
export class Earlier {
  /** By their paths.
   * @type {Map<string, Field>} */
  #fields;

  /**
   * @param {HTMLElement} page
   * @param {Field} root
   * @param {Record<string, string>} words
   */
  constructor(page, root, words) {
    this.page = page;
    this.#fields = new Map([...root.walk()].map((field) => [field.path, field]));
    this.words = words;
    /** @type {Map<string, Gone>} */
    this.gone = new Map();
    const { version: whole = "" } = page.dataset;
    for (const { dataset: { path = "", version = whole, to = "", probable } } of all(page, ".ys-gone [data-path], .ys-task-fix [data-path]")) {
      if (!this.#fields.has(path)) this.gone.set(path, { path, version, to, isCertain: probable === undefined });
    }
  }

  /**
   * Returns findings that say what became of the fields that a file sets and that the schema has no more.
   *
   * @param {readonly Finding[]} findings
   * @param {YamlFile | undefined} file
   * @returns {Finding[]}
   */
  explain(findings, file) {
    if (!this.gone.size) return [...findings];
    const known = new Set(findings.map(pathOf));
    const open = (file?.documents ?? []).flatMap(({ value }) => [...pathsIn(value)])
      .filter(({ path }) => !known.has(pathOf({ path })) && this.gone.has(fieldPath(path)))
      .map(({ path, item }) => finding("field-removed", item.line, {}, path));
    return [...findings, ...open].map((each) => this.#explained(each)).toSorted((one, other) => one.line - other.line);
  }

  /**
   * Returns the field of earlier versions that a finding is about.
   *
   * @param {Finding} each
   */
  of({ code, path = [] }) {
    return UNKNOWN.test(code) || code === "field-removed" ? this.gone.get(fieldPath(path)) : undefined;
  }

  /** @param {Finding} each */
  #explained(each) {
    const gone = this.of(each);
    if (!gone) return each;
    const { params } = each;
    const hint = gone.to ? phrase(gone.isCertain ? "use" : "perhaps", { key: gone.to }) : phrase("removeGone");
    return { ...each, params: { ...params, says: "removedIn", version: gone.version, hint } };
  }

  /**
   * Returns the edit that follows a change of a field, or that the hint of a finding knows.
   *
   * @param {Finding} each
   * @param {YamlFile | undefined} file
   * @returns {Fix | undefined}
   */
  fixOf(each, file) {
    const { path = [], line } = each;
    const gone = this.of(each);
    if (!file || !gone?.to) return fixOf(each, file, this.words);
    const place = placeOf(path, line, file);
    const target = this.#fields.get(gone.to);
    return place && target && this.#move(file, place, gone, target);
  }

  /**
   * @param {YamlFile} file
   * @param {Place} place
   * @param {Gone} gone
   * @param {Field} target
   * @returns {Fix | undefined}
   */
  #move(file, place, { path, to, isCertain }, target) {
    const isNear = parentOf(path) === parentOf(to);
    const edits = isNear ? renamed(place, target.key, file) : moved(file, place, target.lineage);
    return edits && { label: isNear ? this.words.rename : this.words.move, edits, isMove: isCertain };
  }

  /**
   * Shows the changes of the page that concern a file, or all of them.
   *
   * @param {readonly Finding[]} findings
   * @param {YamlFile | undefined} file undefined to show all
   */
  narrow(findings, file) {
    const set = new Set((file?.documents ?? []).flatMap(({ value }) => [...pathsIn(value)].map(({ path }) => fieldPath(path))));
    const broken = findings.map(({ path = [] }) => fieldPath(path));
    for (const change of all(this.page, CHANGES)) change.hidden = file !== undefined && !concerns(change, set, broken);
    for (const section of all(this.page, "section[class^=ys-task-]")) section.hidden = !section.querySelector(`${CHANGES}:not([hidden])`);
  }
}

/**
 * Whether a change is about what a file sets, or for defaults about what it leaves out.
 *
 * @param {HTMLElement} change
 * @param {ReadonlySet<string>} set the paths that the file sets
 * @param {readonly string[]} broken the paths of findings
 */
function concerns({ dataset: { path = "", lack }, parentElement }, set, broken) {
  const task = parentElement?.closest("section")?.className;
  if (task === "ys-task-fix") return broken.some((each) => isWithin(each, path) || isWithin(path, each));
  return (task === "ys-task-behavior" || task === "ys-task-check") && set.has(path) === (lack === undefined);
}

/**
 * @param {string} path
 * @param {string} around
 */
function isWithin(path, around) {
  return path === around || (path.startsWith(around) && ".[".includes(path[around.length]));
}

/**
 * Returns the path of a field, without the numbers of items: `a[].b`.
 *
 * @param {readonly Step[]} path
 */
function fieldPath(path) {
  return pathOf({ path: [...path] }).replace(INDEX, "[]");
}

/** @param {string} path */
function parentOf(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/**
 * Yields what a value sets, and where.
 *
 * @param {Value} value
 * @param {Step[]} around
 * @returns {Generator<{ path: Step[], item: Item }>}
 */
function* pathsIn(value, around = []) {
  for (const { item, step } of stepsIn(value)) {
    const path = [...around, step];
    if (!isIndex(step)) yield { path, item };
    yield* pathsIn(item.value, path);
  }
}

/**
 * Returns the edit that moves a key with its value, and the comments above, elsewhere.
 *
 * @param {YamlFile} file
 * @param {Place} place
 * @param {readonly Field[]} line the fields to the new place
 * @returns {Edit[] | undefined} undefined in brackets, if the map has no other key, or if the new key is there
 */
export function moved(file, place, line) {
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

/**
 * Returns a file without a key, and the lines of the key at the margin, under another name.
 *
 * @param {YamlFile} file
 * @param {Place} place
 * @param {string} name
 */
function cutOut(file, { key, value }, name) {
  const { places } = file;
  const lines = places.text.split("\n");
  const [from, to] = key?.range ?? [0, 0];
  const { start, end } = linesOf({ key: /** @type {Node} */ (key), value }, file);
  const column = places.column(from);
  const cut = lines.slice(start - 1, end).map((each) => (each.slice(0, column).trim() ? each.trimStart() : each.slice(column)));
  const first = places.line(from) - start;
  cut[first] = name + cut[first].slice(to - from);
  return { cut, rest: [...lines.slice(0, start - 1), ...lines.slice(end)].join("\n") };
}
