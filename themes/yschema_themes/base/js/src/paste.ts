/** Text to paste. All YAML of keys and values comes from the server; these functions put it in lines below each other. */

import type { Field } from "./fields.ts";

/** One key of a path. */
export interface Step {
  key: string | null; // as YAML; null for a document that is an array
  items: number; // how many arrays, one in the other, the rest of the path goes through
}

interface Value {
  yaml: string;
  block?: string; // `map` or `items` if the value goes on the lines below its key
}

const PLAIN_STRING = /^(?!(?:null|true|false|~)$)[^\s"'|>.\d+-].*$/; // as YAML, what else begins so is of other types

/** Returns text with a margin before each line that is not empty. */
function indent(text: string, margin: string) {
  return text.replace(/^(?=.)/gm, margin);
}

/** Returns a value as YAML below the keys that lead to it. */
export function nest(steps: readonly Step[], { yaml, block }: Value) {
  const rows = [];
  let [margin, dashes, column] = ["", "", ""];
  for (const { key, items } of steps) {
    if (key !== null) {
      rows.push(`${margin}${dashes}${key}:`);
      column = margin + " ".repeat(dashes.length);
      margin = items ? column : `${column}  `;
    }
    dashes = "- ".repeat(items);
  }
  const head = rows.join("\n");
  if (block) return `${head}\n${indent(yaml, block === "items" ? column : `${column}  `)}`;
  return yaml ? `${head} ${indent(yaml, column).trimStart()}` : head;
}

/** Returns the fields of a map, each as YAML, as the value of the map, or of the innermost item of its arrays. */
export function compose(fields: readonly string[], items: number): Value {
  const dashes = "- ".repeat(items);
  const yaml = dashes + indent(fields.join("\n"), " ".repeat(dashes.length)).trimStart();
  return { yaml, block: items ? "items" : "map" };
}

/** Returns a word as a POSIX shell reads it. */
export function shellWord(word: string) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/**
 * Returns the option of the command line that sets a field.
 *
 * @param text the value if it is a string
 */
export function dataValueOption(path: string, yaml: string, text: string | undefined) {
  if (text !== undefined) return `--data-value ${shellWord(`${path}=${text}`)}`;
  return `--data-value-yaml ${shellWord(`${path}=${yaml}${yaml.includes("\n") ? "\n" : ""}`)}`;
}

/** Returns the last key of a field as the server describes it: by attributes where it is not the name alone. */
function stepOf({ link, name }: Field): Step {
  return { key: link.dataset.key ?? name, items: Number(link.dataset.items ?? 0) };
}

/**
 * Returns the value to paste for a field: its default, or what the server prefers to that.
 *
 * @param how whether a reader asks for this very field; a map that is null is then wanted
 */
function valueOf(field: Field, { isAsked }: { isAsked: boolean }): Value {
  const { value, block } = field.link.dataset;
  if (value !== undefined) return { yaml: value, block };
  const yaml = field.first(".ys-default > :is(code, pre), .ys-default > .ys-long > pre")?.textContent ?? undefined;
  const isEmpty = yaml === undefined || yaml === "[]" || (isAsked && yaml === "null");
  return (isEmpty ? valueBelow(field) : undefined) ?? { yaml: yaml ?? "{}", block };
}

/** Returns the fields below that are there by default, with their values. */
function valueBelow(field: Field) {
  const present = field.below.filter((inner) =>
    !inner.isRemoved && !inner.hasBadge("optional", "deprecated") && !inner.isNamedByReader);
  const fields = present.map((inner) => nest([{ ...stepOf(inner), items: 0 }], valueOf(inner, { isAsked: false })));
  return fields.length ? compose(fields, stepOf(field).items) : undefined;
}

/** Returns the option that sets a field; null where no option can. */
function optionFor(field: Field, around: readonly Step[]) {
  const line = field.lineage;
  const outer = [...around, ...line.slice(0, -1).map(stepOf)];
  const { yaml } = valueOf(field, { isAsked: true });
  if (!yaml || outer.some(({ items }) => items) || line.some(({ link }) => "noOption" in link.dataset)) return null;
  const isText = field.type === "string" && PLAIN_STRING.test(yaml);
  const text = field.link.dataset.text ?? (yaml === '""' ? "" : isText ? yaml : undefined);
  return dataValueOption(field.path, yaml, text);
}

/**
 * Returns what a button of a field copies; null where there is nothing to copy.
 *
 * @param kind `path`, `yaml` or `option`
 * @param around the keys around the reference, which may be a part of a schema
 */
export function textToCopy(field: Field, kind: string, around: readonly Step[]) {
  if (kind === "path") return field.path;
  if (field.isRemoved) return null;
  if (kind === "option") return optionFor(field, around);
  // A literal of several lines needs its line end.
  return `${nest([...around, ...field.lineage.map(stepOf)], valueOf(field, { isAsked: true }))}\n`;
}
