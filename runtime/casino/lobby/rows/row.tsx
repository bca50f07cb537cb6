// A row of games that scrolls horizontally and links to the full category.

import {
  Children,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { fill } from "../../content/format";
import { entryValue, keepForEntry } from "../../stores/location";
import { IconButton } from "../../ui/controls/button";
import { type LobbyTexts, ROWS } from "../model/categories";
import { IsNear } from "../tiles/tile";
import { hasIdleCallback, onScreen, whenIdle, whenNear } from "./when_near";

/** The props of a row. */
interface RowProps {
  readonly texts: LobbyTexts;
  readonly title: string;
  /** The link to all games, next to the title. */
  readonly more?: ReactNode;
  /** The variant: `lead` is the first row, `slim` has small images for players, and `place` reserves its space during hydration. */
  readonly kind?: keyof typeof CLASSES | undefined;
  /** The list items. */
  readonly children: ReactNode;
}

const CLASSES = {
  plain: "row",
  lead: "row row--lead",
  slim: "row row--slim player-only",
  place: "row row--slim row--place player-only",
} as const;
const ALL = Number.POSITIVE_INFINITY;
/** The time that the layout of a row may take on a slow phone, in milliseconds. */
const LAYING_OUT_MS = 30;
/** The time without scrolling after which the offset is stored, in milliseconds. */
const REST_MS = 150;

/** Renders the row. The arrows are for pointers; keyboard users move between games or skip the row. */
export function Row({ texts, title, more, kind = "plain", children }: RowProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const count = Children.count(children);
  const [near, setAllNear] = useNear(section, kind === "lead");
  useLaidOut(section);
  const { track, ends, onScroll, scrollBy } = useTrack(title, count);

  function skip() {
    const next = section.current?.nextElementSibling?.querySelector<HTMLElement>("h2");
    next?.focus();
  }

  return (
    <section className={CLASSES[kind]} aria-labelledby={id} ref={section}>
      <div className="row__head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {more}
        <button type="button" className="row__skip visually-hidden" onClick={skip}>
          {fill(texts.skip, { title })}
        </button>
        <span className="row__arrows" hidden={ends.isStart && ends.isEnd}>
          <IconButton
            icon="arrow-left"
            label={fill(texts.back, { title })}
            tabIndex={-1}
            disabled={ends.isStart}
            onClick={() => scrollBy(-1)}
          />
          <IconButton
            icon="arrow-right"
            label={fill(texts.on, { title })}
            tabIndex={-1}
            disabled={ends.isEnd}
            onClick={() => scrollBy(1)}
          />
        </span>
      </div>
      <ul
        className="row__track"
        ref={track}
        onScroll={() => {
          setAllNear();
          onScroll();
        }}
      >
        {Children.map(children, (child, at) => (
          <IsNear value={at < near}>{child}</IsNear>
        ))}
      </ul>
    </section>
  );
}

/** Returns the number of near tiles: none until the row is near the screen, all for the first row or after scrolling. */
function useNear(section: RefObject<HTMLElement | null>, isFirst: boolean) {
  const [near, setNear] = useState(isFirst ? ALL : 0);
  useEffect(() => {
    if (!near && section.current) return whenNear(section.current, () => setNear(onScreen()));
  }, [near, section]);
  return [near, () => setNear(ALL)] as const;
}

/** Lays a row out while the browser is idle, because a layout during scrolling drops frames. */
function useLaidOut(section: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!hasIdleCallback()) return;

    // During scrolling the time to the next frame is shorter than this.
    return whenIdle(LAYING_OUT_MS, () => {
      if (section.current) {
        section.current.style.contentVisibility = "visible";
        // Forces a synchronous layout, so that the next row waits if this one took long.
        section.current.getBoundingClientRect();
      }
      return true;
    });
  }, [section]);
}

/** Returns the ref, state and handlers of the list that scrolls horizontally. */
function useTrack(title: string, count: number) {
  const track = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [ends, setEnds] = useState({ isStart: true, isEnd: false });

  const updateEnds = useCallback(() => {
    if (!track.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = track.current;
    const [isStart, isEnd] = [scrollLeft < 2, scrollLeft + clientWidth > scrollWidth - 2];
    setEnds((was) => (was.isStart === isStart && was.isEnd === isEnd ? was : { isStart, isEnd }));
  }, []);

  // Measures when the row is first near the screen, and when its games or width change. An immediate measurement would lay out
  // distant rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: added games do not trigger the observer
  useEffect(() => {
    if (!track.current) return;
    const watch = new ResizeObserver(updateEnds);
    watch.observe(track.current);
    return () => watch.disconnect();
  }, [updateEnds, count]);

  useLayoutEffect(() => {
    const left = storedOffsets()[title];
    if (left && track.current) track.current.scrollLeft = left;
  }, [title]);
  useEffect(() => () => clearTimeout(rest.current), []);

  function onScroll() {
    updateEnds();
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      keepForEntry(ROWS, { ...storedOffsets(), [title]: Math.round(track.current?.scrollLeft ?? 0) });
    }, REST_MS);
  }

  function scrollBy(direction: 1 | -1) {
    const by = (track.current?.clientWidth ?? 0) * 0.85 * direction;
    track.current?.scrollBy({ left: by });
  }

  return { track, ends, onScroll, scrollBy };
}

function storedOffsets(): Readonly<Record<string, number>> {
  return (entryValue(ROWS) ?? {}) as Readonly<Record<string, number>>;
}
