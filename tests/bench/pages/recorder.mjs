// Runs in every measured page before its scripts: records paints, long tasks, interactions, and when the content of a click was shown.

/** Sets `window.measured`. The browser gets the function as text, so it cannot use variables of this file. */
export function record() {
  const measured = {
    lcp: 0,
    longTasks: [],
    events: [],
    contentTime: undefined,
    dialogTime: undefined,
    hydrationTime: undefined,
  };
  Object.defineProperty(window, "measured", { value: measured });
  const observe = (type, callback, options = {}) => {
    new PerformanceObserver((list) => list.getEntries().forEach(callback)).observe({ type, buffered: true, ...options });
  };
  observe("largest-contentful-paint", (entry) => {
    measured.lcp = entry.startTime;
  });
  observe("longtask", ({ startTime, duration }) => measured.longTasks.push({ startTime, duration }));
  observe(
    "event",
    ({ name, interactionId, duration, startTime, processingStart, processingEnd }) => {
      if (interactionId)
        measured.events.push({ name, interactionId, duration, startTime, processingStart, processingEnd });
    },
    { durationThreshold: 16 },
  );

  /** Reports the time from `start` until the next frame was rendered. */
  const afterFrame = (start, report) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => report(performance.now() - start);
      port2.postMessage(null);
    });

  let clicked = 0;
  addEventListener(
    "click",
    (event) => {
      clicked = event.timeStamp;
      measured.contentTime = undefined;
      measured.dialogTime = undefined;
    },
    true,
  );
  new MutationObserver((changes) => {
    const swapped = changes.some(({ type, target }) => type === "childList" && target.id === "main");
    if (swapped && clicked && document.readyState !== "loading" && measured.contentTime === undefined) {
      measured.swapTime = performance.now() - clicked;
      measured.contentTime = null;
      afterFrame(clicked, (time) => {
        measured.contentTime = time;
        measured.contentAt = performance.now();
      });
    }
    const opened = changes.some(({ type, target }) => type === "attributes" && target.id === "croupier-modal" && target.open);
    if (opened && clicked && measured.dialogTime === undefined) {
      measured.dialogTime = null;
      afterFrame(clicked, (time) => {
        measured.dialogTime = time;
      });
    }
    const isHydrated = changes.some(
      ({ attributeName, target }) => attributeName === "data-hydrated" && target.querySelector("#croupier-modal"),
    );
    if (isHydrated) measured.hydrationTime = performance.now() - clicked;
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["open", "data-hydrated"] });
}
