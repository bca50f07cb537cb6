// A virtual grid of games: only sections near the screen are rendered. Placeholders reserve the height of the others, so that
// the page has its full height from the start and the scroll position can be restored.

import {
  memo,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { fill } from "../../content/texts";
import { tellsWhenIdle, whenIdle } from "../../ui/when_idle";
import { whenWithin } from "../../ui/when_within";
import { type Game, gameCode } from "../api/games";
import type { LobbyWords } from "../model/lobby_messages";
import { GameTile, type TileLook } from "./tile";
import "./grid.css";

/** The props of the grid. */
interface GridProps {
  readonly words: LobbyWords;
  readonly tile: TileLook;
  readonly games: readonly Game[];
}

/** The number of games in a section: whole lines for 2, 3, 4, 6 and 8 columns (grid.css). */
const PART = 24;
/** The number of images that are visible when a grid is first shown. */
const SEEN = 8;
/**
 * The distances, in screen heights, at which a section starts to render and at which its layout completes at once. Browsers paint
 * some thousand pixels ahead. Sections beyond that distance are painted gradually during scrolling; sections within it all at once.
 */
const NEAR = "700%";
const CLOSE = "200%";
/** The number of games in one layout step, and its initial duration on a slow phone, in milliseconds. */
const STEP = 4;
const STEP_MS = 5;
/** The sections that are rendered from the start. */
const FIRST: ReadonlySet<number> = new Set([0]);

/** The measurements of the first section: its columns, and the height of a line with its gap, in pixels. */
interface Measure {
  readonly columns: number;
  readonly line: number;
  readonly gap: number;
}

/** Renders the grid. */
export const Grid = memo(function Grid({ words, tile, games }: GridProps) {
  const parts = useMemo(() => split(games), [games]);
  const { first, measure } = useMeasure();
  const [begun, setBegun] = useState(FIRST);
  const begin = useCallback((near: readonly number[]) => setBegun((was) => new Set([...was, ...near])), []);
  return (
    <div className="game-grid" ref={first}>
      {runs(parts.length, begun).map(([from, to]) =>
        begun.has(from) ? (
          <Part
            key={from}
            games={parts[from] ?? []}
            tile={tile}
            isFirst={from === 0}
            label={fill(words.part, {
              from: from * PART + 1,
              to: Math.min((from + 1) * PART, games.length),
              count: games.length,
            })}
            measure={measure}
          />
        ) : (
          // The end is the key: during scrolling down, the placeholder only becomes shorter.
          <Gap key={`to ${to}`} from={from} to={to} count={games.length} measure={measure} onNear={begin} />
        ),
      )}
    </div>
  );
});

/** Returns the rendered sections one by one and the gaps between them; each range excludes its end. */
function runs(count: number, begun: ReadonlySet<number>): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    const last = found.at(-1);
    if (last && !begun.has(at) && !begun.has(last[0])) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

/** The props of the placeholder for distant sections. */
interface GapProps {
  readonly from: number;
  readonly to: number;
  /** The total number of games. */
  readonly count: number;
  readonly measure: Measure | undefined;
  /** Receives the sections that are now near the screen. */
  readonly onNear: (parts: readonly number[]) => void;
}

/** One placeholder for all distant sections, because each observed element has a cost per frame. */
function Gap({ from, to, count, measure, onNear }: GapProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || !measure) return;
    const top = (part: number) => lines(part * PART, measure) * measure.line;
    const watch = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last?.isIntersecting || !last.rootBounds) return;
        const { boundingClientRect: box, rootBounds: screen } = last;
        const start = box.top - top(from);
        // Extends the range by one line, because a section exactly on the edge would not be reported again.
        const isNear = (part: number) =>
          start + top(part + 1) > screen.top - measure.line && start + top(part) < screen.bottom + measure.line;
        const near = Array.from({ length: to - from }, (_, at) => from + at).filter(isNear);
        startTransition(() => onNear(near));
      },
      { rootMargin: `${NEAR} 0px` },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [from, to, measure, onNear]);
  return (
    <div
      className="game-grid__place"
      ref={place}
      style={{ height: height(Math.min(to * PART, count) - from * PART, measure) }}
    />
  );
}

/** The props of a section. */
interface PartProps {
  readonly games: readonly Game[];
  readonly tile: TileLook;
  readonly label: string;
  readonly isFirst: boolean;
  readonly measure: Measure | undefined;
}

const Part = memo(function Part({ games, tile, label, isFirst, measure }: PartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isWhole = useLaidOut(place, isFirst);
  return (
    <div
      className="game-grid__place"
      ref={place}
      style={isWhole ? undefined : { height: height(games.length, measure), contain: "size layout style" }}
    >
      <ul className="game-grid__part" aria-label={label}>
        {games.map((game, at) => (
          <li key={gameCode(game)} hidden={!isWhole}>
            <GameTile game={game} {...tile} isFirst={isFirst && at < SEEN} />
          </li>
        ))}
      </ul>
    </div>
  );
});

/**
 * Lays a section out: a few games when the browser is idle, all others when the section is close. The steps change the DOM
 * directly, because a new rendering would take longer than the steps.
 */
function useLaidOut(place: RefObject<HTMLElement | null>, isFirst: boolean): boolean {
  const [isWhole, setWhole] = useState(isFirst);
  useEffect(() => {
    const part = place.current;
    if (isWhole || !part) return;
    const all = () => setWhole(true);
    if (!tellsWhenIdle()) return all();
    const close = whenWithin(CLOSE, all);
    close.observe(part);
    const rest = [...part.querySelectorAll("li")];
    const end = whenIdle(STEP_MS, () => {
      for (const item of rest.splice(0, STEP)) item.hidden = false;
      // Forces a synchronous layout, because the next frame has no time for it.
      part.getBoundingClientRect();
      if (rest.length > 0) return false;
      all();
      return true;
    });
    return () => {
      close.disconnect();
      end();
    };
  }, [isWhole, place]);
  return isWhole;
}

/** Returns the number of lines for a number of games. */
function lines(games: number, { columns }: Measure): number {
  return Math.ceil(games / columns);
}

/** Returns the height of a placeholder for a number of games, with its padding (grid.css). */
function height(games: number, measure: Measure | undefined): number | undefined {
  return measure && lines(games, measure) * measure.line + measure.gap;
}

/** Measures the first section, and again when its width changes. */
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
