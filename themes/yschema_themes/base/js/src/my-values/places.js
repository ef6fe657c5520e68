/** @import { Span } from "./values.js" */

/** The lines of a text. */
export class Places {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /**
   * Returns the number of the line of an offset, from 1.
   *
   * @param {number} offset
   */
  line(offset) {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return high;
  }

  /**
   * Returns the column of an offset, from 1, in characters.
   *
   * @param {number} offset
   */
  column(offset) {
    return [...this.text.slice(this.starts[this.line(offset) - 1], offset)].length + 1;
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
