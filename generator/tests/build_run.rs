//! `[[build.run]]`: commands that make source files before a build reads them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::common::pipe::{next, pipe};
use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

/// Joins the parts of a style sheet, and adds a line to a log.
const SCRIPT: &str =
    "echo run >> .log\nmkdir -p static/css\ncat styles/*.css > static/css/site.css\n";

const JOIN: &str = r#"
[[build.run]]
command = ["sh", "tools/join.sh"]
inputs = ["styles/**/*.css", "tools/*.sh"]
outputs = ["static/css/site.css"]
"#;

/// A site whose command joins `styles/*.css`.
fn site() -> Site {
    SiteBuilder::new()
        .settings(JOIN)
        .file("tools/join.sh", SCRIPT)
        .file("styles/a.css", "a{color:red}\n")
        .file(
            "pages/shell.html",
            "<link rel='stylesheet' href='{{ asset(\"/css/site.css\") }}'><main id='main'>{{ main }}</main>",
        )
        .create()
}

/// How often the command of [`site`] ran.
fn runs(site: &Site) -> usize {
    fs::read_to_string(site.root().join(".log")).map_or(0, |text| text.lines().count())
}

#[test]
fn a_command_runs_when_its_inputs_its_outputs_or_its_arguments_changed() {
    let site = site();
    let mut expected = 0;
    let mut assert_run = |what: &str, css: &str| {
        expected += 1;
        for _ in 0..2 {
            site.build();
            assert_eq!(runs(&site), expected, "{what}");
            assert_eq!(site.output("css/site.css"), css, "{what}");
        }
        site.same_as_clean();
        assert_eq!(runs(&site), expected, "{what}");
    };
    assert_run("first build", "a{color:red}\n");
    site.write("styles/a.css", "a{color:blue}\n");
    assert_run("changed input", "a{color:blue}\n");
    site.write("styles/b.css", "b{color:red}\n");
    assert_run("new input", "a{color:blue}\nb{color:red}\n");
    site.remove("styles/b.css");
    assert_run("removed input", "a{color:blue}\n");
    site.write("static/css/site.css", "edited by hand");
    assert_run("edited output", "a{color:blue}\n");
    site.remove("static/css/site.css");
    assert_run("removed output", "a{color:blue}\n");
    site.write("package-lock.json", "{}");
    assert_run("new version of a tool", "a{color:blue}\n");
    site.write("site.toml", &site.read("site.toml").replace("join.sh\"]", "join.sh\", \"-x\"]"));
    assert_run("changed arguments", "a{color:blue}\n");
    // Neither a page, nor the date of an input, nor a file that no pattern matches is a change.
    site.write("content/index.md", "+++\ntitle = \"Other\"\n+++\n");
    site.write("styles/a.css", "a{color:blue}\n");
    site.write("styles/notes.txt", "notes");
    site.build();
    assert_eq!(runs(&site), 8);
}

#[test]
fn commands_run_in_order_and_the_next_one_reads_the_output_of_the_one_before() {
    let site = SiteBuilder::new()
        .settings(
            r#"
[[build.run]]
command = ["sh", "-c", "mkdir -p tmp/words; tr a-z A-Z < words.txt > tmp/words/upper.txt"]
inputs = ["words.txt"]
outputs = ["tmp/words/"]

[[build.run]]
command = ["sh", "-c", "mkdir -p content/made; (printf '+++\ntitle = \"Made\"\n+++\n'; cat tmp/words/upper.txt) > content/made/index.md"]
inputs = ["tmp/**"]
outputs = ["content/made"]
"#,
        )
        .file("words.txt", "some words")
        .create();
    for word in ["some", "other"] {
        site.write("words.txt", &format!("{word} words"));
        site.build();
        let text = format!("<p>{} WORDS</p>", word.to_uppercase());
        assert_contains(&site.output("made/index.html"), &[&text]);
        site.same_as_clean();
    }
}

#[test]
fn a_failed_command_is_an_error_with_its_output_and_publishes_nothing() {
    let site = site();
    site.build();
    site.write("tools/join.sh", "echo to the user\necho broken >&2\nexit 3\n");
    for _ in 0..2 {
        assert_contains(
            &site.refused(),
            &[
                "error[C0020]",
                "site.toml:4:1",
                "`sh tools/join.sh` ended with exit code 3",
                "to the user",
                "broken",
            ],
        );
    }
    site.write("tools/join.sh", "true\n");
    site.remove("static/css/site.css");
    assert_contains(&site.refused(), &["`sh tools/join.sh` did not make static/css/site.css"]);
    site.write("tools/join.sh", SCRIPT);
    site.build();
    assert_eq!(site.output("css/site.css"), "a{color:red}\n");
    site.write(
        "site.toml",
        &site.read("site.toml").replace("\"sh\", \"tools/join.sh\"", "\"no-such-tool\""),
    );
    assert_contains(
        &site.refused(),
        &["`no-such-tool` cannot be started", "searched in node_modules/.bin"],
    );
    site.write("node_modules/.bin/no-such-tool", &format!("#!/bin/sh\n{SCRIPT}"));
    let program = site.root().join("node_modules/.bin/no-such-tool");
    assert!(Command::new("chmod").arg("+x").arg(program).status().unwrap().success());
    site.build();
}

