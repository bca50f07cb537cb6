// @vitest-environment happy-dom

// Dialogs: data that arrive later than the user types or clicks, and forms that do not share their values and ids.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InsertDialog } from "../src/dialogs/insert_dialog";
import { LinkDialog } from "../src/dialogs/link_dialog";
import { RenameDialog } from "../src/dialogs/move_dialogs";
import { NewPageDialog } from "../src/dialogs/new_page_dialog";
import { FileList } from "../src/files/file_list";
import { HistoryDialog } from "../src/history/history_dialog";
import { MediaDialog } from "../src/media/media_grid";
import { MediaScreen } from "../src/media/media_screen";
import { UploadDialog } from "../src/media/upload_dialog";
import { isSaveKey } from "../src/ui/save_key";

/** Answers a request with a status and JSON. */
let answer: (url: URL) => [number, unknown];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (url: string) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [status, value] = answer(new URL(url, "http://localhost"));
    return new Response(JSON.stringify(value), { status });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Waits until the requests that are to be sent are answered. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1_000));

const pageOf = (name: string) => ({ path: name, title: name, route: `/${name}/`, link: `/${name}/`, anchors: [] });

test("Enter waits for the pages that match what is typed", async () => {
  answer = (url) => [200, { items: [pageOf(url.searchParams.get("q") ?? "first")] }];
  const onChoose = vi.fn();
  render(<LinkDialog file={undefined} onClose={() => undefined} onChoose={onChoose} />);
  await settle();
  const search = screen.getByRole("searchbox", { hidden: true });
  const enter = () => fireEvent.submit(search);

  fireEvent.change(search, { target: { value: "contact" } });
  enter();
  expect(onChoose).not.toHaveBeenCalled();
  await settle();
  expect(onChoose.mock.calls).toEqual([[{ link: "/contact/", text: "contact" }]]);

  // More typing cancels the choice.
  fireEvent.change(search, { target: { value: "con" } });
  enter();
  fireEvent.change(search, { target: { value: "conditions" } });
  await settle();
  expect(onChoose).toHaveBeenCalledOnce();
  enter();
  expect(onChoose).toHaveBeenLastCalledWith({ link: "/conditions/", text: "conditions" });
});

test("results show their language, and the server knows which file has the link", async () => {
  const files: (string | null)[] = [];
  answer = (url) => {
    files.push(url.searchParams.get("file"));
    return [200, { items: [{ ...pageOf("about"), route: "/fr/about/", language: "fr" }] }];
  };
  render(<LinkDialog file="content/index.fr.md" onClose={() => undefined} onChoose={() => undefined} />);
  await settle();

  expect(screen.getByRole("button", { name: "about /fr/about/ fr", hidden: true })).toBeDefined();
  expect(files).toEqual(["content/index.fr.md"]);
});

test("Enter renames only after the list of changes of this path was shown", async () => {
  answer = (url) => [200, { changes: [], path: url.pathname }];
  const onDone = vi.fn();
  render(<RenameDialog path="content/a.md" hasRoute onClose={() => undefined} onDone={onDone} />);
  const path = screen.getByLabelText("New path");
  for (const to of ["content/b.md", "content/c.md"]) {
    fireEvent.change(path, { target: { value: to } });
    fireEvent.submit(path);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(onDone).not.toHaveBeenCalled();
    await settle();
  }
  fireEvent.submit(path);
  await settle();
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.anything(), "content/c.md");
});

