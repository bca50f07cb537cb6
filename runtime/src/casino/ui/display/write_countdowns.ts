// Writes the remaining times into the HTML of countdowns, without React.

import { datetimeText, type ExpiryTexts, expiryText, nextTick } from "../../content/dates";

/** Writes the times of all countdowns in `element`, as `Countdown` renders them. Returns a function that stops the updates. */
export function writeCountdowns(element: HTMLElement, texts: ExpiryTexts): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const times = [...element.querySelectorAll<HTMLTimeElement>("time.countdown")];
  const write = () => {
    const now_ms = Date.now();
    for (const time of times) {
      const until_ms = Date.parse(time.dateTime);
      time.textContent = expiryText(until_ms / 1000, now_ms, texts);
      time.title = datetimeText(until_ms);
    }
    const waits_ms = times.map(({ dateTime }) => nextTick(Date.parse(dateTime), now_ms));
    if (times.length > 0) timer = setTimeout(write, Math.min(...waits_ms));
  };
  write();
  return () => clearTimeout(timer);
}
