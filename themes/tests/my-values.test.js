import assert from "node:assert/strict";
import { test } from "node:test";

import { moved } from "../yschema_themes/base/js/src/my-values/earlier.ts";
import { partsOf } from "../yschema_themes/base/js/src/my-values/editor.ts";
import { additionOf, differencesOf, placeOf } from "../yschema_themes/base/js/src/my-values/edits.ts";
import { Model } from "../yschema_themes/base/js/src/my-values/model.ts";
import { editOf } from "../yschema_themes/base/js/src/my-values/typing.ts";
import { yamlText } from "../yschema_themes/base/js/src/my-values/written.ts";
import { YamlArray, YamlMap, defaultItem } from "../yschema_themes/base/js/src/my-values/values.ts";
import { readYaml } from "../yschema_themes/base/js/src/my-values/yaml.ts";

const MODEL = new Model({
  anchor: "app", command: "", minimal: "", rules: [], conditions: [], words: { codes: {}, phrases: {}, pane: {} },
  root: { t: "m", f: [
    { k: "name", t: "s", s: "web" },
    { k: "store", t: "m", f: [{ k: "size", t: "i", s: 5 }, { k: "tls.crt", t: "s", s: "" }] },
    { k: "hosts", t: "a", i: { t: "m", f: [{ k: "port", t: "i", s: 80 }, { k: "paths", t: "a", i: { t: "s", s: "" } }] } },
  ] },
});

const ADDITIONS = {
  "to nothing": ["", "app.name", "name: web\n"],
  "to comments": ["# mine", "app.name", "# mine\nname: web\n"],
  "to a map": ["name: a\n", "app.store.size", "name: a\nstore:\n  size: 5\n"],
  "inside a map": ["store:\n    size: 1 # mine\nname: a\n", "app.store.tls~2Ecrt", "store:\n    size: 1 # mine\n    tls.crt: \"\"\nname: a\n"],
  "below an empty key": ["store:\nname: a\n", "app.store.size", "store:\n  size: 5\nname: a\n"],
  "to no items": ["name: a\n", "app.hosts.port", "name: a\nhosts:\n  - port: 80\n"],
  "to the last item": ["hosts:\n- port: 1\n- port: 2\n", "app.hosts.paths", "hosts:\n- port: 1\n- port: 2\n  paths: []\n"],
  "below a text of several lines": ["name: |\n  a\n\n  b\n", "app.hosts", "name: |\n  a\n\n  b\nhosts: []\n"],
  "without a last line end": ["name: a", "app.hosts", "name: a\nhosts: []\n"],
  "what is there": ["name: a\n", "app.name", "name: a\n"],
  "to brackets": ["store: {size: 1}\n", "app.store.tls~2Ecrt", undefined],
  "to several documents": ["name: a\n---\nname: b\n", "app.hosts", undefined],
};
for (const [name, [text, anchor, expected]] of Object.entries(ADDITIONS)) {
  test(`a field is added ${name}`, () => {
    const addition = additionOf(readYaml(text), lineage(anchor));
    assert.equal(addition && text.slice(0, addition.at) + addition.text + text.slice(addition.at), expected);
  });
}

const MOVES = {
  "elsewhere": ["a: 1\n# of it\nname: x # mine\n", "name", "app.store.size", "a: 1\nstore:\n  # of it\n  size: x # mine\n"],
  "with what is below it": ["name:\n    b: 1\n\n    c: 2\na: 1\n", "name", "app.store.size", "a: 1\nstore:\n  size:\n      b: 1\n  \n      c: 2\n"],
  "to a map that is there": ["name: x\nstore:\n  a: 1\n", "name", "app.store.size", "store:\n  a: 1\n  size: x\n"],
  "not to a key that is there": ["name: x\nstore:\n  size: 1\n", "name", "app.store.size", undefined],
  "not out of brackets": ["{name: x}\n", "name", "app.store.size", undefined],
};
for (const [name, [text, key, anchor, expected]] of Object.entries(MOVES)) {
  test(`a key moves ${name}`, () => {
    const file = readYaml(text);
    const line = file.places.line(text.indexOf(key));
    const edits = moved(file, placeOf([key], line, file), lineage(anchor));
    assert.equal(edits?.[0].text, expected);
  });
}

const DIFFERENCES = {
  "nothing": ["name: a\n", "name: a\n"],
  "a default": ["name: web\nstore:\n  size: 6\n", "store:\n  size: 6\n"],
  "a map of defaults": ["name: a\nstore:\n  size: 5\n  tls.crt: \"\"\n", "name: a\n"],
  "a comment above": ["# one\n# two\nname: web\n# three\nhosts: [{}]\n", "# three\nhosts: [{}]\n"],
  "an empty array": ["hosts: []\nname: b\n", "name: b\n"],
  "no key that is unknown": ["nam: web\n", "nam: web\n"],
};
for (const [name, [text, expected]] of Object.entries(DIFFERENCES)) {
  test(`what repeats defaults goes: ${name}`, () => assert.equal(differencesOf(readYaml(text), MODEL.root), expected));
}

