// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { lazyComponent } from "../src/react/lazy_component";

afterEach(cleanup);

const Hello = ({ name }: { readonly name: string }) => <p>{`Hello ${name}`}</p>;
type Load = () => Promise<ComponentType<{ readonly name: string }>>;
const options = {
  placeholder: () => <p>Waiting</p>,
  errorView: (_: unknown, retry: () => void) => (
    <button type="button" onClick={retry}>
      Try again
    </button>
  ),
};

test("a lazy component shows a placeholder and loads once for all instances", async () => {
  const load = vi.fn<Load>().mockResolvedValue(Hello);
  const Lazy = lazyComponent(load, options);
  await act(async () => void render([<Lazy key="1" name="Ann" />, <Lazy key="2" name="Bob" />]));
  expect(screen.getByText("Hello Ann")).toBeDefined();
  expect(screen.getByText("Hello Bob")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test("a lazy component recovers from a failed chunk by Retry or a new instance", async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(new Error("failed chunk")).mockResolvedValue(Hello);
  const Lazy = lazyComponent(load, options);
  await act(async () => void render(<Lazy name="Ann" />));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Try again" })));
  expect(screen.getByText("Hello Ann")).toBeDefined();

  const loadAgain = vi.fn<Load>().mockRejectedValueOnce(new Error("failed chunk")).mockResolvedValue(Hello);
  const Silent = lazyComponent(loadAgain);
  const first = render(<Silent name="Bob" />);
  await act(async () => undefined);
  first.unmount();
  await act(async () => void render(<Silent name="Bob" />));
  expect(screen.getByText("Hello Bob")).toBeDefined();
});

test("the first render of a lazy component equals the HTML from the server", async () => {
  const prepared = lazyComponent<{ readonly name: string }>(async () => Hello, options);
  await prepared.prepare();
  const loaded = lazyComponent<{ readonly name: string }>(async () => Hello, options);
  const html = [prepared, loaded].map((Lazy) => renderToString(<Lazy name="Ann" />));
  expect(html).toEqual(["<p>Hello Ann</p>", "<p>Waiting</p>"]);
  // Another island on the page has loaded the component before this one hydrates.
  const Loaded = loaded;
  await act(async () => void render(<Loaded name="Bob" />));
  for (const [index, Lazy] of [prepared, loaded].entries()) {
    const onRecoverableError = vi.fn();
    const container = document.createElement("div");
    container.innerHTML = html[index] ?? "";
    document.body.append(container);
    await act(async () => void hydrateRoot(container, <Lazy name="Ann" />, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(container.textContent).toBe("Hello Ann");
  }
});
