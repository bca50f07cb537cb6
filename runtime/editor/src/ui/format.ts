// Dates and numbers for people.

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Returns "14:02". */
export const timeText = (date: Date) => TIME.format(date);

/** Returns "28 Nov 2026, 14:02"; the text itself if it is no date. */
export function dateText(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.valueOf()) ? text : `${DAY.format(date)}, ${TIME.format(date)}`;
}

/** Returns "1 page" or "2 pages". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
