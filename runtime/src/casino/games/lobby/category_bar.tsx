// The bar with links to the categories, the player's favourites and the live dealers. It scrolls horizontally if it is too long.

import { useEffect, useRef } from "react";
import { Link } from "../../ui/controls/link";
import { Icon } from "../../ui/display/icon";
import { isSame } from "../model/categories";
import { type Filter, NO_FILTER } from "../model/filter";
import type { LobbyTexts } from "../model/lobby_messages";
import { FilterLink } from "./filter_link";

/** The props of the bar. */
interface CategoryBarProps {
  readonly texts: LobbyTexts;
  /** The category titles, in order. */
  readonly titles: readonly string[];
  readonly filter: Filter;
  readonly onChoose: (filter: Partial<Filter>) => void;
}

/** Renders the bar. A category link keeps the search; the lobby link resets the filter. */
export function CategoryBar({ texts, titles, filter, onChoose }: CategoryBarProps) {
  const { category, search, isFavourites } = filter;
  const list = useRef<HTMLUListElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (!list.current || !current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  }, [category]);

  return (
    <nav className="kinds" aria-label={texts.kinds}>
      <ul className="kinds__list" ref={list}>
        <li>
          <FilterLink
            className="kinds__one"
            to={NO_FILTER}
            onChoose={onChoose}
            aria-current={!category && !isFavourites}
          >
            {texts.lobby}
          </FilterLink>
        </li>
        <li className="player-only">
          <button
            type="button"
            className="kinds__one"
            aria-pressed={isFavourites}
            onClick={() => onChoose({ ...filter, isFavourites: !isFavourites })}
          >
            <Icon name="heart" />
            {texts.favourites}
          </button>
        </li>
        {titles.map((title) => (
          <li key={title}>
            <FilterLink
              className="kinds__one"
              to={{ category: title, search, isFavourites }}
              onChoose={onChoose}
              aria-current={isSame(title, category)}
            >
              {title}
            </FilterLink>
          </li>
        ))}
        <li>
          <Link className="kinds__one" to={texts.live.path}>
            {texts.live.title}
            <Icon name="arrow-right" />
          </Link>
        </li>
      </ul>
    </nav>
  );
}
