import assert from "node:assert/strict";
import { test } from "node:test";

import { compose, dataValueOption, nest, shellWord } from "../yschema_themes/base/js/src/paste.ts";

const service = { key: "service", items: 0 };
const routes = { key: "routes", items: 1 };
const port = { key: "port", items: 0 };
const NESTED = {
  "a scalar": [[service, port], { yaml: "80" }, "service:\n  port: 80"],
  "no value": [[port], { yaml: "" }, "port:"],
  "a quoted key": [[{ key: '"on"', items: 0 }], { yaml: '"yes"' }, '"on": "yes"'],
  "a map": [[service], { yaml: "a: 1\nb: 2", block: "map" }, "service:\n  a: 1\n  b: 2"],
  "items": [[service, routes], { yaml: "- a: 1", block: "items" }, "service:\n  routes:\n  - a: 1"],
  "a field of items": [[routes, port], { yaml: "80" }, "routes:\n- port: 80"],
  "a field of nested arrays": [[{ key: "grid", items: 2 }, port], { yaml: "80" }, "grid:\n- - port: 80"],
  "a literal": [[service, port], { yaml: "|\n  one\n\n  two" }, "service:\n  port: |\n    one\n\n    two"],
  "a document that is an array": [[{ key: null, items: 1 }, port], { yaml: "80" }, "- port: 80"],
};
for (const [name, [steps, value, yaml]] of Object.entries(NESTED)) {
  test(`nest: ${name}`, () => assert.equal(nest(steps, value), yaml));
}

test("compose: the fields of a map", () => {
  assert.deepEqual(compose(["a: 1", "b:\n  c: 2"], 0), { yaml: "a: 1\nb:\n  c: 2", block: "map" });
});

test("compose: the fields of the items of an array", () => {
  assert.deepEqual(compose(["a: 1", "b: 2"], 2), { yaml: "- - a: 1\n    b: 2", block: "items" });
});

const WORDS = { "a.b=1": "a.b=1", "a=b c": "'a=b c'", "it's": `'it'"'"'s'`, "": "''" };
for (const [word, quoted] of Object.entries(WORDS)) {
  test(`shellWord: ${word}`, () => assert.equal(shellWord(word), quoted));
}

test("dataValueOption", () => {
  assert.equal(dataValueOption("a", "x", "x"), "--data-value a=x");
  assert.equal(dataValueOption("a", "1", undefined), "--data-value-yaml a=1");
  assert.equal(dataValueOption("a", "- 1\n- 2", undefined), "--data-value-yaml 'a=- 1\n- 2\n'");
});
