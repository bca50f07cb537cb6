// How an excerpt of Pagefind is divided into parts.

import { expect, test } from "vitest";
import { excerptParts } from "../../src/search/text_index";

test("an excerpt is text, of which the matches are marked", () => {
  expect(excerptParts("<mark>Sails</mark> of 3 &lt;b&gt; & more <mark>sails.</mark>")).toEqual([
    { text: "Sails", isMatch: true },
    { text: " of 3 <b> & more ", isMatch: false },
    { text: "sails.", isMatch: true },
  ]);
  expect(excerptParts("")).toEqual([]);
});
