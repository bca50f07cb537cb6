// Runs in every measured page before its scripts: takes down paints, long tasks, interactions, and when a click's content was shown.

/** Is handed to the browser as text; it can use nothing from outside. */
export function record() {
  const taken = {
    lcp: 0,
    long: [],
    events: [],
    content: undefined,
    dialog: undefined,
    awake: undefined,
    finished: undefined,
  };
  Object.defineProperty(window, "measured", { value: taken });
  const watch = (type, take, more = {}) => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  };
  watch("largest-contentful-paint", (entry) => {
    taken.lcp = entry.startTime;
  });
  watch("longtask", ({ startTime, duration }) => taken.long.push({ startTime, duration }));
  watch(
    "event",
    ({ name, interactionId, duration, startTime, processingStart, processingEnd }) => {
      if (interactionId)
        taken.events.push({ name, interactionId, duration, startTime, processingStart, processingEnd });
    },
    { durationThreshold: 16 },
  );

  /** Tells how long after `from` the next frame was made. */
  const atFrame = (from, tell) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => tell(performance.now() - from);
      port2.postMessage(null);
    });

  let clicked = 0;
  addEventListener(
    "click",
    (event) => {
      clicked = event.timeStamp;
      taken.content = undefined;
      taken.dialog = undefined;
      taken.handled = performance.now() - clicked;
    },
    true,
  );
  new MutationObserver((changes) => {
    const swapped = changes.some(({ type, target }) => type === "childList" && target.id === "main");
    if (swapped && clicked && document.readyState !== "loading" && taken.content === undefined) {
      const from = clicked;
      taken.swapped = performance.now() - from;
      taken.swappedAt = performance.now();
      taken.content = null;
      atFrame(from, (time) => {
        taken.content = time;
        taken.contentAt = performance.now();
      });
    }
    const opened = changes.some(({ type, target }) => type === "attributes" && target.id === "croupier-modal" && target.open);
    if (opened && clicked && taken.dialog === undefined) {
      taken.dialog = null;
      atFrame(clicked, (time) => {
        taken.dialog = time;
      });
    }
    const woken = changes.some(
      ({ attributeName, target }) => attributeName === "data-awake" && target.querySelector("#croupier-modal"),
    );
    if (woken) taken.awake = performance.now() - clicked;
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["open", "data-awake"] });
}
