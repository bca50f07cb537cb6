//! The languages that can be highlighted, with the names that users write after the fence of a block.

/// The number of languages.
const COUNT: usize = SYNTAXES.len();

/// The name of pages with PHP.
pub(crate) const PHP: &str = "PHP";

/// The name of PHP without an opening tag.
pub(crate) const PLAIN_PHP: &str = "PHP Source";

/// The name of commands for a shell.
pub(crate) const BASH: &str = "Bourne Again Shell (bash)";

/// Sessions in a shell: commands after a prompt, and their output.
pub(crate) const SESSION: &str = "session";

/// The first name of each language, for suggestions.
pub(crate) const NAMES: [&str; COUNT] = first_names();

/// Syntaxes with the names of their languages.
const SYNTAXES: &[(&str, &[&str])] = &[
    ("ActionScript", &["actionscript", "as3"]),
    ("Ada", &["ada", "adb", "ads"]),
    ("Apache Conf", &["apache", "apacheconf", "htaccess"]),
    ("AppleScript", &["applescript"]),
    ("AsciiDoc (Asciidoctor)", &["asciidoc", "adoc"]),
    ("x86_64 Assembly", &["asm", "assembly", "nasm", "x86asm"]),
    ("AWK", &["awk", "gawk"]),
    ("Batch File", &["batch", "bat", "batchfile", "cmd"]),
    ("BibTeX", &["bibtex", "bib"]),
    (BASH, &["bash", "sh", "shell", "zsh", "ksh", "shellscript"]),
    ("C", &["c", "h"]),
    ("C#", &["c-sharp", "csharp", "cs", "c#"]),
    ("C++", &["cpp", "c++", "cc", "cxx", "hpp", "hxx", "arduino", "cuda"]),
    ("Cabal", &["cabal"]),
    ("Clojure", &["clojure", "clj", "cljs", "edn"]),
    ("CMake", &["cmake"]),
    ("CoffeeScript", &["coffeescript", "coffee"]),
    ("Comma Separated Values", &["csv"]),
    ("Tab Separated Values", &["tsv"]),
    ("Crontab", &["crontab", "cron"]),
    ("Crystal", &["crystal", "cr"]),
    ("CSS", &["css", "postcss"]),
    ("D", &["d", "dlang"]),
    ("Dart", &["dart"]),
    ("Diff", &["diff", "patch", "udiff"]),
    ("Dockerfile (with bash)", &["dockerfile", "docker", "containerfile"]),
    ("DotENV", &["dotenv", "env"]),
    ("Elixir", &["elixir", "ex", "exs"]),
    ("HTML (EEx)", &["eex", "heex", "leex"]),
    ("Elm", &["elm"]),
    ("HTML (Rails)", &["erb", "html+erb", "rhtml"]),
    ("Erlang", &["erlang", "erl"]),
    ("F#", &["fsharp", "fs", "f#"]),
    ("Fish", &["fish", "fishshell"]),
    ("Fortran (Modern)", &["fortran", "f90", "f95"]),
    ("GDScript (Godot Engine)", &["gdscript", "gd"]),
    ("Git Attributes", &["gitattributes"]),
    ("Git Commit", &["gitcommit", "git-commit"]),
    ("Git Config", &["gitconfig", "git-config"]),
    ("Git Ignore", &["gitignore", "dockerignore", "ignore"]),
    ("Git Rebase Todo", &["git-rebase", "gitrebase"]),
    ("GLSL", &["glsl", "frag", "vert"]),
    ("gnuplot", &["gnuplot"]),
    ("Go", &["go", "golang"]),
    ("Gomod", &["gomod", "go.mod", "go-mod"]),
    ("GraphQL", &["graphql", "gql", "graphqls"]),
    ("Graphviz (DOT)", &["dot", "graphviz", "gv"]),
    ("Groff/troff", &["groff", "troff", "roff"]),
    ("Groovy", &["groovy", "gradle", "jenkinsfile"]),
    ("Haskell", &["haskell", "hs"]),
    ("HTML", &["html", "htm", "xhtml"]),
    ("HTTP Request and Response", &["http", "https"]),
    ("Idris", &["idris", "idr", "idris2"]),
    ("INI", &["ini", "cfg", "conf", "desktop", "dosini", "editorconfig", "reg", "systemd"]),
    ("Java", &["java"]),
    ("Java Properties", &["properties", "java-properties"]),
    ("JavaScript", &["javascript", "js", "cjs", "mjs"]),
    (
        "HTML (Twig)",
        &[
            "jinja2",
            "jinja",
            "j2",
            "django",
            "html+jinja",
            "jinja-html",
            "minijinja",
            "njk",
            "nunjucks",
            "tera",
            "twig",
        ],
    ),
    ("JQ", &["jq"]),
    ("JSON", &["json", "json5", "jsonc", "jsonl", "jsonld", "ndjson", "geojson", "webmanifest"]),
    ("jsonnet", &["jsonnet", "libsonnet"]),
    ("Java Server Page (JSP)", &["jsp"]),
    ("Julia", &["julia", "jl"]),
    ("Kotlin", &["kotlin", "kt", "kts"]),
    ("LaTeX", &["latex", "tex"]),
    ("Lean 4", &["lean", "lean4"]),
    ("Less", &["less"]),
    ("Lisp", &["lisp", "common-lisp", "commonlisp", "elisp", "emacs-lisp", "scheme", "scm"]),
    ("LLVM", &["llvm"]),
    ("Lua", &["lua", "luau"]),
    ("Makefile", &["makefile", "make", "mak", "mk"]),
    ("Markdown", &["markdown", "md", "mdx", "mkd"]),
    ("MATLAB", &["matlab", "octave"]),
    ("MediaWiki", &["mediawiki", "wikitext"]),
    ("nginx", &["nginx", "nginxconf"]),
    ("Nim", &["nim"]),
    ("Ninja", &["ninja"]),
    ("Nix", &["nix"]),
    ("NSIS", &["nsis"]),
    ("Objective-C", &["objective-c", "objc", "objectivec"]),
    ("Objective-C++", &["objective-cpp", "objcpp", "objc++"]),
    ("OCaml", &["ocaml", "ml"]),
    ("Odin", &["odin"]),
    ("orgmode", &["org", "orgmode"]),
    ("Pascal", &["pascal", "delphi", "objectpascal"]),
    ("Perl", &["perl", "pl"]),
    (PHP, &["php"]),
    ("PowerShell", &["powershell", "posh", "ps1", "pwsh"]),
    ("Protocol Buffer", &["protobuf", "proto", "proto3"]),
    ("Puppet", &["puppet"]),
    ("PureScript", &["purescript", "purs"]),
    ("Python", &["python", "py", "py3", "python3", "pyi", "gyp", "starlark", "bazel"]),
    ("QML", &["qml"]),
    ("R", &["r", "rlang"]),
    ("Racket", &["racket", "rkt"]),
    ("Regular Expression", &["regex", "regexp"]),
    ("Rego", &["rego"]),
    ("Requirements.txt", &["requirements", "pip-requirements", "requirements.txt"]),
    ("reStructuredText", &["restructuredtext", "rst", "rest"]),
    ("Robot Framework", &["robot", "robotframework"]),
    ("Ruby", &["ruby", "rb", "gemfile", "rake"]),
    ("Ruby Haml", &["haml"]),
    ("Ruby Slim", &["slim"]),
    ("Rust", &["rust", "rs"]),
    ("Sass", &["sass"]),
    ("Scala", &["scala", "sbt", "sc"]),
    ("SCSS", &["scss"]),
    ("SML", &["sml"]),
    ("Solidity", &["solidity", "sol"]),
    (
        "SQL",
        &["sql", "mysql", "pgsql", "plpgsql", "postgres", "postgresql", "sqlite", "tsql", "plsql"],
    ),
    ("SSH Config", &["ssh-config", "ssh_config", "sshconfig"]),
    ("Stylus", &["stylus", "styl"]),
    ("Svelte", &["svelte"]),
    ("Swift", &["swift"]),
    ("SystemVerilog", &["systemverilog", "system-verilog", "sv"]),
    ("Tcl", &["tcl"]),
    ("Terraform", &["terraform", "hcl", "tf", "tfvars"]),
    ("Textile", &["textile"]),
    ("TOML", &["toml"]),
    ("TypeScript", &["typescript", "ts", "cts", "mts"]),
    ("TypeScriptReact", &["tsx", "jsx", "javascriptreact", "typescriptreact"]),
    ("Typst", &["typst", "typ"]),
    ("Verilog", &["verilog", "v"]),
    ("VHDL", &["vhdl"]),
    ("VimL", &["vim", "viml", "vimscript"]),
    ("Vue Component", &["vue"]),
    ("Vyper", &["vyper"]),
    ("WGSL", &["wgsl"]),
    ("XML", &["xml", "atom", "plist", "rss", "svg", "wsdl", "xaml", "xsd", "xsl", "xslt"]),
    ("YAML", &["yaml", "yml"]),
    ("Zig", &["zig"]),
    (
        SESSION,
        &["console", "shell-session", "shellsession", "sh-session", "terminal", "bash-session"],
    ),
];

