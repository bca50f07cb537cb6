// The winners of the lobby jackpot in one line: how many there are, and how their dates are shown.

import { dayText } from "../../content/dates";

/** The number of shown winners. */
export const WINNERS = 3;

/** Formats the date of a win without its year: `Nov 21`. Returns an empty string if it is unknown. */
export const winnerDay = (date: string) => dayText(date).split(",")[0] ?? "";
