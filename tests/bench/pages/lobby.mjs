// The lobby with 2,000 games on a phone whose processor is 4 times slower: how it scrolls, how it searches, what it holds.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inBareTab, inTab, PHONE, pause } from "./browser.mjs";
import { serveSite } from "./site.mjs";
import { atMost, median, noted } from "./table.mjs";

/** So many games are in the catalogue that is measured. */
export const GAMES = 2000;
const LOBBY = "/lobby/games/";
/** The category that all the games below its sub-categories make the longest grid of. */
const GRID = `${LOBBY}?category=Slots`;
/** What is scrolled, and how often anew: the rows have two turns alone, of which one frame more or less would be a third of one a second. */
const PLACES = [
  { path: LOBBY, what: "rows", rounds: 5 },
  { path: GRID, what: "grid", rounds: 1 },
];
/** The way of one turn of the wheel, in pixels, and how fast it goes, in pixels per second. Touch scrolls nothing in a headless Chromium. */
const TURN = 2400;
const SPEED = 1600;
const TURNS = 12;
/** A screen takes so long at that speed, in milliseconds: the slowed main thread may work no longer for it. */
const SCREEN = (PHONE.viewport.height / SPEED) * 1000;
/** Typed one after the other. */
const SEARCH = "lantern";

/** Rows of content/data/catalogue.csv until there are enough: the same games again, with names and numbers of their own. */
export function grown(csv) {
  const [head, ...lines] = csv.trim().split("\n");
  const rows = lines.map((line) => line.split(","));
  const slots = rows.filter((row) => row[2] === "Slots");
  for (let at = 0; rows.length < GAMES; at++) {
    const [game, , ...rest] = slots[at % slots.length];
    const round = Math.floor(at / slots.length) + 2;
    rows.push([String(Number(game) + 1000 + round), String(at + 1), ...rest.slice(0, -1), `${rest.at(-1)} ${round}`]);
  }
  return `${[head, ...rows.map((row) => row.join(","))].join("\n")}\n`;
}

/**
 * Measures the rows' page and the full grid of a site of its own. Its pictures are WebP, as an operator's are: those of the sample
 * are SVG, each of which is a document for the browser.
 */
export async function measureLobby({ browser, croupier, root }) {
  const changed = {
    "content/data/catalogue.csv": grown,
    "site.toml": (text) => text.replace("{game_id}-{machine_id}.svg", "{game_id}-{machine_id}.webp"),
  };
  const site = await serveSite(croupier, root, { changed, prepare: (copy) => addPictures(browser, copy) });
  try {
    const rows = [await measuring(browser)];
    for (const { path, what, rounds } of PLACES) {
      const found = [];
      while (found.length < rounds) found.push(await scrolls(browser, site.origin + path));
      rows.push(...scrolled(path, what, found));
    }
    rows.push(...(await inTab(browser, PHONE, (page, cdp) => searches(page, cdp, site), { recorded: false })));
    return rows;
  } finally {
    await site.stop();
  }
}

/** Gives each game a WebP: its own, or that of the one that it was made from. */
export async function addPictures(browser, copy) {
  const folder = join(copy, "static/rtggames");
  const painted = await paint(browser, folder);
  const csv = await readFile(join(copy, "content/data/catalogue.csv"), "utf8");
  const games = csv.trim().split("\n").slice(1).map((line) => line.split(","));
  const own = games.filter(([game, machine]) => painted.has(`${game}-${machine}`));
  const slots = own.filter(([, , category]) => category === "Slots");
  const name = ([game, machine]) => `${game}-${machine}`;
  for (const [at, row] of games.entries())
    await writeFile(join(folder, `${name(row)}.webp`), painted.get(name(row)) ?? painted.get(name(slots[(at - own.length) % slots.length])));
}

/** Makes a WebP of each SVG in a folder, for a screen of two pixels to each of the page's, by its name. */
function paint(browser, folder) {
  return inTab(
    browser,
    PHONE,
    async (page) => {
      const painted = new Map();
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
        painted.set(name.slice(0, -4), Buffer.from(webp, "base64"));
      }
      return painted;
    },
    { recorded: false },
  );
}

/** Whether the lobby's games are drawn, and answer. */
function isDrawn() {
  const lobby = document.querySelector("[data-island=games]");
  return lobby?.hasAttribute("data-awake") && lobby.querySelector(".tile__link") !== null;
}

/** What of all frames the measuring itself loses: the same turns on a page that has nothing to draw. */
function measuring(browser) {
  return inBareTab(browser, PHONE, async (tab) => {
    const empty = `<meta name="viewport" content="width=device-width"><body style="height:${TURN * TURNS * 2}px">`;
    await tab.goto(`data:text/html,${encodeURIComponent(empty)}`, () => document.body?.style.height !== "");
    await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const { deltas, turns } = await turn(tab);
    return noted(
      atMost("an empty page: frames a second while it is scrolled", "–", rateOf(deltas), ""),
      `what others leave of the machine: the lobby cannot reach more; ${framesOf(deltas)} in ${turns} turns`,
    );
  });
}

