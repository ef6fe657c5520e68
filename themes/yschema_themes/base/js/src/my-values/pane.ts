import { copyFor } from "../copy.ts";
import { all, make, need, one } from "../dom.ts";
import { fill } from "../text.ts";
import { check, type Result } from "./check.ts";
import { Earlier } from "./earlier.ts";
import { additionOf, differencesOf, type Fix } from "./edits.ts";
import { Editor } from "./editor.ts";
import { Kept } from "./kept.ts";
import { Model, type ModelData } from "./model.ts";
import { Results, Status, button, type Navigation } from "./results.ts";
import type { Field } from "./field.ts";
import type { Texts } from "./findings.ts";
import type { Value } from "./values.ts";

/** Material's stream of pages. */
type Pages = { subscribe: (listener: () => void) => { unsubscribe: () => void } };

const TOOLS = ".ys-tools, .ys-check";
const FILE = "values.yaml";
const PAUSE = 150; // milliseconds without typing until the text is checked
const MOST_MOVES = 500;
const WIDE = "(width >= 1200px)";

/** The pane in which readers check values of their own. */
export class Pane {
  reference: HTMLElement;
  model: Model;
  texts: Texts;
  words: Record<string, string>;
  name: string;
  kept: Kept;
  closed: () => void;
  isInline: boolean;
  earlier: Earlier;
  wide = matchMedia(WIDE);
  checkTimer = 0;
  duration = 0; // of the last check, in milliseconds: long files are checked less often
  navigation: Navigation;
  editor: Editor;
  status = new Status();
  results: Results;
  migration: HTMLButtonElement;
  start: HTMLParagraphElement;
  keep = make("input", { type: "checkbox" });
  tools: HTMLDivElement;
  dialog: HTMLDialogElement;
  pages?: { unsubscribe: () => void };
  result?: Result;

  constructor(reference: HTMLElement, data: ModelData, closed: () => void) {
    this.reference = reference;
    this.model = new Model(data);
    this.texts = this.model.texts;
    this.words = this.texts.words.pane;
    this.name = data.anchor;
    this.kept = new Kept(data.anchor, one(reference, TOOLS)?.dataset.mine ?? "");
    this.closed = closed;
    this.isInline = reference.matches(".ys-changes"); // the page of an upgrade
    this.earlier = new Earlier(reference, this.model.root, this.words);
    this.navigation = {
      goToLine: (line) => {
        this.open();
        this.editor.goTo(line);
      },
      goToField: (anchor) => { if (!this.wide.matches && !this.isInline) this.closeAt(anchor); },
      fix: (fix) => this.fix(fix),
    };
    this.editor = new Editor(this.words, data.anchor, () => this.onInput());
    this.results = new Results(reference, this.words, this.navigation);
    this.migration = button(this.words.migrate, () => this.migrate());
    this.start = make("p", { className: "ys-mine-tools" }, ...this.starts());
    this.tools = this.createTools();
    this.dialog = this.createDialog();
    this.listen();
    this.wide.addEventListener("change", () => { if (this.dialog.open) this.show(); });
    for (const name of ["scroll", "resize"]) addEventListener(name, () => this.fit(), { passive: true });
    this.editor.area.value = this.kept.written;
    this.keep.checked = this.kept.text !== null;
    this.check();
  }

  createDialog() {
    const { words } = this;
    return make("dialog", { className: "ys-mine", ariaLabel: words.title },
      make("div", { className: "ys-mine-head" }, make("strong", { textContent: words.title }), this.editor.help, button(words.close, () => this.dialog.close())),
      this.tools, this.editor.element,
      this.status.element, this.status.announced, this.start,
      make("div", { className: "ys-mine-below", tabIndex: 0, role: "group", ariaLabel: words.title },
        this.results.list, this.results.unchecked,
        make("p", { className: "ys-mine-keep" }, make("label", {}, this.keep, ` ${words.keep}`), ` ${words.private}`)));
  }

