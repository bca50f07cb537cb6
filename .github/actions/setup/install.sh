#!/usr/bin/env bash
# Installs a version of Croupier, or packed tarballs from a folder, and prints what is installed.
set -euo pipefail
version=${1:-latest}
if [ -d "$version" ]; then
  npm install --global --no-audit --no-fund "$version"/croupier-cli-*.tgz
else
  npm install --global --no-audit --no-fund "@croupier/cli@$version"
fi
croupier --version
