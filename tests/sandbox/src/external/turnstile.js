// Test replacement for Turnstile. A widget gets its token immediately. Each token contains the name of its action.
window.turnstile = {
  render: (container, { action, callback }) => {
    container.textContent = "Checked by the sandbox.";
    queueMicrotask(() => callback("bot-check-" + action + "-" + Math.random().toString(36).slice(2)));
    return "widget";
  },
  remove: () => {},
};
