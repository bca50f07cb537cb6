// Facts about the device that the API expects in requests (row 7.1-02).

import { config } from "../config/config";

/** Whether the device is a phone: a coarse pointer, and a short side below 768 px (A41). */
export function isMobile(): boolean {
  return matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 768;
}

/** Returns the client id for sign-in and sign-up: one for computers, one for phones (row 7.1-02). */
export function clientId(): 3 | 6 {
  const { client_id_instant, client_id_mobile } = config().client;
  return isMobile() ? client_id_mobile : client_id_instant;
}

/** Formats an offset from UTC as `+hh:mm`, from the minutes that `Date.getTimezoneOffset` returns (row 7.1-03). */
export function utcOffset(minutesBehind: number): string {
  const minutes = Math.abs(minutesBehind);
  const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${minutesBehind > 0 ? "-" : "+"}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}
