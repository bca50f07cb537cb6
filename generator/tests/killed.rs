//! A build that is killed: every file of the output is complete, old or new, and the next build completes the output.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::tree;

const PAGES: usize = 300;
const KILLS: u32 = 40;

fn build(root: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command
        .args(["build", "--preview"])
        .arg("--root")
        .arg(root)
        .arg("--out")
        .arg(out)
        .stderr(Stdio::null());
    command
}

fn write_site(root: &Path, turn: u32) {
    for page in 0..PAGES {
        let text = format!(
            "+++\ntitle = \"Page {page}\"\n+++\nTurn {turn}. {}\n",
            "Words of some length. ".repeat(200)
        );
        fs::write(root.join(format!("content/p{page}.md")), text).unwrap();
    }

    // A file becomes a folder, and a folder a file.
    for (name, is_folder) in [("a", turn.is_multiple_of(2)), ("b", !turn.is_multiple_of(2))] {
        let path = root.join("static").join(name);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir_all(&path);
        let file = if is_folder { path.join("file") } else { path };
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, format!("{{Turn {turn}.}}")).unwrap();
    }
}

#[test]
fn a_killed_build_leaves_complete_files_and_the_next_build_completes_the_output() {
    let folder = TempDir::new().unwrap();
    let (root, out) = (folder.path().join("site"), folder.path().join("public"));
    assert!(
        Command::new(env!("CARGO_BIN_EXE_croupier"))
            .arg("new")
            .arg(&root)
            .stderr(Stdio::null())
            .status()
            .unwrap()
            .success()
    );
    write_site(&root, 0);
    let start = Instant::now();
    assert!(build(&root, &out).status().unwrap().success());
    let duration = start.elapsed();
    let mut interrupted = 0;
    for turn in 1..=KILLS {
        let before = tree(&out);
        write_site(&root, turn);
        let mut child = build(&root, &out).spawn().unwrap();
        // The delays are spread over the duration of a complete build, so that every stage is interrupted.
        let delay = duration.mul_f64(f64::from(turn) / f64::from(KILLS));
        let until = Instant::now() + delay.min(Duration::from_secs(2));
        while Instant::now() < until && child.try_wait().unwrap().is_none() {
            std::hint::spin_loop();
        }
        interrupted += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();

        for (path, bytes) in tree(&out) {
            // Temporary files may be incomplete.
            if path.to_string_lossy().starts_with(".croupier") || before.get(&path) == Some(&bytes)
            {
                continue;
            }
            let text = String::from_utf8(bytes).unwrap();
            if path.ends_with("app-data.json") || path.ends_with("releases.json") {
                serde_json::from_str::<serde_json::Value>(&text).expect("JSON is complete");
                continue;
            }
            assert!(
                text.contains(&format!("Turn {turn}.")),
                "{} is neither old nor new",
                path.display()
            );
            assert!(
                text.trim_end().ends_with("</html>") || text.trim_end().ends_with('}'),
                "{} is incomplete",
                path.display()
            );
        }
        assert!(build(&root, &out).status().unwrap().success());
        let clean = folder.path().join(format!("clean-{turn}"));
        assert!(build(&root, &clean).status().unwrap().success());
        assert!(
            tree(&out) == tree(&clean),
            "turn {turn}: the build after the killed build differs from a clean build"
        );
        fs::remove_dir_all(clean).unwrap();
    }
    assert!(interrupted > 5, "only {interrupted} builds were killed before they finished");
    let remaining: Vec<_> =
        fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(remaining.len(), 2, "{remaining:?}");
}
