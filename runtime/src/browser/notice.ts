// The delayed-navigation notice: a thin bar and a spoken word, from one second on (row 4.9-04, A93); and the words of a failure.

import type { Visit } from "../core/visit";

/** The notice comes so long after the click, in milliseconds. */
const DELAY = 1000;

const FAILED = "This page could not be loaded. Please try again in a moment.";
const OFFLINE = "You are offline. This page can be loaded when you are connected again.";

/** Makes the notice; the result is to be told every step of a visit. */
export function startNotice(): (visit: Visit) => void {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  document.body.append(notice);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (visit) => {
    if (visit.kind === "swapping") return;
    clearTimeout(timer);
    notice.textContent = visit.kind === "failed" ? (navigator.onLine ? FAILED : OFFLINE) : "";
    notice.dataset.kind = visit.kind;
    if (visit.kind === "loading") {
      timer = setTimeout(() => {
        notice.textContent = "Loading...";
      }, DELAY);
    }
  };
}
