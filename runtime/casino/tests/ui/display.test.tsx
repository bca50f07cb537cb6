// @vitest-environment happy-dom

import { listen } from "@croupier/loader";
import { ErrorBoundary } from "@croupier/loader/error-boundary";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Badge } from "../../coupons/card/card_parts";
import { Link } from "../../ui/controls/button";
import { Money } from "../../ui/display/content";
import { SafeHtml } from "../../ui/display/safe_html";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

// Rows: A27
test("an unknown amount is a placeholder, and zero is an amount", () => {
  const { container, rerender } = render(<Money cents={undefined} symbol="$" />);
  expect(container.textContent).toBe("");
  expect(container.querySelector(".skeleton")?.getAttribute("aria-hidden")).toBe("true");
  rerender(<Money cents={0} symbol="$" />);
  expect(container.textContent).toBe("$0.00");
  rerender(<Money cents={123_400} symbol="$" style="short" />);
  expect(container.textContent).toBe("$1,234");
});

test("a link keeps query, fragment and foreign origins", () => {
  render(
    <>
      <Link to="/info/faq/?a=1#top">Help</Link>
      <Link to="https://example.com/">Elsewhere</Link>
    </>,
  );
  expect(screen.getByRole("link", { name: "Help" }).getAttribute("href")).toBe("/info/faq/?a=1#top");
  expect(screen.getByRole("link", { name: "Elsewhere" }).getAttribute("href")).toBe("https://example.com/");
});

test("a badge has the class of its kind", () => {
  render(
    <>
      <Badge>NEW</Badge>
      <Badge kind="positive">ACTIVE</Badge>
    </>,
  );
  expect(screen.getByText("NEW").className).toBe("badge");
  expect(screen.getByText("ACTIVE").className).toBe("badge badge--positive");
});

// Rows: A34
test("external HTML keeps its allowed elements only, and the server renders its text", () => {
  const html = 'Play <b>now</b><script>alert(1)</script><img src="x" onerror="alert(1)">';
  expect(renderToString(<SafeHtml html={html} />)).not.toContain("<b>");
  const { container } = render(<SafeHtml html={html} />);
  expect(container.querySelector("b")?.textContent).toBe("now");
  expect(container.querySelector("script, img")).toBeNull();
});

function Card({ state }: { readonly state: { readonly isBroken: boolean } }) {
  if (state.isBroken) throw new Error("broken card");
  return <p>A card</p>;
}

test("a component that throws is replaced and reported, and can be rendered again", () => {
  const faults: unknown[] = [];
  const stop = listen("croupier:fault", (detail) => faults.push(detail));
  vi.spyOn(console, "error").mockImplementation(() => {});
  const state = { isBroken: true };
  render(
    <ErrorBoundary
      part="coupon card"
      fallback={(retry) => (
        <button type="button" onClick={retry}>
          Retry
        </button>
      )}
    >
      <Card state={state} />
    </ErrorBoundary>,
  );
  expect(faults).toMatchObject([{ error: { message: "broken card" }, part: "coupon card" }]);
  state.isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(screen.getByText("A card")).toBeDefined();
  stop();
});
