# The steps in browsers: programs of Debian, emulators of object stores, and the end-to-end tests.

# Chromium and its headless shell, which runs the same tests in half the time.
install_chromium() {
  CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  local wanted=()
  [ -n "$CHROMIUM" ] || wanted+=(chromium)
  ! missing chromium-headless-shell || [ -n "${CHROMIUM_HEADLESS_SHELL:-}" ] || wanted+=(chromium-headless-shell)
  [ ${#wanted[@]} = 0 ] || install_debian "${wanted[@]}"
  export CHROMIUM=${CHROMIUM:-$(command -v chromium)}
  export CHROMIUM_HEADLESS_SHELL=${CHROMIUM_HEADLESS_SHELL:-$(command -v chromium-headless-shell)}
}

# Everything that single tests need: other browsers, fonts and the emulator of S3.
install_browsers() {
  install_chromium
  local wanted=() fonts=/usr/share/fonts/truetype
  # Firefox and WebKit, for smoke tests.
  ! missing firefox-esr WebKitWebDriver xvfb-run xauth || wanted+=(firefox-esr webkit2gtk-driver xvfb xauth)
  # Fonts of devices that do not have those of the brand.
  [ -e $fonts/liberation ] && [ -e $fonts/roboto ] && [ -e $fonts/noto/NotoSerif-Regular.ttf ] && [ -e $fonts/dejavu/DejaVuSerif.ttf ] ||
    wanted+=(fonts-liberation fonts-roboto-unhinted fonts-noto-core fonts-dejavu-core)
  # The emulator of S3 is a Python program.
  python3 -c "import ensurepip, venv" 2>/dev/null || wanted+=(python3-venv)
  [ ${#wanted[@]} = 0 ] || install_debian "${wanted[@]}"
}

check_stores() {
  tests/stores/check.py target/stores
}

# Runs end-to-end tests. The arguments are those of Playwright: files and options.
test_browser() {
  packages tests/e2e
  # The second attempt shows whether a failure is a race. A test that passes only then is listed at the end, and fails the run.
  (cd tests/e2e && PLAYWRIGHT_JSON_OUTPUT_NAME="$RESULTS/browser.json" npx playwright test --retries=1 "$@")
}
