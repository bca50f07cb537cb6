// Test replacement for the Intercom messenger. It runs queued and later commands with the chat of chat.js.
(() => {
  const waiting = window.Intercom?.q ?? [];
  const actions = {
    boot: (user) => SandboxChat.boot(user),
    show: () => SandboxChat.show(),
    showNewMessage: (text) => SandboxChat.show(text),
    shutdown: () => SandboxChat.shutdown(),
  };
  window.Intercom = (command, ...details) => actions[command]?.(...details);
  for (const command of waiting) window.Intercom(...command);
})();
