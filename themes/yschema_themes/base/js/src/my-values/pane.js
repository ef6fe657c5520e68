import { copyFor } from "../copy.js";
import { make, one } from "../dom.js";
import { fill } from "../text.js";
import { additionOf, lineage } from "./additions.js";
import { showAtFields } from "./at-fields.js";
import { check } from "./check.js";
import { differencesOf } from "./differences.js";
import { Editor } from "./editor.js";
import { Texts } from "./findings.js";
import { Kept } from "./kept.js";
import { button, entryOf, explanation, uncheckedList } from "./list.js";
import { Model } from "./model.js";

/** @import { Result } from "./check.js" */
/** @import { ModelData } from "./model.js" */
/** @import { Shown } from "./list.js" */

const FILE = "values.yaml";
const PAUSE = 150; // milliseconds without typing until the text is checked
const ANNOUNCED_AFTER = 900; // milliseconds without typing until the status is announced
const MOST_SHOWN = 100; // findings
const WIDE = "(width >= 1200px)";

/** The pane in which readers check values of their own. */
export class Pane {
  /**
   * @param {HTMLElement} reference
   * @param {ModelData} data
   * @param {() => void} closed
   */
  constructor(reference, data, closed) {
    this.reference = reference;
    this.model = new Model(data);
    this.texts = new Texts(this.model.words);
    this.words = this.model.words.pane;
    this.kept = new Kept(data.anchor, one(reference, ".ys-tools")?.dataset.mine ?? "");
    this.closed = closed;
    this.wide = matchMedia(WIDE);
    /** @type {Result | undefined} */
    this.result = undefined;
    this.checkTimer = 0;
    this.duration = 0; // of the last check, in milliseconds: long files are checked less often
    this.statusTimer = 0;
    this.navigation = {
      goToLine: (/** @type {number} */ line) => {
        this.open();
        this.editor.goTo(line);
      },
      goToField: () => { if (!this.wide.matches) this.dialog.close(); },
    };
    this.editor = new Editor(this.words, data.anchor, () => this.onInput());
    this.status = make("p", { className: "ys-mine-status" });
    this.announced = make("p", { className: "ys-visually-hidden", role: "status" });
    this.start = button(this.words.required, () => this.editor.replace(this.model.minimal));
    this.list = make("ol", { className: "ys-mine-findings" });
    this.unchecked = make("details", { className: "ys-opens ys-mine-unchecked" });
    this.keep = make("input", { type: "checkbox" });
    this.dialog = this.createDialog();
    this.listen();
    this.wide.addEventListener("change", () => { if (this.dialog.open) this.show(); });
    this.editor.area.value = this.kept.text ?? "";
    this.keep.checked = this.kept.text !== null;
    this.editor.draw();
    this.check();
  }

  createDialog() {
    const { words } = this;
    return make("dialog", { className: "ys-mine", ariaLabel: words.title },
      make("div", { className: "ys-mine-head" }, make("strong", { textContent: words.title }), this.editor.help, button(words.close, () => this.dialog.close())),
      this.createTools(), this.editor.element,
      this.status, this.announced,
      make("div", { className: "ys-mine-below", tabIndex: 0, role: "group", ariaLabel: words.title },
        this.list, this.unchecked,
        make("p", { className: "ys-mine-keep" }, make("label", {}, this.keep, ` ${words.keep}`), ` ${words.private}`)));
  }

  listen() {
    this.keep.addEventListener("change", () => this.save());
    this.dialog.addEventListener("close", () => {
      delete this.reference.dataset.mine;
      this.closed();
    });
    this.dialog.addEventListener("keydown", (event) => {
      event.stopPropagation(); // the keys of the page are not for readers who write
      if (event.key === "Escape") this.dialog.close();
    });
    this.reference.append(this.dialog);
  }

  createTools() {
    const { words } = this;
    const differences = button(words.differences, () => this.keepDifferences());
    differences.title = words.differencesLong;
    const copy = button(words.copy, () => void copyFor(copy, this.editor.text, { copied: words.copied }));
    return make("div", { className: "ys-mine-tools" }, this.start,
      differences, copy, button(words.download, () => this.download()));
  }