/// A command that never ends, with a child that ignores SIGTERM. Both write to a pipe.
const ENDLESS: &str = "exec 3>pipe
sh -c \"trap '' TERM; echo child >&3; sleep 1000\" &
echo parent >&3
wait
";

fn endless(settings: &str) -> Site {
    SiteBuilder::new()
        .settings(&format!("{JOIN}{settings}"))
        .file("tools/join.sh", ENDLESS)
        .create()
}

#[test]
fn a_command_that_does_not_end_in_time_is_ended_with_its_children() {
    let site = endless("timeout = 1\n");
    let lines = pipe(site.root());
    let text = site.refused();
    assert_contains(&text, &["error[C0020]", "did not end within 1 s", "`timeout`"]);
    let mut started = [next(&lines).unwrap(), next(&lines).unwrap()];
    started.sort();
    assert_eq!(started, ["child", "parent"]);
    assert_eq!(next(&lines), None);
}

#[test]
fn ctrl_c_ends_the_running_command_with_its_children() {
    for command in ["build", "watch"] {
        let site = endless("");
        let lines = pipe(site.root());
        let mut croupier = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args([command, "--preview"])
            .current_dir(site.root())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        next(&lines).unwrap();
        next(&lines).unwrap();
        kill_process(Pid::from_child(&croupier), Signal::INT).unwrap();
        croupier.wait().unwrap();
        assert_eq!(next(&lines), None);
    }
}

#[test]
fn check_runs_commands_only_on_request_and_a_build_can_leave_them_out() {
    let site = site();
    let unchecked = site.run(&["check", "--preview"]);
    assert_eq!(unchecked.status.code(), Some(1));
    assert_contains(&printed_text(&unchecked), &["there is no file /css/site.css"]);
    assert_eq!(site.run(&["build", "--preview", "--no-run"]).status.code(), Some(1));
    assert_eq!(runs(&site), 0);
    assert!(site.run(&["check", "--preview", "--run"]).status.success());
    assert_eq!(runs(&site), 1);
    assert!(site.run(&["check", "--preview"]).status.success());
    site.write("styles/a.css", "b{}");
    assert!(site.run(&["build", "--preview", "--no-run"]).status.success());
    assert_eq!((runs(&site), site.output("css/site.css")), (1, "a{color:red}\n".to_owned()));
}

#[test]
fn watch_runs_a_command_for_inputs_outside_of_the_sources_and_once_for_each_change() {
    for arguments in
        [&["watch", "--preview", "--json"][..], &["watch", "--preview", "--json", "--poll"]]
    {
        let site = site();
        let mut watch = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(arguments)
            .current_dir(site.root())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(watch.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut built = || {
            let line = lines.find(|line| line.contains("build_finished")).unwrap();
            assert_contains(&line, &["\"ok\":true"]);
        };
        built();
        for (index, color) in ["blue", "green", "gray"].into_iter().enumerate() {
            site.write("styles/a.css", &format!("a{{color:{color}}}"));
            while site.output("css/site.css") != format!("a{{color:{color}}}") {
                built();
            }
            if !arguments.contains(&"--poll") {
                assert_eq!(runs(&site), index + 2);
            }
        }
        // The next build is for the page: no event of an output makes another one.
        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nNew text.\n");
        while !site.output("index.html").contains("New text.") {
            built();
        }
        assert_eq!(runs(&site), 4);
        watch.kill().unwrap();
        watch.wait().unwrap();
    }
}

#[test]
fn a_change_by_a_command_reloads_the_pages_of_a_development_server() {
    let site = site();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    server.says("watching for changes");
    site.write("styles/a.css", "a{color:blue}\n");
    server.says("running sh tools/join.sh");
    while !server.get("/css/site.css").contains("blue") {}
}

#[test]
fn mistakes_in_the_table_are_errors_with_their_location() {
    for (entry, expected) in [
        ("command = []\ninputs = [\"a\"]\noutputs = [\"b\"]\n", "names no program"),
        ("command = [\"a\"]\ninputs = []\noutputs = [\"b\"]\n", "has no inputs"),
        ("command = [\"a\"]\ninputs = [\"a\"]\noutputs = []\n", "has no outputs"),
        ("command = [\"a\"]\ninputs = [\"../a\"]\noutputs = [\"b\"]\n", "outside the site"),
        (
            "command = [\"a\"]\ninputs = [\"a\"]\noutputs = [\".croupier/a\"]\n",
            "cannot be an output",
        ),
        (
            "command = [\"a\"]\ninputs = [\"a\"]\noutputs = [\"b\", \"b/\"]\n",
            "two commands write `b`",
        ),
        ("command = [\"a\"]\ninputs = [\"a\"]\noutputs = [\"b\"]\ntimeout = 0\n", "above 0"),
        ("command = \"a b\"\ninputs = [\"a\"]\noutputs = [\"b\"]\n", "is a list, and not the text"),
        ("comand = [\"a\"]\n", "did you mean `command`?"),
    ] {
        let site = SiteBuilder::new().settings(&format!("[[build.run]]\n{entry}")).create();
        assert_contains(&site.refused(), &["error[C0009]", "site.toml:", expected]);
    }
}
