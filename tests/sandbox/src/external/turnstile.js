// Test replacement for Turnstile. A widget gets its token immediately. Each token contains the name of its action.
window.turnstile = {
  render: (container, { action, callback }) => {
    container.textContent = "Checked by the sandbox.";
    queueMicrotask(() => callback("bot-check-" + action + "-" + randomHex()));
    return "widget";
  },
  remove: () => {},
};

// `crypto.randomUUID` is missing on plain http.
function randomHex() {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
