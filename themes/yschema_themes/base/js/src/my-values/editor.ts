import { make } from "../dom.ts";
import { resolve } from "./scalars.ts";
import { editOf } from "./typing.ts";

const MARGIN = 20; // lines that are drawn above and below those in view
const LONGEST_COLOURED = 5000; // characters of a line
const LINE = /^(\s*(?:- +)*)(?:("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'[{&*!|>][^#]*?)(\s*:)(?=\s|$))?(.*)$/;
const COMMENT = /(^|\s)#.*$/;
const CLASSES = { b: "", i: "", n: "n", c: "ys-comment", "": "" };

/** A part of a line: a key, a string, another scalar, a comment. */
type Part = { text: string, name: "b" | "i" | "n" | "c" | "" };

/**
 * A text area with line numbers, and with colours behind its letters. Tab indents for readers who write, and leads on for
 * those who only come by, or press Escape.
 */
export class Editor {
  isWriting = false;
  lines: string[] = [];
  frame = 0; // in which the text is drawn
  first = -1; // line that is drawn, from 0
  severities: ReadonlyMap<number, string> = new Map();
  help: HTMLParagraphElement;
  area: HTMLTextAreaElement;
  numbers = make("div", { className: "ys-mine-numbers", ariaHidden: "true" });
  colours = make("pre", { className: "ys-mine-colours ys-code", ariaHidden: "true" });
  element: HTMLDivElement;

  /** @param name of the schema, which no other pane of the page has */
  constructor(words: Record<string, string>, name: string, changed: () => void) {
    this.help = make("p", { className: "ys-mine-help", title: words.tab }, make("span", { ariaHidden: "true", textContent: "?" }),
      make("span", { className: "ys-visually-hidden", id: `ys-mine-help.${name}`, textContent: words.tab }));
    this.area = make("textarea", {
      className: "ys-mine-area", spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", dir: "ltr",
      ariaLabel: words.editor, placeholder: words.placeholder,
    });
    this.element = make("div", { className: "ys-mine-editor", dir: "ltr" },
      this.numbers, make("div", { className: "ys-mine-text" }, this.colours, this.area));
    this.area.setAttribute("aria-describedby", `ys-mine-help.${name}`);
    this.area.addEventListener("input", () => {
      this.isWriting = true;
      this.frame ||= requestAnimationFrame(() => this.draw()); // each line that is pasted is an event of its own
      changed();
    });
    this.area.addEventListener("click", () => { this.isWriting = true; });
    this.area.addEventListener("blur", () => { this.isWriting = false; });
    this.area.addEventListener("keydown", (event) => this.press(event));
    this.area.addEventListener("scroll", () => this.scroll(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.area);
  }

  get text() {
    return this.area.value;
  }

  press(event: KeyboardEvent) {
    if (!this.isWriting || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.isWriting = false;
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
   * Replaces a part of the text, as typing does, so that the reader can undo it. The end that stays the same is left out,
   * because Chromium does not redo what reaches the end of a text area.
   */
  replace(text: string, start = 0, end: number = this.text.length) {
    const same = sameEnd(text, this.text.slice(start, end));
    const inserted = text.slice(0, text.length - same);
    this.area.focus();
    this.area.setSelectionRange(start, end - same);
    if (!inserted && start === end - same) return;
    const behind = this.text.slice(end - same);
    const caret = start + inserted.length;
    type(inserted);
    if (this.text.slice(start) === inserted + behind) {
      this.area.setSelectionRange(caret, caret);
    } else {
      this.area.setRangeText(inserted, start, this.text.length - behind.length, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.lines = this.text.split("\n");
    this.first = -1;
    this.numbers.style.inlineSize = `${String(this.lines.length).length}ch`;
    this.scroll();
  }

  /** Shows the lines that are in view, and moves them as the area is scrolled. */
  scroll() {
    const { scrollLeft, scrollTop } = this.area;
    const height = this.lineHeight;
    const first = Math.max(0, Math.floor(scrollTop / height / MARGIN - 1) * MARGIN);
    if (first !== this.first) this.drawFrom(first, Math.ceil(this.area.clientHeight / height) + 3 * MARGIN);
    const top = first * height - scrollTop;
    this.colours.style.translate = `${-scrollLeft}px ${top}px`;
    this.numbers.style.translate = `0 ${top}px`;
  }

  /**
   * @param first line, from 0
   * @param number of lines
   */
  drawFrom(first: number, number: number) {
    this.first = first;
    const lines = this.lines.slice(first, first + number);
    const areColoured = lines.every((line) => line.length <= LONGEST_COLOURED);
    this.element.classList.toggle("ys-mine-plain", !areColoured);
    this.numbers.replaceChildren(...lines.map((_, index) => make("span", { textContent: String(first + index + 1) })));
    this.colours.replaceChildren(...lines.map((line) => make("span", {}, ...(areColoured ? coloured(line) : []), "\n")));
    this.mark(this.severities);
  }

  /** The height of a line, in pixels. */
  get lineHeight() {
    return parseFloat(getComputedStyle(this.area).lineHeight);
  }

  /**
   * Marks the lines with findings.
   *
   * @param severities by lines
   */
  mark(severities: ReadonlyMap<number, string>) {
    this.severities = severities;
    for (const { children } of [this.numbers, this.colours]) {
      [...children].forEach((line, index) => {
        const severity = severities.get(this.first + index + 1);
        line.className = severity ? `ys-mine-${severity}` : "";
      });
    }
  }

  /** Selects a line, and shows it. */
  goTo(line: number) {
    this.draw();
    const start = this.lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, start + (this.lines[line - 1] ?? "").length);
    this.area.scrollTop = Math.max(0, (line - 1) * this.lineHeight - this.area.clientHeight / 3);
    this.element.scrollIntoView({ block: "nearest" });
    this.scroll();
  }
}

function coloured(line: string) {
  return partsOf(line).map(({ text, name }) => {
    if (!name) return text;
    return make(name === "b" ? "b" : name === "c" ? "span" : "i", { textContent: text, className: CLASSES[name] });
  });
}

/**
 * Puts a text in place of what is selected. Chromium inserts plain text line by line, which takes minutes for thousands
 * of lines, and HTML at once; Firefox inserts no HTML into a text area.
 */
function type(text: string) {
  const html = make("i", { textContent: text }).innerHTML;
  if (!text) document.execCommand("delete");
  else if (!document.execCommand("insertHTML", false, html)) document.execCommand("insertText", false, text);
}

/** Returns the number of characters in which two texts end alike. */
function sameEnd(one: string, other: string) {
  let number = 0;
  while (number < Math.min(one.length, other.length) && one.at(-1 - number) === other.at(-1 - number)) number += 1;
  return number;
}

/** Returns the parts of a line of YAML, for colours alone: it does not know what is around the line. */
export function partsOf(line: string): Part[] {
  const [, margin = "", key = "", colon = "", rest = ""] = LINE.exec(line) ?? [];
  const quoted = /^\s*(["'])/.test(rest);
  const comment = quoted ? "" : COMMENT.exec(rest)?.[0] ?? "";
  const value = rest.slice(0, rest.length - comment.length);
  const isString = typeof resolve(value.trim()) === "string";
  const parts: Part[] = [
    { text: margin, name: "" }, { text: key, name: "b" }, { text: colon, name: "" },
    { text: value, name: isString ? "i" : "n" }, { text: comment, name: "c" },
  ];
  return parts.filter(({ text }) => text);
}
