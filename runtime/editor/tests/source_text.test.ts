// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { elementOf, findSource, plainText, textOfField, textOfLine } from "../src/preview/source_text";

const values = { title: "Tea in autumn", extra: { teaser: "Which <b>tea</b>, and when to drink it" }, tags: ["Tea"] };
const body = "Warm the *pot* first.\nThen [wait](/wait/).\n\n## Leaves\n\n- Use two spoons.\n";

test("the text of an element is found in its field or line", () => {
  expect(findSource("Tea in autumn", values, body)).toEqual({ pointer: "/title" });
  expect(findSource("  TEA ", values, body)).toEqual({ pointer: "/tags/0" });
  expect(findSource("Read: Which tea, and when to drink it!", values, body)).toEqual({ pointer: "/extra/teaser" });
  expect(findSource("Leaves", values, body)).toEqual({ line: 4 });
  expect(findSource("Use two spoons.", values, body)).toEqual({ line: 6 });
  // A paragraph is found by its first line, and a part of it by the line that has it.
  expect(findSource("Warm the pot first. Then wait.", values, body)).toEqual({ line: 1 });
  expect(findSource("Something else", values, body)).toBeUndefined();
  expect(findSource(" ", values, body)).toBeUndefined();
  expect(findSource("Tea", null, null)).toBeUndefined();
});

test("a cell of a table and a short item of a list are found in their lines", () => {
  const text = "| Tea | Time |\n|---|---|\n| Green | 2 min |\n| *Black* | 4 min |\n\n- Pot\n1. Cup\n";
  expect(findSource("2 min", null, text)).toEqual({ line: 3 });
  expect(findSource("Black", null, text)).toEqual({ line: 4 });
  expect(findSource("Pot", null, text)).toEqual({ line: 6 });
  expect(findSource("Cup", null, text)).toEqual({ line: 7 });

  document.body.innerHTML =
    "<table><tr><td>Green</td><td>2 min</td></tr><tr><td><em>Black</em></td><td>4 min</td></tr></table>";
  expect(elementOf(textOfLine(text, 4), document)?.tagName).toBe("TR");
  expect(elementOf(textOfLine(text, 4), document)?.textContent).toBe("Black4 min");
});

test("a row of data is found by its name among other values", () => {
  const offers = { offers: [{ name: "Assam" }, { name: "Darjeeling" }] };
  expect(findSource("Darjeeling: 520", offers, null)).toEqual({ pointer: "/offers/1/name" });
  expect(findSource("Assamese: 520", offers, null)).toBeUndefined();
  expect(findSource("All about the tea Assam", offers, null)).toBeUndefined();
});

test("a field and a line mark the innermost element with their text", () => {
  document.body.innerHTML = "<main><h1><span>Tea in autumn</span></h1><p>Warm the <em>pot</em> first.</p></main>";
  expect(elementOf(textOfField(values, "/title"), document)?.tagName).toBe("SPAN");
  expect(elementOf(textOfLine(body, 1), document)?.tagName).toBe("P");
  expect(elementOf(textOfField(values, "/extra"), document)).toBeUndefined();
  expect(plainText("> **a**  `b`\n> c")).toBe("a b c");
});
