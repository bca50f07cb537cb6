// Makes Chromium behave like the oldest supported browsers: without `command`, popovers, View Transitions, the Navigation API, `setHTML`,
// and functions that Safari on iOS 16.4 lacks (A142).

/** Removes the interfaces. Runs in a page before its own scripts. */
export function removeNewFeatures() {
  const removed: readonly (readonly [object, readonly string[]])[] = [
    [HTMLElement.prototype, ["popover", "showPopover", "hidePopover", "togglePopover"]],
    [HTMLButtonElement.prototype, ["command", "commandForElement", "popoverTargetElement", "popoverTargetAction"]],
    [HTMLInputElement.prototype, ["popoverTargetElement", "popoverTargetAction"]],
    [HTMLDialogElement.prototype, ["closedBy", "requestClose"]],
    [Document.prototype, ["startViewTransition"]],
    [Element.prototype, ["setHTML"]],
    [window, ["CommandEvent", "ToggleEvent", "navigation", "Navigation", "ViewTransition"]],
    // Playwright's own code in pages calls `URL.parse` and `checkVisibility`. A unit test finds their uses in the runtime.
    [URL, ["canParse"]],
    [Promise, ["withResolvers", "try"]],
    [AbortSignal, ["any"]],
    [Object, ["groupBy"]],
    [Map, ["groupBy"]],
    [Set.prototype, ["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf"]],
    [Element.prototype, ["setHTMLUnsafe", "getHTML"]],
  ];
  for (const [holder, names] of removed) for (const name of names) Reflect.deleteProperty(holder, name);

  // Browsers throw an error for a selector that they do not support.
  for (const holder of [Document.prototype, Element.prototype])
    for (const name of ["querySelector", "querySelectorAll", "matches", "closest"] as const) {
      const original = Reflect.get(holder, name) as ((selector: string) => unknown) | undefined;
      if (!original) continue;
      Reflect.set(holder, name, function (this: object, selector: string) {
        if (selector.includes(":popover-open"))
          throw new DOMException(`'${selector}' is not a valid selector`, "SyntaxError");
        return Reflect.apply(original, this, [selector]) as unknown;
      });
    }

  const supports = CSS.supports.bind(CSS) as (...args: string[]) => boolean;
  CSS.supports = (...args: string[]) => !args.join().includes(":popover-open") && supports(...args);

  // Scripts can remove interfaces, but not the browser's own handling of the attributes.
  addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest("button[command], button[popovertarget]")) event.preventDefault();
  });
  const removePopover = (element: Element) => element.removeAttribute("popover");
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element && target.hasAttribute("popover")) removePopover(target);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const popover of [node, ...node.querySelectorAll("[popover]")]) removePopover(popover);
    }
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["popover"] });
}
