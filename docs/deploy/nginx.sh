#!/usr/bin/env bash
# Deploys a release of a site to a folder that nginx serves, so that open tabs and readers in the middle of it lose nothing.
#
#   docs/deploy/nginx.sh SITE LIVE CONFIG
#
# SITE is the folder with site.toml, LIVE the `root` of the server block, and CONFIG a file that the block includes. PROFILE is the
# profile that is built (production), OUT the output folder (SITE/public), CROUPIER the program, and RELOAD what makes nginx read its
# configuration again.
set -euo pipefail
site=$1 live=$2 config=$3
out=${OUT:-$site/public}
croupier=${CROUPIER:-croupier}

"$croupier" build --root "$site" --out "$out" --profile "${PROFILE:-production}"

# Names on standard input are copied where they differ, each file whole or not at all.
copy() {
  while read -r file; do
    if ! cmp -s "$out/$file" "$live/$file"; then
      mkdir -p "$live/$(dirname "$file")"
      cp "$out/$file" "$live/$file.new~"
      mv "$live/$file.new~" "$live/$file"
    fi
  done
}
# What is for visitors: no hidden files but .well-known, and nothing that nginx is told in its own words.
release() {
  (cd "$1" && find . -type f ! -name '*.new~' | sed 's|^\./||' | grep -vE '(^|/)\.[^/]*($|/)|^_(headers|redirects)$' || true)
  (cd "$1" && find . -path './.well-known/*' -type f | sed 's|^\./||')
}
mkdir -p "$live"
last='^(page-data/app-data\.json|sw\.js)$'
files=$(release "$out")
only() { grep -E "$@" <<<"$files" || true; }
# Code first, then data, then pages with the headers that name what is inline in them, and last what tells open tabs of it all.
only '^assets/' | copy
only -v "^assets/|\.html\$|$last" | copy
"$croupier" host-config nginx --root "$site" --out "$out" --profile "${PROFILE:-production}" >"$config.new~"
mv "$config.new~" "$config"
only '\.html$' | copy
${RELOAD:-nginx -s reload}
only "$last" | copy

# What is in no release any more goes when nothing leads to it. The output keeps the code of earlier releases, and so does LIVE.
comm -13 <(sort <<<"$files") <(release "$live" | sort) | while read -r file; do rm -- "$live/$file"; done
# A folder without files would be forbidden instead of not there.
find "$live" -mindepth 1 -type d -empty -delete
