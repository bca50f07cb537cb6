// The form of a schema: controls, groups, variants, and the written form of values.

import { expect, test } from "vitest";
import type { Schema } from "../src/api/types";
import { editUrl, routeOf } from "../src/app/route";
import { callText, insertables } from "../src/dialogs/insert_dialog";
import { routeFrom } from "../src/dialogs/move_dialogs";
import { contentFolder, newPagePath } from "../src/dialogs/new_page_dialog";
import { controlOf, groupsOf, itemLabelOf, itemTitle, labelOf, nextControl, titleKeyOf } from "../src/form/fields";
import { amountOf, centsOf, changedDate, inputValueOf, meaningsOf, numberOf, zoneOf } from "../src/form/formats";
import { plainProblems } from "../src/form/problems";
import { cardRow, emptyValue, inferSchema, itemAround, resolve, variantOf, variantTitle } from "../src/form/schema";
import {
  freeName,
  markdownOf,
  mediaFolders,
  mediaName,
  pathsOfUrl,
  uploadedMarkdown,
  urlOfMedia,
} from "../src/media/media_details";
import type { Json } from "../src/model/json";
import { offsetOf } from "../src/text/text_field";

test("labels are keys in sentence case", () => {
  expect(labelOf("menu_label")).toBe("Menu label");
  expect(labelOf("completeTitle")).toBe("Complete title");
  expect(labelOf("logo_url")).toBe("Logo URL");
  expect(itemLabelOf("Steps")).toBe("Step");
  expect(itemLabelOf("Categories")).toBe("Category");
});

test("money is shown in units and stored in cents", () => {
  expect(amountOf(3000)).toBe("30.00");
  expect(amountOf(-5)).toBe("-0.05");
  expect(centsOf("30")).toBe(3000);
  expect(centsOf("30,5")).toBe(3050);
  expect(centsOf("19.99")).toBe(1999);
  expect(centsOf("3.001")).toBeUndefined();
  expect(centsOf("90071992547409.91")).toBe(9_007_199_254_740_991);
  expect(centsOf("99999999999999999.99")).toBeUndefined();
});

test("separators of thousands are read as people mean them", () => {
  for (const text of ["12 000", "12\u00a0000", "12\u202f000", "12'000", "12’000", "12,000"])
    expect(numberOf(text, true), text).toBe(12_000);
  for (const text of ["1,234,567", "1.234.567", "1 234 567"]) expect(numberOf(text, true), text).toBe(1_234_567);
  for (const text of ["1,234.5", "1.234,5", "1 234,5", "1'234.5", "1234,5"])
    expect(numberOf(text, false), text).toBe(1234.5);
  expect(numberOf("−1,000,000.25", false)).toBe(-1_000_000.25);
  // These have one meaning.
  expect(["0,125", "1234,567", "1.250"].map((text) => numberOf(text, false))).toEqual([0.125, 1234.567, 1.25]);
  expect(["1,000", "1 000,50", "1.000,50", "1,000.5"].map(centsOf)).toEqual([100_000, 100_050, 100_050, 100_050]);
});

test("a number that could be another one is none", () => {
  expect(numberOf("1,000", false)).toBeUndefined();
  expect(numberOf("1.000", true)).toBeUndefined();
  expect(meaningsOf("1,000")).toEqual(["1000", "1.000"]);
  expect(meaningsOf("10,5")).toBeUndefined();
  for (const text of ["1 2", "12 00", "1,00,000", "1,2,3", "1.2.3", "1,000 000", "1 000'000", "", ",", "5 €"])
    expect([numberOf(text, false), numberOf(text, true), centsOf(text)], text).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  expect(["30.505", "1.000", "1e3", "3.001"].map(centsOf)).toEqual(Array(4).fill(undefined));
});

test("a number with more digits than can be saved is none", () => {
  expect(numberOf("0,1", false)).toBe(0.1);
  expect(numberOf("1e3", true)).toBe(1000);
  expect(numberOf("0.000000000000000123", false)).toBe(1.23e-16);
  expect(numberOf("123456789012345", true)).toBe(123_456_789_012_345);
  expect(numberOf("0.12345678901234567890", false)).toBeUndefined();
  expect(["1234567890123456", "1e400", "1e-400", "1.5", "1e20", "x"].map((text) => numberOf(text, true))).toEqual(
    Array(6).fill(undefined),
  );
});

