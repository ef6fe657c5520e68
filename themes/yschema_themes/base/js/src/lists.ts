/**
 * Returns the index of the first element that has a property which every later element has too; the length of the list
 * if none has it.
 */
export function firstIndex<T>(list: readonly T[], hasProperty: (element: T) => boolean) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasProperty(list[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
