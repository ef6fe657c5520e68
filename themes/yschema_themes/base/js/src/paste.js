/**
 * Text to paste. All YAML of keys and values comes from the server; these functions put it in lines below each other.
 *
 * @typedef {object} Step one key of a path
 * @property {string | null} key as YAML; null for a document that is an array
 * @property {number} items how many arrays, one in the other, the rest of the path goes through
 *
 * @typedef {object} Value
 * @property {string} yaml
 * @property {string} [block] `map` or `items` if the value goes on the lines below its key
 */

/** @import { Field } from "./fields.js" */

const PLAIN_STRING = /^(?!(?:null|true|false|~)$)[^\s"'|>.\d+-].*$/; // as YAML, what else begins so is of other types

/**
 * Returns text with a margin before each line that is not empty.
 *
 * @param {string} text
 * @param {string} margin
 */
function indent(text, margin) {
  return text.replace(/^(?=.)/gm, margin);
}

/**
 * Returns a value as YAML below the keys that lead to it.
 *
 * @param {readonly Step[]} steps
 * @param {Value} value
 */
export function nest(steps, { yaml, block }) {
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

/**
 * Returns the fields of a map, each as YAML, as the value of the map, or of the innermost item of its arrays.
 *
 * @param {readonly string[]} fields
 * @param {number} items
 * @returns {Value}
 */
export function compose(fields, items) {
  const dashes = "- ".repeat(items);
  const yaml = dashes + indent(fields.join("\n"), " ".repeat(dashes.length)).trimStart();
  return { yaml, block: items ? "items" : "map" };
}

/**
 * Returns a word as a POSIX shell reads it.
 *
 * @param {string} word
 */
export function shellWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/**
 * Returns the option of the command line that sets a field.
 *
 * @param {string} path
 * @param {string} yaml
 * @param {string | undefined} text the value if it is a string
 */
export function dataValueOption(path, yaml, text) {
  if (text !== undefined) return `--data-value ${shellWord(`${path}=${text}`)}`;
  return `--data-value-yaml ${shellWord(`${path}=${yaml}${yaml.includes("\n") ? "\n" : ""}`)}`;
}

/**
 * Returns the last key of a field as the server describes it: by attributes where it is not the name alone.
 *
 * @param {Field} field
 * @returns {Step}
 */
function stepOf({ link, name }) {
  return { key: link.dataset.key ?? name, items: Number(link.dataset.items ?? 0) };
}

/**
 * Returns the value to paste for a field: its default, or what the server prefers to that.
 *
 * @param {Field} field
 * @param {{ isAsked: boolean }} how whether a reader asks for this very field; a map that is null is then wanted
 * @returns {Value}
 */
function valueOf(field, { isAsked }) {
  const { value, block } = field.link.dataset;
  if (value !== undefined) return { yaml: value, block };
  const yaml = field.first(".ys-default > :is(code, pre), .ys-default > .ys-long > pre")?.textContent ?? undefined;
  const isEmpty = yaml === undefined || yaml === "[]" || (isAsked && yaml === "null");
  return (isEmpty ? valueBelow(field) : undefined) ?? { yaml: yaml ?? "{}", block };
}

/**
 * Returns the fields below that are there by default, with their values.
 *
 * @param {Field} field
 */
function valueBelow(field) {
  const present = field.below.filter((inner) =>
    !inner.isRemoved && !inner.hasBadge("optional", "deprecated") && !inner.isNamedByReader);
  const fields = present.map((inner) => nest([{ ...stepOf(inner), items: 0 }], valueOf(inner, { isAsked: false })));
  return fields.length ? compose(fields, stepOf(field).items) : undefined;
}

/**
 * Returns the option that sets a field; null where no option can.
 *
 * @param {Field} field
 * @param {readonly Step[]} around
 */
function optionFor(field, around) {
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
 * @param {Field} field
 * @param {string} kind `path`, `yaml` or `option`
 * @param {readonly Step[]} around the keys around the reference, which may be a part of a schema
 */
export function textToCopy(field, kind, around) {
  if (kind === "path") return field.path;
  if (field.isRemoved) return null;
  if (kind === "option") return optionFor(field, around);
  // A literal of several lines needs its line end.
  return `${nest([...around, ...field.lineage.map(stepOf)], valueOf(field, { isAsked: true }))}\n`;
}