  open() {
    if (!this.dialog.open) this.show();
    this.editor.area.focus({ preventScroll: true });
    if (this.wide.matches) this.dialog.scrollIntoView({ block: "nearest" });
  }

  /** Shows the pane in the column of the values file, or where there is no room for it over the page. */
  show() {
    if (this.dialog.open) this.dialog.close();
    this.reference.dataset.mine = "";
    if (this.wide.matches) this.dialog.show();
    else this.dialog.showModal();
    this.editor.draw();
    this.mark();
  }

  onInput() {
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => this.check(), Math.max(PAUSE, this.duration * 2));
    this.save();
  }

  save() {
    this.kept.text = this.keep.checked ? this.editor.text : null;
  }

  check() {
    const start = performance.now();
    this.result = check(this.editor.text, this.model);
    this.duration = performance.now() - start;
    const { unchecked } = this.result;
    this.list.replaceChildren(...this.shown.slice(0, MOST_SHOWN).map((each) => entryOf(each, this.words, this.navigation)));
    showAtFields(this.reference, this.isStarted ? this.shown : [], this.words, this.navigation);
    this.start.hidden = !this.model.minimal || this.isStarted;
    this.list.hidden = !this.list.childElementCount;
    this.unchecked.hidden = !unchecked.length;
    this.unchecked.replaceChildren(
      make("summary", { textContent: fill(this.words.unchecked, { number: unchecked.length }) }),
      make("ul", {}, ...uncheckedList(unchecked, this.words, this.navigation)),
      ...explanation(unchecked, this.model.check !== undefined, this.command, this.words));
    this.mark();
    this.tell();
  }

  /** Whether the reader has written something. */
  get isStarted() {
    return this.editor.text.trim() !== "";
  }

  /** @returns {Shown[]} */
  get shown() {
    return (this.result?.findings ?? []).map((finding) => ({ finding, text: this.texts.of(finding) }));
  }

  get command() {
    const files = this.model.files.map((file) => `-f ${file}`).join(" ");
    return `yschema ${files} --data-values-file ${FILE}`;
  }

  mark() {
    const severities = new Map(this.shown.toReversed().map(({ finding, text }) => [finding.span.line, text.severity]));
    this.editor.mark(severities);
  }

  /** Says how many findings there are: at once to see, and after a pause to hear. */
  tell() {
    const errors = this.shown.filter(({ text }) => text.severity === "error").length;
    const warnings = this.shown.length - errors;
    const text = this.shown.length ? fill(this.words.count, { errors, warnings }) : this.words.none;
    this.editor.area.setAttribute("aria-invalid", String(errors > 0));
    this.dialog.dataset.state = errors ? "error" : warnings ? "warning" : "none";
    if (text !== this.status.textContent) this.say(text, this.status.textContent ? ANNOUNCED_AFTER : 0);
  }

  /**
   * @param {string} text to see at once
   * @param {number} pause in milliseconds, after which it is to hear
   */
  say(text, pause = 0) {
    this.status.textContent = text;
    clearTimeout(this.statusTimer);
    this.statusTimer = setTimeout(() => { this.announced.textContent = text; }, pause);
  }

  keepDifferences() {
    const { file } = this.result ?? {};
    if (!file || file.parsed.length > 1) this.say(this.words.several);
    else this.editor.replace(differencesOf(file, this.model.root));
  }

  download() {
    const href = URL.createObjectURL(new Blob([this.editor.text], { type: "application/yaml" }));
    make("a", { href, download: FILE }).click();
    setTimeout(() => URL.revokeObjectURL(href));
  }

  /**
   * Adds a field to the values, or goes to its line if it is there.
   *
   * @param {string} anchor
   */
  add(anchor) {
    this.open();
    this.result = check(this.editor.text, this.model);
    const line = lineage(this.model.root, anchor);
    const addition = this.result.file && line.length > 1 ? additionOf(this.result.file, line) : undefined;
    const path = line.at(-1)?.path ?? "";
    if (!addition) {
      this.say(this.words.several);
      return;
    }
    if (!addition.isPresent) this.editor.replace(addition.text, addition.at, addition.at);
    this.editor.goTo(addition.line);
    clearTimeout(this.checkTimer);
    this.check(); // now, so that the message stays
    this.say(fill(addition.isPresent ? this.words.present : this.words.added, { path }));
  }
}
