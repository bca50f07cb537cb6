#!/bin/sh
# Builds the main branch as the live site with the `base_url` of site.toml, and every other branch as a preview with its own URL.
# In the settings of the project, set the build command to `sh build.sh` and the output folder to `public`.
#
# npm has @croupier/cli from the first release of Croupier on. Until then, compile it for Linux in a clone of the source, commit the program to
# this repository, and write `./croupier` in place of `npx --yes @croupier/cli@{version}`.
set -eu
if [ "$CF_PAGES_BRANCH" = main ]; then
  npx --yes @croupier/cli@{version} build
else
  npx --yes @croupier/cli@{version} build --preview --out public --base-url "$CF_PAGES_URL"
fi
