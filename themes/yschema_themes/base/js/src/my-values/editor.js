import { make } from "../dom.js";
import { partsOf } from "./colours.js";
import { editOf } from "./typing.js";

const MOST_COLOURED = 3000; // lines; more would make typing slow
const CLASSES = { b: "", i: "", n: "n", c: "ys-comment", "": "" };

/**
 * A text area with line numbers, and with colours behind its letters. Tab indents for readers who write, and leads on for
 * those who only come by, or press Escape.
 */
export class Editor {
  /**
   * @param {Record<string, string>} words
   * @param {string} name of the schema, which no other pane of the page has
   * @param {() => void} changed
   */
  constructor(words, name, changed) {
    this.isWriting = false;
    /** @type {ReadonlyMap<number, string>} */
    this.severities = new Map();
    this.help = make("p", { className: "ys-mine-help", id: `ys-mine-help.${name}`, textContent: words.tab });
    this.area = make("textarea", {
      className: "ys-mine-area", spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", dir: "ltr",
      ariaLabel: words.editor, placeholder: words.placeholder,
    });
    this.numbers = make("div", { className: "ys-mine-numbers", ariaHidden: "true" });
    this.colours = make("pre", { className: "ys-mine-colours ys-code", ariaHidden: "true" });
    this.element = make("div", { className: "ys-mine-editor", dir: "ltr" },
      this.numbers, make("div", { className: "ys-mine-text" }, this.colours, this.area));
    this.area.setAttribute("aria-describedby", this.help.id);
    this.area.addEventListener("input", () => {
      this.write(true);
      this.draw();
      changed();
    });
    this.area.addEventListener("click", () => this.write(true));
    this.area.addEventListener("blur", () => this.write(false));
    this.area.addEventListener("keydown", (event) => this.press(event));
    this.area.addEventListener("scroll", () => this.scroll(), { passive: true });
  }

  get text() {
    return this.area.value;
  }

  /** @param {boolean} isWriting */
  write(isWriting) {
    this.isWriting = isWriting;
    this.help.classList.toggle("ys-mine-writing", isWriting);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!this.isWriting || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.write(false);
    } else {
      const { selectionStart: start, selectionEnd: end } = this.area;
      const edit = editOf(event, { text: this.text, start, end });
      if (!edit) return;
      this.replace(edit.text, edit.start, edit.end);
      this.area.setSelectionRange(...edit.selection);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Replaces a part of the text, as typing does, so that the reader can undo it.
   *
   * @param {string} text
   * @param {number} start
   * @param {number} end
   */
  replace(text, start = 0, end = this.text.length) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    if (!text && start === end) return;
    const isDone = document.execCommand(text ? "insertText" : "delete", false, text);
    if (isDone && this.text.slice(start, start + text.length) === text) return;
    this.area.setRangeText(text, start, end, "end");
    this.area.dispatchEvent(new Event("input"));
  }

  draw() {
    const lines = this.text.split("\n");
    const numbers = lines.slice(this.numbers.childElementCount);
    const shown = this.numbers.childElementCount;
    this.numbers.append(...numbers.map((_, index) => make("span", { textContent: String(shown + index + 1) })));
    while (this.numbers.childElementCount > lines.length) this.numbers.lastElementChild?.remove();
    const areColoured = lines.length <= MOST_COLOURED;
    this.element.classList.toggle("ys-mine-plain", !areColoured);
    this.colours.replaceChildren(...(areColoured ? lines.map((line) => make("span", {}, ...coloured(line), "\n")) : []));
    this.mark(this.severities);
    this.scroll();
  }

  scroll() {
    const { scrollLeft, scrollTop } = this.area;
    this.colours.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
    this.numbers.style.translate = `0 ${-scrollTop}px`;
  }

  /**
   * Marks the lines with findings.
   *
   * @param {ReadonlyMap<number, string>} severities by lines
   */
  mark(severities) {
    this.severities = severities;
    for (const { children } of [this.numbers, this.colours]) {
      [...children].forEach((line, index) => {
        line.className = severities.has(index + 1) ? `ys-mine-${severities.get(index + 1)}` : "";
      });
    }
  }

  /**
   * Selects a line, and shows it.
   *
   * @param {number} line
   */
  goTo(line) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    const height = this.area.scrollHeight / Math.max(1, lines.length);
    this.area.scrollTop = Math.max(0, (line - 1) * height - this.area.clientHeight / 3);
    this.element.scrollIntoView({ block: "nearest" });
    this.scroll();
  }
}

/** @param {string} line */
function coloured(line) {
  return partsOf(line).map(({ text, name }) => {
    if (!name) return text;
    return make(name === "b" ? "b" : name === "c" ? "span" : "i", { textContent: text, className: CLASSES[name] });
  });
}
