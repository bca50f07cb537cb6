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
/** So many of them are drawn with each frame: more would cost one, on a slow phone. */
const STEP = 6;
/** So many pictures are on the screen when a grid is shown. */
const SEEN = 8;
/** A part is drawn when it is as near as this, in heights of the screen. */
const NEAR = "120%";

/** How the first part came out: its columns, and the height of a line with the gap after it, in pixels. */
interface Measure {
  readonly columns: number;
  readonly line: number;
  readonly gap: number;
}

const NOT_MEASURED: Measure = { columns: PART, line: 0, gap: 0 };

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

/** Draws a part a few games at a time when it comes near, and all of it where one has jumped to. */
const Part = memo(function Part({ games, tile, label, isFirst, measure }: PartProps) {
  const [isNear, setNear] = useState(isFirst);
  const [isSeen, setSeen] = useState(isFirst);
  const place = useRef<HTMLDivElement>(null);
  const { columns, line, gap } = measure ?? NOT_MEASURED;
  // What it is expected to have, with the gap after it.
  const height = Math.ceil(games.length / columns) * line;
  const steps = useSteps(isNear, games.length);
  const drawn = isSeen ? games.length : steps;

  useEffect(() => {
    if (isNear || !place.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        const { top, bottom } = entry.boundingClientRect;
        startTransition(() => {
          setNear(true);
          setSeen(top < innerHeight && bottom > 0);
        });
      },
      { rootMargin: `${NEAR} 0px` },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);

  return (
    <div
      className={`game-grid__place${isFirst ? "" : " game-grid__place--far"}`}
      ref={place}
      style={{
        containIntrinsicBlockSize: height ? `auto ${height - gap}px` : undefined,
        minBlockSize: drawn < games.length ? height + gap : undefined,
      }}
    >
      {drawn > 0 && (
        <ul className="game-grid__part" aria-label={label}>
          {games.slice(0, drawn).map((game, at) => (
            <li key={gameCode(game)}>
              <GameTile game={game} {...tile} isFirst={isFirst && at < SEEN} isNew={isNew(game.category)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

/** How many of `count` are drawn: none until `isOn`, and then some more with each frame. */
function useSteps(isOn: boolean, count: number): number {
  const [drawn, setDrawn] = useState(isOn ? count : 0);
  useEffect(() => {
    if (!isOn || drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + STEP));
    return () => cancelAnimationFrame(frame);
  }, [isOn, drawn, count]);
  return drawn;
}

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
