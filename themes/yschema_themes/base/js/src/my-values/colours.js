import { resolve } from "./scalars.js";

/** @typedef {{ text: string, name: "b" | "i" | "n" | "c" | "" }} Part of a line: a key, a string, another scalar, a comment */

const LINE = /^(\s*(?:- +)*)(?:("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'[{&*!|>][^#]*?)(\s*:)(?=\s|$))?(.*)$/;
const COMMENT = /(^|\s)#.*$/;

/**
 * Returns the parts of a line of YAML, for colours alone: it does not know what is around the line.
 *
 * @param {string} line
 * @returns {Part[]}
 */
export function partsOf(line) {
  const [, margin = "", key = "", colon = "", rest = ""] = LINE.exec(line) ?? [];
  const quoted = /^\s*(["'])/.test(rest);
  const comment = quoted ? "" : COMMENT.exec(rest)?.[0] ?? "";
  const value = rest.slice(0, rest.length - comment.length);
  const isString = typeof resolve(value.trim()) === "string";
  /** @type {Part[]} */
  const parts = [
    { text: margin, name: "" }, { text: key, name: "b" }, { text: colon, name: "" },
    { text: value, name: isString ? "i" : "n" }, { text: comment, name: "c" },
  ];
  return parts.filter(({ text }) => text);
}
