// Lets Node's worker threads look for work every second. Before glibc 2.41, `pthread_cond_signal` can fail to wake a waiting thread
// (https://sourceware.org/bugzilla/show_bug.cgi?id=25847). A file operation would then wait for ever if no other one follows it.

import { stat } from "node:fs";
import { setInterval } from "node:timers";

// Each file operation wakes a thread, which first does the work that was forgotten.
setInterval(() => stat("/", () => {}), 1000).unref();
