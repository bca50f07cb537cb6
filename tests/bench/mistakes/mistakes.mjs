// The mistakes. Each one edits the counter of the starter, its style sheet or the page that shows it.

const CLICK = "onClick={() => setCount(count + 1)}";
const IMPORTS = 'import "./counter.css";';
const LABEL = "{label} <output";
const STATE = "const [count, setCount] = useState(start);";
const REACT = 'import { useState } from "react";';
/** The message of an error that the component throws, not the code that throws it. */
const BOOM = /(?<!")\bboom\b/;
/** A module that imports misspell. */
const FORMAT = { "format.ts": "export const format = (text: string) => text.trim();\n" };

/** Returns edits that import something and use it in the label. */
const importing = (line, label) => [
  [IMPORTS, `${IMPORTS}\n${line}`],
  [LABEL, `${label} <output`],
];
const throwing = (condition) => [[STATE, `${STATE}\n  if (${condition}) throw new Error("boom");`]];
const clicking = (code) => [[CLICK, `onClick={() => ${code}}`]];

/**
 * Fields of a mistake:
 *
 * - `component`, `styles`, `page`: replacements in the file. `page` has one list for each tool.
 * - `files`: new files in the folder of the component.
 * - `at`: the text in the edited file whose line a report must name.
 * - `report`: matches the main line of a report. `remedy`: matches a report that says how to fix the mistake; errors that the component
 *   throws have none.
 * - `act`: what the developer does after the edit: `click` the button, or `load` the page with the edit. Otherwise nothing, and a reload if
 *   the edit reports nothing.
 * - `without`: tools in which the mistake cannot be made.
 */
export const MISTAKES = [
  {
    id: "syntax",
    name: "Syntax error in a component",
    component: [[STATE, "const [count, setCount] = useState(start;"]],
    at: "useState(start;",
    report: /expected|unexpected|syntax error/i,
    remedy: /expected[^\n]*[`"'][),][`"']/i,
  },
  {
    id: "missing-package",
    name: "Package that is not installed",
    component: [...importing('import confetti from "canvas-confetti";', "{label}"), ...clicking("confetti()")],
    at: 'from "canvas-confetti"',
    report: /canvas-confetti/,
    remedy: /npm (?:install|i) |installed\?/,
  },
  {
    id: "misspelled-package",
    name: "Misspelled package",
    component: importing('import { useMemo } from "raect";', "{useMemo(() => label, [label])}"),
    at: 'from "raect"',
    report: /raect/,
    remedy: /mean[^\n]*\breact\b/i,
  },
  {
    id: "missing-file",
    name: "Misspelled path of a module",
    files: FORMAT,
    component: importing('import { format } from "./fromat";', "{format(label)}"),
    at: 'from "./fromat"',
    report: /\.\/fromat/,
    remedy: /mean[^\n]*\bformat\b|does the file exist/i,
  },
  {
    id: "missing-export",
    name: "Misspelled export",
    files: FORMAT,
    component: importing('import { formatt } from "./format";', "{formatt(label)}"),
    at: 'from "./format"',
    report: /formatt/,
    remedy: /\bformat\b(?!\.ts)[`"']/,
  },
  {
    id: "missing-image",
    name: "Image that does not exist",
    component: importing('import photo from "./photo.webp";', '<img src={photo} alt="" /> {label}'),
    at: 'from "./photo.webp"',
    report: /photo\.webp/,
    remedy: /does the file exist|check|create|similar|mean/i,
  },
  {
    id: "vue",
    name: "Component of another framework",
    files: { "box.vue": "<template><p>Box</p></template>\n" },
    component: importing('import Box from "./box.vue";', "<Box /> {label}"),
    at: 'from "./box.vue"',
    report: /\.vue|Unexpected token '<'|Parse failure/,
    remedy: /plugin-vue|React component/i,
  },
  {
    id: "server-throw",
    name: "Error while the server renders",
    component: throwing('typeof window === "undefined"'),
    at: "boom",
    report: BOOM,
    without: ["vite"],
  },
  {
    id: "browser-throw",
    name: "Error while the browser renders",
    component: throwing('typeof window !== "undefined"'),
    at: "boom",
    report: BOOM,
  },
  {
    id: "event-throw",
    name: "Error in an event handler",
    component: clicking('{ throw new Error("boom"); }'),
    at: "boom",
    report: BOOM,
    act: "click",
  },
  {
    id: "effect-throw",
    name: "Error in an effect",
    component: [
      [REACT, 'import { useEffect, useState } from "react";'],
      [STATE, `${STATE}\n  useEffect(() => { throw new Error("boom"); }, []);`],
    ],
    at: "boom",
    report: BOOM,
  },
  {
    id: "rejection",
    name: "Rejected promise",
    component: clicking('void Promise.reject(new Error("boom"))'),
    at: "boom",
    report: BOOM,
    act: "click",
  },
  {
    id: "hydration",
    name: "Hydration mismatch",
    component: [[LABEL, '<b>{typeof window === "undefined" ? "server" : "browser"}</b> <output']],
    at: "typeof window",
    report: /Hydration failed|hydrated but/,
    remedy: /typeof window|useEffect/,
    act: "load",
    without: ["vite"],
  },
  {
    id: "key",
    name: "List without keys",
    component: [[LABEL, "{[label].map((it) => <b>{it}</b>)} <output"]],
    at: "[label].map",
    report: /unique "key" prop/,
    remedy: /unique "key" prop/,
  },
  {
    id: "nesting",
    name: "`<div>` in `<p>`",
    component: [[LABEL, "<p><div>{label}</div></p> <output"]],
    at: "<p><div>",
    report: /<div> cannot be a descendant of <p>/,
    remedy: /cannot be a descendant/,
  },
  {
    id: "hooks",
    name: "Hook in a condition",
    component: [
      [REACT, 'import { useEffect, useState } from "react";'],
      [STATE, `${STATE}\n  if (count > start) useEffect(() => {});`],
    ],
    at: "if (count > start)",
    report: /more hooks|order of Hooks/,
    remedy: /rules of hooks|rules-of-hooks/i,
    act: "click",
  },
  {
    id: "type",
    name: "Type error in a component",
    component: [
      [STATE, `${STATE}\n  const total: string = count;`],
      ["{count}</output>", "{total}</output>"],
    ],
    at: "const total: string",
    report: /not assignable/,
    remedy: /not assignable to type/,
  },
  {
    id: "props",
    name: "Prop of a wrong type in a page",
    page: {
      croupier: [['"label": "Press me"', '"label": 3']],
      vite: [['label="Press me"', "label={3}"]],
      astro: [['label="Press me"', "label={3}"]],
    },
    at: "label",
    report: /label/,
    remedy: /string/,
  },
  {
    id: "css-syntax",
    name: "Syntax error in a style sheet",
    styles: [["cursor: pointer;", "cursor pointer;"]],
    at: "cursor pointer",
    report: /unknown word|expected|syntax/i,
    remedy: /[`"']:[`"']|colon/i,
  },
  {
    id: "css-module",
    name: "Unknown class of a CSS Module",
    files: { "box.module.css": ".box { color: red; }\n" },
    component: importing('import styles from "./box.module.css";', "<b className={styles.bx}>{label}</b>"),
    at: "styles.bx",
    report: /\bbx\b/,
    remedy: /mean[^\n]*\bbox\b/i,
  },
  {
    id: "node",
    name: "Module of Node in the browser",
    component: [
      ...importing('import { readFileSync } from "node:fs";', "{label}"),
      ...clicking('setCount(readFileSync("a.txt").length)'),
    ],
    at: 'from "node:fs"',
    report: /node:fs/,
    remedy: /See https|instead|pass|move|template/i,
    act: "click",
  },
  {
    id: "environment",
    name: "Private environment variable",
    component: [[LABEL, "{import.meta.env.SECRET_KEY ?? label} <output"]],
    at: "SECRET_KEY",
    report: /SECRET_KEY/,
    remedy: /PUBLIC_|VITE_/,
  },
];
