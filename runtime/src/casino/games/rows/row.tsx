// A row of games: it fills its width, scrolls sideways, and leads to the whole category.

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

/** What a row is drawn from. */
interface RowProps {
  readonly words: LobbyWords;
  readonly title: string;
  /** Leads to all of them; stands beside the title. */
  readonly more?: ReactNode;
  /** What changes the looks: `lead` is the first one; `slim` is for players, with small pictures beside the names, and `place` keeps its place while the page wakes. */
  readonly look?: keyof typeof CLASSES | undefined;
  /** Items of a list. */
  readonly children: ReactNode;
}

const CLASSES = {
  plain: "row",
  lead: "row row--lead",
  slim: "row row--slim player-only",
  place: "row row--slim row--place player-only",
} as const;
/** How far rows are scrolled, by title, as the entry of the history keeps it. */
const KEPT = "rows";
/** No tile is narrower, in pixels: so many of a row are on the screen at most. */
const NARROWEST = 128;
const ALL = Number.POSITIVE_INFINITY;
/** So far around the screen a row is near: its pictures are asked for when there is time for it, and at once where it is close. */
const NEAR = "60%";
const CLOSE = "15%";
/** What asking for them takes on a slow phone, in milliseconds. */
const ASKING_MS = 10;
/** What laying a row out may take on a slow phone, in milliseconds. */
const LAYING_OUT_MS = 30;
/** A row that does not move for so long has come to rest, in milliseconds. */
const REST_MS = 150;

/** Draws it. Arrows are for pointers: the keyboard goes from game to game, or past the row. */
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

/** How many tiles are near: none until the row is near the screen, all of them once it is scrolled, or from the first. */
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

/** So many tiles of a row are on the screen. */
function onScreen(): number {
  return 1 + Math.ceil(innerWidth / NARROWEST);
}

/**
 * Lays a row out ahead of time, while nothing else is to be done: as it comes near, it would cost frames. Tells of how many tiles the
 * pictures have their place.
 */
function useLaidOut(section: RefObject<HTMLElement | null>): number {
  const [soon, setSoon] = useState(0);
  useEffect(() => {
    if (!tellsWhenIdle()) return;
    // While one scrolls, the next frame is nearer than that.
    return whenIdle(LAYING_OUT_MS, () => {
      if (soon && section.current) {
        section.current.style.contentVisibility = "visible";
        // Here and now, so that the next row waits where it took long.
        section.current.getBoundingClientRect();
      } else setSoon(onScreen());
      return true;
    });
  }, [section, soon]);
  return soon;
}

/** The list that scrolls sideways: where it stands, and how it is turned over. */
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

  // When it comes near the screen first, and whenever there are more games, or there is more room. Measured at once, rows far below
  // would be laid out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: more games tell nothing by themselves
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
