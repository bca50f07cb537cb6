// Many games at once: a grid in parts, of which only those are drawn that are near. The others hold their place, so the page is
// as long as it will be from the start, and scroll comes back into the middle of it.

import { memo, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Game, gameCode } from "../api/games";
import { fill } from "../content/texts";
import { isNew } from "./categories";
import { GameTile, type TileLook } from "./tile";
import type { LobbyWords } from "./words";
import "./grid.css";

/** What a grid is drawn from. */
interface GridProps {
  readonly words: LobbyWords;
  readonly tile: TileLook;
  readonly games: readonly Game[];
}

/** Games in a part: whole lines of 2, 3, 4, 6 and 8, which are the grid's numbers of columns (grid.css). */
const PART = 24;
/** So many pictures are on the screen when a grid is shown. */
const SEEN = 8;
/**
 * A part is drawn when it is as near as this, in heights of the screen. Browsers paint some 4,000 pixels ahead: what is drawn before
 * that is painted bit by bit as one scrolls, and what is drawn within it all at once.
 */
const NEAR = "500%";

/** How the first part came out: its columns, and the height of a line with the gap after it, in pixels. */
interface Measure {
  readonly columns: number;
  readonly line: number;
  readonly gap: number;
}

/** Draws it. */
export const Grid = memo(function Grid({ words, tile, games }: GridProps) {
  const parts = useMemo(() => split(games), [games]);
  const { first, measure } = useMeasure();
  return (
    <div className="game-grid" ref={first}>
      {parts.map((part, at) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list
          key={at}
          games={part}
          tile={tile}
          isFirst={at === 0}
          label={fill(words.part, { from: at * PART + 1, to: at * PART + part.length, count: games.length })}
          measure={measure}
        />
      ))}
    </div>
  );
});

/** What a part is drawn from. */
interface PartProps {
  readonly games: readonly Game[];
  readonly tile: TileLook;
  readonly label: string;
  readonly isFirst: boolean;
  readonly measure: Measure | undefined;
}

const Part = memo(function Part({ games, tile, label, isFirst, measure }: PartProps) {
  const [isNear, setNear] = useState(isFirst);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isNear || !place.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && startTransition(() => setNear(true)), {
      rootMargin: `${NEAR} 0px`,
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);

  if (isNear)
    return (
      <div className="game-grid__place">
        <ul className="game-grid__part" aria-label={label}>
          {games.map((game, at) => (
            <li key={gameCode(game)}>
              <GameTile game={game} {...tile} isFirst={isFirst && at < SEEN} isNew={isNew(game.category)} />
            </li>
          ))}
        </ul>
      </div>
    );
  // With the room around it (grid.css).
  const height = measure && Math.ceil(games.length / measure.columns) * measure.line + measure.gap;
  return <div className="game-grid__place" ref={place} style={{ height }} />;
});

/** Measures the first part, and again when its width changes. */
function useMeasure() {
  const first = useRef<HTMLDivElement>(null);
  const [measure, setMeasure] = useState<Measure>();
  useLayoutEffect(() => {
    const grid = first.current;
    if (!grid) return;
    const look = () => {
      const part = grid.querySelector("ul");
      if (!part) return;
      const { gridTemplateColumns, rowGap } = getComputedStyle(part);
      const columns = gridTemplateColumns.split(" ").length;
      const lines = Math.ceil(part.childElementCount / columns);
      const gap = Number.parseFloat(rowGap) || 0;
      const line = (part.getBoundingClientRect().height + gap) / lines;
      setMeasure((was) => (was?.columns === columns && was.line === line ? was : { columns, line, gap }));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(grid);
    return () => watch.disconnect();
  }, []);
  return { first, measure };
}

function split(games: readonly Game[]): readonly (readonly Game[])[] {
  return Array.from({ length: Math.ceil(games.length / PART) }, (_, at) => games.slice(at * PART, (at + 1) * PART));
}
