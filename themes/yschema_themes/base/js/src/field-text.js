import { compose, dataValueOption, nest } from "./paste.js";

/** @import { Field } from "./fields.js" */
/** @import { Step, Value } from "./paste.js" */

const PLAIN_STRING = /^(?!(?:null|true|false|~)$)[^\s"'|>.\d+-].*$/; // as YAML, what else begins so is of other types

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
