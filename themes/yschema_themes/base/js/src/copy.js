import { make, need } from "./dom.js";
import { fill } from "./text.js";
import { textToCopy } from "./field-text.js";

/** @import { Field } from "./fields.js" */
/** @import { Step } from "./paste.js" */
/** @typedef {Record<string, string>} Labels */

const CONFIRMATION = 1500; // milliseconds

/** @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages that came without encryption have no clipboard.
  const focused = document.activeElement;
  const area = make("textarea", { value: text, className: "ys-visually-hidden" });
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error("the browser does not allow copying");
}

/**
 * Tells users of screen readers something.
 *
 * @param {string} text
 */
function announce(text) {
  let status = document.getElementById("ys-announcement");
  if (!status) {
    status = make("div", { id: "ys-announcement", className: "ys-visually-hidden", role: "status" });
    document.body.append(status);
  }
  status.textContent = "";
  setTimeout(() => { if (status) status.textContent = text; }, 50);
}

/**
 * Copies text for a reader who has pressed a button, and confirms it.
 *
 * @param {HTMLElement} button
 * @param {string} text
 * @param {Labels} labels
 */
export async function copyFor(button, text, labels) {
  try {
    await copy(text);
  } catch {
    return; // the button does not confirm
  }
  const { textContent } = button;
  announce(labels.copied);
  if (button.classList.contains("ys-copied")) return;
  button.classList.add("ys-copied");
  button.textContent = labels.copied;
  setTimeout(() => {
    button.classList.remove("ys-copied");
    button.textContent = textContent;
  }, CONFIRMATION);
}

/**
 * Returns a button that copies the text of an element.
 *
 * @param {string} name what it copies
 * @param {Element} source
 * @param {Labels} labels
 */
function copyButton(name, source, labels) {
  const button = make("button", { type: "button", textContent: labels.copy, ariaLabel: fill(labels.copyFile, { name }) });
  button.addEventListener("click", () => copyFor(button, source.textContent ?? "", labels));
  return button;
}

/**
 * Gives a sample file a button that copies it.
 *
 * @param {HTMLElement} head
 * @param {Labels} labels
 */
export function addFileButton(head, labels) {
  const file = head.nextElementSibling;
  if (file) head.append(copyButton((head.textContent ?? "").trim(), file, labels));
}

/**
 * Gives values as YAML a button that copies all of them, folded or not.
 *
 * @param {HTMLElement} yaml
 * @param {Labels} labels
 */
export function addYamlButton(yaml, labels) {
  const name = yaml.matches("pre") ? "YAML" : yaml.ariaLabel ?? "";
  yaml.before(make("div", { className: "ys-yaml-head" }, copyButton(name, yaml, labels)));
}

/**
 * Returns the buttons of a field, to be cloned for each field.
 *
 * @param {Labels} labels
 */
export function fieldButtons(labels) {
  const button = (/** @type {string} */ kind, /** @type {string} */ text) => {
    const element = make("button", { type: "button", textContent: text });
    element.dataset.copy = kind;
    return element;
  };
  const copies = [button("path", labels.path), button("yaml", "YAML"), button("option", "--data-value")];
  return make("div", { className: "ys-buttons" }, make("span", { className: "ys-copies" }, ...copies));
}

/**
 * Gives a field its buttons, and a link for editing where there is an address.
 *
 * @param {Field} field
 * @param {HTMLElement} pattern
 * @param {{ labels: Labels, edit: string | undefined, around: readonly Step[] }} context
 */
export function addFieldButtons(field, pattern, { labels, edit, around }) {
  const buttons = /** @type {HTMLElement} */ (pattern.cloneNode(true));
  const { path } = field;
  const titles = new Map([["path", labels.copyPath], ["yaml", labels.copyYaml], ["option", labels.copyFlag]]);
  for (const button of buttons.querySelectorAll("button")) {
    const kind = button.dataset.copy ?? "";
    if (textToCopy(field, kind, around) === null) button.remove();
    button.title = button.ariaLabel = fill(titles.get(kind) ?? "", { path });
  }
  const link = editLink(field, labels, edit);
  if (link) buttons.append(link);
  const meta = field.parts.find((part) => part.matches(".ys-meta"));
  (meta ?? need(field.box, ".ys-key")).append(buttons);
}

/**
 * @param {Field} field
 * @param {Labels} labels
 * @param {string | undefined} edit the address for editing, without the line
 */
function editLink({ link, path }, labels, edit) {
  const { edit: address, line } = link.dataset;
  const href = address ?? (edit && line && edit + line);
  if (!href) return undefined;
  const title = fill(labels.editField, { path });
  return make("a", { className: "ys-edit", href, title, ariaLabel: title, textContent: labels.edit });
}
