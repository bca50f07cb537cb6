// Queue of pages to prefetch: links in view in batches, the link under the pointer at once (row 4.9-03, A92).

/** Dependencies of prefetching. */
export interface PrefetchPorts {
  /** Loads a page quietly, or without delay where it is about to be used; never rejects. */
  load(path: string, isIntended?: boolean): Promise<void>;
  has(path: string): boolean;
  /** Whether this visitor wants prefetching at all: no Save-Data, no slow network, online, no bot. */
  allowed(): boolean;
  /** Whether a visit is under way, the tab is hidden or the server is overloaded. Links stay in the queue meanwhile. */
  busy(): boolean;
  /** Calls back once after that time. */
  after(ms: number, then: () => void): void;
}

/** The queue of links in view. */
export interface Prefetch {
  /** A link came into view. */
  seen(path: string): void;
  /** A link is about to be used. */
  intended(path: string): void;
  /** A new page is shown: what was queued for the old one is dropped. */
  restart(): void;
}

/** How many pages one batch loads. */
export const batch_size = 4;
/** The first batch begins so long after the first link came into view, each further one as long after the last. */
export const batch_interval_ms = 3000;
/** How many pages are prefetched for one page view, hovering not counted. */
export const most_per_page = 24;

/** Creates the queue. */
export function createPrefetch(ports: PrefetchPorts): Prefetch {
  /** Newest in view last. */
  let queue = new Set<string>();
  let left = most_per_page;
  let waiting = false;
  /** Number of page views: the timer of an earlier page is ignored. */
  let view = 0;

  function schedule() {
    if (waiting || queue.size === 0 || left === 0) return;
    waiting = true;
    const mine = view;
    ports.after(batch_interval_ms, () => {
      if (mine !== view) return;
      waiting = false;
      if (ports.allowed() && !ports.busy()) batch();
      schedule();
    });
  }

  function batch() {
    const newest = [...queue].reverse().slice(0, Math.min(batch_size, left));
    for (const path of newest) {
      queue.delete(path);
      if (ports.has(path)) continue;
      left--;
      void ports.load(path);
    }
  }

  return {
    seen(path) {
      if (ports.has(path)) return;
      queue.delete(path);
      queue.add(path);
      schedule();
    },
    intended(path) {
      if (!ports.allowed() || ports.has(path)) return;
      queue.delete(path);
      void ports.load(path, true);
    },
    restart() {
      queue = new Set();
      left = most_per_page;
      view++;
      waiting = false;
    },
  };
}
