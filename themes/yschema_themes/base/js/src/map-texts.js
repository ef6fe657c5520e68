/** @import { MapTexts } from "./map-pages.js" */

/**
 * Returns the texts of the fields on pages of maps, by the anchors of the maps; null where they cannot be loaded, such as
 * in a site without a server, where the paths in the page have to do.
 *
 * @param {string} address
 * @returns {Promise<Record<string, MapTexts> | null>}
 */
export async function loadMapTexts(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
