// Updates the document of the preview in place. What scripts and readers changed in it stays: scroll position, focus, open details and
// dialogs, and the state of islands. Only differences between the old and the new HTML of the server are applied.

import { commonEnds } from "../model/diff";

/** Thrown if the document has to be loaded again. */
class NeedsReload extends Error {}

/** Elements whose content is not compared node by node. */
const OPAQUE = new Set(["SCRIPT", "TEMPLATE", "NOSCRIPT", "STYLE"]);

/**
 * Applies the differences between two documents of the server to the document that is shown. Returns whether this was possible: another
 * script, another island, or an element that a script removed need a new document. Islands that run get their new props.
 */
export function patchDocument(live: Document, old: Document, fresh: Document): boolean {
  if (templatesOf(old) !== templatesOf(fresh)) return false;
  try {
    patchElement(old.documentElement, fresh.documentElement, live.documentElement);
    return true;
  } catch (error) {
    if (error instanceof NeedsReload) return false;
    throw error;
  }
}

function patchElement(old: Element, fresh: Element, live: Element): void {
  if (isSame(old, fresh)) return;
  if (old.nodeName === "SCRIPT" && !isData(old)) throw new NeedsReload();
  if (old.hasAttribute("data-island")) {
    patchIsland(old, fresh, live);
    return;
  }

  patchAttributes(old, fresh, live);
  if (OPAQUE.has(old.nodeName)) {
    if (old.nodeName === "STYLE" || isData(old)) live.textContent = fresh.textContent;
    return;
  }
  patchChildren(old, fresh, live);
}

/** Attributes of an island that it can follow. */
const FOLLOWED = ["data-props", "data-queries"];
/** The prefix of ids is made from the props. An island that runs has its first one, and one that is about to start must find it in its HTML. */
const FOLLOWED_WHILE_RUNNING = [...FOLLOWED, "data-id-prefix"];

/** An island that runs gets its new props, and keeps its state. The HTML of others is updated like that of any element. */
function patchIsland(old: Element, fresh: Element, live: Element): void {
  const isRunning = live.hasAttribute("data-hydrated");
  const followed = isRunning ? FOLLOWED_WHILE_RUNNING : FOLLOWED;
  const isAnother = fixedParts(old, followed) !== fixedParts(fresh, followed);
  if (isAnother || (live.hasAttribute("data-enhanced") && !isRunning)) throw new NeedsReload();

  patchAttributes(old, fresh, live);
  if (!isRunning) patchChildren(old, fresh, live);
  // Code for production does not handle the event.
  else if (live.dispatchEvent(new Event("croupier:props", { cancelable: true }))) throw new NeedsReload();
}

/** Returns what an island cannot follow: its name and code, and the content that a text puts into it. */
function fixedParts(island: Element, followed: readonly string[]): string {
  const names = island.getAttributeNames().filter((name) => !followed.includes(name));
  const content = island.querySelector("[data-children]")?.innerHTML ?? "";
  return [...names.sort().map((name) => `${name}=${island.getAttribute(name)}`), content].join("\n");
}

/** Returns whether an element is structured data, which describes the page and is no code. */
const isData = (element: Element) => element.matches("script[type='application/ld+json']");

/** Returns the content of all templates, such as the one of an island that does not show it at first. No difference in them is applied. */
const templatesOf = (document: Document) =>
  [...document.querySelectorAll("template")].map((template) => template.innerHTML).join("\n");

/** `isEqualNode` ignores the content of templates, which is compared before. */
const isSame = (old: Node, fresh: Node) => old.isEqualNode(fresh);

function patchAttributes(old: Element, fresh: Element, live: Element): void {
  for (const name of new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()])) {
    const [before, after] = [old.getAttribute(name), fresh.getAttribute(name)];
    if (before === after) continue;
    if (name === "class") patchClasses(before ?? "", after ?? "", live);
    else if (after === null) live.removeAttribute(name);
    else live.setAttribute(name, after);
  }
}

/** Classes that scripts added stay. */
function patchClasses(before: string, after: string, live: Element): void {
  const classes = (text: string) => text.split(/\s+/).filter(Boolean);
  const kept = new Set(classes(after));
  live.classList.remove(...classes(before).filter((name) => !kept.has(name)));
  live.classList.add(...kept);
}

