/** @import { PaletteEntry } from "./palette.js" */

/** @typedef {[page: string, anchor: string, path: string, type: string, value: string, facets: string]} Row */

/**
 * Returns what narrows a search to the field, as in the filter of a page.
 *
 * @param {string} type in the language of the page
 * @param {string} value the default
 * @param {string} others its main type in English, and marks such as `is:required`
 */
function facetsOf(type, value, others) {
  const types = type.split(/\s+/).map((word) => `type:${word}`);
  return [others, ...types, ...(value ? [`=${value.replace(/^(["'])(.+)\1$/, "$2")}`] : [])].join(" ");
}

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
    return schemas.flatMap(([schema, rows]) => rows.map(([page, anchor, path, type, value, facets]) =>
      ({ schema, path, type, value, facets: facetsOf(type, value, facets), href: new URL(`../${page}#${anchor}`, address).href })));
  } catch {
    return null;
  }
}
