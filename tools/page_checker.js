/**
 * Checks values files with the script of the pages. Reads a JSON array of `{ model, texts }`, and writes for each of them
 * an array with the result for each text.
 */
import { readFileSync } from "node:fs";
import vm from "node:vm";

const [script] = process.argv.slice(2);
vm.runInThisContext(readFileSync(script, "utf8"));
const { Model, check } = globalThis.yschemaMyValues;

function results({ model: data, texts }) {
  const model = new Model(data);
  return texts.map((text) => {
    const { findings, unchecked } = check(text, model);
    return {
      findings: findings.map((each) => ({ ...model.texts.of(each), line: each.line, anchor: each.anchor })),
      unchecked: unchecked.map(({ field, words: rule }) => [field.path, rule]),
    };
  });
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(results)));
