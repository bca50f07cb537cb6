#!/usr/bin/env bash
# Deploys a release of a site to an S3 or S3-compatible bucket. The upload order keeps open tabs and
# page loads during the deployment working.
#
# The script uses the AWS CLI (Debian package `awscli`, version 2.9 or later). The CLI uploads files
# in parallel and sets the type and cache-control of each file. The script compares the output with
# the bucket instead of using `build --changes`, whose list is lost when a deployment fails. Run the
# same command again to complete a failed deployment.
#
#   docs/static/deploy/s3.sh SITE BUCKET [PREFIX]
#
# SITE is the folder with site.toml. The script removes all other files from BUCKET, or from PREFIX
# in it, so do not share them with other content.
#
# Environment variables: PROFILE is the build profile (default: production), OUT the output folder
# (default: SITE/public), and CROUPIER the program. UPDATE is a command that updates the function
# and headers of the CDN; the file of the function is its last argument. ALL=1 uploads all files,
# for example after a change of types or cache-control. The AWS CLI reads credentials and endpoint
# from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL.
set -euo pipefail
site=$1 bucket=$2 prefix=${3:+${3%/}/}
out=${OUT:-$site/public}
croupier=${CROUPIER:-croupier}
built=(--root "$site" --out "$out" --profile "${PROFILE:-production}")
# Older S3-compatible servers do not support the checksums that the CLI adds by default.
export AWS_REQUEST_CHECKSUM_CALCULATION=${AWS_REQUEST_CHECKSUM_CALCULATION:-when_required} AWS_PAGER=
# Older versions of the CLI do not read AWS_ENDPOINT_URL.
s3() { aws ${AWS_ENDPOINT_URL:+--endpoint-url "$AWS_ENDPOINT_URL"} "$@"; }

"$croupier" build "${built[@]}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$croupier" host-config cloudfront "${built[@]}" >"$work/cloudfront.js"
# Each line has step, type, cache-control and file, in upload order: code, data, pages, and last the
# files that announce the release to open tabs.
"$croupier" host-config s3 "${built[@]}" >"$work/files"

# Digest and name of each file in the bucket. Multipart uploads (above 8 MB) have a different
# digest, so these files are always uploaded again.
s3 s3api list-objects-v2 --bucket "$bucket" --prefix "$prefix" --query 'Contents[].[ETag,Key]' --output text >"$work/listed"
awk -F '\t' -v start="${#prefix}" 'NF == 2 { gsub(/"/, "", $1); print $1 "\t" substr($2, start + 1) }' \
  "$work/listed" >"$work/there"
(cd "$out" && cut -f 4 "$work/files" | xargs -d '\n' md5sum --) | sed 's/  /\t/' >"$work/here"

# Files with the same step, type and cache-control form a group. The first line of a group file
# contains these values; the other lines contain file names.
known=$work/there
[ -z "${ALL:-}" ] || known=/dev/null
awk -F '\t' -v groups="$work/group-" '
  FILENAME ~ /there$/ { there[$2] = $1; next }
  FILENAME ~ /here$/ { same[$2] = there[$2] "" == $1 ""; next }
  same[$4] { next }
  { what = $1 FS $2 FS $3 }
  what != last { last = what; group = sprintf("%s%04d", groups, ++n); print what >group }
  { print $4 >group }
' "$known" "$work/here" "$work/files"

updated=
for group in "$work"/group-*; do
  [ -e "$group" ] || continue
  IFS=$'\t' read -r step type cache <"$group"
  # The files of the last step announce the release to open tabs, so the CDN is updated before them.
  if [ "$step" = last ] && [ -z "$updated" ]; then
    ${UPDATE:-true} "$work/cloudfront.js"
    updated=1
  fi
  rm -rf "$work/upload" && mkdir "$work/upload"
  tail -n +2 "$group" | tar -C "$out" --verbatim-files-from -cf - -T - | tar -C "$work/upload" -xf -
  s3 s3 cp "$work/upload" "s3://$bucket/$prefix" --recursive --only-show-errors --content-type "$type" --cache-control "$cache"
done
[ -n "$updated" ] || ${UPDATE:-true} "$work/cloudfront.js"

# At the end, removes files that are not in the output; no page links to them now. The output
# includes the code of earlier releases, so the bucket keeps that code too.
comm -13 <(cut -f 4 "$work/files" | sort) <(cut -f 2 "$work/there" | sort) >"$work/gone"
split -l 1000 "$work/gone" "$work/gone-"
for gone in "$work"/gone-*; do
  [ -e "$gone" ] || continue
  keys=$(sed -e 's/[\\"]/\\&/g' -e "s|.*|{\"Key\": \"$prefix&\"}|" "$gone" | paste -sd ,)
  printf '{"Objects": [%s], "Quiet": true}' "$keys" >"$work/delete.json"
  refused=$(s3 s3api delete-objects --bucket "$bucket" --delete "file://$work/delete.json" --query 'Errors[].[Key,Message]' --output text)
  if [ -n "$refused" ] && [ "$refused" != None ]; then
    echo "the bucket keeps: $refused" >&2
    exit 1
  fi
done
