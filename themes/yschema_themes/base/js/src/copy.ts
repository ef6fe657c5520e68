import { all, make, makeButton } from "./dom.ts";
import { fill } from "./text.ts";

type Labels = Record<string, string>;

const CONFIRMATION = 1500; // milliseconds

async function copy(text: string) {
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

/** Tells users of screen readers something. */
export function announce(text: string) {
  let status = document.getElementById("ys-announcement");
  if (!status) {
    status = make("div", { id: "ys-announcement", className: "ys-visually-hidden", role: "status" });
    document.body.append(status);
  }
  status.textContent = "";
  setTimeout(() => { if (status) status.textContent = text; }, 50);
}

/** Copies text for a reader who has pressed a button, and confirms it. */
export async function copyFor(button: HTMLElement, text: string, labels: Labels) {
  try {
    await copy(text);
  } catch {
    return; // the button does not confirm
  }
  announce(labels.copied);
  if (button.dataset.label) return;
  button.dataset.label = button.textContent ?? "";
  button.textContent = labels.copied;
  setTimeout(() => {
    button.textContent = button.dataset.label ?? "";
    delete button.dataset.label;
  }, CONFIRMATION);
}

/**
 * Returns a button that copies the text of an element.
 *
 * @param name what it copies
 */
function copyButton(name: string, source: () => Element, labels: Labels) {
  const properties = { className: "ys-copy", textContent: labels.copy, ariaLabel: fill(labels.copyFile, { name }) };
  const button = makeButton(properties, () => {
    const copied = source().cloneNode(true) as Element;
    for (const other of all(copied, ".ys-other")) other.remove(); // of shapes that have not been chosen
    void copyFor(button, copied.textContent ?? "", labels);
  });
  return button;
}

/**
 * Gives the values file a head: a button that copies what shows, folded or not, and tabs where the page has minimal values
 * and samples as well.
 */
export function addYamlHead(yaml: HTMLElement, reference: HTMLElement, labels: Labels) {
  let shown = yaml;
  const sources = [...all(reference, ".ys-least > pre"), yaml, ...all(reference, ".ys-sample:not(:has(> summary > .ys-removed)) pre")];
  const tabs = sources.map((source) => {
    const sample = source.closest(".ys-sample")?.firstElementChild?.textContent;
    const textContent = source === yaml ? labels.everything : sample ?? labels.minimal;
    const tab = makeButton({ textContent, ariaPressed: String(source === yaml) }, () => {
      if (shown !== yaml) shown.remove();
      yaml.hidden = source !== yaml;
      shown = yaml.hidden ? make("div", { className: "ys-yaml", tabIndex: 0, dir: "ltr" }, ...source.cloneNode(true).childNodes) : yaml;
      if (yaml.hidden) yaml.after(shown);
      for (const other of tabs) other.ariaPressed = String(other === tab);
    });
    return tab;
  });
  const head = make("div", { className: "ys-yaml-head" });
  if (tabs.length > 1) head.append(make("div", { className: "ys-yaml-tabs", role: "group", ariaLabel: yaml.ariaLabel }, ...tabs));
  head.append(copyButton(yaml.ariaLabel ?? "", () => shown, labels));
  yaml.before(head);
}

/**
 * Gives the files above the fields of a reference buttons that copy them: samples, and values above the line that vouches
 * for them.
 */
export function addCopyButtons(reference: HTMLElement, labels: Labels) {
  for (const head of all(reference, ".ys-file-head")) {
    const file = head.nextElementSibling;
    if (file) head.append(copyButton((head.textContent ?? "").trim(), () => file, labels));
  }
  for (const line of all(reference, ".ys-checked")) {
    const values = line.previousElementSibling;
    if (values?.matches("pre")) line.append(copyButton("YAML", () => values, labels));
  }
}
