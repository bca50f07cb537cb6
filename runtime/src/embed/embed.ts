// Plays a video in place of its link. Before the click, nothing is requested from the host of the video.

import { isPlainClick } from "@croupier/loader/browser";

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || !isPlainClick(event) || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLElement>("a[data-embed]");
  if (!link?.dataset.embed) return;
  event.preventDefault();

  const frame = document.createElement("iframe");
  frame.title = link.dataset.title ?? "";
  // The policy of permissions of the frame: the click starts the video.
  frame.allow = "autoplay; fullscreen";
  frame.width = "560";
  frame.height = "315";
  frame.src = link.dataset.embed;

  link.replaceWith(frame);
  frame.focus();
});
