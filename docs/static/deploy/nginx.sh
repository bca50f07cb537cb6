#!/usr/bin/env bash
# Deploys a release of a site to a folder that nginx serves. The file order keeps open tabs and page
# loads during the deployment working.
#
#   docs/static/deploy/nginx.sh SITE LIVE CONFIG
#
# SITE is the folder with site.toml. LIVE is the `root` of the server block. CONFIG is a file that
# the server block includes.
#
# Environment variables: PROFILE is the build profile (default: production), OUT the output folder
# (default: SITE/public), CROUPIER the program, and RELOAD the command that makes nginx reload its
# configuration.
set -euo pipefail
site=$1 live=$2 config=$3
out=${OUT:-$site/public}
croupier=${CROUPIER:-croupier}

"$croupier" build --root "$site" --out "$out" --profile "${PROFILE:-production}"

# Copies the files named on standard input if they differ. Each copy is atomic.
copy() {
  while read -r file; do
    if ! cmp -s "$out/$file" "$live/$file"; then
      mkdir -p "$live/$(dirname "$file")"
      cp "$out/$file" "$live/$file.new~"
      mv "$live/$file.new~" "$live/$file"
    fi
  done
}
# Lists the public files: no hidden files except .well-known, and no _headers or _redirects, because
# nginx gets their rules from CONFIG.
release() {
  (cd "$1" && find . -type f ! -name '*.new~' | sed 's|^\./||' | grep -vE '(^|/)\.[^/]*($|/)|^_(headers|redirects)$' || true)
  (cd "$1" && find . -path './.well-known/*' -type f | sed 's|^\./||')
}
mkdir -p "$live"
last='^(page-data/app-data\.json|sw\.js)$'
files=$(release "$out")
only() { grep -E "$@" <<<"$files" || true; }
# The order is: code, data, configuration with the headers for inline code, pages, and last the
# files that announce the release to open tabs.
only '^assets/' | copy
only -v "^assets/|\.html\$|$last" | copy
"$croupier" host-config nginx --root "$site" --out "$out" --profile "${PROFILE:-production}" >"$config.new~"
mv "$config.new~" "$config"
only '\.html$' | copy
${RELOAD:-nginx -s reload}
only "$last" | copy

# At the end, removes files that are not in the output; no page links to them now. The output
# includes the code of earlier releases, so LIVE keeps that code too.
comm -13 <(sort <<<"$files") <(release "$live" | sort) | while read -r file; do rm -- "$live/$file"; done
# nginx answers requests for an empty folder with 403 instead of 404.
find "$live" -mindepth 1 -type d -empty -delete
