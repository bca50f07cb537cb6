// Tests that the finder shows all items at first, as the build renders it.

import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Island } from "./island";

test("it lists all items at first", () => {
  const html = renderToString(<Island label="Find" items={[{ name: "load", text: "With the page" }]} />);
  expect(html).toContain("<dt>load</dt>");
  expect(html).toContain("1<!-- --> / <!-- -->1");
});
