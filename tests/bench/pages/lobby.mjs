// Measures the lobby with 2,000 games on a phone with a CPU slowed 4 times: scrolling, search, pictures and memory.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inBareTab, inTab, PHONE, pause } from "./browser.mjs";
import { serveSite } from "./site.mjs";
import { atMost, median, withNote } from "./table.mjs";

/** The number of games in the measured catalogue. */
const GAMES = 2000;
const LOBBY = "/lobby/games/";
/** The category with the longest grid: all games of its sub-categories. */
const GRID = `${LOBBY}?category=Slots`;
/** The measured views, and the number of rounds. The rows need only two gestures, in which one frame is a third of a frame a second. */
const VIEWS = [
  { path: LOBBY, what: "rows", rounds: 5 },
  { path: GRID, what: "grid", rounds: 1 },
];
/** Distance of a scroll gesture in pixels, and its speed in pixels per second. In headless Chromium, touch gestures do not scroll. */
const DISTANCE = 2400;
const SPEED = 1600;
const GESTURES = 12;
/** The time in which a screen scrolls by, in milliseconds: the limit for the work of the slowed main thread. */
const SCREEN_TIME = (PHONE.viewport.height / SPEED) * 1000;
/** The typed text, key by key. */
const SEARCH = "lantern";

/** Extends content/data/catalogue.csv to the number of games by copies of its games with other names and numbers. */
function extendCatalogue(csv) {
  const [head, ...lines] = csv.trim().split("\n");
  const columns = head.split(",");
  const rows = lines.map((line) => line.split(","));
  const slots = rows.filter((row) => row[2] === "Slots");
  for (let at = 0; rows.length < GAMES; at++) {
    const row = slots[at % slots.length];
    const round = Math.floor(at / slots.length) + 2;
    const changed = { game_id: Number(row[0]) + 1000 + round, machine_id: at + 1, display_name: `${row[columns.indexOf("display_name")]} ${round}` };
    rows.push(row.map((value, index) => changed[columns[index]] ?? value));
  }
  return `${[head, ...rows.map((row) => row.join(","))].join("\n")}\n`;
}

/**
 * Measures the rows and the longest grid of a separate site. Its pictures are WebP, like those of an operator. The SVG pictures of the
 * sample site are slower, because each is a document.
 */
export async function measureLobby({ browser, croupier, root }) {
  const changes = {
    "content/data/catalogue.csv": extendCatalogue,
    "site.toml": (text) => text.replace("{game_id}-{machine_id}.svg", "{game_id}-{machine_id}.webp"),
  };
  const site = await serveSite(croupier, root, { changes, prepare: (copy) => addPictures(browser, copy) });
  try {
    const rows = [await measureEmptyPage(browser)];
    for (const { path, what, rounds } of VIEWS) {
      const results = [];
      while (results.length < rounds) results.push(await measureScrolling(browser, site.origin + path));
      rows.push(...scrollRows(path, what, results));
    }
    rows.push(...(await inTab(browser, PHONE, (page, cdp) => measureSearch(page, cdp, site), { recorded: false })));
    return rows;
  } finally {
    await site.stop();
  }
}

/** Adds a WebP for each game: its own picture, or that of the game that it is a copy of. */
async function addPictures(browser, copy) {
  const folder = join(copy, "static/rtggames");
  const pictures = await convertPictures(browser, folder);
  const csv = await readFile(join(copy, "content/data/catalogue.csv"), "utf8");
  const games = csv.trim().split("\n").slice(1).map((line) => line.split(","));
  const own = games.filter(([game, machine]) => pictures.has(`${game}-${machine}`));
  const slots = own.filter(([, , category]) => category === "Slots");
  const name = ([game, machine]) => `${game}-${machine}`;
  for (const [at, row] of games.entries())
    await writeFile(join(folder, `${name(row)}.webp`), pictures.get(name(row)) ?? pictures.get(name(slots[(at - own.length) % slots.length])));
}

/** Converts each SVG of a folder to WebP for a device pixel ratio of 2. Returns the pictures by name. */
function convertPictures(browser, folder) {
  return inTab(
    browser,
    PHONE,
    async (page) => {
      const pictures = new Map();
      for (const name of (await readdir(folder)).filter((it) => it.endsWith(".svg"))) {
        const svg = await readFile(join(folder, name), "base64");
        const webp = await page.evaluate(async (base64) => {
          const picture = new Image(640, 480);
          picture.src = `data:image/svg+xml;base64,${base64}`;
          await picture.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [640, 480];
          canvas.getContext("2d").drawImage(picture, 0, 0, 640, 480);
          return canvas.toDataURL("image/webp", 0.8).split(",")[1];
        }, svg);
        pictures.set(name.slice(0, -4), Buffer.from(webp, "base64"));
      }
      return pictures;
    },
    { recorded: false },
  );
}

/** Returns whether the games of the lobby are rendered and hydrated. They hydrate at the first interaction. */
function isRendered() {
  const lobby = document.querySelector("[data-island=games]");
  lobby?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  return lobby?.hasAttribute("data-hydrated") && lobby.querySelector(".tile__link") !== null;
}

