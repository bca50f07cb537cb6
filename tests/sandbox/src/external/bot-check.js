// Test replacement for a bot check. SandboxBotCheck.token() resolves to a token that the sandbox accepts.
window.SandboxBotCheck = { token: () => Promise.resolve("bot-check-" + randomHex()) };

// `crypto.randomUUID` is missing on plain http.
function randomHex() {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
