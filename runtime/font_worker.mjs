// Worker thread that subsets one font and posts the bytes of the result. fonts.mjs starts it.

import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import subsetFont from "subset-font";

const { path, text, options } = workerData;
parentPort.postMessage(await subsetFont(await readFile(path), text, options));