/** Measures the frames that other load of the machine costs, with the same gestures on an empty page. */
function measureEmptyPage(browser) {
  return inBareTab(browser, PHONE, async (tab) => {
    const empty = `<meta name="viewport" content="width=device-width"><body style="height:${DISTANCE * GESTURES * 2}px">`;
    await tab.goto(`data:text/html,${encodeURIComponent(empty)}`, () => document.body?.style.height !== "");
    await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const { deltas, gestures } = await scroll(tab);
    return withNote(
      atMost("an empty page: frames a second during scrolling", "–", rateOf(deltas), ""),
      `the maximum on this machine; ${frameStatistics(deltas)} in ${gestures} gestures`,
    );
  });
}

/**
 * Scrolls a page to its end. The CPU is slowed down after the games are rendered. The recorder of the other groups and Playwright are not
 * used, because they cost one to two of 60 frames.
 */
function measureScrolling(browser, url) {
  return inBareTab(browser, PHONE, async (tab) => {
    await tab.goto(url, isRendered);
    await pause(1500);
    const before = await tab.evaluate(() => ({
      // Placeholders of pictures that are not requested yet are `data:` URLs.
      pictures: [...document.querySelectorAll(".tile__picture img:not([src^='data:'])")].filter((img) => img.naturalWidth > 0)
        .length,
      tiles: document.querySelectorAll(".tile__link").length,
    }));
    await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const frames = await scroll(tab);
    return { before, ...frames, heap: await tab.evaluate(() => performance.memory?.usedJSHeapSize ?? 0) };
  });
}

/** Returns the rows of one or more rounds of scrolling. */
function scrollRows(path, what, rounds) {
  const sum = (name) => rounds.reduce((total, round) => total + round[name], 0);
  const deltas = rounds.flatMap((round) => round.deltas);
  const [{ before, heap }] = rounds;
  const rate = rateOf(deltas);
  return [
    withNote(
      {
        ...atMost(`lobby, ${what}: frames a second during scrolling`, path, rate, ""),
        target: "≥ 59",
        isMet: rate >= 59,
      },
      `${frameStatistics(deltas)} over ${sum("scrolled")} px in ${sum("gestures")} gestures`,
    ),
    atMost(
      `lobby, ${what}: CPU time of the main thread for a screen of scrolling`,
      path,
      (sum("work_ms") * PHONE.viewport.height) / sum("scrolled"),
      "ms",
      SCREEN_TIME,
    ),
    withNote(
      atMost(`lobby, ${what}: pictures loaded before scrolling`, path, before.pictures, ""),
      `of ${before.tiles} rendered tiles`,
    ),
    atMost(`lobby, ${what}: JavaScript heap after scrolling`, path, heap / 2 ** 20, "MB"),
  ];
}

/** Scrolls to the end of the page. Returns the duration of each frame, the distance, and the CPU time of the main thread. */
async function scroll(tab) {
  await tab.send("Performance.enable", { timeDomain: "threadTicks" });
  await tab.evaluate(recordFrames);
  const before_ms = await mainThreadTime(tab);
  let gestures = 0;
  for (let isAtEnd = false; gestures < GESTURES && !isAtEnd; gestures++) {
    await tab.send("Input.synthesizeScrollGesture", {
      // Next to the tiles, so that no tile is hovered.
      x: 6,
      y: 420,
      yDistance: -DISTANCE,
      speed: SPEED,
      gestureSourceType: "mouse",
    });
    isAtEnd = await tab.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
  }
  const { deltas, scrolled } = await tab.evaluate(() => ({ deltas: frames.splice(0), scrolled: scrollY }));
  return { deltas, scrolled, gestures, work_ms: (await mainThreadTime(tab)) - before_ms };
}

function rateOf(deltas) {
  return (deltas.length * 1000) / deltas.reduce((sum, delta) => sum + delta, 0);
}

function frameStatistics(deltas) {
  const over = (limit_ms) => deltas.filter((delta) => delta > limit_ms).length;
  return `${deltas.length} frames; longer than 17.5 ms: ${over(17.5)}, 33.4: ${over(33.4)}, 50: ${over(50)}; median ${median(deltas).toFixed(1)} ms, longest ${Math.max(...deltas).toFixed(0)}`;
}

/** Returns the CPU time of the page's main thread so far in milliseconds. Other load does not increase it. */
async function mainThreadTime(tab) {
  const { metrics } = await tab.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

/** Records the time between frames from now on in `window.frames`. */
function recordFrames() {
  window.frames_ms = undefined;
  window.frames = [];
  requestAnimationFrame(function frame(now) {
    if (window.frames_ms !== undefined) frames.push(now - window.frames_ms);
    window.frames_ms = now;
    requestAnimationFrame(frame);
  });
}

async function measureSearch(page, cdp, site) {
  await page.goto(site.origin + LOBBY, { waitUntil: "load" });
  await page.waitForFunction(isRendered);
  await pause(1500);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const field = page.locator("input[type=search]").first();
  await field.focus();
  await page.evaluate(() => {
    window.typed = [];
    document.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        // The message arrives after the next frame was rendered.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => typed.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      true,
    );
  });
  for (const key of SEARCH) {
    await page.keyboard.press(key);
    await pause(300);
  }
  const times = await page.evaluate(() => typed);
  return [
    withNote(
      atMost("lobby: a key typed into the search until the next frame", LOBBY, median(times), "ms", 50),
      times.map((time) => time.toFixed(0)).join(", "),
    ),
  ];
}
