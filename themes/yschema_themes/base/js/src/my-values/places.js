/** @import { Span } from "./values.js" */

/** The lines of a text. */
export class Places {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
    /** The second halves of the characters that have two, in order. */
    this.halves = [...text.matchAll(/[\udc00-\udfff]/g)].map(({ index }) => index);
  }

  /**
   * Returns the number of the line of an offset, from 1.
   *
   * @param {number} offset
   */
  line(offset) {
    return countBelow(this.starts, offset + 1);
  }

  /**
   * Returns the column of an offset, from 1, in characters.
   *
   * @param {number} offset
   */
  column(offset) {
    const start = this.starts[this.line(offset) - 1];
    return offset - start - countBelow(this.halves, offset) + countBelow(this.halves, start) + 1;
  }

  /**
   * Returns the text of a line before a place.
   *
   * @param {Span} span
   */
  before({ line, column }) {
    const start = this.starts[line - 1];
    return this.text.slice(start, start + column - 1);
  }

  /**
   * Returns the part of a line between two offsets; without an end if that is on another line.
   *
   * @param {number} start
   * @param {number} end
   * @returns {Span}
   */
  span(start, end) {
    const line = this.line(start);
    return { line, column: this.column(start), end: this.line(end) === line ? this.column(end) : 0 };
  }
}

/**
 * Returns how many of the numbers, which are in order, are below a limit.
 *
 * @param {readonly number[]} numbers
 * @param {number} limit
 */
function countBelow(numbers, limit) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
