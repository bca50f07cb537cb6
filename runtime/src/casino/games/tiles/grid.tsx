// Many games at once: a grid in parts, of which only those are drawn that are near. The others hold their place, so the page is
// as long as it will be from the start, and scroll comes back into the middle of it.

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
 * A part is begun when it is as near as this, in heights of the screen, and laid out at once when it is close. Browsers paint some thousand
 * pixels ahead: what is there before that is painted bit by bit as one scrolls, and what comes within it all at once.
 */
const NEAR = "700%";
const CLOSE = "200%";
/** So many games are laid out in a moment, and what that takes on a slow phone at first, in milliseconds. */
const STEP = 4;
const STEP_MS = 5;
/** The parts that are there from the first. */
const FIRST: ReadonlySet<number> = new Set([0]);

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
          // By its end: as one scrolls down, it only becomes shorter.
          <Gap key={`to ${to}`} from={from} to={to} count={games.length} measure={measure} onNear={begin} />
        ),
      )}
    </div>
  );
});

/** Parts that are drawn one by one, and those between them together; each from its first part to the one after its last. */
function runs(count: number, begun: ReadonlySet<number>): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    const last = found.at(-1);
    if (last && !begun.has(at) && !begun.has(last[0])) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

/** What holds the place of parts that are far. */
interface GapProps {
  readonly from: number;
  readonly to: number;
  /** How many games there are in all. */
  readonly count: number;
  readonly measure: Measure | undefined;
  /** Is told which parts have come near. */
  readonly onNear: (parts: readonly number[]) => void;
}

/** One place for all of them, whose watching costs each frame as much as that of one. */
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
        // By a line more than is told of: what lay exactly on the edge would be told of no more.
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

/** What a part is drawn from. */
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
 * Lays a part out: a few games whenever there is time, all that are left once it is close. Nothing but the document is changed for these
 * steps, since to draw anew would take longer than they do.
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
      // Here and now: the next frame has no time for it.
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

/** How many lines so many games take. */
function lines(games: number, { columns }: Measure): number {
  return Math.ceil(games / columns);
}

/** The height of a place of so many games, with the room around it (grid.css). */
function height(games: number, measure: Measure | undefined): number | undefined {
  return measure && lines(games, measure) * measure.line + measure.gap;
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