test.each([
  ["s", "KeyS", true],
  ["S", "KeyS", true],
  ["ы", "KeyS", true],
  ["σ", "KeyS", true],
  ["o", "KeyS", false],
  ["s", "Semicolon", true],
  ["x", "KeyX", false],
])("Ctrl and the key %s at %s save: %s", (key, code, expected) => {
  const keys = { key, code, ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
  expect(isSaveKey(keys)).toBe(expected);
  expect(isSaveKey({ ...keys, ctrlKey: false })).toBe(false);
  expect(isSaveKey({ ...keys, shiftKey: true })).toBe(false);
});

test("a version that is not loaded has no comparison, and cannot be taken", async () => {
  const commits = ["new", "old"].map((id) => ({ id, author: "A", date: "2026-01-01T00:00:00Z", subject: id }));
  answer = (url) => {
    if (url.pathname.endsWith("/history")) return [200, { commits, available: true }];
    if (url.searchParams.get("commit") === "old") return [404, { error: { message: "The file was not there." } }];
    return [200, { text: "text of new" }];
  };
  render(
    <HistoryDialog path="a.md" text="now" isReadOnly={false} onClose={() => undefined} onTake={() => undefined} />,
  );
  await settle();
  await settle();
  const take = screen.getByText<HTMLButtonElement>("Take this version into a draft").closest("button");
  expect(take?.getAttribute("aria-disabled")).toBeNull();
  expect(document.body.textContent).toContain("text of new");

  fireEvent.click(screen.getByText("old"));
  expect(take?.getAttribute("aria-disabled")).toBe("true");
  await settle();
  expect(document.body.textContent).toContain("The file was not there.");
  expect(document.body.textContent).not.toContain("text of new");
  expect(take?.getAttribute("aria-disabled")).toBe("true");
});

test("each shortcode has its own values, and fields that are not those of the page", async () => {
  const parameter = (name: string) => ({ name, required: false, default: null });
  const shortcodes = [
    { name: "button", has_body: false, parameters: [parameter("title")], text: "" },
    { name: "note", has_body: true, parameters: [parameter("kind")], text: "" },
  ];
  answer = () => [200, { shortcodes, islands: [] }];
  const onInsert = vi.fn();
  render(
    <>
      <input id="field/title" />
      <InsertDialog content="Text" onClose={() => undefined} onInsert={onInsert} />
    </>,
  );
  await settle();
  fireEvent.click(screen.getByText("button"));
  const title = screen.getByLabelText("Title");
  expect(title.id).not.toBe("field/title");
  fireEvent.change(title, { target: { value: "Buy" } });

  fireEvent.click(screen.getByText("Back"));
  fireEvent.click(screen.getByText("note"));
  fireEvent.submit(screen.getByLabelText("Kind"));
  expect(onInsert.mock.calls).toEqual([["{% note() %}\nText\n{% end %}", true]]);
});

test.each([
  ["p.png", false, "A draft text"],
  ["p.png", true, ""],
  ["p.pdf", false, ""],
])("an upload of %s that is decoration (%s) has the alternative text “%s”", async (name, isDecorative, expected) => {
  const path = `static/pictures/${name}`;
  answer = () => [200, { items: [], total: 0, path }];
  const onUploaded = vi.fn();
  const upload = { page: "content/a.md", file: new File(["x"], name), asksForText: true, onClose: () => undefined };
  render(<UploadDialog {...upload} onUploaded={onUploaded} />);
  await settle();
  const text = screen.queryByLabelText("Alternative text");
  expect(text !== null).toBe(name === "p.png");
  if (text) fireEvent.change(text, { target: { value: " A draft text" } });
  if (isDecorative) fireEvent.click(screen.getByLabelText("The picture is decoration only"));
  fireEvent.submit(screen.getByLabelText("Name"));
  await settle();
  expect(onUploaded.mock.calls).toEqual([[expect.objectContaining({ path }), expected]]);
});

test("files that are dropped while others are uploaded wait behind them", async () => {
  answer = (url) => [200, { items: [], total: 0, unused_media: [], path: url.searchParams.get("path") }];
  const { container } = render(<MediaScreen />);
  await settle();
  const drop = (target: Element | null, ...names: readonly string[]) =>
    target && fireEvent.drop(target, { dataTransfer: { files: names.map((name) => new File(["x"], name)) } });
  const uploaded: string[] = [];
  const upload = async () => {
    const name = screen.getByLabelText<HTMLInputElement>("Name");
    uploaded.push(name.value);
    fireEvent.submit(name);
    await settle();
  };

  drop(container.firstElementChild, "d1.png", "d2.png", "d3.png");
  await settle();
  await upload();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "second.png" } });
  drop(container.querySelector("dialog"), "note.heic", "e1.png", "e2.png");
  await upload();
  await upload();
  // A file that cannot be uploaded is left out.
  await upload();
  expect(screen.getByText(/Save it as JPEG or PNG/)).toBeTruthy();
  fireEvent.click(screen.getByText("Skip this file"));
  await settle();
  for (let files = 0; files < 2; files++) await upload();
  expect(uploaded).toEqual(["d1.png", "second.png", "d3.png", "note.heic", "e1.png", "e2.png"]);
  expect(container.querySelector("dialog")).toBeNull();
});

