/**
 * Returns the index of the first element that has a property which every later element has too; the length of the list
 * if none has it.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {(element: T) => boolean} hasProperty
 */
export function firstIndex(list, hasProperty) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasProperty(list[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
