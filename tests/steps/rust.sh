# The steps for the Rust crates.

check_rust() {
  step "Rust: format and lints"
  cargo fmt --all --check
  cargo clippy "${SELECTION[@]}" --all-targets --quiet -- -D warnings
}

# Checks Croupier with its default features and without tests, and the documentation of all crates.
check_rust_defaults() {
  step "Rust: lints of the default features"
  cargo clippy --workspace --quiet -- -D warnings
  step "Rust: documentation"
  RUSTDOCFLAGS="-D warnings" cargo doc "${SELECTION[@]}" --no-deps --quiet
}

# Runs the Rust tests. In verification mode each build compares its plan with the full plan, and recorded results with new ones.
test_rust() {
  step "Rust: build"
  cargo test "${SELECTION[@]}" --no-run --quiet
  step "Rust: tests"
  CROUPIER_VERIFY=1 cargo test "${SELECTION[@]}" --quiet "$@"
}

# The SSH server, the web server and the programs of the deployment tests.
install_servers() {
  if ! [ -x /usr/sbin/sshd ] || ! [ -x /usr/sbin/nginx ] || missing rsync flock; then
    install_debian nginx openssh-client openssh-server rsync util-linux
  fi
}

check_npm_packages() {
  step "The npm packages, installed in an empty folder"
  local folder
  folder=$(mktemp -d)
  node generator/npm/pack.mjs --out "$folder" "linux-$(node -p process.arch)=$CROUPIER" >/dev/null
  node generator/npm/check.mjs "$folder"
  node generator/npm/check_ci.mjs "$folder"
  rm -rf "$folder"
}
