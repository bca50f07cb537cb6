// The state machine of visits: all states with all events, and the effects of each transition.

import { describe, expect, test } from "vitest";
import { type Effect, IDLE, isInProgress, step, type Visit, type VisitEvent } from "../src/loader/core/visit";
import { page, randomNumbers } from "./test_visits";

const visitData = { id: 7, to: "/a/?q#h", action: "push" } as const;
const shown = page("/a/");
const error = page("/500.html");

const states = {
  idle: { ...visitData, kind: "idle" },
  loading: { ...visitData, kind: "loading" },
  probing: { ...visitData, kind: "probing", page: shown },
  swapping: { ...visitData, kind: "swapping", page: shown, isError: false },
  swapping_error: { ...visitData, kind: "swapping", page: error, isError: true },
  falling_back: { ...visitData, kind: "falling_back", reason: "failed" },
  loading_error: { ...visitData, kind: "loading_error" },
  done: { ...visitData, kind: "done" },
  failed: { ...visitData, kind: "failed" },
  cancelled: { ...visitData, kind: "cancelled" },
  document_load: { ...visitData, kind: "document_load", reason: "moved" },
} satisfies Record<string, Visit>;

const events = {
  page: { type: "loaded", id: 7, loaded: { kind: "page", page: shown } },
  server_error: { type: "loaded", id: 7, loaded: { kind: "server_error", page: error } },
  not_found: { type: "loaded", id: 7, loaded: { kind: "not_found", page: shown } },
  load_failed: { type: "loaded", id: 7, loaded: { kind: "failed" } },
  new_release: { type: "loaded", id: 7, loaded: { kind: "document_load", reason: "new_release" } },
  nothing_there: { type: "probed", id: 7, reason: undefined },
  moved: { type: "probed", id: 7, reason: "moved" },
  swapped: { type: "swapped", id: 7 },
  swap_failed: { type: "swap_failed", id: 7 },
  to_document: { type: "fell_back", id: 7, to: "document" },
  to_stay: { type: "fell_back", id: 7, to: "stay" },
  to_error: { type: "fell_back", id: 7, to: "error_page" },
  error_loaded: { type: "error_loaded", id: 7, page: error },
  no_error: { type: "error_loaded", id: 7, page: undefined },
  go: { type: "go", to: "/b/", action: "replace", since_ms: 0 },
  go_again: { type: "go", to: visitData.to, action: visitData.action, since_ms: 0 },
  no_document: { type: "no_document", id: 7 },
  cancel: { type: "cancel" },
  resume: { type: "resume" },
} satisfies Record<string, VisitEvent>;

/** Describes a transition: the next state and its effects. */
function describeTransition(visit: Visit, event: VisitEvent): string {
  const [next, effects] = step(visit, event);
  return [next.kind === visit.kind && next.id === visit.id ? "same" : next.kind, ...effects.map(describeEffect)].join(
    " ",
  );
}

function describeEffect(effect: Effect): string {
  if (effect.do === "observe") return `+${effect.kind}${effect.id === 7 ? "" : effect.id}`;
  return effect.do;
}

const started = "loading +loading8 load";
const overtaken = "loading abort +cancelled +loading8 load";
const cancelled = "cancelled abort +cancelled";
const fallsBack = "falling_back fall_back";
const loadsDocument = "document_load +document_load assign";
const fails = "failed stay +failed";

/** Events that are missing in a row change nothing. */
const table: Record<keyof typeof states, Partial<Record<keyof typeof events, string>>> = {
  idle: { go: started, go_again: started },
  loading: {
    page: "swapping +swapping swap",
    server_error: "swapping +swapping swap",
    not_found: "probing probe",
    load_failed: fallsBack,
    new_release: loadsDocument,
    go: overtaken,
    cancel: cancelled,
  },
  probing: { nothing_there: "swapping +swapping swap", moved: loadsDocument, go: overtaken, cancel: cancelled },
  swapping: { swapped: "done +done", swap_failed: fallsBack, go: overtaken, cancel: cancelled },
  swapping_error: { swapped: "done +done", swap_failed: fails, go: overtaken, cancel: cancelled },
  falling_back: {
    to_document: loadsDocument,
    to_stay: fails,
    to_error: "loading_error load_error",
    go: overtaken,
    cancel: cancelled,
  },
  loading_error: { error_loaded: "swapping +swapping swap", no_error: fails, go: overtaken, cancel: cancelled },
  done: { go: started, go_again: started },
  failed: { go: started, go_again: started },
  cancelled: { go: started, go_again: started },
  // The browser leaves the page, so only another document load can change the target.
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
      const rows = Object.entries(events).map(([event, value]) => [event, describeTransition(visit, value)]);
      const changes = Object.fromEntries(rows.filter(([, description]) => description !== "same"));
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
  expect(next).toMatchObject({ kind: "document_load", reason: "new_release" });
  expect(effects).toContainEqual({ do: "assign", to: visitData.to, action: "traverse" });
});

test("each visit has one start and one end event, none after a newer visit", () => {
  const all = Object.values(events);
  for (let seed = 0; seed < 60; seed++) {
    const random = randomNumbers(seed);
    let visit: Visit = IDLE;
    const running = new Set<number>();
    const ended = new Set<number>();
    for (let stepIndex = 0; stepIndex < 60; stepIndex++) {
      const event = all[Math.floor(random() * all.length)] ?? events.cancel;
      const sent = "id" in event ? { ...event, id: visit.id - (random() < 0.2 ? 1 : 0) } : event;
      const [next, effects] = step(visit, sent);
      for (const effect of effects) {
        if (effect.do !== "observe" || effect.kind === "idle") continue;
        // A document load ends a visit, unless no document arrives.
        if (visit.kind !== "document_load" || effect.id !== visit.id) expect(ended.has(effect.id)).toBe(false);
        if (effect.kind === "loading") running.add(effect.id);
        if (["done", "failed", "cancelled", "document_load"].includes(effect.kind)) {
          running.delete(effect.id);
          ended.add(effect.id);
        }
      }
      expect(running.size).toBeLessThanOrEqual(1);
      expect(next.id === visit.id || next.id === visit.id + 1).toBe(true);
      visit = next;
      expect(running.has(visit.id)).toBe(isInProgress(visit));
    }
  }
});