/// Words that a syntax does not know yet.
const MISSING_KEYWORDS: [(&str, &[&str]); 2] =
    [("Rust", &["async", "await", "dyn"]), ("SQL", &["limit", "on", "returning", "with"])];

/// Returns the keywords that a syntax does not know, in lower case.
pub(crate) fn missing_keywords(syntax: &str) -> &'static [&'static str] {
    let found = MISSING_KEYWORDS.iter().find(|(name, _)| *name == syntax);
    found.map_or(&[], |(_, keywords)| keywords)
}

/// Returns the name of the syntax of a language, whose name is in lower case.
pub(crate) fn syntax_name(language: &str) -> Option<&'static str> {
    let found = SYNTAXES.iter().find(|(_, names)| names.contains(&language));
    found.map(|(syntax, _)| *syntax)
}

const fn first_names() -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut index = 0;
    while index < COUNT {
        names[index] = SYNTAXES[index].1[0];
        index += 1;
    }
    names
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_language_has_a_syntax_and_names_of_its_own() {
        let set = two_face::syntax::extra_newlines();
        let mut seen = HashSet::new();
        for (syntax, names) in SYNTAXES {
            assert!(*syntax == SESSION || set.find_syntax_by_name(syntax).is_some(), "{syntax}");
            for name in *names {
                assert!(seen.insert(name), "{name}");
                assert_eq!(*name, name.to_lowercase());
            }
        }
        assert!(set.find_syntax_by_name(PLAIN_PHP).is_some());
    }
}
