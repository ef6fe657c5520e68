/** What keys do in the editor: Enter keeps the indentation, Tab changes it, and the backspace key removes a step of it. */

/** A replaced part, and what is selected then. */
type Edit = { start: number, end: number, text: string, selection: [start: number, end: number] };
/** In a text. */
type Selection = { text: string, start: number, end: number };
type Pressed = { key: string, shiftKey: boolean };

const STEP = "  ";
const LINE = /^( *)((?:- +)*)(.*)$/;
const KEY = /^(?:"[^"]*"|'[^']*'|[^#\s"'][^#]*?):(?:\s|$)/;
const OPENS = /(?::|[|>][-+0-9]*)\s*(?:\s#.*)?$/;

const EDITS: Record<string, (selection: Selection, isBack: boolean) => Edit | undefined> = { Enter: lineBelow, Tab: indented, Backspace: withoutStep };

/** Returns what a key does; undefined if that is what it does everywhere. */
export function editOf({ key, shiftKey }: Pressed, selection: Selection) {
  return Object.hasOwn(EDITS, key) ? EDITS[key](selection, shiftKey) : undefined;
}

function lineBelow({ text, start, end }: Selection): Edit {
  const [, margin = "", dashes = "", content = ""] = LINE.exec(text.slice(lineStart(text, start), start)) ?? [];
  const isKey = KEY.test(content);
  const indentation = margin + (isKey ? " ".repeat(dashes.length) : "") + (isKey && OPENS.test(content) ? STEP : "");
  return inserted(start, end, `\n${indentation}`);
}

function indented({ text, start, end }: Selection, isBack: boolean): Edit | undefined {
  const from = lineStart(text, start);
  const isInLine = !text.slice(start, end).includes("\n");
  if (isInLine && !isBack) return inserted(start, end, " ".repeat(STEP.length - ((start - from) % STEP.length)));
  const lines = text.slice(from, end).split("\n");
  const changed = lines.map((line) => (isBack ? line.replace(/^ {1,2}/, "") : line && STEP + line));
  const first = changed[0].length - lines[0].length;
  const whole = changed.join("\n");
  if (whole === text.slice(from, end)) return { start, end, text: text.slice(start, end), selection: [start, end] };
  const caret = Math.max(from, start + first);
  return { start: from, end, text: whole, selection: [caret, isInLine ? caret : from + whole.length] };
}

function withoutStep({ text, start, end }: Selection): Edit | undefined {
  const before = text.slice(lineStart(text, start), start);
  const isIndentation = start === end && /^(?: {2})+$/.test(before);
  return isIndentation ? inserted(start - STEP.length, end, "") : undefined;
}

function inserted(start: number, end: number, text: string): Edit {
  return { start, end, text, selection: [start + text.length, start + text.length] };
}

function lineStart(text: string, offset: number) {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
