# Functions that all sizes of `tests/run` share: timed steps, missing packages, and the one selection of crates.

# The same crates and features in each command, so that each dependency is compiled once.
SELECTION=(--workspace --features croupier/full)
# The report of `tests/steps/times.mjs`, which CI keeps, and the results that it reads.
export TIMES=$PWD/target/test-times.json
RESULTS=$PWD/target/test-results
STEP=

# Ends the current step, and starts the step with this title.
step() {
  end_step
  STEP=$1 STARTED=$(date +%s%3N)
  printf '\n== %s\n' "$STEP"
}

end_step() {
  if [ -n "$STEP" ]; then
    printf '%s\t%s\n' "$(($(date +%s%3N) - STARTED))" "$STEP" >>"$RESULTS/steps.tsv"
  fi
  STEP=
}

# Runs a function while the steps go on. Its output is printed only if it fails.
in_background() {
  (STEP= && "$1") >"$RESULTS/$1.log" 2>&1 &
  declare -g "$1_process=$!"
}

# Waits for a function that runs in the background. Fails if it failed.
wait_for() {
  local process="$1_process"
  wait "${!process}" || { cat "$RESULTS/$1.log" && exit 1; }
}

# Deletes the results of the last run, and prints those of this one at its end, whether it succeeds or not.
record_times() {
  rm -rf "$RESULTS"
  mkdir -p "$RESULTS"
  trap 'code=$?; end_step; node tests/steps/times.mjs "$RESULTS" "$code" || true; rm -rf "${memory:-}"; exit "$code"' EXIT
}

# Selects a folder in memory for temporary files, which thousands of small sites need. It needs 2 GB of free space there.
use_memory() {
  if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)" -gt 2000000 ] 2>/dev/null; then
    memory=$(mktemp -d /dev/shm/croupier.XXXXXX)
    export TMPDIR=$memory
  fi
}

# Leaves additional certificates to npm. Node reads those of NODE_EXTRA_CA_CERTS at each start, which takes 70 ms, and the tests start Node
# thousands of times.
leave_certificates_to_npm() {
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    export npm_config_cafile=${npm_config_cafile:-$NODE_EXTRA_CA_CERTS}
    unset NODE_EXTRA_CA_CERTS
  fi
}

# Installs the npm packages of a folder, unless the installed ones match its lock file.
packages() {
  local stamp="$1/node_modules/.croupier-lock"
  if [ "$(cat "$stamp" 2>/dev/null)" != "$(sha256sum <"$1/package-lock.json")" ] || [ "$1/package-lock.json" -nt "$stamp" ]; then
    (cd "$1" && npm ci --no-audit --no-fund --loglevel=error)
    sha256sum <"$1/package-lock.json" >"$stamp"
  fi
}

# Returns whether one of these programs is missing.
missing() {
  local name
  for name in "$@"; do command -v "$name" >/dev/null || return 0; done
  return 1
}

install_debian() {
  local sudo
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq --no-install-recommends "$@"
}

# Builds the binaries, unless CROUPIER names another one. SANDBOX is then the sandbox in the same folder.
build_binaries() {
  if [ -z "${CROUPIER:-}" ]; then
    cargo build "${SELECTION[@]}" --quiet
    export CROUPIER=$PWD/target/debug/croupier
  fi
}
