/** @import { Field } from "./fields.js" */

const READ = 48; // pixels below the bar in which the field that is being read begins

/**
 * Returns the field that is being read: the last one that begins above a line a little below the bar.
 *
 * @param {readonly Field[]} shown the fields in the window, in order
 * @param {number} top where the bar ends
 */
export function fieldBeingRead(shown, top) {
  const line = top + READ;
  const above = shown.filter(({ link }) => link.getBoundingClientRect().top < line);
  const inWindow = shown.find(({ link }) => link.getBoundingClientRect().bottom > top);
  return above.at(-1) ?? inWindow;
}
