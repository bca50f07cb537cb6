// @vitest-environment happy-dom
// The preview changes only what differs between two versions of the server's HTML.

import { beforeEach, expect, test } from "vitest";
import { previewUrl } from "../src/preview/frame";
import { patchDocument } from "../src/preview/patch";

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

test("the URL of a page as of a day names the day alone, which begins in the time zone of the site", () => {
  expect(previewUrl("/a/", "1", "2030-01-01")).toBe("/a/?croupier-draft=1&as-of=2030-01-01");
  expect(previewUrl("/a/", "1", "")).toBe("/a/?croupier-draft=1");
});

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

const WITH_ISLAND =
  '<main><p>one</p><div data-island="x" data-props="{}"><p>server</p><div data-children>two</div></div></main>';

/** Shows a page with an island, whose own code changed its content. Returns the island. */
function showIsland(state: "waiting" | "enhanced" | "hydrated"): HTMLElement {
  show(WITH_ISLAND);
  const island = document.querySelector<HTMLElement>("[data-island]");
  if (!island) throw new Error("no island");
  if (state !== "waiting") island.dataset[state] = "";
  if (state === "hydrated") island.textContent = "own content";
  return island;
}

const patchIsland = (from: string, to: string) =>
  patchDocument(document, parse(WITH_ISLAND), parse(WITH_ISLAND.replace(from, to)));

const withPrefix = (html: string, prefix: string) =>
  html.replace("data-props", `data-id-prefix="${prefix}" data-props`);

test("an equal island keeps its content", () => {
  const island = showIsland("hydrated");
  expect(patchIsland("one", "three")).toBe(true);
  expect(island.textContent).toBe("own content");
});

test("an island that runs gets its new props, and keeps its content", () => {
  const island = showIsland("hydrated");
  let props: string | undefined;
  island.addEventListener("croupier:props", (event) => {
    event.preventDefault();
    props = island.dataset.props;
  });
  const [old, fresh] = [withPrefix(WITH_ISLAND, "a"), withPrefix(WITH_ISLAND.replace("{}", "{1}"), "b")];
  expect(patchDocument(document, parse(old), parse(fresh))).toBe(true);
  expect(props).toBe("{1}");
  expect(island.textContent).toBe("own content");
});

test("the HTML of an island that does not run is updated", () => {
  const island = showIsland("waiting");
  expect(patchIsland("{}", "{1}")).toBe(true);
  expect(island.dataset.props).toBe("{1}");
  expect(patchIsland("server", "new")).toBe(true);
  expect(island.querySelector("p")?.textContent).toBe("new");

  // It may start at this moment, with ids that have the old prefix.
  expect(patchDocument(document, parse(withPrefix(WITH_ISLAND, "a")), parse(withPrefix(WITH_ISLAND, "b")))).toBe(false);
});

test("another island, another content of it, and one that cannot follow need a new document", () => {
  showIsland("hydrated");
  expect(patchIsland("{}", "{1}")).toBe(false);
  expect(patchIsland("two", "three")).toBe(false);
  expect(patchIsland('"x"', '"y"')).toBe(false);
  showIsland("enhanced");
  expect(patchIsland("{}", "{1}")).toBe(false);
});

test("another content of a template needs a new document", () => {
  const old = "<main><template data-children><p>one</p></template></main>";
  show(old);
  expect(patchDocument(document, parse(old), parse(old.replace("one", "two")))).toBe(false);
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
