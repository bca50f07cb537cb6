// Sends reports and events as beacons, which continue after the page is unloaded.

/** Posts text; never throws. A beacon of type text needs no preflight request to another origin. */
export function post(url: string, text: string): void {
  navigator.sendBeacon(url, text);
}