test.each([
  ["2026-11-28", "2026-12-01", "2026-12-01"],
  ["2026-11-28T10:00:00Z", "2026-12-01T11:30", "2026-12-01T11:30:00Z"],
  ["2026-11-28 10:00:00-05:00", "2026-12-01T11:30", "2026-12-01 11:30:00-05:00"],
  ["", "2026-12-01", "2026-12-01"],
  ["", "2026-12-01T11:30", "2026-12-01T11:30:00Z"],
])("the date %j changed to %j is written as %j", (old, input, expected) => {
  expect(changedDate(old, input, "UTC")).toBe(expected);
});

test("dates name their zone", () => {
  expect(changedDate("", "2026-12-01T11:30:10", "Europe/Paris")).toBe("2026-12-01T11:30:10");
  expect(zoneOf("2026-11-28T10:00:00", "America/Toronto")).toBe("America/Toronto");
  expect(zoneOf("2026-11-28T10:00:00Z", "America/Toronto")).toBe("UTC");
  expect(inputValueOf("2026-11-28 10:00:00-05:00")).toBe("2026-11-28T10:00:00");
});

test("a text that refers to pages or data has a picker, also as an item of a list", () => {
  const reference = { type: "string", "x-editor": { references: "games#id" } };
  expect(controlOf(reference, undefined)).toBe("page");
  expect(controlOf(reference, "g1")).toBe("page");
  expect(controlOf(reference, { id: "g1" })).toBe("raw");
  expect(controlOf({ type: "array", items: reference }, ["g1"])).toBe("list");
  const list: Schema = { type: "array", items: { type: "string" }, "x-editor": { references: "games#id" } };
  expect(controlOf(list, undefined)).toBe("list");
  expect(controlOf(list, ["g1"])).toBe("list");
});

test("errors of the schema are in the words of the form", () => {
  const root: Schema = {
    properties: {
      methods: {
        type: "array",
        title: "Methods",
        minItems: 1,
        items: {
          required: ["name", "fee"],
          properties: {
            name: { type: "string", title: "Name", minLength: 1, maxLength: 5 },
            fee: { type: "integer", title: "Fee", minimum: 50, "x-editor": { widget: "money" } },
            kind: { enum: ["card", "bank"] },
            start_on: { type: "string", format: "date" },
            code: { type: "string", pattern: "^[A-Z]+$" },
            rate: { anyOf: [{ type: "number", maximum: 2 }, { type: "null" }] },
          },
        },
      },
    },
  };
  const values = { methods: [{ name: "", fee: 20, kind: "cash", start_on: "soon", code: "a1", rate: 3 }] };
  const plain = (pointer: string, message: string, of: Json = values) => {
    const problem = {
      severity: "error" as const,
      code: "C0114",
      message,
      hint: "write it",
      file: "content/data/a.toml",
      line: 1,
      column: 1,
      pointer,
      range: null,
      is_new: true,
    };
    const [result] = plainProblems([problem], "content/data/a.toml", root, of);
    return result && [result.pointer, result.message, result.hint];
  };
  for (const [pointer, message] of [
    ["/methods/0/name", "Name is required."],
    ["/methods/0/fee", "Fee must be 0.50 or more."],
    ["/methods/0/kind", "Kind must be one of: card, bank."],
    ["/methods/0/start_on", "Start on must be a date, such as 2026-11-21."],
    ["/methods/0/code", "Code does not have the right form."],
    ["/methods/0/rate", "Rate must be 2 or less."],
  ] as const)
    expect(plain(pointer, "`methods[0].x` is wrong")).toEqual([pointer, message, null]);

  const other = { methods: [{ name: "Telegram", fee: "much" }] };
  expect(plain("/methods/0/name", "", other)?.[1]).toBe("Name can have at most 5 characters, and has 8.");
  expect(plain("/methods/0/fee", "", other)?.[1]).toBe("Fee must be a whole number.");
  expect(plain("/methods", "", { methods: [] })?.[1]).toBe("Methods needs an entry.");
  // A missing value is a problem of its own field.
  const missing = plain("/methods/0", "`methods[0]` has no `fee`", { methods: [{ name: "A" }] });
  expect(missing).toEqual(["/methods/0/fee", "Fee is required.", null]);
  // What the schema does not say stays as the server says it.
  const fine = { methods: [{ name: "A", fee: 100 }] };
  expect(plain("/methods/0/name", "two methods have this name", fine)).toEqual([
    "/methods/0/name",
    "two methods have this name",
    "write it",
  ]);
});

