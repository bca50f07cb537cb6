#!/usr/bin/env bash
# Deploys a release of a site to a bucket of S3, or of what speaks its language, so that open tabs and readers lose nothing.
# It is done with the AWS CLI (Debian's `awscli`, from version 2.9 on), which is where buckets are looked after, keeps a type and a
# cache-control with each file, and uploads many files at once. What differs is found in the bucket and not in `build --changes`,
# whose list is lost with a deploy that fails: the same command once more ends what an error stopped.
#
#   docs/deploy/s3.sh SITE BUCKET [PREFIX]
#
# SITE is the folder with site.toml. BUCKET, or what lies below PREFIX in it, belongs to the site alone: other files there are
# removed. PROFILE is the profile that is built (production), OUT the output folder (SITE/public), CROUPIER the program. UPDATE is a
# command that gives the CDN its function and headers anew; the function's file is its last argument. ALL=1 uploads all
# files, as when their types or cache-control are to be others. Credentials and the endpoint come by the variables of the AWS CLI:
# AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL.
set -euo pipefail
site=$1 bucket=$2 prefix=${3:+${3%/}/}
out=${OUT:-$site/public}
croupier=${CROUPIER:-croupier}
built=(--root "$site" --out "$out" --profile "${PROFILE:-production}")
# Only the newest servers know the checksums that the CLI adds by itself.
export AWS_REQUEST_CHECKSUM_CALCULATION=${AWS_REQUEST_CHECKSUM_CALCULATION:-when_required} AWS_PAGER=
# Older ones do not read the endpoint's variable.
s3() { aws ${AWS_ENDPOINT_URL:+--endpoint-url "$AWS_ENDPOINT_URL"} "$@"; }

"$croupier" build "${built[@]}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$croupier" host-config cloudfront "${built[@]}" >"$work/cloudfront.js"
# When, type, cache-control and file, in the order of an upload: code, data, pages, and last what tells open tabs of them.
"$croupier" host-config s3 "${built[@]}" >"$work/files"

# What the bucket has: a digest of the bytes and a name. The digest of a file above 8 MB is another one, so that it is uploaded again.
s3 s3api list-objects-v2 --bucket "$bucket" --prefix "$prefix" --query 'Contents[].[ETag,Key]' --output text >"$work/listed"
awk -F '\t' -v start="${#prefix}" 'NF == 2 { gsub(/"/, "", $1); print $1 "\t" substr($2, start + 1) }' \
  "$work/listed" >"$work/there"
(cd "$out" && cut -f 4 "$work/files" | xargs -d '\n' md5sum --) | sed 's/  /\t/' >"$work/here"

# Files with one step, type and cache-control are a group: the first line says these, and the others name them.
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
  # By these, open tabs hear of the release.
  if [ "$step" = last ] && [ -z "$updated" ]; then
    ${UPDATE:-true} "$work/cloudfront.js"
    updated=1
  fi
  rm -rf "$work/upload" && mkdir "$work/upload"
  tail -n +2 "$group" | tar -C "$out" --verbatim-files-from -cf - -T - | tar -C "$work/upload" -xf -
  s3 s3 cp "$work/upload" "s3://$bucket/$prefix" --recursive --only-show-errors --content-type "$type" --cache-control "$cache"
done
[ -n "$updated" ] || ${UPDATE:-true} "$work/cloudfront.js"

# What is in no release any more goes when nothing leads to it. The output keeps the code of earlier releases, and so does the bucket.
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
