// The bar with links to the categories, the player's favourites and the live dealers. It scrolls horizontally if it is too long.

import { isPlainClick } from "@croupier/loader/browser";
import { type ComponentProps, type MouseEvent, useEffect, useRef } from "react";
import { Link } from "../../ui/controls/button";
import { Icon } from "../../ui/display/content";
import { isSame, type LobbyTexts, nameOf } from "../model/categories";
import { type Filter, filterUrl, NO_FILTER } from "../model/filter";

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
              {import.meta.env.LANGUAGES ? nameOf(texts, title) : title}
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

/** The props of the link. */
interface FilterLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  /** The filter that the link sets. */
  readonly to: Partial<Filter>;
  readonly onChoose: (filter: Partial<Filter>) => void;
}

/** Renders the link. Clicks with a modifier key are left to the browser, which opens a tab. */
export function FilterLink({ to, onChoose, ...rest }: FilterLinkProps) {
  function onClick(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onChoose(to);
  }
  return <Link {...rest} to={filterUrl(to)} onClick={onClick} />;
}
