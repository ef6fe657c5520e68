/**
 * What keys do in the editor: Enter keeps the indentation, Tab changes it, and the backspace key removes a step of it.
 *
 * @typedef {{ start: number, end: number, text: string, selection: [start: number, end: number] }} Edit a replaced part,
 *   and what is selected then
 * @typedef {{ text: string, start: number, end: number }} Selection in a text
 * @typedef {{ key: string, shiftKey: boolean }} Pressed
 */

const STEP = "  ";
const LINE = /^( *)((?:- +)*)(.*)$/;
const KEY = /^(?:"[^"]*"|'[^']*'|[^#\s"'][^#]*?):(?:\s|$)/;
const OPENS = /(?::|[|>][-+0-9]*)\s*(?:\s#.*)?$/;

/** @type {Record<string, (selection: Selection, isBack: boolean) => Edit | undefined>} */
const EDITS = { Enter: lineBelow, Tab: indented, Backspace: withoutStep };

/**
 * Returns what a key does; undefined if that is what it does everywhere.
 *
 * @param {Pressed} pressed
 * @param {Selection} selection
 */
export function editOf({ key, shiftKey }, selection) {
  return Object.hasOwn(EDITS, key) ? EDITS[key](selection, shiftKey) : undefined;
}

/**
 * @param {Selection} selection
 * @returns {Edit}
 */
function lineBelow({ text, start, end }) {
  const [, margin = "", dashes = "", content = ""] = LINE.exec(text.slice(lineStart(text, start), start)) ?? [];
  const isKey = KEY.test(content);
  const indentation = margin + (isKey ? " ".repeat(dashes.length) : "") + (isKey && OPENS.test(content) ? STEP : "");
  return inserted(start, end, `\n${indentation}`);
}

/**
 * @param {Selection} selection
 * @param {boolean} isBack
 * @returns {Edit | undefined}
 */
function indented({ text, start, end }, isBack) {
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

/**
 * @param {Selection} selection
 * @returns {Edit | undefined}
 */
function withoutStep({ text, start, end }) {
  const before = text.slice(lineStart(text, start), start);
  const isIndentation = start === end && /^(?: {2})+$/.test(before);
  return isIndentation ? inserted(start - STEP.length, end, "") : undefined;
}

/**
 * @param {number} start
 * @param {number} end
 * @param {string} text
 * @returns {Edit}
 */
function inserted(start, end, text) {
  return { start, end, text, selection: [start + text.length, start + text.length] };
}

/**
 * @param {string} text
 * @param {number} offset
 */
function lineStart(text, offset) {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
