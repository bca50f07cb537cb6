// How reports and events leave: as beacons, which outlive the page.

/** Posts text; never throws. A beacon's text type needs no permission of another origin. */
export function post(url: string, text: string): void {
  navigator.sendBeacon(url, text);
}
