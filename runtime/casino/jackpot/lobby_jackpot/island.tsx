// The lobby jackpot on a page (rows 3-28, 3-29, 7.4-03).

export { JackpotLine as Island } from "../ui/jackpot_line";
