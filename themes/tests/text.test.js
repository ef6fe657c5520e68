import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { parse } from "yaml";

import { parentAnchor } from "../yschema_themes/base/js/src/entry.ts";
import { firstIndex } from "../yschema_themes/base/js/src/lists.ts";
import { fill, formsOf, hasWords, idOf, lines, normalize, queryWords } from "../yschema_themes/base/js/src/text.ts";

test("fill replaces the placeholders that it knows", () => {
  assert.equal(fill("{shown} of {total}, {other}", { shown: 0, total: 12 }), "0 of 12, {other}");
});

test("normalize drops case and accents", () => assert.equal(normalize("Größe ÉTÉ"), "große ete"));

test("queryWords splits at any white space", () => assert.deepEqual(queryWords("  Port\tNAME "), ["port", "name"]));

for (const [word, forms] of Object.entries({
  retry: ["retry", "retries", "retried"], retries: ["retries", "retry", "retried"], retried: ["retried", "retry", "retries"],
  enabled: ["enabled", "enabl"], hosts: ["hosts", "host"], class: ["class"], tls: ["tls"], delay: ["delay"], "image.tags": ["image.tags"],
})) test(`forms of ${word}`, () => assert.deepEqual(formsOf(word), forms));

for (const [kind, words] of Object.entries(parse(readFileSync("../tests/cases/word-forms.yaml", "utf8")))) {
  for (const [word, text] of Object.entries(words)) {
    test(`${word} is ${kind} in ${text}`, () => assert.equal(hasWords(text, [word]), kind === "found"));
  }
}

test("idOf decodes a hash, and ignores one that is not valid", () => {
  assert.equal(idOf("#app.a%7E20b"), "app.a~20b");
  assert.equal(idOf("#%"), "");
  assert.equal(idOf(""), "");
});

test("lines of no text are none", () => {
  assert.deepEqual(lines("a\nb"), ["a", "b"]);
  assert.deepEqual(lines(""), []);
  assert.deepEqual(lines(undefined), []);
});

test("parentAnchor", () => assert.equal(parentAnchor("app.service.port"), "app.service"));

for (const wanted of [0, 3, 8]) {
  test(`firstIndex finds ${wanted} of 8`, () => {
    assert.equal(firstIndex([0, 1, 2, 3, 4, 5, 6, 7], (number) => number >= wanted), wanted);
  });
}
