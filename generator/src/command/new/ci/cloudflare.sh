#!/bin/sh
# Builds the main branch as the live site with the `base_url` of site.toml, and every other branch as a preview with its own URL.
# In the settings of the project, set the build command to `sh build.sh` and the output folder to `public`.
set -eu
if [ "$CF_PAGES_BRANCH" = main ]; then
  npx --yes @croupier/cli@{version} build
else
  npx --yes @croupier/cli@{version} build --preview --out public --base-url "$CF_PAGES_URL"
fi
