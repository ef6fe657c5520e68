import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";

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
  { files: ["yschema_themes/**"], languageOptions: { globals: globals.browser } },
  { files: ["*.js", "tests/**"], languageOptions: { globals: globals.node } },
]);
