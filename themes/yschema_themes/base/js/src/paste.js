/**
 * Text to paste. All YAML of keys and values comes from the server; these functions put it in lines below each other.
 *
 * @typedef {object} Step one key of a path
 * @property {string | null} key as YAML; null for a document that is an array
 * @property {number} items how many arrays, one in the other, the rest of the path goes through
 *
 * @typedef {object} Value
 * @property {string} yaml
 * @property {string} [block] `map` or `items` if the value goes on the lines below its key
 */

/**
 * Returns text with a margin before each line that is not empty.
 *
 * @param {string} text
 * @param {string} margin
 */
function indent(text, margin) {
  return text.replace(/^(?=.)/gm, margin);
}

/**
 * Returns a value as YAML below the keys that lead to it.
 *
 * @param {readonly Step[]} steps
 * @param {Value} value
 */
export function nest(steps, { yaml, block }) {
  const rows = [];
  let [margin, dashes, column] = ["", "", ""];
  for (const { key, items } of steps) {
    if (key !== null) {
      rows.push(`${margin}${dashes}${key}:`);
      column = margin + " ".repeat(dashes.length);
      margin = items ? column : `${column}  `;
    }
    dashes = "- ".repeat(items);
  }
  const head = rows.join("\n");
  if (block) return `${head}\n${indent(yaml, block === "items" ? column : `${column}  `)}`;
  return yaml ? `${head} ${indent(yaml, column).trimStart()}` : head;
}

/**
 * Returns the fields of a map, each as YAML, as the value of the map, or of the innermost item of its arrays.
 *
 * @param {readonly string[]} fields
 * @param {number} items
 * @returns {Value}
 */
export function compose(fields, items) {
  const dashes = "- ".repeat(items);
  const yaml = dashes + indent(fields.join("\n"), " ".repeat(dashes.length)).trimStart();
  return { yaml, block: items ? "items" : "map" };
}

/**
 * Returns a word as a POSIX shell reads it.
 *
 * @param {string} word
 */
export function shellWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/**
 * Returns the option of the command line that sets a field.
 *
 * @param {string} path
 * @param {string} yaml
 * @param {string | undefined} text the value if it is a string
 */
export function dataValueOption(path, yaml, text) {
  if (text !== undefined) return `--data-value ${shellWord(`${path}=${text}`)}`;
  return `--data-value-yaml ${shellWord(`${path}=${yaml}${yaml.includes("\n") ? "\n" : ""}`)}`;
}