function patchChildren(old: Element, fresh: Element, live: Element): void {
  const oldNodes = [...old.childNodes];
  const shown = pairWithLive(oldNodes, [...live.childNodes]);
  const pairs = pairChildren(oldNodes, [...fresh.childNodes]);
  const kept = new Set(pairs.map(({ from }) => from));

  for (const node of oldNodes) {
    const current = shown.get(node);
    if (current && !kept.has(node)) current.parentNode?.removeChild(current);
  }

  // Nodes are inserted after the previous one, because scripts may have appended others at the end.
  let previous: Node | null = null;
  for (const { from, to } of pairs) {
    if (from === null) {
      if (containsCode(to)) throw new NeedsReload();
      const added: Node = live.ownerDocument.importNode(to, true);
      live.insertBefore(added, previous === null ? live.firstChild : previous.nextSibling);
      previous = added;
      continue;
    }

    const current = shown.get(from);
    if (current) {
      patchNode(from, to, current);
      previous = current;
    } else if (!isSame(from, to)) {
      // A script removed the node. That only matters if it has to change.
      throw new NeedsReload();
    }
  }
}

/** Returns whether a node is an element. Those of the preview belong to another window, so `instanceof` does not know them. */
const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Scripts and islands start only while a document loads. */
function containsCode(node: Node): boolean {
  if (!isElement(node)) return false;
  return node.matches("script, [data-island]") || node.querySelector("script, [data-island]") !== null;
}

function patchNode(old: Node, fresh: Node, live: Node): void {
  if (isSame(old, fresh)) return;
  if (isElement(old) && isElement(fresh) && isElement(live)) patchElement(old, fresh, live);
  else live.nodeValue = fresh.nodeValue;
}

/** Finds the node of the shown document for each node of the server's HTML. Nodes that scripts added have none. */
function pairWithLive(old: readonly Node[], live: readonly Node[]): Map<Node, Node> {
  const pairs = new Map<Node, Node>();
  let next = 0;
  for (const node of old) {
    const index = live.findIndex((it, position) => position >= next && isAlike(node, it));
    if (index < 0) continue;

    const found = live[index];
    if (found) pairs.set(node, found);
    next = index + 1;
  }
  return pairs;
}

const keyOf = (node: Node) => (isElement(node) ? node.id || node.getAttribute("data-source") : null) ?? "";

function isAlike(left: Node, right: Node): boolean {
  if (left.nodeName !== right.nodeName) return false;
  if (isElement(left) && isElement(right)) return left.id === right.id;
  return left.nodeType !== 3 || (left.nodeValue?.trim() === "") === (right.nodeValue?.trim() === "");
}

/** A node of the new HTML, and the old one that becomes it. */
interface Pair {
  readonly from: Node | null;
  readonly to: Node;
}

/** Pairs the children of two versions: equal ones first, then the ones between them in their order. */
function pairChildren(old: readonly Node[], fresh: readonly Node[]): readonly Pair[] {
  const { start, end } = commonEnds(old, fresh, isSame);
  const oldEnd = old.length - end;
  const freshEnd = fresh.length - end;
  return [
    ...fresh.slice(0, start).map((to, index) => ({ from: old[index] ?? null, to })),
    ...pairMiddle(old.slice(start, oldEnd), fresh.slice(start, freshEnd)),
    ...fresh.slice(freshEnd).map((to, index) => ({ from: old[oldEnd + index] ?? null, to })),
  ];
}

/** Pairs changed children: the next one that is equal, else the next one of the same kind before it. */
function pairMiddle(old: readonly Node[], fresh: readonly Node[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let next = 0;
  for (const [index, to] of fresh.entries()) {
    const equal = old.findIndex((node, position) => position >= next && isSame(node, to));
    const candidate = old[next];
    const laterNeedsNext = candidate && fresh.slice(index + 1).some((later) => isSame(candidate, later));

    if (equal >= 0) {
      pairs.push({ from: old[equal] ?? null, to });
      next = equal + 1;
    } else if (candidate && !laterNeedsNext && isAlike(candidate, to) && keyOf(candidate) === keyOf(to)) {
      pairs.push({ from: candidate, to });
      next++;
    } else pairs.push({ from: null, to });
  }
  return pairs;
}
