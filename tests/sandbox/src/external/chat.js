// Test replacement for a live chat. It records calls in `events` and shows a panel with a message field.
(() => {
  const events = [];
  let panel;
  const draw = (text) => {
    panel ??= document.body.appendChild(Object.assign(document.createElement("dialog"), { id: "sandbox-chat" }));
    panel.setAttribute("aria-label", "Live chat");
    const input = Object.assign(document.createElement("textarea"), { value: text });
    input.setAttribute("aria-label", "Message");
    const send = Object.assign(document.createElement("button"), { textContent: "Send" });
    const close = Object.assign(document.createElement("button"), { textContent: "Close" });
    send.addEventListener("click", () => { events.push({ event: "message", text: input.value }); input.value = ""; });
    close.addEventListener("click", () => panel.close());
    panel.replaceChildren(input, send, close);
    if (!panel.open) panel.show();
  };
  window.SandboxChat = {
    events,
    boot: (user) => { events.push({ event: "boot", who: user }); },
    show: (text = "") => { events.push({ event: "show", text }); draw(text); },
    hide: () => { events.push({ event: "hide" }); panel?.close(); },
    shutdown: () => { events.push({ event: "shutdown" }); panel?.remove(); panel = undefined; },
  };
})();
