import { isAtEnd } from "./page-end.js";

/** @import { Field } from "./fields.js" */

const READ = 48; // pixels below the bar in which the field that is being read begins

/**
 * Returns the field that is being read: the last one that begins above a line a little below the bar, or at the end of a page,
 * where fields do not come up to that line, the one that a link led to.
 *
 * @param {readonly Field[]} shown the fields in the window, in order
 * @param {number} top where the bar ends
 */
export function fieldBeingRead(shown, top) {
  const line = top + READ;
  const above = shown.filter(({ link }) => link.getBoundingClientRect().top < line);
  const inWindow = shown.find(({ link }) => link.getBoundingClientRect().bottom > top);
  const linked = isAtEnd() ? shown.find(({ link }) => link.matches(":target > *")) : undefined;
  return linked ?? (inWindow === shown[0] ? inWindow : above.at(-1) ?? inWindow);
}
