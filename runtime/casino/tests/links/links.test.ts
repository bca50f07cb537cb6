// Query parameters of links: their meaning, their sources and their precedence (A11 to A16).

import { expect, test } from "vitest";
import { readQuery, removeParameters } from "../../links/query";

const read = (search: string, secrets: Record<string, string> = {}) => readQuery(search, secrets);

// Rows: A12, 2.2-06, 2.2-07
test("a token with a pid is a password reset, else an affiliate token", () => {
  expect(read("?rtg_aff=A1", { pid: "1001", token: "R1" })).toMatchObject({
    form: "passwordreset",
    link: { pid: "1001", token: "R1" },
    partner: { token: "", rtg_aff: "A1", feed: "" },
    rest: "",
  });
  expect(read("?rtg_aff=A1&feed=F", { token: "T1" })).toEqual({
    partner: { token: "T1", rtg_aff: "A1", feed: "F" },
    link: {},
    chat: false,
    rest: "",
  });
  expect(read("", { token: "T1" }).partner).toEqual({ token: "T1", rtg_aff: "", feed: "" });
});

test("half a reset link opens nothing and is no affiliate link", () => {
  expect(read("", { pid: "1001" }).form).toBeUndefined();
  expect(read("?action=show&state=login", { pid: "1001", token: "" })).toMatchObject({ form: "login", link: {} });
  expect(read("", { pid: "1e3", token: "T1" })).toMatchObject({ link: {} });
  expect(read("", { pid: "1e3", token: "T1" })).not.toHaveProperty("partner");
});

test("a damaged reset link opens the reset without its values", () => {
  for (const [pid, token] of [
    ["1130", "abc>"],
    ["1130", ""],
    ["<1130>", "abcdef"],
  ] as const)
    expect(read("", { pid, token })).toMatchObject({ form: "passwordreset", link: {} });
});

// Rows: A14
test("reset comes before quick redeem and action=show, and chat is separate", () => {
  const search = "?action=show&state=quickredeem&code=C&showchat&promo=P";
  expect(read(search, { pid: "1", token: "R", hash: "H" })).toMatchObject({ form: "passwordreset", chat: true });
  expect(read(search, { hash: "H" })).toEqual({
    form: "quickredeem",
    link: { hash: "H", code: "C" },
    chat: true,
    rest: "?promo=P",
  });
  expect(read("?action=show&state=SIGNUP")).toMatchObject({ form: "signup", link: {} });
});

// Rows: A65, A83
test("quick play values are passed on unchanged if they are valid", () => {
  expect(read("?state=quickplay&game=abc&code=a b&coupon=dep-200", { hash: "5a" }).link).toEqual({
    hash: "5a",
    game: "abc",
    coupon: "dep-200",
  });
  expect(read(`?state=quickplay&game=${"9".repeat(65)}`, { hash: "<" }).link).toEqual({});
});

// Rows: A14, A83
test("a game link opens the game by its two numbers and leaves the URL", () => {
  expect(read("?category=Slots&game=18_32")).toEqual({ play: "18-32", link: {}, chat: false, rest: "?category=Slots" });
  expect(read("?action=show&state=signup&game=18-32")).toMatchObject({ form: "signup", play: "18-32", rest: "" });
  expect(read("?state=quickplay&game=18-32")).not.toHaveProperty("play");
  for (const game of ["18", "abc", "18-32-1", "1-1234567890"]) {
    expect(read(`?game=${game}`)).not.toHaveProperty("play");
    expect(read(`?game=${game}`).rest).toBe(`?game=${game}`);
  }
});

// Rows: A16, 2.2-08
test("user and feed request a redirect, but not with a password reset", () => {
  expect(read("?user=U1&feed=F1&promo=P")).toMatchObject({ redirect: { user: "U1", feed: "F1" }, rest: "?promo=P" });
  expect(read("?user=U1&feed=F1", { pid: "1", token: "R" })).not.toHaveProperty("redirect");
  for (const search of ["?user=U1", "?feed=F1", "?user=&feed=F1", "?user=a/b&feed=F1"])
    expect(read(search)).not.toHaveProperty("redirect");
});

// Rows: A14
test("only handled parameters leave the URL, and the rest stays unchanged", () => {
  expect(read("?x=a%20b&action=show&state=login&&y").rest).toBe("?x=a%20b&&y");
  expect(read("?code=A&game=1&user=me&state=CA&action=filter").rest).toBe(
    "?code=A&game=1&user=me&state=CA&action=filter",
  );
  expect(read("?action=showchat&state=CA").rest).toBe("?state=CA");
  expect(removeParameters("?%61=1&b=2", ["a"])).toBe("?b=2");
});
