/** ESLint's rules for static/js and static/games; tsc checks names and types (tsconfig.json). */

import js from "@eslint/js";

// assets.py sends scripts without their `/** … */`, so no text of a script may look like one.
const LOOKS_LIKE_A_COMMENT = "Literal[value=/\\/\\*\\*/], TemplateElement[value.raw=/\\/\\*\\*/], Literal[regex.pattern=/\\/\\*\\*/]";

export default [
  js.configs.recommended,
  {
    files: ["static/**/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off", // tsc knows better which names there are
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" }],
      "max-len": ["error", 130],
      "max-lines": ["error", 450],
      "max-lines-per-function": ["error", 60],
      complexity: ["error", 15],
      "array-callback-return": "error",
      "consistent-return": "off",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-await-in-loop": "off", // sending goes in order
      "no-console": ["error", { allow: ["warn", "error"] }],
      "no-duplicate-imports": "error",
      "no-eval": "error",
      "no-implicit-coercion": "error",
      "no-implied-eval": "error",
      "no-restricted-syntax": ["error", { selector: LOOKS_LIKE_A_COMMENT, message: "It would be sent without that." }],
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "require-await": "off",
    },
  },
];
