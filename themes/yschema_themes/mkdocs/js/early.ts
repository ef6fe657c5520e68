/**
 * Keeps Bootstrap's ScrollSpy from the links of the table of contents, which another script of ours marks.
 *
 * ScrollSpy takes links for selectors: it finds no anchor with a dot in it, and at one that is no valid selector, such as
 * `#values.a~20b`, it throws, which ends the script of the theme. It ignores disabled links, so links are disabled until it
 * has looked; this script therefore runs before the theme's.
 */
import { linksOf } from "../../base/js/src/shown.ts";

const links = linksOf(".bs-sidebar");
for (const link of links) link.setAttribute("disabled", "");
document.addEventListener("DOMContentLoaded", () => { for (const link of links) link.removeAttribute("disabled"); });
