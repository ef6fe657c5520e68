import { make } from "../dom.js";
import { partsOf } from "./colours.js";

const MOST_COLOURED = 3000; // lines; more would make typing slow
const CLASSES = { b: "", i: "", n: "n", c: "ys-comment", "": "" };

/** A text area with line numbers, and with colours behind its letters. */
export class Editor {
  /**
   * @param {Record<string, string>} words
   * @param {() => void} changed
   */
  constructor(words, changed) {
    this.area = make("textarea", {
      className: "ys-mine-area", spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", dir: "ltr",
      ariaLabel: words.editor, placeholder: words.placeholder,
    });
    this.numbers = make("div", { className: "ys-mine-numbers", ariaHidden: "true" });
    this.colours = make("pre", { className: "ys-mine-colours ys-code", ariaHidden: "true" });
    this.element = make("div", { className: "ys-mine-editor", dir: "ltr" },
      this.numbers, make("div", { className: "ys-mine-text" }, this.colours, this.area));
    this.area.addEventListener("input", () => {
      this.draw();
      changed();
    });
    this.area.addEventListener("scroll", () => this.scroll(), { passive: true });
  }

  get text() {
    return this.area.value;
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
    const isDone = document.execCommand(text ? "insertText" : "delete", false, text);
    if (isDone && this.text.slice(start, start + text.length) === text) return;
    this.area.setRangeText(text, start, end, "end");
    this.area.dispatchEvent(new Event("input"));
  }

  draw() {
    const lines = this.text.split("\n");
    this.numbers.replaceChildren(...lines.map((_, index) => make("span", { textContent: String(index + 1) })));
    const areColoured = lines.length <= MOST_COLOURED;
    this.element.classList.toggle("ys-mine-plain", !areColoured);
    this.colours.replaceChildren(...(areColoured ? lines.flatMap((line) => [...coloured(line), "\n"]) : []));
    this.scroll();
  }

  scroll() {
    const { scrollLeft, scrollTop } = this.area;
    this.colours.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
    this.numbers.style.translate = `0 ${-scrollTop}px`;
  }

  /**
   * Marks the numbers of lines with findings.
   *
   * @param {Map<number, string>} severities by lines
   */
  mark(severities) {
    [...this.numbers.children].forEach((number, index) => {
      number.className = severities.has(index + 1) ? `ys-mine-${severities.get(index + 1)}` : "";
    });
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
