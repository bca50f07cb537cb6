// Test replacement for a bot check. SandboxBotCheck.token() resolves to a token that the sandbox accepts.
window.SandboxBotCheck = { token: () => Promise.resolve("bot-check-" + Math.random().toString(36).slice(2)) };
