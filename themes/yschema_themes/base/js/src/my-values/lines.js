import { phrase } from "./findings.js";
import { NOWHERE, itemAt } from "./values.js";

/** @import { Finding } from "./findings.js" */
/** @import { Step } from "./values.js" */
/** @import { YamlDocument } from "./yaml.js" */

/**
 * Returns a finding about a default at the nearest line around it that the reader has written; of several documents, the
 * last one counts. All other findings stay.
 *
 * @param {Finding} finding
 * @param {readonly YamlDocument[]} documents
 * @returns {Finding}
 */
export function atNearestLine(finding, documents) {
  const { line, path } = finding;
  if (line !== NOWHERE || !path) return finding;
  const [lines] = documents.map((each) => linesAlong(each, path)).toReversed()
    .toSorted((one, other) => other.length - one.length);
  if (!lines) return finding;
  const placed = { ...finding, line: lines.at(-1) ?? NOWHERE };
  return lines.length > path.length ? placed : { ...placed, params: { hint: phrase("defaultHint"), ...finding.params } };
}

/**
 * Returns the line of a document, and those of the steps of a path as far as the document has them.
 *
 * @param {YamlDocument} document
 * @param {readonly Step[]} path
 */
function linesAlong({ value, line }, path) {
  const lines = [line];
  let at = value;
  for (const step of path) {
    const item = itemAt(at, step);
    if (!item) break;
    lines.push(item.line);
    at = item.value;
  }
  return lines;
}
