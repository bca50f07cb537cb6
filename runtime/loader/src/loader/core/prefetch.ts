// Queue of pages to prefetch: links in view in batches, the link under the pointer at once.

/** Dependencies of prefetching. */
export interface PrefetchPorts {
  /** Loads a page in the background, or without delay if the user is about to visit it. Never rejects. */
  load(path: string, isIntended?: boolean): Promise<void>;
  has(path: string): boolean;
  /** Returns whether this visitor gets prefetching at all: no Save-Data, no slow network, online, no bot. */
  allowed(): boolean;
  /** Returns whether a visit is in progress, the tab is hidden or the server is overloaded. Links stay in the queue meanwhile. */
  busy(): boolean;
  /** Calls `callback` once after `ms`. Returns a function that prevents this. */
  after(ms: number, callback: () => void): () => void;
}

/** The queue of links in view. */
export interface Prefetch {
  /** Adds a link that scrolled into view. */
  addVisible(path: string): void;
  /** Loads the target of a link that the user is about to click. */
  prefetchNow(path: string): void;
  /** Empties the queue, for example when a new page is shown or the loader stops. */
  clear(): void;
}

/** Number of pages in one batch. */
export const BATCH_SIZE = 4;
/** Delay from the first link in view to the first batch, and from one batch to the next. */
export const BATCH_INTERVAL_MS = 3000;
/** Maximum number of pages that are prefetched for one page view. Links under the pointer do not count. */
export const MAX_PER_PAGE = 24;

/** Creates the queue. */
export function createPrefetch(ports: PrefetchPorts): Prefetch {
  /** Paths in the order in which they scrolled into view, the newest last. */
  let queue = new Set<string>();
  let remaining = MAX_PER_PAGE;
  /** Cancels the next batch, if one is scheduled. */
  let cancel: (() => void) | undefined;

  function schedule() {
    if (cancel || queue.size === 0 || remaining === 0) return;

    cancel = ports.after(BATCH_INTERVAL_MS, () => {
      cancel = undefined;
      if (ports.allowed() && !ports.busy()) batch();
      schedule();
    });
  }

  function batch() {
    const newest = [...queue].reverse().slice(0, Math.min(BATCH_SIZE, remaining));

    for (const path of newest) {
      queue.delete(path);
      if (ports.has(path)) continue;
      remaining--;
      void ports.load(path);
    }
  }

  return {
    addVisible(path) {
      if (ports.has(path)) return;
      queue.delete(path);
      queue.add(path);
      schedule();
    },
    prefetchNow(path) {
      if (!ports.allowed() || ports.has(path)) return;
      queue.delete(path);
      void ports.load(path, true);
    },
    clear() {
      queue = new Set();
      remaining = MAX_PER_PAGE;
      cancel?.();
      cancel = undefined;
    },
  };
}
