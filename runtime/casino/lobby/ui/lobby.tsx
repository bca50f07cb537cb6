// The games lobby with its search field. The URL and the loaded games file determine its content (A64, A129).

import { send } from "@croupier/loader";
import { lazyComponent } from "@croupier/loader/lazy-component";
import { useStore } from "@croupier/loader/use-store";
import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { LOBBY, path } from "../../config/config";
import { $games, type Game, type Lobby as LobbyData } from "../../games/games";
import { $favouriteCodes, $favourites } from "../../games/player_games";
import { $session } from "../../session/session";
import { $location, setQuery } from "../../stores/location";
import { NOTHING, refresh } from "../../stores/server_data";
import { IconButton } from "../../ui/controls/button";
import { Icon } from "../../ui/display/content";
import {
  type CategoryRules,
  categoriesOf,
  type EmptyTexts,
  isSame,
  type LobbyTexts,
  type PageRow,
  rowsOf,
  rowsOfPage,
} from "../model/categories";
import { type Filter, filterOf, isOpen, parametersOf } from "../model/filter";
import { Rows } from "../rows/rows";
import type { TileTexts } from "../tiles/tile";
import { CategoryBar } from "./category_bar";
import type { ResultsProps } from "./results";

/** The props of the island. */
export interface LobbyProps {
  /** The categories with the first games of each at build time, as the HTML shows them. */
  readonly rows: readonly PageRow[];
  readonly texts: LobbyTexts;
  readonly rules: CategoryRules;
  readonly tile: TileTexts;
  /** The `picture_url` of site.toml. It is a prop because islands have no configuration at build time. */
  readonly pictures: string;
  readonly empty: EmptyTexts;
}

const NONE: ReadonlySet<string> = new Set();
const NOWHERE = { path: "", search: "", hash: "", entry: "" };

/** The filtered games. The rows stay until the code is loaded. */
const Results = lazyComponent<ResultsProps & { readonly rows: ReactNode }>(
  () => import("./results").then(({ Results }) => Results),
  { placeholder: ({ rows }) => rows },
);

/** Renders the search field, the category bar, and the rows or the filtered games. */
export function Lobby({ rows: page, texts, rules, tile: tileTexts, pictures, empty }: LobbyProps) {
  const { search: query } = useStore($location, NOWHERE);
  const player = useStore($session, undefined);
  const { data, error } = useStore($games, NOTHING);
  // The file adds many tiles. A deferred value renders them in small steps, so that input stays responsive.
  const lobby = useDeferredValue(data);

  const tile = useMemo(() => ({ texts: tileTexts, pictures, fresh: rules.fresh }), [tileTexts, pictures, rules]);
  const { categories, rows, games } = useRows(page, lobby, rules);

  const fromUrl = useMemo(() => filterOf(query), [query]);
  const category = categories.find(({ title }) => isSame(title, fromUrl.category));
  // Invalid filters are ignored: categories that no longer exist, and favourites of guests.
  const isFavourites = fromUrl.isFavourites && player !== undefined;
  const favourites = useLasting(useStore($favouriteCodes, NONE), isFavourites);

  // Typed letters are shown before the results.
  const search = useDeferredValue(fromUrl.search);
  const filter = useMemo(
    (): Filter => ({ ...fromUrl, category: category?.title ?? "", search, isFavourites }),
    [fromUrl, category, search, isFavourites],
  );

  const hearts = useStore($favourites, NOTHING);
  const { top, heading, choose, settle } = useChoice();
  const hasRows = isOpen(filter) && rows.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useLayoutEffect(() => {
    // Hydration renders the rows before it reads the URL.
    if (hasRows && fromUrl.search === search && query === location.search) settle();
  }, [filter]);

  const all = <Rows texts={texts} tile={tile} rows={rows} games={games} onChoose={choose} />;

  return (
    <div className="games" ref={top}>
      <div className="games__bar">
        <SearchField
          texts={texts}
          search={fromUrl.search}
          // A search covers all games and uses one history entry.
          onSearch={(text) =>
            setQuery(parametersOf({ search: text, isFavourites: fromUrl.isFavourites }), {
              push: !fromUrl.search,
            })
          }
        />
        <CategoryBar texts={texts} titles={categories.map(({ title }) => title)} filter={filter} onChoose={choose} />
      </div>
      {hasRows ? (
        all
      ) : (
        <Results
          rows={all}
          {...{ texts, rules, empty, tile, filter, category, games, favourites, heading }}
          state={
            isFavourites && lobby && !hearts.data
              ? loadState(false, hearts.error)
              : loadState(!!lobby?.games.length, error ?? lobby)
          }
          onChoose={choose}
          onType={changeType}
          onRetry={retry}
          onShown={settle}
        />
      )}
    </div>
  );
}

