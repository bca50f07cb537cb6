#!/bin/sh
# Builds the main branch as the live site with the `base_url` of site.toml, and every other branch as a preview with its own URL.
# In the settings of the project, set the build command to `sh build.sh` and the output folder to `public`.
# The npm package is not published before the first release of Croupier. Until then, build the program from a clone of Croupier:
#   git clone URL croupier && cargo install --locked --path croupier/generator --features full
# Then write `croupier` instead of `npx --yes @croupier/cli@{version}`.
set -eu
if [ "$CF_PAGES_BRANCH" = main ]; then
  npx --yes @croupier/cli@{version} build
else
  npx --yes @croupier/cli@{version} build --preview --out public --base-url "$CF_PAGES_URL"
fi