  listen() {
    this.keep.addEventListener("change", () => { this.kept.text = this.keep.checked ? this.editor.text : null; });
    this.dialog.addEventListener("close", () => {
      delete this.reference.dataset.mine;
      this.earlier.narrow([], undefined);
      this.closed();
    });
    this.dialog.addEventListener("keydown", (event) => {
      event.stopPropagation(); // the keys of the page are not for readers who write
      if (event.key === "Escape") this.dialog.close();
      if (event.key === "Tab" && this.checkTimer) this.check(); // the focus must not go to what a check removes
    });
    if (this.isInline) one(this.reference, ".ys-check")?.after(this.dialog);
    else this.reference.append(this.dialog);
    const pages = Reflect.get(window, "document$") as Pages | undefined;
    this.pages = pages?.subscribe(() => setTimeout(() => this.follow()));
  }

  /** Opens the pane again in a page that instant navigation shows in place of this one, if it is about the same schema. */
  follow() {
    if (this.reference.isConnected) return;
    this.pages?.unsubscribe();
    const tools = all(document, TOOLS).find(({ dataset }) => new Kept(this.name, dataset.mine ?? "").key === this.kept.key);
    if (tools && this.dialog.open) one(tools, ".ys-mine-open")?.click();
  }

  createTools() {
    const { words } = this;
    const differences = button(words.differences, () => this.keepDifferences());
    differences.title = words.differencesLong;
    const copy = button(words.copy, () => void copyFor(copy, this.editor.text, { copied: words.copied }));
    return make("div", { className: "ys-mine-tools" },
      this.migration, differences, copy, button(words.download, () => this.download()));
  }

  /** Returns a button for each text to start from: the required values, and the samples of the page. */
  starts() {
    const samples = all(this.reference, ".ys-sample").flatMap((sample) => all(sample, ".ys-file").slice(0, 1).map((file) => ({
      label: need(sample, "summary").textContent.trim(), text: need(file, "pre").textContent.trimStart(),
    })));
    const minimal = this.model.minimal ? [{ label: this.words.required, text: this.model.minimal }] : [];
    return [...minimal, ...samples].map(({ label, text }) => button(label, () => this.editor.replace(text)));
  }

  open() {
    if (!this.dialog.open) {
      this.show();
      this.check();
    }
    this.editor.area.focus({ preventScroll: true });
  }

  close() {
    this.dialog.close();
  }

  /** Ends the pane, which is not at the top of the window before the reader scrolls, where the window ends. */
  fit() {
    if (!this.dialog.open || !this.wide.matches || this.isInline) return;
    const room = innerHeight - this.dialog.getBoundingClientRect().top;
    this.dialog.style.maxBlockSize = `max(20rem, ${Math.round(room)}px - .5rem)`;
  }

  /** Shows the pane in the column of the values file, or where there is no room for it over the page. */
  show() {
    if (this.dialog.open) this.dialog.close();
    this.reference.dataset.mine = "";
    this.dialog.style.maxBlockSize = "";
    if (this.wide.matches || this.isInline) this.dialog.show();
    else this.dialog.showModal();
    this.fit();
  }

  /** Closes the pane, and moves the focus to a field instead of the button that opens the pane. */
  closeAt(anchor: string) {
    const field = document.getElementById(anchor);
    this.dialog.addEventListener("close", () => field && one(field, ".ys-name")?.focus({ preventScroll: true }), { once: true });
    this.dialog.close();
  }