/** Returns the categories, their rows and all games. Until the games file is loaded, they are those of the HTML. */
function useRows(page: LobbyProps["rows"], lobby: LobbyData | undefined, rules: CategoryRules) {
  const pageRows = useMemo(() => rowsOfPage(page), [page]);
  const categories = useMemo(
    () =>
      categoriesOf(
        lobby ?? { categories: pageRows.map(({ title }) => ({ title, subCategories: [] })), games: [] },
        rules,
      ),
    [pageRows, lobby, rules],
  );

  const rows = useMemo(() => rowsOf(pageRows, lobby, rules), [pageRows, lobby, rules]);
  const games = useMemo((): readonly Game[] => lobby?.games ?? pageRows.flatMap((row) => row.games), [pageRows, lobby]);
  return { categories, rows, games };
}

/** Returns the loading state of a list. An empty list can be retried like one that failed to load. */
function loadState(isThere: boolean, isOver: unknown): ResultsProps["state"] {
  if (isThere) return "whole";
  return isOver ? "failed" : "waiting";
}

/** Returns the games of the favourites filter. A removed favourite stays in the list until the filter changes. */
function useLasting(codes: ReadonlySet<string>, isOn: boolean): ReadonlySet<string> {
  const [lasting, setLasting] = useState(codes);
  const next = isOn ? new Set([...lasting, ...codes]) : codes;
  if (isOn ? next.size > lasting.size : codes !== lasting) setLasting(next);
  return lasting;
}

const changeType = (type: string) => setQuery({ type });
const retry = () => refresh($games, $favourites);

/**
 * Returns `choose`, which changes the filter and adds a history entry, `settle`, which is called when the chosen games are rendered, and
 * the refs `top` and `heading`. After a choice the lobby scrolls into view if its top is above the screen. The heading gets the focus
 * if the focused link was removed.
 */
function useChoice() {
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isChosen = useRef(false);

  const choose = useCallback((to: Partial<Filter>) => {
    isChosen.current = true;
    setQuery(parametersOf(to), { push: true });
  }, []);

  const settle = useCallback(() => {
    if (isChosen.current) {
      isChosen.current = false;
      if (document.activeElement === document.body)
        (heading.current ?? top.current?.querySelector("h2"))?.focus({ preventScroll: true });
      if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
    }
    document.documentElement.removeAttribute("data-filtered");
    send("croupier:drawn", { part: "games" });
  }, []);

  return { top, heading, choose, settle };
}

/** The props of the field. */
interface SearchFieldProps {
  readonly texts: LobbyTexts;
  /** The current search text. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Renders the field. Its input is uncontrolled: typing is independent of the list, and hydration keeps text typed before it. */
function SearchField({ texts, search, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  const isMounted = useRef(false);

  useEffect(() => {
    // Text that was typed before the hydration stays, and the loader repeats its input.
    const isShown = isMounted.current || search !== "";
    if (input.current && isShown && input.current.value !== search) input.current.value = search;
    isMounted.current = true;
  }, [search]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // On phones this closes the keyboard, so that the results are visible.
    input.current?.blur();
  }

  function clear() {
    onSearch("");
    input.current?.focus();
  }

  return (
    <search className="search-field">
      <form action={path(LOBBY)} onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          name="search"
          aria-label={texts.search}
          placeholder={texts.search}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
          onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        {search && <IconButton icon="x" label={texts.clear} onClick={clear} />}
      </form>
    </search>
  );
}
