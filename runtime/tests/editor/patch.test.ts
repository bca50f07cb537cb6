// @vitest-environment happy-dom
// The preview changes only what differs between two versions of the server's HTML.

import { beforeEach, expect, test } from "vitest";
import { patchDocument } from "../../editor/src/preview/patch";

const parse = (body: string) =>
  new DOMParser().parseFromString(
    `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`,
    "text/html",
  );
const show = (body: string) => {
  document.body.innerHTML = body;
  document.head.innerHTML = "<title>T</title>";
};
beforeEach(() => show(""));

test("texts and attributes change in place, and what scripts did stays", () => {
  const old = '<main><details><summary>A</summary></details><p class="a">one</p></main>';
  show(old);
  const details = document.querySelector("details");
  details?.setAttribute("open", "");
  const paragraph = document.querySelector("p");
  paragraph?.classList.add("seen");
  document.querySelector("main")?.append(document.createElement("aside"));

  expect(patchDocument(document, parse(old), parse(old.replace("one", "two").replace('"a"', '"b"')))).toBe(true);
  expect(document.querySelector("details")).toBe(details);
  expect(details?.hasAttribute("open")).toBe(true);
  expect(paragraph?.textContent).toBe("two");
  expect(paragraph?.className.split(" ").sort()).toEqual(["b", "seen"]);
  expect(document.querySelector("aside")).not.toBeNull();
});

test("paragraphs are inserted and removed without touching the others", () => {
  const old = "<main><p>one</p><p>two</p><p>three</p></main>";
  show(old);
  const three = document.querySelectorAll("p")[2];
  expect(patchDocument(document, parse(old), parse("<main><h2>new</h2><p>one</p><p>three</p></main>"))).toBe(true);
  expect(document.querySelector("main")?.innerHTML).toBe("<h2>new</h2><p>one</p><p>three</p>");
  expect(document.querySelectorAll("p")[1]).toBe(three);
});

test("an equal island keeps its content, and another one needs a new document", () => {
  const old = '<main><p>one</p><div data-island="x" data-props="{}">server</div></main>';
  show(old);
  const island = document.querySelector("[data-island]");
  if (island) island.textContent = "hydrated";
  expect(patchDocument(document, parse(old), parse(old.replace("one", "two")))).toBe(true);
  expect(island?.textContent).toBe("hydrated");
  expect(patchDocument(document, parse(old), parse(old.replace("{}", "{1}")))).toBe(false);
});

test("structured data changes in place, and another script needs a new document", () => {
  const old = '<script type="application/ld+json">{"name":"one"}</script><script type="application/json">1</script>';
  show(old);
  const data = document.querySelector("script");
  expect(patchDocument(document, parse(old), parse(old.replace("one", "two")))).toBe(true);
  expect(document.querySelector("script")).toBe(data);
  expect(data?.textContent).toBe('{"name":"two"}');
  expect(patchDocument(document, parse(old), parse(old.replace(">1<", ">2<")))).toBe(false);
});
