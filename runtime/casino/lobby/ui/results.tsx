// The filtered games: a category with its sub-categories as tabs, search results, or the player's favourites.

import "./results.css";
import { memo, type Ref, useLayoutEffect, useMemo } from "react";
import { fill, isSingular } from "../../content/format";
import { type Game, gameCode } from "../../games/games";
import { Button } from "../../ui/controls/button";
import { Tabs } from "../../ui/controls/tabs";
import {
  ALL,
  type Category,
  type CategoryRules,
  type EmptyTexts,
  gamesOf,
  isSame,
  type LobbyTexts,
  nameOf,
  subCategories,
} from "../model/categories";
import { type Filter, indexGames, NO_FILTER, searchGames } from "../model/filter";
import { Grid } from "../tiles/grid";
import type { TileSettings } from "../tiles/tile";
import { FilterLink } from "./category_bar";

/** The props of the results. */
export interface ResultsProps {
  readonly texts: LobbyTexts;
  readonly rules: CategoryRules;
  readonly empty: EmptyTexts;
  readonly tile: TileSettings;
  readonly filter: Filter;
  /** The category of the filter. */
  readonly category: Category | undefined;
  /** All games, or only the games of the page until the list is loaded. */
  readonly games: readonly Game[];
  /** The codes of the favourites. */
  readonly favourites: ReadonlySet<string>;
  /** Whether the list is complete; `failed` if it fails to load. */
  readonly state: "whole" | "waiting" | "failed";
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onChoose: (filter: Partial<Filter>) => void;
  readonly onType: (type: string) => void;
  readonly onRetry: () => void;
  /** Called when the games of a filter are rendered. */
  readonly onShown: () => void;
}

/** Renders the results and their count. */
export const Results = memo(function Results(props: ResultsProps) {
  const { texts, rules, tile, filter, category, state, heading, onChoose, onType, onShown } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useLayoutEffect(onShown, [filter]);

  const types = useMemo(() => (category ? subCategories(category, rules) : []), [category, rules]);
  const type = types.find((name) => isSame(name, filter.type)) ?? ALL;
  const games = useMatchingGames(props, type);

  const defaultTitle = filter.search ? texts.results : texts.lobby;
  const name = import.meta.env.LANGUAGES && category ? nameOf(texts, category.title) : category?.title;
  const title = name ?? (filter.isFavourites ? texts.favourites : defaultTitle);
  // A new title or type mounts a new grid, which starts at its top. A new search keeps the grid.
  const grid = <Grid key={`${title} ${type}`} texts={texts} tile={tile} games={games} />;

  return (
    <section className="results" aria-labelledby="games-results" aria-busy={state === "waiting" || undefined}>
      <div className="results__head">
        <h2 id="games-results" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p role="status">{state === "waiting" ? "" : countText(texts, games.length, filter.search)}</p>
      </div>
      {types.length > 2 ? (
        <Tabs
          label={fill(texts.types, { title })}
          selected={type}
          onSelect={(name) => onType(name === ALL ? "" : name)}
          tabs={types.map((name) => ({
            name,
            label: import.meta.env.LANGUAGES ? nameOf(texts, name) : name,
            panel: name === type && grid,
          }))}
        />
      ) : (
        grid
      )}
      {state === "failed" && <LoadError {...props} isEmpty={games.length === 0} />}
      {state === "whole" && games.length === 0 && (
        <p className="results__empty">
          {filter.isFavourites && !filter.search ? texts.favourites_none : texts.found_none_hint}
          <FilterLink className="button button--quiet" to={NO_FILTER} onChoose={onChoose}>
            {texts.lobby}
          </FilterLink>
        </p>
      )}
    </section>
  );
});

/** The message when the list fails to load, below the known games, with a retry button (A129). */
function LoadError({ texts, empty, isEmpty, onRetry }: ResultsProps & { readonly isEmpty: boolean }) {
  return (
    <p className="results__empty">
      {isEmpty ? empty.games : texts.failed}
      <Button kind="quiet" onClick={onRetry}>
        {empty.retry}
      </Button>
    </p>
  );
}

/** Returns the games that match the filter. */
function useMatchingGames({ games, filter, category, favourites }: ResultsProps, type: string): readonly Game[] {
  const index = useMemo(() => indexGames(games), [games]);
  const { search, isFavourites } = filter;
  return useMemo(() => {
    let list = searchGames(index, search);
    if (category) list = gamesOf(list, category.title, type);
    if (!isFavourites) return list;
    return list.filter((game) => favourites.has(gameCode(game)));
  }, [index, search, category, type, isFavourites, favourites]);
}

function countText(texts: LobbyTexts, count: number, search: string): string {
  if (!search) return fill(isSingular(count) ? texts.count_one : texts.count, { count });
  const text = count === 0 ? texts.found_none : count === 1 ? texts.found_one : texts.found;
  return fill(text, { count, search });
}
