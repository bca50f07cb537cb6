// @vitest-environment happy-dom
// Failures are explained with the texts of the island and the messages that have loaded.

import { PropsContext, QueriesContext } from "@croupier/loader/queries";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useFailure } from "../../ui/use_failure";

vi.mock("../../ui/dialogs/confirm", () => ({ confirm: vi.fn(async () => true) }));
const { confirm } = await import("../../ui/dialogs/confirm");

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const props = { fallback: "Sorry.", name: "Paper Lantern" };
let islands = 0;

/** Renders the hook in an island whose messages load as `data`; `undefined` for messages that fail to load. */
async function explainWith(data: object | undefined) {
  vi.stubGlobal("fetch", async () => (data ? Response.json({ data }) : Response.error()));
  islands += 1;
  const queries = { messages: `hash ${islands}` };
  const { result } = renderHook(useFailure, {
    wrapper: ({ children }) => (
      <PropsContext value={props}>
        <QueriesContext value={queries}>{children}</QueriesContext>
      </PropsContext>
    ),
  });
  await act(async () => {});
  return result.current.explain;
}

test("a failure without a message of its own has the one of the island's props", async () => {
  const explain = await explainWith(undefined);
  expect(await explain({ kind: "offline" })).toBe("Sorry.");
  expect(await explain({ kind: "maintenance" })).toBe("Sorry.");
});

test("a component can replace the text of a failure", async () => {
  const explain = await explainWith({ fallback: "Sorry, again.", coupon: { redeem: "No coupon." } });
  expect(await explain({ kind: "offline" })).toBe("Sorry, again.");
  expect(await explain({ kind: "offline" }, (_, { coupon }) => coupon?.redeem ?? "")).toBe("No coupon.");
});

test("maintenance is explained in a dialog with the product's name, and nothing is left to say", async () => {
  const casinoMaintenance = { title: "BACK SOON", text: "{name} is down.", back: "CLOSE" };
  const explain = await explainWith({ fallback: "Sorry.", dialogues: { casinoMaintenance } });
  expect(await explain({ kind: "maintenance" })).toBe("");
  expect(confirm).toHaveBeenCalledWith({ ...casinoMaintenance, text: "Paper Lantern is down." });
});
