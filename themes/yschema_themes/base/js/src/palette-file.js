/** @import { PaletteEntry } from "./palette.js" */

/** @typedef {[page: string, anchor: string, path: string, type: string, value: string]} Row */

/**
 * Returns the fields of all references of the site; null where they cannot be loaded.
 *
 * @param {URL} address
 * @returns {Promise<PaletteEntry[] | null>}
 */
export async function loadPalette(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const schemas = /** @type {[title: string, rows: Row[]][]} */ (await answer.json());
    return schemas.flatMap(([schema, rows]) => rows.map(([page, anchor, path, type, value]) =>
      ({ schema, path, type, value, href: new URL(`../${page}#${anchor}`, address).href })));
  } catch {
    return null;
  }
}
