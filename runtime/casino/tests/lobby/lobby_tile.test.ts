// Game tiles: texts, links, and the stored list of recent games.

import { expect, test, vi } from "vitest";
import { MAX_PLAYED, readPlayed } from "../../games/player_games";
import { gameAddress, kindOf, type Press, play } from "../../lobby/tiles/tile";

const GAME = { gameId: 4, machineId: 58, title: "Joker", category: "Video Poker", width: 1280, height: 720 };

test("a tile shows the sub-category, and the hands if there are several", () => {
  const texts = { hands: "{n} hands" };
  expect(kindOf({ ...GAME, subCategory: "10 Hands", hands: 10 }, texts)).toBe("10 hands");
  expect(kindOf({ ...GAME, subCategory: "1 Hand", hands: 1 }, texts)).toBe("1 Hand");
  expect(kindOf({ ...GAME, subCategory: "5 Reels", hands: 1 }, texts)).toBe("5 Reels");
});

test("the link of a game is a lobby URL, and modified clicks are left to the browser", () => {
  expect(gameAddress(GAME)).toBe("/lobby/games/?game=4-58");
  const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
  for (const modifier of [{ button: 1 }, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }]) {
    const press: Press = { ...plain, ...modifier, preventDefault: vi.fn() };
    play(GAME, press);
    expect(press.preventDefault).not.toHaveBeenCalled();
  }
});

test("recent games are read for the same player only, at most twelve", () => {
  const storageWith = (value: unknown) => ({
    getItem: () => (typeof value === "string" ? value : JSON.stringify(value)),
  });
  expect(readPlayed(1, storageWith({ pid: 1, games: ["18-32", "x", 7, "2-34"] }))).toEqual([
    { gameId: 18, machineId: 32 },
    { gameId: 2, machineId: 34 },
  ]);
  expect(readPlayed(2, storageWith({ pid: 1, games: ["18-32"] }))).toEqual([]);
  const many = Array.from({ length: 20 }, (_, index) => `18-${index}`);
  expect(readPlayed(1, storageWith({ pid: 1, games: many }))).toHaveLength(MAX_PLAYED);
  for (const broken of ["", "{", "[]", "null", { pid: 1 }, { pid: 1, games: "18-32" }])
    expect(readPlayed(1, storageWith(broken))).toEqual([]);
  expect(
    readPlayed(1, {
      getItem: () => {
        throw new Error("blocked");
      },
    }),
  ).toEqual([]);
});
