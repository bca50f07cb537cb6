// Writes the remaining times into the HTML of countdowns, without React.

import { datetimeText, type ExpiryTexts, exactExpiryText, expiryText, onEachTick } from "../../content/dates";

/** Writes the times of all countdowns in `element`, as `Countdown` renders them. Returns a function that stops the updates. */
export function writeCountdowns(element: HTMLElement, texts: ExpiryTexts): () => void {
  const countdowns = [...element.querySelectorAll<HTMLTimeElement>("time.countdown")];
  if (countdowns.length === 0) return () => {};
  const untils_ms = countdowns.map(({ dateTime }) => Date.parse(dateTime));
  const each = (write: (countdown: HTMLTimeElement, until_ms: number) => void) => {
    for (const [index, until_ms] of untils_ms.entries()) write(countdowns[index] as HTMLTimeElement, until_ms);
  };
  each((countdown, until_ms) => {
    countdown.title = datetimeText(until_ms);
  });
  return onEachTick(untils_ms, (now_ms) =>
    each((countdown, until_ms) => {
      const format = countdown.dataset.exact ? exactExpiryText : expiryText;
      countdown.textContent = format(until_ms / 1000, now_ms, texts);
    }),
  );
}
