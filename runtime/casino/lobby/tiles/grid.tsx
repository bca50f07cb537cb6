// A virtual grid of games: only blocks near the screen are rendered. Placeholders reserve the height of the others, so that the
// page has its full height from the start and the scroll position can be restored.

import "./grid.css";
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
import { fill } from "../../content/format";
import { type Game, gameCode } from "../../games/games";
import type { LobbyTexts } from "../model/categories";
import { hasIdleCallback, whenIdle, whenWithin } from "../rows/when_near";
import { GameTile, type TileSettings } from "./tile";

/** The props of the grid. */
interface GridProps {
  readonly texts: LobbyTexts;
  readonly tile: TileSettings;
  readonly games: readonly Game[];
}

/** The number of games in a block: whole lines for 2, 3, 4, 6 and 8 columns (grid.css). */
const BLOCK_SIZE = 24;
/** The number of images that are visible when a grid is first shown. */
const VISIBLE_TILES = 8;
/**
 * The distances, in screen heights, at which a block starts to render and at which its layout completes at once. Browsers paint
 * some thousand pixels ahead. Blocks beyond that distance are painted gradually during scrolling; blocks within it all at once.
 */
const NEAR_MARGIN = "700%";
const CLOSE_MARGIN = "200%";
/** The number of games in one layout step, and its initial duration on a slow phone, in milliseconds. */
const STEP = 4;
const STEP_MS = 5;
/** The blocks that are rendered from the start. */
const FIRST: ReadonlySet<number> = new Set([0]);

/** The measurements of the first block: its columns, and the height of a line with its gap, in pixels. */
interface Measure {
  readonly columns: number;
  readonly line: number;
  readonly gap: number;
}

/** Renders the grid. */
export const Grid = memo(function Grid({ texts, tile, games }: GridProps) {
  const blocks = useMemo(() => splitBlocks(games), [games]);
  const { first, measure } = useMeasure();
  const [started, setStarted] = useState(FIRST);
  const startBlocks = useCallback(
    (indices: readonly number[]) => setStarted((previous) => new Set([...previous, ...indices])),
    [],
  );

  return (
    <div className="game-grid" ref={first}>
      {findRuns(blocks.length, started).map(([from, to]) =>
        started.has(from) ? (
          <Block
            key={from}
            games={blocks[from] ?? []}
            tile={tile}
            isFirst={from === 0}
            label={fill(texts.part, {
              from: from * BLOCK_SIZE + 1,
              to: Math.min((from + 1) * BLOCK_SIZE, games.length),
              count: games.length,
            })}
            measure={measure}
          />
        ) : (
          // The end is the key: during scrolling down, the placeholder only becomes shorter.
          <Gap key={`to ${to}`} from={from} to={to} count={games.length} measure={measure} onNear={startBlocks} />
        ),
      )}
    </div>
  );
});

/** Returns the rendered blocks one by one and the gaps between them; each range excludes its end. */
function findRuns(count: number, started: ReadonlySet<number>): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  for (let index = 0; index < count; index++) {
    const lastRange = ranges.at(-1);
    if (lastRange && !started.has(index) && !started.has(lastRange[0])) lastRange[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}

/** The props of the placeholder for distant blocks. */
interface GapProps {
  readonly from: number;
  readonly to: number;
  /** The total number of games. */
  readonly count: number;
  readonly measure: Measure | undefined;
  /** Receives the blocks that are now near the screen. */
  readonly onNear: (indices: readonly number[]) => void;
}

/** One placeholder for all distant blocks, because each observed element has a cost per frame. */
function Gap({ from, to, count, measure, onNear }: GapProps) {
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!container.current || !measure) return;
    const top = (index: number) => lines(index * BLOCK_SIZE, measure) * measure.line;

    const watch = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last?.isIntersecting || !last.rootBounds) return;
        const { boundingClientRect: box, rootBounds: screen } = last;
        const start = box.top - top(from);
        // Extends the range by one line, because a block exactly on the edge would not be reported again.
        const isNear = (index: number) =>
          start + top(index + 1) > screen.top - measure.line && start + top(index) < screen.bottom + measure.line;
        const indices = Array.from({ length: to - from }, (_, index) => from + index).filter(isNear);
        startTransition(() => onNear(indices));
      },
      { rootMargin: `${NEAR_MARGIN} 0px` },
    );

    watch.observe(container.current);
    return () => watch.disconnect();
  }, [from, to, measure, onNear]);

  return (
    <div
      className="game-grid__place"
      ref={container}
      style={{ height: height(Math.min(to * BLOCK_SIZE, count) - from * BLOCK_SIZE, measure) }}
    />
  );
}

