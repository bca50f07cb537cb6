// The lobby of guests without React: it loads the pictures of near rows, and shows jackpots and the numbers of games (rows
// 2.1-03, 7.4-01, 7.4-04). The component is needed for filters, and for games that differ from those of the HTML.

import type { Enhance } from "@croupier/loader/enhance";
import { fill } from "../../content/format";
import { $games, $jackpotCents, type Game, gameCode, type Lobby, pictureOf } from "../../games/games";
import { setShownState } from "../../stores/enhance_for_guests";
import { entryValue } from "../../stores/location";
import { createAmount, isOnScreen } from "../../ui/display/count_up";
import { type CategoryRow, categoriesOf, inOrder, ROWS, rowsOf, rowsOfPage } from "../model/categories";
import { filterOf } from "../model/filter";
import { onScreen, whenNear } from "../rows/when_near";
import type { TileTexts } from "../tiles/tile";
import type { LobbyProps } from "../ui/lobby";

/** Enhances the HTML of `Lobby`. */
export const enhance: Enhance<LobbyProps> = (element, props, hydrate) => {
  const isFiltered = Object.values(filterOf(location.search)).some(Boolean);
  const hasInput = Boolean(element.querySelector("input")?.value || entryValue(ROWS));
  if (isFiltered || hasInput) {
    hydrate();
    return () => {};
  }

  const rows = inOrder(rowsOfPage(props.rows), props.rules);
  const sections = [...element.querySelectorAll(".row:not(.player-only)")];
  const tiles = sections.flatMap((section, at) => tilesOf(section, rows[at]));
  const { show, end } = createJackpots(tiles, props.tile);

  const stops = [
    $jackpotCents.subscribe(show),
    $games.subscribe(({ data }) => {
      if (!data) return;
      const next = rowsOf(rows, data, props.rules);
      if (!hasSameTiles(rows, next) || !hasCategories(rows, data, props)) return hydrate();

      for (const [at, { count }] of next.entries()) {
        for (const text of sections[at]?.querySelectorAll(".row__count") ?? [])
          text.textContent = fill(props.texts.all, { count });

        // The link to the other games; a row on a phone may have all of them.
        const rest = sections[at]?.querySelector<HTMLElement>(".row__rest");
        if (rest) rest.style.display = count <= (rows[at]?.games.length ?? 0) ? "none" : "";
      }
    }),
    replaceFailedPictures(element, tiles),
    // The first row has its pictures in the HTML.
    ...sections.slice(1).map((section, at) =>
      whenNear(section, () => {
        for (const { tile, game } of tilesOf(section, rows[at + 1]).slice(0, onScreen())) {
          const picture = tile.querySelector("img");
          if (picture) picture.src = pictureOf(game, props.pictures);
        }
      }),
    ),
  ];

  return () => {
    for (const stop of stops) stop();
    end();
  };
};

interface ShownTile {
  readonly tile: Element;
  readonly game: Game;
}

/** Returns the tiles of a row with their games. */
function tilesOf(section: Element, row: CategoryRow | undefined): readonly ShownTile[] {
  return [...section.querySelectorAll(".tile__link")].flatMap((tile, at) => {
    const game = row?.games[at];
    return game ? [{ tile, game }] : [];
  });
}

/** Returns whether the HTML of `rows` fits `next`, apart from the numbers of games. */
function hasSameTiles(rows: readonly CategoryRow[], next: readonly CategoryRow[]): boolean {
  const fingerprint = ({ games, title }: CategoryRow, length: number) =>
    JSON.stringify([
      title,
      games.slice(0, length).map((game) => [gameCode(game), game.title, game.subCategory, game.hands]),
    ]);

  return (
    rows.length === next.length &&
    rows.every((row, at) => {
      const other = next[at];
      const { length } = row.games;
      if (!other || (row.count <= length && other.count > length)) return false;
      return fingerprint(row, length) === fingerprint(other, length);
    })
  );
}

/** Returns whether the bar of the HTML, which has the titles of `rows`, has the categories of `lobby`. */
function hasCategories(rows: readonly CategoryRow[], lobby: Lobby, { rules }: LobbyProps): boolean {
  const titles = (list: readonly { readonly title: string }[]) => JSON.stringify(list.map(({ title }) => title));
  return titles(categoriesOf(lobby, rules)) === titles(rows);
}

/** Shows the names of games in place of failed pictures, as tiles do. Returns a function that restores the HTML. */
function replaceFailedPictures(element: HTMLElement, tiles: readonly ShownTile[]): () => void {
  const names = new Map<HTMLImageElement, HTMLElement>();

  const replace = (picture: HTMLImageElement) => {
    const shown = tiles.find(({ tile }) => tile.contains(picture));
    if (!shown || names.has(picture)) return;

    const name = Object.assign(document.createElement("span"), {
      className: "tile__no-picture",
      ariaHidden: "true",
      textContent: shown.game.title,
    });

    picture.style.display = "none";
    picture.before(name);
    names.set(picture, name);
  };

  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) replace(target);
  };

  for (const picture of element.querySelectorAll("img"))
    if (picture.complete && picture.naturalWidth === 0) replace(picture);
  // `error` does not bubble.
  element.addEventListener("error", onError, true);

  return () => {
    element.removeEventListener("error", onError, true);
    for (const [picture, name] of names) {
      name.remove();
      picture.style.display = "";
    }
  };
}

/** Shows jackpots on tiles as `TileJackpot` renders them. `show` gets the cents by game code. */
function createJackpots(tiles: readonly ShownTile[], { jackpot, currency }: Pick<TileTexts, "jackpot" | "currency">) {
  const amounts = new Map<Element, ReturnType<typeof createAmount>>();
  const shown = new Map<string, number>();

  function add(tile: Element, cents: number) {
    const amount = createAmount({ cents, symbol: "$" });
    amounts.set(tile, amount);
    const label = Object.assign(document.createElement("span"), { className: "visually-hidden" });
    label.append(jackpot, " ");
    const unit = Object.assign(document.createElement("small"), { textContent: currency });
    const all = Object.assign(document.createElement("span"), { className: "tile__jackpot" });
    all.append(label, amount.element, " ", unit);
    tile.append(all);
  }

  return {
    show(cents: ReadonlyMap<string, number>) {
      const changes = tiles.flatMap(({ tile, game }) => {
        const next = cents.get(gameCode(game));
        return next === undefined || next === shown.get(gameCode(game)) ? [] : [{ tile, code: gameCode(game), next }];
      });

      // All positions are read before the first write: a read after a write computes the layout again.
      const visible = new Set(changes.filter(({ tile }) => amounts.has(tile) && isOnScreen(tile)));

      for (const change of changes) {
        const { tile, code, next } = change;
        shown.set(code, next);
        const amount = amounts.get(tile);
        if (amount) amount.show(next, visible.has(change));
        else add(tile, next);
      }

      setShownState($jackpotCents, shown);
    },
    end() {
      for (const amount of amounts.values()) amount.end();
    },
  };
}