test("the list of media is the same after a picture was open", async () => {
  answer = () => [200, { items: [], total: 0, unused_media: [{ path: "static/a.png", title: "" }] }];
  const { unmount } = render(<MediaScreen />);
  await settle();
  fireEvent.click(screen.getByRole("tab", { name: "Unused 1" }));
  fireEvent.change(screen.getByLabelText("Search media"), { target: { value: "a.p" } });
  unmount();

  render(<MediaScreen />);
  await settle();
  expect(screen.getByRole("tab", { name: "Unused 1" }).getAttribute("aria-selected")).toBe("true");
  const search = screen.getByLabelText<HTMLInputElement>("Search media");
  expect(search.value).toBe("a.p");
  fireEvent.change(search, { target: { value: "" } });
  fireEvent.click(screen.getByRole("tab", { name: "All" }));
});

test("the open file is in its list, also if it is on a later page", async () => {
  const item = (path: string) => ({ path, title: path, kind: "page", errors: 0, status: null });
  answer = ({ searchParams }) => {
    const path = searchParams.get("q") || "content/a.md";
    return [200, { items: [item(path)], total: 2, counts: {} }];
  };
  render(<FileList open="content/blog/z.md" onOpen={() => undefined} />);
  await settle();
  await settle();
  const current = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(current.map((link) => link.getAttribute("href"))).toEqual(["/admin/edit/content/blog/z.md"]);
  expect(screen.getByRole("button", { name: "content/blog" })).toBeTruthy();
});

test("a field for a picture takes no other file", async () => {
  const paths = ["static/a.png", "static/b.pdf", "static/c.mp4"];
  answer = () => [200, { items: paths.map((path) => ({ path })), total: 3 }];
  const onUploaded = vi.fn();
  const close = () => undefined;
  const { rerender } = render(<MediaDialog onlyPictures onClose={close} onChoose={close} />);
  await settle();
  expect(screen.getByText("a.png")).toBeTruthy();
  expect(screen.queryByText("b.pdf")).toBeNull();

  const file = new File(["x"], "doc.pdf");
  rerender(<UploadDialog onlyPictures page="content/a.md" file={file} onClose={close} onUploaded={onUploaded} />);
  await settle();
  expect(screen.getByText(/This is no picture/)).toBeTruthy();
  fireEvent.submit(screen.getByLabelText("Name"));
  await settle();
  expect(onUploaded).not.toHaveBeenCalled();
});

test("an upload has a free name, and a picture of the site can be taken instead", async () => {
  answer = () => [200, { items: [{ path: "static/pictures/image.png" }], total: 1 }];
  const file = new File(["x"], "image.png", { type: "image/png" });
  const onChooseExisting = vi.fn();
  const upload = { page: "content/a.md", file, onClose: () => undefined, onUploaded: () => undefined };
  render(<UploadDialog {...upload} onChooseExisting={onChooseExisting} />);
  await settle();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("image-2.png");
  fireEvent.click(screen.getByText("Choose a file of the site"));
  expect(onChooseExisting).toHaveBeenCalledOnce();
});

test("a new page asks for the required fields of its folder that the archetype does not have", async () => {
  const extra = {
    required: ["author", "kind", "topic"],
    properties: {
      author: { $ref: "#/$defs/name" },
      kind: { enum: ["news", "report"] },
      topic: { type: "string" },
      other: { type: "string" },
    },
  };
  const schema = { properties: { extra }, $defs: { name: { type: "string", title: "Author" } } };
  const form = { schema, values: { title: "", draft: true }, extra: { topic: "tea" }, folders: [], kinds: [] };
  const created: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    if (url.includes("/create")) created.push(JSON.parse(String(body)));
    return new Response(JSON.stringify(url.includes("/create") ? { path: "content/news/a.md" } : form));
  });
  const onCreated = vi.fn();
  render(<NewPageDialog under="content/news/" onClose={() => undefined} onCreated={onCreated} />);
  await settle();
  const button = screen.getByText("Create").closest("button");
  fireEvent.change(screen.getByLabelText("Title", { exact: false }), { target: { value: "A" } });
  expect(button?.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByLabelText("Topic", { exact: false })).toBeNull();

  fireEvent.change(screen.getByLabelText("Author", { exact: false }), { target: { value: "Ada" } });
  expect(button?.getAttribute("aria-disabled")).toBeNull();
  fireEvent.submit(screen.getByLabelText("Path"));
  await settle();
  expect(created).toEqual([
    {
      path: "content/news/a.md",
      body: "",
      values: { title: "A", draft: true, extra: { author: "Ada", kind: "news" } },
    },
  ]);
  expect(onCreated).toHaveBeenCalledWith("content/news/a.md");
});
