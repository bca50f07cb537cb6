//! Computes a digest of the generator's own sources. A cache is only used by the generator that wrote it, on any machine.

#![expect(clippy::disallowed_methods, reason = "reads the generator's own sources")]

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Folders whose files determine the output. A package of this crate has only its own; the lock file then pins the others.
const FOLDERS: [&str; 11] = [
    "src",
    "loader",
    "scripts",
    "../base/src",
    "../content/src",
    "../extensions/src",
    "../highlight/src",
    "../math/src",
    "../minify/src",
    "../pictures/src",
    "../styles/src",
];

fn main() -> io::Result<()> {
    // A package of this crate holds the lock file itself; the repository has it two folders above.
    let lock = if Path::new("Cargo.lock").is_file() { "Cargo.lock" } else { "../../Cargo.lock" };
    let mut files = vec![PathBuf::from("Cargo.toml"), PathBuf::from(lock)];

    let folders: Vec<&str> =
        FOLDERS.into_iter().filter(|folder| Path::new(folder).is_dir()).collect();
    for folder in &folders {
        collect(Path::new(folder), &mut files)?;
    }

    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        (file, fs::read(file)?).hash(&mut hasher);
    }

    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(compiler).arg("--version").output()?.stdout.hash(&mut hasher);
    println!("cargo::rustc-env=GENERATOR_DIGEST={:016x}", hasher.finish());

    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    // Adding or removing a file changes its folder.
    for folder in folders {
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
