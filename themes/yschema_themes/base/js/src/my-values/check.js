import { Checker, idOf } from "./checker.js";
import { uncheckedOf } from "./field-rules.js";
import { Unreadable } from "./findings.js";
import { InstanceCheck } from "./instances.js";
import { readYaml } from "./yaml.js";

/** @import { Finding } from "./findings.js" */
/** @import { Model } from "./model.js" */
/** @import { InstanceData } from "./instances.js" */
/** @import { YamlFile } from "./yaml.js" */

/**
 * @typedef {{ path: string, anchor: string }} Place
 * @typedef {{ field: Place, words: string, isNeverChecked?: boolean }} Unchecked a rule that cannot be checked here
 * @typedef {{ findings: Finding[], unchecked: Unchecked[], file: YamlFile | undefined, isTooLarge?: boolean }} Result
 */

/** Characters of a text, of which more would take seconds while the reader types. */
const LARGEST = 500_000;

/**
 * Checks a plain values file.
 *
 * @param {string} text
 * @param {Model} model
 * @returns {Result}
 */
export function check(text, model) {
  const instances = model.check && new InstanceCheck(model.check, model.root);
  if (text.length > LARGEST) return { findings: [], unchecked: [], file: undefined, isTooLarge: true };
  const unchecked = model.check ? uncheckedIn(model.check) : [...uncheckedOf(model.root)];
  try {
    const file = readYaml(text, instances?.isAsSet);
    const documents = file.documents.filter(({ value }) => value !== null);
    const { groups, findings } = instances?.groups(documents) ?? { groups: [documents], findings: [] };
    const checkers = groups.map((group) => new Checker(model, instances, group));
    unchecked.push(...checkers.flatMap((each) => each.unchecked));
    return { findings: [...findings, ...distinct(checkers)], unchecked, file };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { findings: [error.finding], unchecked, file: undefined };
  }
}

/**
 * Returns the findings of several checkers, those that they share once.
 *
 * @param {Checker[]} checkers
 */
function distinct(checkers) {
  const entries = checkers.flatMap((each) => each.findings.map((finding) => /** @type {const} */ ([idOf(finding), finding])));
  return [...new Map(entries).values()];
}

/**
 * Returns the rules that a check of its own leaves out.
 *
 * @param {InstanceData} data
 * @returns {Unchecked[]}
 */
function uncheckedIn({ u: rules }) {
  return rules.map(([path, anchor, words, isNever]) => ({ field: { path, anchor }, words, isNeverChecked: isNever === 1 }));
}
