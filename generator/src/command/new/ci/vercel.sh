#!/bin/sh
# Builds the production branch as the live site, and every other branch as a preview with its own URL. vercel.json runs this script.
# The npm package is not published before the first release of Croupier. Until then, build the program from a clone of Croupier:
#   git clone URL croupier && cargo install --locked --path croupier/generator --features full
# Then write `croupier` instead of `npx --yes @croupier/cli@{version}`.
set -eu
# This host reads neither `_headers` nor `_redirects`.
export CROUPIER_OUTPUT__POLICY='["meta"]' CROUPIER_OUTPUT__REDIRECTS='["html"]'
if [ "$VERCEL_ENV" = production ]; then
  npx --yes @croupier/cli@{version} build --base-url "https://$VERCEL_PROJECT_PRODUCTION_URL"
else
  npx --yes @croupier/cli@{version} build --preview --out public --base-url "https://$VERCEL_URL"
fi
