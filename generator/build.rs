//! Says from which sources the generator is made: a cache is used by the very generator that wrote it, on whichever machine.

#![expect(clippy::disallowed_methods, reason = "reads the generator's own sources")]

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // A package of this crate holds the lock file itself, the repository above it.
    let lock = if Path::new("Cargo.lock").is_file() { "Cargo.lock" } else { "../Cargo.lock" };
    let mut files = vec![PathBuf::from("Cargo.toml"), PathBuf::from(lock)];
    collect(Path::new("src"), &mut files)?;
    collect(Path::new("loader"), &mut files)?;
    let has_pictures = env::var_os("CARGO_FEATURE_PICTURES").is_some();
    if has_pictures && Path::new("../pictures/src").is_dir() {
        collect(Path::new("../pictures/src"), &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    has_pictures.hash(&mut hasher);
    for file in &files {
        (file, fs::read(file)?).hash(&mut hasher);
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(compiler).arg("--version").output()?.stdout.hash(&mut hasher);
    println!("cargo::rustc-env=GENERATOR_DIGEST={:016x}", hasher.finish());
    for watched in files {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    // A file that comes or goes changes its folder.
    for folder in ["src", "loader"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    Ok(())
}

/// Adds every file below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
