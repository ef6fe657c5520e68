/**
 * Returns the links of the table of contents.
 *
 * @returns {HTMLAnchorElement[]}
 */
export function contentsLinks() {
  const links = [...document.querySelectorAll(".bs-sidebar a[href]")];
  return links.filter((link) => link instanceof HTMLAnchorElement).filter((link) => link.hash);
}
