// Runs in the head before the first paint: tells the style sheet whether a player is signed in, and sends one from / to the lobby (row 2.1-02).

const DAY = 24 * 60 * 60 * 1000;

try {
  const session = JSON.parse(localStorage.getItem("session") ?? "null") as {
    token?: string;
    timeStamp?: number;
  } | null;
  if (session?.token && Date.now() - (session.timeStamp ?? 0) <= DAY) {
    document.documentElement.dataset.session = "in";
    if (location.pathname === "/") location.replace(`/lobby/games/${location.search}${location.hash}`);
  }
} catch {
  // A record that cannot be read is no session.
}