/**
 * Scrolls a page once, all the way. The processor is slowed down once its games are drawn. Nothing listens beside what is measured: what
 * the other groups record, and Playwright, take one to two frames of sixty.
 */
function scrolls(browser, url) {
  return inBareTab(browser, PHONE, async (tab) => {
    await tab.goto(url, isDrawn);
    await pause(1500);
    const before = await tab.evaluate(() => ({
      // What stands in the place of one that is not asked for yet is none.
      pictures: [...document.querySelectorAll(".tile__picture img:not([src^='data:'])")].filter((img) => img.naturalWidth > 0)
        .length,
      tiles: document.querySelectorAll(".tile__link").length,
    }));
    await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const turned = await turn(tab);
    return { before, ...turned, heap: await tab.evaluate(() => performance.memory?.usedJSHeapSize ?? 0) };
  });
}

/** What scrolling a page one or more times shows. */
function scrolled(path, what, rounds) {
  const sum = (name) => rounds.reduce((all, round) => all + round[name], 0);
  const deltas = rounds.flatMap((round) => round.deltas);
  const [{ before, heap }] = rounds;
  const rate = rateOf(deltas);
  return [
    noted(
      {
        ...atMost(`lobby, ${what}: frames a second while it is scrolled`, path, rate, ""),
        target: "≥ 59",
        isMet: rate >= 59,
      },
      `${framesOf(deltas)} over ${sum("scrolled")} px in ${sum("turns")} turns`,
    ),
    atMost(
      `lobby, ${what}: the main thread's processor time for a screen that is scrolled`,
      path,
      (sum("work_ms") * PHONE.viewport.height) / sum("scrolled"),
      "ms",
      SCREEN,
    ),
    noted(
      atMost(`lobby, ${what}: pictures loaded before it is scrolled`, path, before.pictures, ""),
      `of ${before.tiles} tiles that are drawn`,
    ),
    atMost(`lobby, ${what}: JavaScript's heap after it`, path, heap / 2 ** 20, "MB"),
  ];
}

/** Turns the wheel until the end of the page, and tells each frame's time, the way, and what the main thread did for it. */
async function turn(tab) {
  await tab.send("Performance.enable", { timeDomain: "threadTicks" });
  await tab.evaluate(watchFrames);
  const worked = await work(tab);
  let turns = 0;
  for (let isAtEnd = false; turns < TURNS && !isAtEnd; turns++) {
    await tab.send("Input.synthesizeScrollGesture", {
      // Beside the tiles: a finger hovers over none.
      x: 6,
      y: 420,
      yDistance: -TURN,
      speed: SPEED,
      gestureSourceType: "mouse",
    });
    isAtEnd = await tab.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
  }
  const { deltas, scrolled } = await tab.evaluate(() => ({ deltas: frames.splice(0), scrolled: scrollY }));
  return { deltas, scrolled, turns, work_ms: (await work(tab)) - worked };
}

function rateOf(deltas) {
  return (deltas.length * 1000) / deltas.reduce((sum, delta) => sum + delta, 0);
}

function framesOf(deltas) {
  const over = (limit_ms) => deltas.filter((delta) => delta > limit_ms).length;
  return `${deltas.length} frames; longer than 17.5 ms: ${over(17.5)}, 33.4: ${over(33.4)}, 50: ${over(50)}; median ${median(deltas).toFixed(1)} ms, longest ${Math.max(...deltas).toFixed(0)}`;
}

/** The processor time of the page's main thread so far, in milliseconds: it does not grow where others have the processor. */
async function work(tab) {
  const { metrics } = await tab.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

/** Each frame's time since the one before it, from now on. */
function watchFrames() {
  window.frames_ms = undefined;
  window.frames = [];
  requestAnimationFrame(function frame(now) {
    if (window.frames_ms !== undefined) frames.push(now - window.frames_ms);
    window.frames_ms = now;
    requestAnimationFrame(frame);
  });
}

async function searches(page, cdp, site) {
  await page.goto(site.origin + LOBBY, { waitUntil: "load" });
  await page.waitForFunction(isDrawn);
  await pause(1500);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const field = page.locator("input[type=search]").first();
  await field.focus();
  await page.evaluate(() => {
    window.typed = [];
    document.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        // After the frame that follows: what it shows is on its way to the screen.
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
    noted(
      atMost("lobby: a key typed into the search until the next frame", LOBBY, median(times), "ms", 50),
      times.map((time) => time.toFixed(0)).join(", "),
    ),
  ];
}
