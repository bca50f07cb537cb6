// The table of visits: every state with every event, and that the row says what the tab must do.

import { describe, expect, test } from "vitest";
import { type Effect, IDLE, isUnderway, step, type Visit, type VisitEvent } from "../../src/loader/core/visit";
import { chances, page } from "./visits_world";

const going = { id: 7, to: "/a/?q#h", action: "push" } as const;
const shown = page("/a/");
const error = page("/500.html");

const states = {
  idle: { ...going, kind: "idle" },
  loading: { ...going, kind: "loading" },
  probing: { ...going, kind: "probing", page: shown },
  swapping: { ...going, kind: "swapping", page: shown, isError: false },
  swapping_error: { ...going, kind: "swapping", page: error, isError: true },
  falling_back: { ...going, kind: "falling_back", why: "failed" },
  loading_error: { ...going, kind: "loading_error" },
  done: { ...going, kind: "done" },
  failed: { ...going, kind: "failed" },
  cancelled: { ...going, kind: "cancelled" },
  document_load: { ...going, kind: "document_load", why: "moved" },
} satisfies Record<string, Visit>;

const events = {
  page: { type: "loaded", id: 7, arrival: { kind: "page", page: shown } },
  server_error: { type: "loaded", id: 7, arrival: { kind: "server_error", page: error } },
  not_found: { type: "loaded", id: 7, arrival: { kind: "not_found", page: shown } },
  load_failed: { type: "loaded", id: 7, arrival: { kind: "failed" } },
  new_release: { type: "loaded", id: 7, arrival: { kind: "document_load", why: "new_release" } },
  nothing_there: { type: "probed", id: 7, why: undefined },
  moved: { type: "probed", id: 7, why: "moved" },
  swapped: { type: "swapped", id: 7 },
  swap_failed: { type: "swap_failed", id: 7 },
  to_document: { type: "fell_back", id: 7, to: "document" },
  to_stay: { type: "fell_back", id: 7, to: "stay" },
  to_error: { type: "fell_back", id: 7, to: "error_page" },
  error_loaded: { type: "error_loaded", id: 7, page: error },
  no_error: { type: "error_loaded", id: 7, page: undefined },
  go: { type: "go", to: "/b/", action: "replace", since_ms: 0 },
  go_again: { type: "go", to: going.to, action: going.action, since_ms: 0 },
  no_document: { type: "no_document", id: 7 },
  cancel: { type: "cancel" },
  resume: { type: "resume" },
} satisfies Record<string, VisitEvent>;

/** One row, for reading: the state that follows, and what is to be done. */
function row(visit: Visit, event: VisitEvent): string {
  const [next, effects] = step(visit, event);
  return [next.kind === visit.kind && next.id === visit.id ? "same" : next.kind, ...effects.map(told)].join(" ");
}

function told(effect: Effect): string {
  if (effect.do === "observe") return `+${effect.kind}${effect.id === 7 ? "" : effect.id}`;
  return effect.do;
}

const begun = "loading +loading8 load";
const overtaken = "loading abort +cancelled +loading8 load";
const cancelled = "cancelled abort +cancelled";
const falls = "falling_back fall_back";
const loads = "document_load +document_load assign";
const fails = "failed stay +failed";

/** What is not in a row changes nothing. */
const table: Record<keyof typeof states, Partial<Record<keyof typeof events, string>>> = {
  idle: { go: begun, go_again: begun },
  loading: {
    page: "swapping +swapping swap",
    server_error: "swapping +swapping swap",
    not_found: "probing probe",
    load_failed: falls,
    new_release: loads,
    go: overtaken,
    cancel: cancelled,
  },
  probing: { nothing_there: "swapping +swapping swap", moved: loads, go: overtaken, cancel: cancelled },
  swapping: { swapped: "done +done", swap_failed: falls, go: overtaken, cancel: cancelled },
  swapping_error: { swapped: "done +done", swap_failed: fails, go: overtaken, cancel: cancelled },
  falling_back: {
    to_document: loads,
    to_stay: fails,
    to_error: "loading_error load_error",
    go: overtaken,
    cancel: cancelled,
  },
  loading_error: { error_loaded: "swapping +swapping swap", no_error: fails, go: overtaken, cancel: cancelled },
  done: { go: begun, go_again: begun },
  failed: { go: begun, go_again: begun },
  cancelled: { go: begun, go_again: begun },
  // The browser is leaving; only it can be told to go elsewhere.
  document_load: {
    go: "document_load +document_load8 assign",
    go_again: "document_load +document_load8 assign",
    no_document: "failed stay +failed",
    resume: "idle +idle",
  },
};

describe("every state with every event", () => {
  for (const [name, visit] of Object.entries(states))
    test(name, () => {
      const rows = Object.entries(events).map(([event, value]) => [event, row(visit, value)]);
      const changes = Object.fromEntries(rows.filter(([, words]) => words !== "same"));
      expect(changes).toEqual(table[name as keyof typeof states]);
    });
});

test("a response to an overtaken visit changes nothing", () => {
  for (const visit of Object.values(states))
    for (const event of Object.values(events))
      if ("id" in event) expect(step(visit, { ...event, id: 6 })).toEqual([visit, []]);
});

// Rows: 4.9-01
test("query and fragment are kept in the document load, also of the redirect", () => {
  const [next, effects] = step({ ...states.loading, action: "traverse" }, events.new_release);
  expect(next).toMatchObject({ kind: "document_load", why: "new_release" });
  expect(effects).toContainEqual({ do: "assign", to: going.to, action: "traverse" });
});

test("each visit has one start and one end event, none after a newer visit", () => {
  const all = Object.values(events);
  for (let seed = 0; seed < 60; seed++) {
    const chance = chances(seed);
    let visit: Visit = IDLE;
    const open = new Set<number>();
    const ended = new Set<number>();
    for (let turn = 0; turn < 60; turn++) {
      const event = all[Math.floor(chance() * all.length)] ?? events.cancel;
      const mine = "id" in event ? { ...event, id: visit.id - (chance() < 0.2 ? 1 : 0) } : event;
      const [next, effects] = step(visit, mine);
      for (const effect of effects) {
        if (effect.do !== "observe" || effect.kind === "idle") continue;
        // A document load is an end, unless no document came.
        if (visit.kind !== "document_load" || effect.id !== visit.id) expect(ended.has(effect.id)).toBe(false);
        if (effect.kind === "loading") open.add(effect.id);
        if (["done", "failed", "cancelled", "document_load"].includes(effect.kind)) {
          open.delete(effect.id);
          ended.add(effect.id);
        }
      }
      expect(open.size).toBeLessThanOrEqual(1);
      expect(next.id === visit.id || next.id === visit.id + 1).toBe(true);
      visit = next;
      expect(open.has(visit.id)).toBe(isUnderway(visit));
    }
  }
});
