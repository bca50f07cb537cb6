// Stands in for Turnstile: a widget has its token at once, and each token names the action that it is for.
window.turnstile = {
  render: (container, { action, callback }) => {
    container.textContent = "Checked by the sandbox.";
    queueMicrotask(() => callback("bot-check-" + action + "-" + crypto.randomUUID()));
    return "widget";
  },
  remove: () => {},
};
