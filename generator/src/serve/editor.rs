//! Opens source files in the developer's editor, for the error overlay.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde::Deserialize;
use tokio::process::Command;

/// A position in a source file, as the overlay names it.
#[derive(Debug, Deserialize)]
pub(super) struct Position {
    /// The site path of the file.
    file: String,
    /// The line, counted from 1.
    #[serde(default = "first")]
    line: usize,
    /// The column, counted from 1.
    #[serde(default = "first")]
    column: usize,
}

fn first() -> usize {
    1
}

/// Editors that run in a terminal, which the development server uses for its own output.
const IN_TERMINAL: [&str; 8] = ["vi", "vim", "nvim", "nano", "emacs", "micro", "helix", "hx"];

/// Opens a file of the site in `root`. `setting` is `[dev] editor` of site.toml. Returns a message
/// for the developer if that fails.
pub(super) fn open(root: &Path, setting: Option<&str>, position: &Position) -> Result<(), String> {
    let file = source_file(root, &position.file)?;
    let variable = |name| std::env::var(name).ok().filter(|text| !text.trim().is_empty());
    let command = setting
        .map(str::to_owned)
        .or_else(|| variable("VISUAL"))
        .or_else(|| variable("EDITOR"))
        .ok_or(
            "No editor is configured. Set `[dev] editor` in site.toml, or the environment variable VISUAL.",
        )?;

    let arguments = arguments(&command, &file, position);
    let program = arguments.first().ok_or("`[dev] editor` in site.toml is empty.")?;
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();

    let is_setting = setting.is_some();
    if IN_TERMINAL.contains(&&*name) && !is_setting {
        return Err(format!(
            "`{name}` needs a terminal. Set `[dev] editor` in site.toml to a command that opens a window."
        ));
    }

    let mut child = Command::new(program)
        .args(&arguments[1..])
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("The editor `{program}` cannot be started: {error}."))?;

    tokio::spawn(async move { child.wait().await });
    Ok(())
}

/// Returns the real path of a source file, which must be inside the site and not in a hidden
/// folder.
fn source_file(root: &Path, path: &str) -> Result<PathBuf, String> {
    let refused = || format!("`{path}` is not a file of this site.");
    let root = root.canonicalize().map_err(|_| refused())?;
    let file = root.join(path).canonicalize().map_err(|_| refused())?;
    let inner = file.strip_prefix(&root).map_err(|_| refused())?;
    let is_hidden = inner.iter().any(|part| part.as_encoded_bytes().starts_with(b"."));
    if is_hidden || !file.is_file() { Err(refused()) } else { Ok(file) }
}

/// Returns the program and its arguments. Without the placeholder `{file}`, known editors get the
/// position in their own syntax, and others the file alone.
fn arguments(command: &str, file: &Path, position: &Position) -> Vec<String> {
    let Position { line, column, .. } = position;
    let file = file.to_string_lossy();
    let fill = |text: &str| {
        let text = text.replace("{line}", &line.to_string());
        text.replace("{column}", &column.to_string()).replace("{file}", &file)
    };

    let mut arguments: Vec<String> = command.split_whitespace().map(fill).collect();
    if command.contains("{file}") {
        return arguments;
    }

    let name = arguments.first().map(|program| Path::new(program).file_stem().unwrap_or_default());
    match name.and_then(|name| name.to_str()).unwrap_or_default() {
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => {
            arguments.extend(["--goto".to_owned(), format!("{file}:{line}:{column}")]);
        }
        "subl" | "zed" | "zeditor" | "atom" | "mate" => {
            arguments.push(format!("{file}:{line}:{column}"));
        }
        "idea" | "webstorm" | "phpstorm" | "rustrover" => {
            arguments.extend(["--line".to_owned(), line.to_string(), file.into_owned()]);
        }
        "gvim" | "mvim" => arguments.extend([format!("+{line}"), file.into_owned()]),
        _ => arguments.push(file.into_owned()),
    }

    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_gets_the_position() {
        let position = Position { file: "a.tsx".to_owned(), line: 3, column: 7 };
        let of = |command| arguments(command, Path::new("/s/a.tsx"), &position).join(" ");
        assert_eq!(of("code"), "code --goto /s/a.tsx:3:7");
        assert_eq!(of("/usr/bin/subl -n"), "/usr/bin/subl -n /s/a.tsx:3:7");
        assert_eq!(of("ed --at {line},{column} {file}"), "ed --at 3,7 /s/a.tsx");
        assert_eq!(of("other"), "other /s/a.tsx");
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test writes a source")]
    fn only_files_of_the_site_are_opened() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let root = folder.path().join("site");
        for path in ["site/src/a.tsx", "site/.git/config", "secret"] {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, "").expect("a file");
        }
        std::os::unix::fs::symlink(folder.path().join("secret"), root.join("link"))
            .expect("a link");
        assert!(source_file(&root, "src/a.tsx").is_ok());
        let secret = folder.path().join("secret");
        for path in
            ["../secret", secret.to_str().expect("a path"), "link", ".git/config", "src", "no"]
        {
            assert!(source_file(&root, path).is_err(), "{path}");
        }
    }
}
