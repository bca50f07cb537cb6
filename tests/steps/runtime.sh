# The steps for the runtime: the content of the site, types, lints and unit tests.

check_runtime() {
  step "Runtime: types and lints"
  packages runtime
  packages runtime/editor
  # `npm run check` finds unused code with a program of this package.
  packages tests/e2e
  "$CROUPIER" types
  (cd runtime && npm run --silent check)
  runtime/node_modules/.bin/tsc --noEmit -p tests/e2e
}

# Runs unit tests. The arguments are those of vitest: projects and files.
test_runtime() {
  step "Runtime: unit tests"
  packages runtime
  packages runtime/editor
  (cd runtime && npx vitest run --reporter=dot --reporter=json --outputFile.json="$RESULTS/unit.json" "$@")
}