// The text before and after a key, where | is the caret and […] is selected.
const EDITS = {
  "Enter keeps the indentation": ["Enter", "a:\n  b: 1|", "a:\n  b: 1\n  |"],
  "Enter opens a map": ["Enter", "a:\n  b:|", "a:\n  b:\n    |"],
  "Enter opens a map with a comment": ["Enter", "a: # c|", "a: # c\n  |"],
  "Enter opens a block of text": ["Enter", "a: |-¦", "a: |-\n  ¦"],
  "Enter opens nothing in a comment": ["Enter", "  # a:|", "  # a:\n  |"],
  "Enter stays in the map of an item": ["Enter", "- a: 1|", "- a: 1\n  |"],
  "Enter leads to another item": ["Enter", "  - a|", "  - a\n  |"],
  "Enter splits a line": ["Enter", "a: 1|b: 2", "a: 1\n|b: 2"],
  "Tab fills a step": ["Tab", "a:\n |b", "a:\n  |b"],
  "Tab indents lines": ["Tab", "a:\n[b:\n\nc]: 1", "a:\n  [b:\n\n  c]: 1"],
  "Shift and Tab removes a step": ["Shift+Tab", "    a: |b", "  a: |b"],
  "Shift and Tab removes steps": ["Shift+Tab", "[  a:\n b]", "[a:\nb]"],
  "Shift and Tab at the margin": ["Shift+Tab", "a|: 1", "a|: 1"],
  "Backspace removes a step": ["Backspace", "a:\n    |", "a:\n  |"],
  "Backspace as everywhere": ["Backspace", "a: 1|", undefined],
  "letters as everywhere": ["b", "a: |", undefined],
};
for (const [name, [pressed, before, expected]] of Object.entries(EDITS)) {
  test(`typing: ${name}`, () => {
    const key = pressed.replace("Shift+", "");
    const edit = editOf({ key, shiftKey: key !== pressed }, selectionOf(before));
    assert.equal(edit && shownEdit(before, edit), expected);
  });
}

function selectionOf(shown) {
  const start = shown.search(/[[¦]|\|(?!-)/);
  const end = shown[start] === "[" ? shown.indexOf("]") - 1 : start;
  return { text: shown.replace(/[[\]¦]|\|(?!-)/g, ""), start, end };
}

function shownEdit(before, { start, end, text, selection: [from, to] }) {
  const { text: whole } = selectionOf(before);
  const after = whole.slice(0, start) + text + whole.slice(end);
  if (from < to) return `${after.slice(0, from)}[${after.slice(from, to)}]${after.slice(to)}`;
  return `${after.slice(0, from)}${before.includes("¦") ? "¦" : "|"}${after.slice(from)}`;
}

const LINES = {
  "a: b": ["a:b", ":", " b:i"],
  "- a: 1 # c": ["- ", "a:b", ":", " 1:n", " # c:c"],
  "# c": ["# c:c"],
  '"a b": "x # y"': ['"a b":b', ":", ' "x # y":i'],
  "https://example.com": ["https://example.com:i"],
  "- yes": ["- ", "yes:n"],
};
for (const [line, expected] of Object.entries(LINES)) {
  test(`the colours of ${line}`, () => {
    assert.deepEqual(partsOf(line).map(({ text, name }) => (name ? `${text}:${name}` : text)), expected);
  });
}

const lineage = (/** @type {string} */ anchor) => [...MODEL.root.walk()].find((field) => field.anchor === anchor)?.lineage ?? [];

test("values are YAML on one line", () => {
  const map = new YamlMap([defaultItem("a b", new YamlArray([defaultItem(null, "yes"), defaultItem(null, 3n)]))]);
  assert.equal(yamlText(map), '{a b: ["yes", 3]}');
  for (const [value, text] of [["", '""'], ["a: b", '"a: b"'], [null, "null"], [1.5, "1.5"], [2, "2.0"], [true, "true"]]) {
    assert.equal(yamlText(value), text);
  }
});

test("floats have all of their digits", () => {
  const numbers = [0.1, 1e-5, 123456.789, 1e6, 1e22, 0.0001234567, -2.5, 100000];
  assert.deepEqual(numbers.map(yamlText), ["0.1", "1e-05", "123456.789", "1000000.0", "1e+22", "0.0001234567", "-2.5", "100000.0"]);
});
