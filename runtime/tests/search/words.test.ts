// How the search splits texts into words, and which parts of a text it marks.

import { expect, test } from "vitest";
import { normalized, parts, termsOf, words } from "../../src/search/words";

test.each([
  ["First steps: what's new?", ["First", "steps", "what", "s", "new"]],
  ["max_kb = 1.5", ["max_kb", "1", "5"]],
  ["Straße und Café", ["Straße", "und", "Café"]],
  ["東京タワーの案内", ["東", "京", "タ", "ワ", "ー", "の", "案", "内"]],
  ["안녕하세요 세계", ["안녕하세요", "세계"]],
  ["— … ! \u200e", []],
  ["Silben\u00adtrennung \u200eab\u2060", ["Silben\u00adtrennung", "ab\u2060"]],
])("%s is split into words", (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test("a normalized word has no capitals and no accents", () => {
  expect(["Résumé", "ÜBER", "re\u0301sume\u0301"].map(normalized)).toEqual(["resume", "uber", "resume"]);
  expect(["Silben\u00adtrennung", "ab\u2060"].map(normalized)).toEqual(["silbentrennung", "ab"]);
});

test.each([
  ["Straße STRASSE", "strasse strasse"],
  ["Łódź Ærø", "lodz aero"],
  ["ﬁnal ｆｕｌｌ", "final full"],
  ["İstanbul ılık", "istanbul ilik"],
  ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
  ["מַלְכוּת مُحَمَّد كـتاب", "מלכות محمد كتاب"],
  ["Donau\u00ADdampf \u00AD \u0301", "donaudampf"],
  ["C++ and C#, C++20; 1+1 a+++b #1 é+", "c c++ and c c# c c++ 20 1 1+ 1 a b 1 e e+"],
  ["C++ and C#, C++20", "c c++ and c c# c c++ 20"],
])("the words of %s are normalized as in builds", (text, expected) => {
  expect(words(text).flatMap(termsOf).join(" ")).toBe(expected);
});

/** Shows marked parts in brackets. */
const marked = (text: string, terms: string[], query: string[]) =>
  parts(text, { terms, query })
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["Deploy to hosts", ["deploy"], ["deploy"], "[Deploy] to hosts"],
  // Only the start that was typed.
  ["Deployment of deployed sites", ["deployment", "deployed"], ["depl"], "[Depl]oyment of [depl]oyed sites"],
  // A typing error: the word is not what was typed.
  ["Deployment", ["deployment"], ["deploiment"], "[Deployment]"],
  ["A résumé.", ["resume"], ["resume"], "A [résumé]."],
  ["A re\u0301sume\u0301.", ["resume"], ["resu"], "A [re\u0301sume\u0301]."],
  ["東京タワー", ["東", "京"], ["東", "京"], "[東][京]タワー"],
  ["Straße", ["strasse"], ["stras"], "[Straße]"],
  ["C++ or C#", ["c", "c++"], ["c", "c++"], "[C++] or [C#]"],
  ["<b>Bold</b>", ["bold"], ["bold"], "<b>[Bold]</b>"],
  ["Nothing", [], ["other"], "Nothing"],
])("in %s the matches are marked", (text, terms, query, expected) => {
  expect(marked(text, terms, query)).toBe(expected);
});
