// Test replacement for the Intercom messenger. It runs queued and later commands with the chat of chat.js.
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
