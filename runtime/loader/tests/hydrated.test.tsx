// @vitest-environment happy-dom

import { type ReactNode, useEffect, useRef, useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { withChildren } from "../src/island/children";
import { hydrated } from "../src/island/hydrated";
import { useQuery } from "../src/island/queries";
import { listen } from "../src/signals";

/** Puts the HTML of a component into the document. `content` is the content of the island, and `start` hydrates it as the loader does. */
function prepare<Props extends object>(Component: (props: Props) => ReactNode, props: Props, content = "") {
  const element = Object.assign(document.createElement("div"), { innerHTML: renderToString(<Component {...props} />) });
  element.dataset.island = "test";
  document.body.replaceChildren(element);
  for (const host of element.querySelectorAll("[data-children]")) host.innerHTML = content;

  const html = [...element.childNodes].map((node) => node.cloneNode(true));
  const onCrash = vi.fn();
  async function start() {
    await withChildren(hydrated(Component))(element, props, { idPrefix: "i", queries: {}, html, onCrash });
    element.dataset.hydrated = "";
  }
  return { element, start, onCrash };
}

/** Fails after a press, because React renders no objects. */
function Failing({ children }: { readonly children?: ReactNode }) {
  const [label, setLabel] = useState<string | object>("press");
  return (
    <section>
      <button type="button" onClick={() => setLabel({})}>
        {label as string}
      </button>
      {children ?? <div data-children="" />}
    </section>
  );
}

test("the content of an island stays the same after a crash", async () => {
  const { element, start, onCrash } = prepare(Failing, {}, "<p>Text</p>");
  const content = element.querySelector("p");
  await start();
  expect(element.querySelector("p")).toBe(content);

  vi.spyOn(console, "error").mockImplementation(() => undefined);
  element.querySelector("button")?.click();
  await vi.waitFor(() => expect(onCrash).toHaveBeenCalledOnce());
  expect(element.querySelector("p")).toBe(content);
  expect(element.querySelector("button")?.textContent).toBe("press");
});

/** Shows its text twice. */
function Search() {
  const [text, setText] = useState("");
  return (
    <label>
      <input value={text} onChange={({ target }) => setText(target.value)} />
      <output>{text}</output>
    </label>
  );
}

test("a text that is typed before the hydration reaches the component", async () => {
  const { element, start } = prepare(Search, {});
  const field = element.querySelector("input") as HTMLInputElement;
  field.value = "typed";
  await start();
  await vi.waitFor(() => expect(element.querySelector("output")?.textContent).toBe("typed"));
  expect(field.value).toBe("typed");
});

/** Reads its field itself, and empties it. */
function Reading({ onRead }: { readonly onRead: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!field.current) return;
    onRead(field.current.value);
    field.current.value = "";
  }, [onRead]);
  return <input ref={field} onInput={({ currentTarget }) => onRead(currentTarget.value)} />;
}

test("a component that reads its field itself gets the text once", async () => {
  const onRead = vi.fn();
  const { element, start } = prepare(Reading, { onRead });
  (element.querySelector("input") as HTMLInputElement).value = "typed";
  await start();
  expect(onRead.mock.calls).toEqual([["typed"]]);
});

/** Reads a query, which the tests do not pass. */
function Prices() {
  return <p>{useQuery<string>("prices")}</p>;
}

test("a query that the call of the island does not pass is reported during development", async () => {
  const faults: string[] = [];
  const stop = listen("croupier:fault", ({ error, part }) => faults.push(`${part}: ${(error as Error).message}`));
  const { start } = prepare(Prices, {});
  await start();
  await vi.waitFor(() => expect(faults).toHaveLength(1));
  expect(faults[0]).toContain("query prices: the island gets no query `prices`: add it to the call");
  expect(faults[0]).toContain('`queries=["prices"]`');
  stop();
});
