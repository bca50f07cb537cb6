// @vitest-environment happy-dom
// Game tiles: link, picture, badge, jackpot and favourite button.

import { listen } from "@croupier/loader";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { WritableAtom } from "nanostores";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { $jackpotCents } from "../../games/games";
import { $favouriteCodes, changeFavourite } from "../../games/player_games";
import { GameTile, type GameTileProps, IsNear } from "../../lobby/tiles/tile";
import { signIn, signOut } from "../../session/session";

vi.mock("../../games/player_games", async (real) => {
  const { atom } = await import("nanostores");
  return { ...(await real<object>()), $favouriteCodes: atom(new Set()), changeFavourite: vi.fn() };
});
vi.mock("../../games/games", async (real) => {
  const { atom } = await import("nanostores");
  return { ...(await real<object>()), $jackpotCents: atom(new Map()) };
});

const GAME = {
  gameId: 18,
  machineId: 32,
  title: "Paper Koi",
  category: "Slots",
  subCategory: "5 Reels",
  hands: 1,
  width: 1280,
  height: 720,
};
const PROPS: GameTileProps = {
  game: GAME,
  texts: {
    favourite: "Add {game} to favorites",
    jackpot: "Jackpot",
    currency: "USD",
    hands: "{n} hands",
    fresh: "NEW",
  },
  pictures: "/pictures/{game_id}-{machine_id}.webp",
  fresh: "New games",
};

const favourites = $favouriteCodes as WritableAtom<ReadonlySet<string>>;
const jackpots = $jackpotCents as WritableAtom<ReadonlyMap<string, number>>;
const picture = (container: HTMLElement) => container.querySelector("img");

// happy-dom loads no pictures.
beforeEach(() => void vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false));
afterEach(() => {
  cleanup();
  signOut("logout");
  favourites.set(new Set());
  jackpots.set(new Map());
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

test("a tile links to its game, and a click opens the panel instead", () => {
  const opened: unknown[] = [];
  const stop = listen("croupier:open", (detail) => opened.push(detail));
  render(<GameTile {...PROPS} />);
  const link = screen.getByRole("link", { name: "Paper Koi 5 Reels" });
  expect(link.getAttribute("href")).toBe("/lobby/games/?game=18-32");
  expect(fireEvent.click(link)).toBe(false);
  expect(opened).toMatchObject([{ view: "game" }]);
  stop();
});

// Rows: 7.4-04, A114
test("a jackpot appears when it is known, and disappears with the game's jackpot", () => {
  render(<GameTile {...PROPS} />);
  expect(screen.queryByText("Jackpot")).toBeNull();
  act(() => jackpots.set(new Map([["18-32", 123_456]])));
  expect(screen.getByRole("link").textContent).toContain("Jackpot $1,234.56 USD");
  act(() => jackpots.set(new Map([["2-34", 100]])));
  expect(screen.queryByText("Jackpot")).toBeNull();
});

test("only games of the new category have the badge", () => {
  const { rerender } = render(<GameTile {...PROPS} />);
  expect(screen.queryByText("NEW")).toBeNull();
  rerender(<GameTile {...PROPS} game={{ ...GAME, category: "New Games" }} />);
  expect(screen.getByText("NEW")).toBeDefined();
});

test("the picture of a far tile is not requested before the tile is near", () => {
  const tile = (isNear: boolean) => (
    <IsNear value={isNear}>
      <GameTile {...PROPS} />
    </IsNear>
  );
  const { container, rerender } = render(tile(false));
  expect(picture(container)?.src).toMatch(/^data:/);
  rerender(tile(true));
  expect(picture(container)?.getAttribute("src")).toBe("/pictures/18-32.webp");
});

test("the name replaces a picture that fails to load", () => {
  const { container } = render(<GameTile {...PROPS} />);
  fireEvent.error(picture(container) as HTMLImageElement);
  expect(picture(container)).toBeNull();
  // The name below the picture is the accessible one.
  const replacement = screen.getAllByText("Paper Koi")[0];
  expect(replacement?.className).toBe("tile__no-picture");
  expect(replacement?.getAttribute("aria-hidden")).toBe("true");
});

test("a picture that failed before hydration is replaced, although it reports no error", () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  const { container } = render(<GameTile {...PROPS} />);
  expect(picture(container)).toBeNull();
});

// Rows: 7.4-06
test("the favourite button shows the store and changes it for a player", () => {
  signIn({ pid: 1, login: "annx", sessionID: "", token: "t", timeStamp: Date.now(), firstName: "" });
  render(<GameTile {...PROPS} />);
  const heart = () => screen.getByRole("button", { name: "Add Paper Koi to favorites" });
  fireEvent.click(heart());
  expect(changeFavourite).toHaveBeenCalledWith(GAME, true);
  act(() => favourites.set(new Set(["18-32"])));
  expect(heart().getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(heart());
  expect(changeFavourite).toHaveBeenLastCalledWith(GAME, false);
});
