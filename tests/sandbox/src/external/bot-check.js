// Stands in for a bot check: window.SandboxBotCheck.token() resolves to a token that the sandbox accepts.
window.SandboxBotCheck = { token: () => Promise.resolve("bot-check-" + crypto.randomUUID()) };
