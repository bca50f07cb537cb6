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
import { fill } from "../../content/texts";
import { entryValue, keepForEntry } from "../../stores/location";
import { IconButton } from "../../ui/controls/button";
import { tellsWhenIdle, whenIdle } from "../../ui/when_idle";
import { whenWithin } from "../../ui/when_within";
import { IsNear } from "../model/is_near";
import type { LobbyWords } from "../model/lobby_messages";

/** The props of a row. */
interface RowProps {
  readonly words: LobbyWords;
  readonly title: string;
  /** The link to all games, next to the title. */
  readonly more?: ReactNode;
  /** The variant: `lead` is the first row, `slim` has small images for players, and `place` reserves its space during hydration. */
  readonly look?: keyof typeof CLASSES | undefined;
  /** The list items. */
  readonly children: ReactNode;
}

const CLASSES = {
  plain: "row",
  lead: "row row--lead",
  slim: "row row--slim player-only",
  place: "row row--slim row--place player-only",
} as const;
/** The key of the history entry's scroll offsets, by row title. */
const KEPT = "rows";
/** The minimum width of a tile, in pixels. It limits the number of visible tiles of a row. */
const NARROWEST = 128;
const ALL = Number.POSITIVE_INFINITY;
/** The margins around the screen. Images of near rows load when the browser is idle; images of close rows load at once. */
const NEAR = "60%";
const CLOSE = "15%";
/** The time that requesting the images takes on a slow phone, in milliseconds. */
const ASKING_MS = 10;
/** The time that the layout of a row may take on a slow phone, in milliseconds. */
const LAYING_OUT_MS = 30;
/** The time without scrolling after which the offset is stored, in milliseconds. */
const REST_MS = 150;

/** Renders the row. The arrows are for pointers; keyboard users move between games or skip the row. */
export function Row({ words, title, more, look = "plain", children }: RowProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const count = Children.count(children);
  const [near, setAllNear] = useNear(section, look === "lead");
  const soon = useLaidOut(section);
  const { track, ends, scrolled, turn } = useTrack(title, count);

  function skip() {
    const next = section.current?.nextElementSibling?.querySelector<HTMLElement>("h2");
    next?.focus();
  }

  return (
    <section className={CLASSES[look]} aria-labelledby={id} ref={section}>
      <div className="row__head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {more}
        <button type="button" className="row__skip visually-hidden" onClick={skip}>
          {fill(words.skip, { title })}
        </button>
        <span className="row__arrows" hidden={ends.isStart && ends.isEnd}>
          <IconButton
            icon="arrow-left"
            label={fill(words.back, { title })}
            tabIndex={-1}
            disabled={ends.isStart}
            onClick={() => turn(-1)}
          />
          <IconButton
            icon="arrow-right"
            label={fill(words.on, { title })}
            tabIndex={-1}
            disabled={ends.isEnd}
            onClick={() => turn(1)}
          />
        </span>
      </div>
      <ul
        className="row__track"
        ref={track}
        onScroll={() => {
          setAllNear();
          scrolled();
        }}
      >
        {Children.map(children, (child, at) => (
          <IsNear value={at < near ? "near" : at < soon ? "soon" : "far"}>{child}</IsNear>
        ))}
      </ul>
    </section>
  );
}

/** Returns the number of near tiles: none until the row is near the screen, all for the first row or after scrolling. */
function useNear(section: RefObject<HTMLElement | null>, isFirst: boolean) {
  const [near, setNear] = useState(isFirst ? ALL : 0);
  useEffect(() => {
    const row = section.current;
    if (near || !row) return;
    const come = () => {
      setNear(onScreen());
      return true;
    };
    let end = () => {};
    const close = whenWithin(CLOSE, come);
    const soon = whenWithin(NEAR, () => {
      soon.disconnect();
      if (tellsWhenIdle()) end = whenIdle(ASKING_MS, come);
      else come();
    });
    soon.observe(row);
    close.observe(row);
    return () => {
      soon.disconnect();
      close.disconnect();
      end();
    };
  }, [near, section]);
  return [near, () => setNear(ALL)] as const;
}

/** Returns the number of tiles of a row that fit on the screen. */
function onScreen(): number {
  return 1 + Math.ceil(innerWidth / NARROWEST);
}

/**
 * Lays a row out while the browser is idle, because a layout during scrolling drops frames.
 * Returns the number of tiles whose images are laid out.
 */
function useLaidOut(section: RefObject<HTMLElement | null>): number {
  const [soon, setSoon] = useState(0);
  useEffect(() => {
    if (!tellsWhenIdle()) return;
    // During scrolling the time to the next frame is shorter than this.
    return whenIdle(LAYING_OUT_MS, () => {
      if (soon && section.current) {
        section.current.style.contentVisibility = "visible";
        // Forces a synchronous layout, so that the next row waits if this one took long.
        section.current.getBoundingClientRect();
      } else setSoon(onScreen());
      return true;
    });
  }, [section, soon]);
  return soon;
}

/** Returns the ref, state and handlers of the list that scrolls horizontally. */
function useTrack(title: string, count: number) {
  const track = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [ends, setEnds] = useState({ isStart: true, isEnd: false });

  const look = useCallback(() => {
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
    const watch = new ResizeObserver(look);
    watch.observe(track.current);
    return () => watch.disconnect();
  }, [look, count]);
  useLayoutEffect(() => {
    const left = kept()[title];
    if (left && track.current) track.current.scrollLeft = left;
  }, [title]);
  useEffect(() => () => clearTimeout(rest.current), []);

  function scrolled() {
    look();
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      keepForEntry(KEPT, { ...kept(), [title]: Math.round(track.current?.scrollLeft ?? 0) });
    }, REST_MS);
  }

  function turn(direction: 1 | -1) {
    const by = (track.current?.clientWidth ?? 0) * 0.85 * direction;
    track.current?.scrollBy({ left: by });
  }

  return { track, ends, scrolled, turn };
}

function kept(): Readonly<Record<string, number>> {
  return (entryValue(KEPT) ?? {}) as Readonly<Record<string, number>>;
}