  onInput() {
    this.results.list.ariaBusy = "true";
    this.kept.written = this.editor.text;
    if (this.keep.checked) this.kept.text = this.editor.text; // else another page may keep its text
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => this.check(), Math.max(PAUSE, this.duration * 2));
  }

  check() {
    clearTimeout(this.checkTimer);
    this.checkTimer = 0;
    this.results.list.ariaBusy = "false";
    const start = performance.now();
    const checked = check(this.editor.text, this.model, (each) => this.earlier.of(each) !== undefined);
    const result = { ...checked, findings: this.earlier.explain(checked.findings, checked.file) };
    this.duration = performance.now() - start;
    this.result = result;
    const isStarted = this.editor.text.trim() !== "";
    this.start.hidden = !this.start.childElementCount || isStarted;
    for (const tool of this.tools.children) if (tool instanceof HTMLButtonElement) tool.disabled = !isStarted;
    const shown = isStarted ? result : { ...result, findings: [], unchecked: [] }; // nothing is not judged
    this.results.show(shown, (finding) => ({ finding, text: this.texts.of(finding), fix: this.earlier.fixOf(finding, result.file) }),
      { command: this.model.command, hasOwnCheck: this.model.check !== undefined, isStarted, isUpgrade: this.isInline });
    const documents = result.file?.documents ?? [];
    this.results.markSet(new Set(documents.flatMap(({ value }) => [...anchorsOf(value, this.model.root)])));
    this.tell(shown, isStarted);
    this.earlier.narrow(result.findings, isStarted && this.dialog.open ? result.file : undefined);
    this.migration.hidden = !this.nextMove();
  }

  /** Returns an edit that follows a change of a field. */
  nextMove() {
    const { findings = [], file } = this.result ?? {};
    return findings.map((each) => this.earlier.fixOf(each, file)).find((fix) => fix?.isMove);
  }

  /** Follows the changes of all fields that the file sets, as far as the page knows. */
  migrate() {
    for (let fix = this.nextMove(), rest = MOST_MOVES; fix && rest; fix = this.nextMove(), rest -= 1) this.fix(fix);
  }

  fix({ edits }: Fix) {
    this.open();
    for (const { start, end, text } of edits.toSorted((one, other) => other.start - one.start)) this.editor.replace(text, start, end);
    this.check();
  }

  /** Marks the lines with findings, and says how many there are. */
  tell({ findings, isTooLarge, others = [] }: Result, isStarted: boolean) {
    const severities = findings.map((each) => this.texts.severity(each));
    this.editor.mark(new Map(findings.map(({ line }, index) => [line, severities[index]] as const).toReversed()));
    const errors = severities.filter((each) => each === "error").length;
    const warnings = severities.length - errors;
    this.editor.area.setAttribute("aria-invalid", String(errors > 0));
    this.dialog.dataset.state = errors ? "error" : warnings || isTooLarge ? "warning" : "none";
    const counts = [this.counted("error", errors), this.counted("warning", warnings)].filter(Boolean).join(", ");
    const empty = this.start.hidden ? this.words.placeholder : this.words.empty;
    const text = counts || (isStarted ? this.words.none : empty);
    const kinds = others.length ? [fill(this.words.notChecked, { kinds: others.join(", ") })] : [];
    this.status.tell(isTooLarge ? this.words.tooLarge : [text, ...kinds].join(". "));
  }

  counted(severity: "error" | "warning", number: number) {
    return number ? fill(this.words[`${severity}${number > 1 ? "s" : ""}Count`], { number }) : "";
  }

  keepDifferences() {
    const { file } = this.result ?? {};
    if (!file || file.parsed.length > 1) this.status.say(this.words.several);
    else this.editor.replace(differencesOf(file, this.model.root));
  }

  download() {
    const href = URL.createObjectURL(new Blob([this.editor.text], { type: "application/yaml" }));
    make("a", { href, download: FILE }).click();
    setTimeout(() => URL.revokeObjectURL(href));
  }

  /** Adds a field to the values, or goes to its line if it is there. */
  add(anchor: string) {
    this.open();
    this.result = check(this.editor.text, this.model);
    const line = [...this.model.root.walk()].find((field) => field.anchor === anchor)?.lineage ?? [];
    const addition = this.result.file && line.length > 1 ? additionOf(this.result.file, line) : undefined;
    const path = line.at(-1)?.path ?? "";
    if (!addition) {
      this.status.say(this.words.several);
      return;
    }
    if (!addition.isPresent) this.editor.replace(addition.text, addition.at, addition.at);
    this.editor.goTo(addition.line);
    this.check(); // now, so that the message stays
    this.status.say(fill(addition.isPresent ? this.words.present : this.words.added, { path }));
  }
}

/** Yields the anchors of the fields that a value sets, but not those of maps around them. */
function* anchorsOf(value: Value, field: Field): Generator<string> {
  for (const { item, field: known } of field.knownItemsOf(value, [])) {
    const below = [...anchorsOf(item.value, known)];
    yield* below.length || !known.hasKey ? below : [known.anchor];
  }
}
