import assert from "node:assert/strict";
import test from "node:test";

import { bestMatches } from "../yschema_themes/base/js/src/fuzzy.ts";
import { entriesOf } from "../yschema_themes/base/js/src/palette.ts";

const ROWS = [
  ["", "app.port", "port", "integer", "8443", "type:integer"],
  ["", "app.host", "host", "string", '"80"', "type:string"],
  ["", "app.name", "name", "string", '""', "type:string is:required"],
];

test("defaults narrow the fields of a site, those that are empty as well", () => {
  const entries = entriesOf([["App", ROWS]], new URL("https://example.com/yschema/fields.json"));
  const paths = (/** @type {string} */ query) => bestMatches(query, entries, 9).map(({ path }) => path);
  assert.deepEqual(paths("=8443"), ["port"]);
  assert.deepEqual(paths("=80"), ["host"]);
  assert.deepEqual(paths('=""'), ["name"]);
});