/** The props of a block. */
interface BlockProps {
  readonly games: readonly Game[];
  readonly tile: TileSettings;
  readonly label: string;
  readonly isFirst: boolean;
  readonly measure: Measure | undefined;
}

const Block = memo(function Block({ games, tile, label, isFirst, measure }: BlockProps) {
  const container = useRef<HTMLDivElement>(null);
  const isWhole = useLaidOut(container, isFirst);

  return (
    <div
      className="game-grid__place"
      ref={container}
      style={isWhole ? undefined : { height: height(games.length, measure), contain: "size layout style" }}
    >
      <ul className="game-grid__part" aria-label={label}>
        {games.map((game, index) => (
          <li key={gameCode(game)} hidden={!isWhole}>
            <GameTile game={game} {...tile} isFirst={isFirst && index < VISIBLE_TILES} />
          </li>
        ))}
      </ul>
    </div>
  );
});

/**
 * Lays a block out: a few games when the browser is idle, all others when the block is close. The steps change the DOM
 * directly, because a new rendering would take longer than the steps.
 */
function useLaidOut(container: RefObject<HTMLElement | null>, isFirst: boolean): boolean {
  const [isWhole, setWhole] = useState(isFirst);

  useEffect(() => {
    const list = container.current;
    if (isWhole || !list) return;

    const renderWhole = () => setWhole(true);
    if (!hasIdleCallback()) return renderWhole();

    const close = whenWithin(CLOSE_MARGIN, renderWhole);
    close.observe(list);
    const items = [...list.querySelectorAll("li")];

    const end = whenIdle(STEP_MS, () => {
      for (const item of items.splice(0, STEP)) item.hidden = false;
      // Forces a synchronous layout, because the next frame has no time for it.
      list.getBoundingClientRect();
      if (items.length > 0) return false;
      renderWhole();
      return true;
    });

    return () => {
      close.disconnect();
      end();
    };
  }, [isWhole, container]);

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

/** Measures the first block, and again when its width changes. */
function useMeasure() {
  const first = useRef<HTMLDivElement>(null);
  const [measure, setMeasure] = useState<Measure>();

  useLayoutEffect(() => {
    const grid = first.current;
    if (!grid) return;

    const updateMeasure = () => {
      const list = grid.querySelector("ul");
      if (!list) return;

      const { gridTemplateColumns, rowGap } = getComputedStyle(list);
      const columns = gridTemplateColumns.split(" ").length;
      const lines = Math.ceil(list.childElementCount / columns);
      const gap = Number.parseFloat(rowGap) || 0;
      const line = (list.getBoundingClientRect().height + gap) / lines;

      setMeasure((previous) =>
        previous?.columns === columns && previous.line === line ? previous : { columns, line, gap },
      );
    };

    updateMeasure();
    const watch = new ResizeObserver(updateMeasure);
    watch.observe(grid);
    return () => watch.disconnect();
  }, []);

  return { first, measure };
}

function splitBlocks(games: readonly Game[]): readonly (readonly Game[])[] {
  return Array.from({ length: Math.ceil(games.length / BLOCK_SIZE) }, (_, index) =>
    games.slice(index * BLOCK_SIZE, (index + 1) * BLOCK_SIZE),
  );
}
