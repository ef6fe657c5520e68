import js from "@eslint/js";
import { transformSync } from "amaro";
import { defineConfig } from "eslint/config";
import * as espree from "espree";
import globals from "globals";

/** Reads TypeScript as the script that it is without types, which spaces take the place of. */
const withoutTypes = {
  parseForESLint: (text, options) => ({ ast: espree.parse(transformSync(text, { mode: "strip-only" }).code, options) }),
};

export default defineConfig([
  { ignores: ["yschema_themes/*/assets/"] },
  js.configs.recommended,
  {
    rules: {
      "no-var": "error",
      "prefer-const": "error",
      "eqeqeq": "error",
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 40 }],
      "complexity": ["error", 10],
    },
  },
  { files: ["yschema_themes/**/*.ts"], languageOptions: { globals: globals.browser, parser: withoutTypes } },
  { files: ["*.js", "tests/**"], languageOptions: { globals: globals.node } },
]);
