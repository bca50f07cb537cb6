// Players who cannot take part in the lobby jackpot.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isBlocked } from "../../jackpot/ui/use_opt_in";

/** The classes in content/data/opt_ins.toml. */
const contentFile = readFileSync(new URL("../../../../content/data/opt_ins.toml", import.meta.url), "utf8");
const classes = (key: string): string[] =>
  JSON.parse(new RegExp(`^${key} = (\\[.*\\])`, "m").exec(contentFile)?.[1] ?? "[]");
const BLOCKED = { always: classes("always"), without_deposit: classes("without_deposit") };

const CLASSES = ["Banned", "Bronze No2", "Coupon", "Deactivated", "Review - Options blocked", "Test Class"];

// Rows: 6-10, A85
test.each(CLASSES)("%s is blocked without a first deposit and allowed with one", (playerClass) => {
  expect(isBlocked({ playerClass, hasDeposited: false }, BLOCKED)).toBe(true);
  expect(isBlocked({ playerClass, hasDeposited: true }, BLOCKED)).toBe(false);
});

// Rows: 6-10, 6-11, 3-32
test("unverified and unknown players are blocked, all others are allowed", () => {
  for (const hasDeposited of [true, false]) {
    expect(isBlocked({ playerClass: "Unverified / Non Dep", hasDeposited }, BLOCKED)).toBe(true);
    expect(isBlocked({ playerClass: "Silver", hasDeposited }, BLOCKED)).toBe(false);
  }
  expect(isBlocked(undefined, BLOCKED)).toBe(true);
});
