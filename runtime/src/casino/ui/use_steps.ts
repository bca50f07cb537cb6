// Work that is divided, so that it fits between two frames while one scrolls: what comes near is drawn step by step.

import { type RefObject, startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** How something is drawn that is not on the screen yet. Distances are margins around the screen, as of an IntersectionObserver. */
export interface Steps {
  /** So many there are, asked for once they are begun. */
  readonly count: () => number;
  /** So near they are begun. */
  readonly near: string;
  /** So near there is no time left: all of them are taken. */
  readonly close: string;
  /** What one takes on a slow phone, in milliseconds. */
  readonly time_ms: number;
}

/** How many steps are taken by now: `first` of them from the start. Browsers that do not tell when they are idle take all at once. */
export function useSteps(place: RefObject<HTMLElement | null>, steps: Steps, first = 0): number {
  const [taken, setTaken] = useState(first);
  const [isOver, setOver] = useState(first > 0);
  useEffect(() => {
    const element = place.current;
    if (isOver || !element) return;
    const count = steps.count();
    const all = () =>
      startTransition(() => {
        setTaken(count);
        setOver(true);
      });
    let end = () => {};
    const close = watch(steps.close, all);
    const near = watch(steps.near, () => {
      near.disconnect();
      if (!tellsWhenIdle()) return all();
      close.observe(element);
      let at = 0;
      end = whenIdle(steps.time_ms, () => {
        at++;
        flushSync(() => setTaken((was) => Math.max(was, at)));
        // Laid out here and now: the next frame has no time for it.
        element.getBoundingClientRect();
        if (at < count) return false;
        setOver(true);
        return true;
      });
    });
    near.observe(element);
    return () => {
      near.disconnect();
      close.disconnect();
      end();
    };
  }, [isOver, place, steps]);
  return taken;
}

/** Whether this browser tells when it has nothing else to do. */
export const tellsWhenIdle = () => "requestIdleCallback" in window;

/** Where more time is left than there can be between two frames, in milliseconds, nothing moves. */
const REST_MS = 17;
/** More is seldom left between two frames, so that more is never waited for, in milliseconds. */
const MOST_MS = 12;

/**
 * Takes steps until one says that it was the last, each in a moment in which as much time is left before the next frame as the one before
 * it took; for the first that is `time_ms`, in milliseconds. Between two frames it takes one, and several while nothing moves. What is
 * given back ends it before that.
 */
export function whenIdle(time_ms: number, step: () => boolean): () => void {
  let needed_ms = time_ms;
  let wait = requestIdleCallback(function look(idle) {
    if (idle.timeRemaining() >= needed_ms)
      do {
        const began = performance.now();
        if (step()) return;
        needed_ms = Math.min(performance.now() - began, MOST_MS);
      } while (idle.timeRemaining() > REST_MS);
    wait = requestIdleCallback(look);
  });
  return () => cancelIdleCallback(wait);
}

function watch(margin: string, then: () => void): IntersectionObserver {
  return new IntersectionObserver((entries) => entries.some((it) => it.isIntersecting) && then(), {
    rootMargin: `${margin} 0px`,
  });
}
