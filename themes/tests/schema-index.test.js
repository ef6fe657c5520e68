import assert from "node:assert/strict";
import { test } from "node:test";

import { isMatch, sorted } from "../yschema_themes/base/js/src/schema-index.ts";

const rows = ["b 10", "", "a 9", "B 2"].map((name) => ({ cells: [name, name.split(" ")[1] ?? ""] }));
const order = (column, isDescending) => sorted(rows, column, isDescending).map(({ cells }) => cells[0]);

test("texts ignore case, and empty cells come last", () => assert.deepEqual(order(0, false), ["a 9", "B 2", "b 10", ""]));

test("numbers are compared as numbers", () => assert.deepEqual(order(1, false), ["B 2", "a 9", "b 10", ""]));

test("empty cells come last in descending order as well", () => assert.deepEqual(order(1, true), ["b 10", "a 9", "B 2", ""]));

test("a row has to have all words of a query", () => {
  assert.equal(isMatch("certmanager issues certificates", "CERT iss"), true);
  assert.equal(isMatch("certmanager issues certificates", "cert dns"), false);
  assert.equal(isMatch("certmanager", " "), true);
});
