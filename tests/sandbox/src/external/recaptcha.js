// Test replacement for score-based reCAPTCHA. Each token contains the name of its action.
window.grecaptcha = {
  ready: (then) => then(),
  execute: (_, { action }) => Promise.resolve("bot-check-" + action + "-" + randomHex()),
};

// `crypto.randomUUID` is missing on plain http.
function randomHex() {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
