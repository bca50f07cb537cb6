# The steps for the Rust crates.

check_rust() {
  step "Rust: format and lints"
  cargo fmt --all --check
  cargo clippy "${SELECTION[@]}" --all-targets --quiet -- -D warnings
}

# Modules of the integration tests about features that a program lacks.
MISSING_FEATURES=(default_features highlight math minified pictures social_cards styles)

# Checks Croupier with its default features, and the documentation of all crates.
check_rust_defaults() {
  step "Rust: lints and tests of the default features"
  cargo clippy --quiet -- -D warnings
  cargo test --quiet --test outside -- "${MISSING_FEATURES[@]/%/::}"
  step "Rust: documentation"
  RUSTDOCFLAGS="-D warnings" cargo doc "${SELECTION[@]}" --no-deps --quiet
}

# Runs the Rust tests. In verification mode each build compares its plan with the full plan, and recorded results with new ones.
test_rust() {
  step "Rust: build"
  cargo test "${SELECTION[@]}" --no-run --quiet
  step "Rust: tests"
  # One more test than cores, because tests also wait for programs.
  RUST_TEST_THREADS=$(($(nproc) + 1)) CROUPIER_VERIFY=1 cargo test "${SELECTION[@]}" --quiet "$@"
}

# Modules of the integration tests that start servers, commands, bundlers or many builds. `tests/run quick` leaves them out.
SLOW_MODULES=(build_run cli command deploy deploy_s3 deploy_ssh deploy_versioned dev_services documentation hostile incremental
  incremental_islands island_imports island_messages island_mistakes islands islands_in_text killed parsers proxy releases runtime serving shards
  shared_cache shutdown tutorial watch web_servers)
# Single tests of other modules that take longer than ten seconds.
SLOW_TESTS=(browsers_take_avif_before_webp a_site_with_20000_pages)

test_rust_quickly() {
  step "Rust: build"
  cargo test "${SELECTION[@]}" --no-run --quiet
  step "Rust: quick tests"
  cargo test "${SELECTION[@]}" --lib --bins --test edits --quiet
  cargo test "${SELECTION[@]}" --test outside --quiet -- $(printf -- '--skip %s ' "${SLOW_MODULES[@]/%/::}" "${SLOW_TESTS[@]}")
}

# The SSH server, the web server and the programs of the deployment tests.
install_servers() {
  if ! [ -x /usr/sbin/sshd ] || ! [ -x /usr/sbin/nginx ] || missing rsync flock caddy; then
    install_debian nginx caddy openssh-client openssh-server rsync util-linux
  fi
}

# Installs the npm packages in an empty folder.
check_npm_packages() {
  local folder
  folder=$(mktemp -d)
  node generator/npm/pack.mjs --out "$folder" "linux-$(node -p process.arch)=$CROUPIER" >/dev/null
  node generator/npm/check.mjs "$folder"
  node generator/npm/check_ci.mjs "$folder"
  rm -rf "$folder"
}