test("references, allOf and conditions hold for a value", () => {
  const root = {
    $defs: { step: { type: "object", title: "Step", properties: { percent: { type: "integer" } } } },
    properties: { type: { enum: ["a", "b"] } },
    if: { properties: { type: { const: "a" } }, required: ["type"] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema has this name.
    then: { required: ["steps"] },
    else: { required: ["code"] },
  };
  expect(resolve({ $ref: "#/$defs/step" }, root, undefined)).toMatchObject({ title: "Step", type: "object" });
  expect(resolve(root, root, { type: "a" }).required).toEqual(["steps"]);
  expect(resolve(root, root, { type: "b" }).required).toEqual(["code"]);
  expect(resolve({ $ref: "#/x" }, { x: { $ref: "#/x" } } as never, undefined)).toEqual({});
});

test.each([
  [{ minimum: 50 }, 50, 10],
  [{ maximum: 50 }, 50, 51],
  [{ minLength: 2 }, "ab", "a"],
  [{ maxLength: 1 }, "🍵", "ab"],
  [{ pattern: "^a" }, "ab", "b"],
  [{ format: "date" }, "2026-11-21", "soon"],
  [{ minItems: 1 }, [1], []],
  [{ maxItems: 1 }, [1], [1, 2]],
  [{ uniqueItems: true }, [1, [2]], [1, [2], [2]]],
  [{ uniqueKey: "id" }, [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 1, more: 2 }]],
  [{ uniqueKey: ["a", "b"] }, [{ a: 1 }, { a: 1, b: 2 }], [{ a: 1 }, { a: 1, b: null }]],
  [{ items: { maximum: 5 } }, [1], [9]],
  [{ additionalProperties: { maximum: 5 } }, { a: 1 }, { a: 9 }],
] as const)("a condition with the limits %j takes the branch that the build takes", (limits, inside, outside) => {
  const root: Schema = {
    if: { properties: { x: limits } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema has this name.
    then: { required: ["a"] },
    else: { required: ["b"] },
  };
  expect(resolve(root, root, { x: inside }).required).toEqual(["a"]);
  expect(resolve(root, root, { x: outside }).required).toEqual(["b"]);
});

test("the variant of a value is found by its constants", () => {
  const variants = [
    {
      title: "Route",
      type: "object",
      required: ["type"],
      properties: { type: { const: "ROUTE" }, about: { type: "string" } },
    },
    { type: "object", required: ["type"], properties: { type: { const: "DIALOG" } } },
    { type: "string" },
  ];
  expect(variantOf(variants, {}, { type: "DIALOG" })).toBe(1);
  expect(variantOf(variants, {}, { type: "ROUTE", other: 1 })).toBe(0);
  expect(variantOf(variants, {}, "text")).toBe(2);
  expect(variants.map((variant, index) => variantTitle(variant, {}, index))).toEqual(["Route", "DIALOG", "Text"]);
  expect(emptyValue(variants[0] ?? {}, {})).toEqual({ type: "ROUTE" });
});

test("a new item has no number until one is typed", () => {
  const money = { type: "integer", minimum: 1, "x-editor": { widget: "money" } } as const;
  const schema: Schema = {
    type: "object",
    required: ["name", "minimum", "times"],
    properties: { name: { type: "string" }, minimum: money, times: { type: "integer", default: 2 } },
  };
  expect(emptyValue(schema, schema)).toEqual({ name: "", times: 2 });
  expect(emptyValue(money, money)).toBe(1);
  const inferred = inferSchema([{ name: "a", price: 3 }]).items ?? {};
  expect(emptyValue(inferred, inferred)).toEqual({ name: "", price: 0 });
});

test("controls follow widget, schema and value", () => {
  expect(controlOf({ type: "integer", "x-editor": { widget: "money" } }, 3000)).toBe("money");
  expect(controlOf({ type: "string" }, "x".repeat(100))).toBe("text");
  expect(controlOf({ type: "string", format: "date" }, "2026-01-01")).toBe("date");
  expect(controlOf({ type: "array", items: { type: "string" } }, ["a"])).toBe("chips");
  expect(controlOf({ type: "array", items: { type: "object" } }, [])).toBe("list");
  expect(controlOf({ type: "string" }, { a: 1 })).toBe("raw");
  expect(controlOf({}, true)).toBe("switch");
});

test("a control follows the type of the value that is there", () => {
  const types: Schema = { type: ["string", "integer", "boolean", "array"], items: { type: "object" } };
  expect(["a", 1, true, [{}], undefined, null].map((value) => controlOf(types, value))).toEqual([
    "line",
    "number",
    "switch",
    "list",
    "line",
    "line",
  ]);
  // A value of another type is shown, so that a writer can correct it.
  expect(controlOf({ type: "integer" }, "free")).toBe("number");
  expect(controlOf({ type: "string" }, 5)).toBe("line");
  expect(controlOf({ type: "boolean" }, "auto")).toBe("raw");
  expect(controlOf({ type: "number" }, true)).toBe("raw");
  const widget = (name: string): Schema => ({ type: "string", "x-editor": { widget: name } });
  expect(controlOf(widget("page"), 5)).toBe("line");
  expect(controlOf(widget("text"), 5)).toBe("text");
  expect(controlOf({ ...widget("money"), type: "integer" }, "free")).toBe("money");
});

test("a control changes only if it could not show the value", () => {
  const text: Schema = { type: "string" };
  expect(nextControl("line", text, "x".repeat(200))).toBe("line");
  expect(nextControl("line", text, "a\nb")).toBe("text");
  expect(nextControl("text", text, "")).toBe("text");
  expect(nextControl("chips", {}, ["x".repeat(200)])).toBe("chips");
  expect(nextControl("chips", {}, ["a\nb"])).toBe("list");
  expect(nextControl("list", {}, [])).toBe("list");
  expect(nextControl("raw", text, "a")).toBe("raw");
  // A condition of the schema can change the field.
  expect(nextControl("line", { ...text, enum: ["a"] }, "a")).toBe("select");
  expect(nextControl("number", text, "a")).toBe("line");
});

test("unknown keys are other values, and a map has no group", () => {
  const schema = {
    type: "object",
    properties: { title: { type: "string" }, a: { type: "string", "x-editor": { group: "SEO" } } },
  };
  const names = groupsOf(schema, schema, { title: "x", unknown: 1 }).map(({ name, fields }) => [
    name,
    fields.map(({ key }) => key),
  ]);
  expect(names).toEqual([
    ["", ["title"]],
    ["SEO", ["a"]],
    ["Other values", ["unknown"]],
  ]);
  expect(groupsOf({ type: "object" }, {}, { one: 1 }).map(({ name }) => name)).toEqual([""]);
});

test("a schema is inferred from values", () => {
  const isInferred = true;
  const [number, text] = [
    { isInferred, type: "number" },
    { isInferred, type: "string" },
  ];
  expect(inferSchema([{ a: 1 }, { a: 2, b: "x" }])).toEqual({
    isInferred,
    type: "array",
    items: { isInferred, type: "object", properties: { a: number, b: text }, required: ["a"] },
  });
  expect(inferSchema("2026-11-28")).toEqual({ ...text, format: "date" });
  expect(inferSchema("2026-11-28T10:00:00Z")).toEqual({ ...text, format: "date-time" });
  expect(inferSchema(null)).toEqual(text);
  // An empty list could have had tables, so that its field says what it can add.
  expect(inferSchema([]).description).toContain("tables in the tab");
  expect(inferSchema([], [{ a: 1 }]).description).toBeUndefined();
  // Items can differ: each one has a field for the value that it has.
  const rows = [{ a: 1, day: "2026-11-28", in: { x: 1 } }, { a: "free", day: "soon", in: { y: ["z"] } }, { a: null }];
  const { items } = inferSchema(rows);
  expect(items?.properties).toMatchObject({ a: { type: ["number", "string"] }, day: text });
  expect(Object.keys(items?.properties?.in?.properties ?? {})).toEqual(["x", "y"]);
  const a = items?.properties?.a ?? {};
  expect([1, "free", undefined].map((value) => controlOf(a, value))).toEqual(["number", "line", "number"]);
  expect(itemTitle({ percent: 1, label: "A  b" }, 0)).toBe("A b");
  expect(itemTitle({ percent: 1 }, 1, "Step")).toBe("Step 2");
  const games = [
    { kind: "Slots", game: "Aces" },
    { kind: "Slots", game: "Keno" },
  ];
  expect(titleKeyOf(games)).toBe("game");
});

test("calls of shortcodes quote their texts", () => {
  const [item] = insertables({
    shortcodes: [
      { name: "video", has_body: false, text: "", parameters: [{ name: "id", required: true, default: null }] },
    ],
    islands: [],
  });
  expect(item && callText(item, { id: 'a "b"' }, "")).toBe('{{ video(id="a \\"b\\"") }}');
});

test("pictures have a name for URLs and a path from the page", () => {
  expect(mediaName("Été 1.JPG")).toBe("ete-1.jpg");
  expect(urlOfMedia("static/pictures/a.jpg", "content/a.md")).toBe("/pictures/a.jpg");
  expect(urlOfMedia("content/post/a.jpg", "content/post/index.md")).toBe("a.jpg");
  expect(urlOfMedia("content/post/a.jpg", "")).toBe("/post/a.jpg");
  expect(pathsOfUrl("a.jpg", "content/post/index.md")).toEqual(["content/post/a.jpg"]);
  expect(pathsOfUrl("/post/a.jpg", "content/a.md")).toEqual(["static/post/a.jpg", "content/post/a.jpg"]);
  expect(markdownOf("static/img/s p.png", "")).toBe("![](/img/s%20p.png)");
  expect(markdownOf("content/post/a.jpg", "content/post/index.md")).toBe("![](a.jpg)");
  expect(markdownOf("static/p(1).png", "", "A [cup]")).toBe("![A \\[cup\\]](/p\\(1\\).png)");
  expect(markdownOf("static/doc_1.pdf", "")).toBe("[doc\\_1.pdf](/doc_1.pdf)");
  expect(uploadedMarkdown("static/p(1) a&b.png", "", "")).toBe('<img src="/p(1)%20a%26b.png" alt="">');
  expect(uploadedMarkdown("static/p.png", "", "A cup")).toBe("![A cup](/p.png)");
  expect(uploadedMarkdown("static/doc_1.pdf", "", "")).toBe(markdownOf("static/doc_1.pdf", ""));
  expect(freeName("image.png", new Set(["image.png", "image-2.png"]))).toBe("image-3.png");
  expect(mediaFolders("content/data/shop.toml").map(({ path }) => path)).toEqual(["static/pictures/", "static/"]);
  expect(offsetOf("ab\ncd", 2, 2)).toBe(4);
});

test("URLs of the editor name a file", () => {
  expect(editUrl("content/a b/é#.md")).toBe("/admin/edit/content/a%20b/%C3%A9%23.md");
  expect(routeOf(editUrl("content/a b/é#.md"))).toEqual({ screen: "edit", path: "content/a b/é#.md" });
  expect(routeOf("/admin/edit/content/100%.md")).toEqual({ screen: "edit", path: "content/100%.md" });
  expect(["/admin/", "/admin/media/", "/admin/attention"].map((path) => routeOf(path).screen)).toEqual([
    "start",
    "media",
    "attention",
  ]);
});

test("a new page has the path of its title and of its kind", () => {
  expect(newPagePath("content/blog/", "Été!", undefined)).toBe("content/blog/ete.md");
  expect(newPagePath("content/blog", "A", "content/blog/SLUG/index.md")).toBe("content/blog/a/index.md");
});

test("the innermost row with a card around a field is shown alone", () => {
  const schema: Schema = {
    "x-editor": { card: "cards/file" },
    properties: {
      title: { type: "string" },
      offers: { type: "array", items: { $ref: "#/$defs/offer" } },
      plain: { type: "array", items: { type: "string" } },
    },
    $defs: { offer: { "x-editor": { card: "cards/offer" }, properties: { steps: { type: "array", items: {} } } } },
  } as Schema;
  const values = { title: "", offers: [{ steps: [{ n: 1 }] }], plain: ["a"] };
  expect(cardRow(schema, values, "/offers/0/steps/0/n")).toBe("/offers/0");
  expect(cardRow(schema, values, "/offers/0")).toBe("/offers/0");
  for (const pointer of ["", "/title", "/plain/0", "/unknown/0"]) expect(cardRow(schema, values, pointer)).toBe("");

  const { "x-editor": _, ...without } = schema;
  expect(cardRow(without, values, "/offers/0/steps")).toBe("/offers/0");
  expect(cardRow(without, values, "/title")).toBe(undefined);
});

test("the item of a list around a field is the innermost one", () => {
  const values = [{ id: "a", tags: ["x"] }, { id: "b" }];
  expect(itemAround(values, "/1/id")).toBe("/1");
  expect(itemAround(values, "/0")).toBe("/0");
  expect(itemAround({ rows: values }, "/rows/1/id")).toBe("/rows/1");
  expect(itemAround({ rows: values }, "/rows")).toBeUndefined();
  expect(itemAround(values, "")).toBeUndefined();
});

test("a folder of new pages is in content, however it is typed", () => {
  for (const typed of ["posts", "/content/posts/", "content/posts", " posts/ "])
    expect(contentFolder(typed)).toBe("content/posts/");
  for (const typed of ["", "/", "content", "content/"]) expect(contentFolder(typed)).toBe("content/");
  expect(contentFolder("contents/a")).toBe("content/contents/a/");
  expect(newPagePath("posts", "A", "content/posts/SLUG.md")).toBe("content/posts/a.md");
});

test("a redirect goes to a route, however it is typed", () => {
  expect(["posts", "/posts", "posts/", "/posts/", " //posts "].map(routeFrom)).toEqual(Array(5).fill("/posts/"));
  expect(["/", "/404.html", "/a%20b/"].map(routeFrom)).toEqual(["/", "/404.html", "/a b/"]);
});
