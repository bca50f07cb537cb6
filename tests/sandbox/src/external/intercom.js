// Stands in for Intercom's messenger: takes the orders of its queue and those after it, and shows the stand-in of a chat.
(() => {
  const waiting = window.Intercom?.q ?? [];
  const does = {
    boot: (who) => SandboxChat.boot(who),
    show: () => SandboxChat.show(),
    showNewMessage: (text) => SandboxChat.show(text),
    shutdown: () => SandboxChat.shutdown(),
  };
  window.Intercom = (order, ...details) => does[order]?.(...details);
  for (const orders of waiting) window.Intercom(...orders);
})();
