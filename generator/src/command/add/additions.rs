//! What `croupier add` can add, and the files of each addition.

use clap::ValueEnum;

use crate::command::add::changes::Changes;
use crate::command::add::npm::{Packages, add_tsconfig};
use crate::command::add::site_toml::SiteToml;
use crate::command::failure::Failure;
use crate::command::new::with_missing_lines;

/// Something that `croupier add` adds to a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Addition {
    /// React islands: npm packages, settings of TypeScript, and a first island with its test.
    Islands,
    /// Diagrams: code blocks of the language `mermaid` become images.
    Mermaid,
    /// Formulas of LaTeX, which browsers show without a script.
    Math,
    /// A style sheet in Sass.
    Sass,
    /// The search over the whole text of pages, with Pagefind.
    SearchText,
}

/// The files of the first island.
const COUNTER: [(&str, &str); 4] = [
    ("island.tsx", include_str!("../new/islands/src/islands/counter/island.tsx")),
    ("props.schema.json", include_str!("../new/islands/src/islands/counter/props.schema.json")),
    ("counter.css", include_str!("../new/islands/src/islands/counter/counter.css")),
    ("counter.test.tsx", include_str!("../new/islands/src/islands/counter/counter.test.tsx")),
];
/// The files of the island of diagrams.
const MERMAID: [(&str, &str); 3] = [
    ("island.tsx", include_str!("files/mermaid/island.tsx")),
    ("props.schema.json", include_str!("files/mermaid/props.schema.json")),
    ("mermaid.css", include_str!("files/mermaid/mermaid.css")),
];
/// A first style sheet in Sass.
const SASS: &str = include_str!("files/main.scss");

/// The versions of packages that Croupier is tested with.
const MERMAID_VERSION: &str = "^12.3.0";
const SASS_VERSION: &str = "^1.108.2";
const PAGEFIND_VERSION: &str = "^1.6.0";

impl Addition {
    /// Returns whether the addition needs npm packages.
    pub(crate) fn has_packages(self) -> bool {
        self != Addition::Math
    }

    /// Returns whether the addition gives the site a runtime, whose packages a build installs.
    pub(crate) fn has_runtime(self) -> bool {
        matches!(self, Addition::Islands | Addition::Mermaid)
    }

    /// Adds the files and settings that the site lacks.
    pub(super) fn apply(self, changes: &mut Changes<'_>) -> Result<(), Failure> {
        match self {
            Addition::Islands => add_islands(changes),
            Addition::Mermaid => add_mermaid(changes),
            Addition::Math => add_math(changes),
            Addition::Sass => add_sass(changes),
            Addition::SearchText => add_search_text(changes),
        }
    }
}

/// The runtime of a site: the folder of its islands, and that of its packages.
pub(super) struct Runtime {
    /// `[runtime] dir`.
    dir: String,
    /// The path of package.json.
    pub(super) package: String,
}

impl Runtime {
    /// Returns the runtime of a site, or the one that the site gets.
    pub(super) fn of(settings: &SiteToml, changes: &Changes<'_>) -> Runtime {
        let dir = settings.text(&["runtime", "dir"]).unwrap_or("src").trim_matches('/').to_owned();
        let own = format!("{dir}/package.json");
        let package = if changes.has(&own) { own } else { "package.json".to_owned() };
        Runtime { dir, package }
    }

    /// Returns a path next to package.json.
    fn next_to_package(&self, name: &str) -> String {
        self.package.replace("package.json", name)
    }
}

/// Adds what every site with islands needs. Returns its runtime.
fn add_runtime(changes: &mut Changes<'_>) -> Result<Runtime, Failure> {
    let mut settings = SiteToml::read(changes)?;
    let runtime = Runtime::of(&settings, changes);
    if changes.has(&format!("{}/bundle.mjs", runtime.dir)) {
        return Err(Failure::Usage(format!(
            "the runtime in {}/ has its own bundler, so that `croupier add` does not know its files; \
             add them by hand, as in the guides",
            runtime.dir
        )));
    }
    if settings.get(&["runtime", "dir"]).is_none()
        && !settings.set(&["runtime"], "dir", runtime.dir.as_str())
    {
        changes.conflicts.push(
            "site.toml has a key `runtime` that is no table: write `[runtime]` and `dir = \"src\"`"
                .to_owned(),
        );
    }
    settings.finish(changes);

    let packages = Packages { path: &runtime.package };
    // The loader is extracted into the root of the site.
    let depth = runtime.package.matches('/').count();
    let loader = format!("file:{}.croupier/loader", "../".repeat(depth));
    packages.add(changes, &[("dependencies", "@croupier/loader", &loader)])?;
    packages.add_of_starter(
        changes,
        &[
            ("dependencies", "react"),
            ("dependencies", "react-dom"),
            ("devDependencies", "@types/react"),
            ("devDependencies", "@types/react-dom"),
            ("devDependencies", "typescript"),
        ],
    )?;
    packages.add(changes, &[("scripts", "check", "tsc --noEmit")])?;
    let folder = if depth > 0 { "." } else { runtime.dir.as_str() };
    add_tsconfig(changes, &runtime.next_to_package("tsconfig.json"), folder)?;
    ignore(changes, &["/.croupier/", "node_modules/"])?;
    require_scripts(changes)?;
    Ok(runtime)
}

/// Adds the runtime, and a first island if the site has none.
fn add_islands(changes: &mut Changes<'_>) -> Result<(), Failure> {
    let islands = format!("{}/islands", Runtime::of(&SiteToml::read(changes)?, changes).dir);
    let has_islands = changes.has(&islands);
    let runtime = add_runtime(changes)?;
    if has_islands {
        return Ok(());
    }

    for (name, text) in COUNTER {
        changes.create(&format!("{islands}/counter/{name}"), text);
    }

    let packages = Packages { path: &runtime.package };
    packages.add_of_starter(
        changes,
        &[("devDependencies", "happy-dom"), ("devDependencies", "vitest")],
    )?;
    packages.add(changes, &[("scripts", "test", "vitest run")])?;

    changes.usage.push(
        "write {{ island(\"counter\", label=\"Clicks\") }} in a page to show the first island"
            .to_owned(),
    );
    Ok(())
}

/// Adds an island that draws diagrams, and names it for the code blocks of its language.
fn add_mermaid(changes: &mut Changes<'_>) -> Result<(), Failure> {
    const LANGUAGE: [&str; 3] = ["markdown", "code_islands", "mermaid"];
    if SiteToml::read(changes)?.get(&LANGUAGE).is_some() {
        return Ok(());
    }
    let runtime = add_runtime(changes)?;
    let folder = format!("{}/islands/mermaid", runtime.dir);
    if changes.has(&folder) {
        changes.conflicts.push(format!(
            "{folder}/ is an island of yours already. If it draws diagrams, write in site.toml: \
             [markdown.code_islands] mermaid = \"mermaid\""
        ));
        return Ok(());
    }
    for (name, text) in MERMAID {
        changes.create(&format!("{folder}/{name}"), text);
    }
    let packages = Packages { path: &runtime.package };
    packages.add(changes, &[("dependencies", "mermaid", MERMAID_VERSION)])?;

    let mut settings = SiteToml::read(changes)?;
    if !settings.set(&LANGUAGE[..2], "mermaid", "mermaid") {
        changes.conflicts.push(
            "`[markdown] code_islands` of site.toml is no table: write `[markdown.code_islands]` and `mermaid = \"mermaid\"`"
                .to_owned(),
        );
    }
    // Mermaid writes texts into the page as HTML, with the policies of this name.
    let trusted_types = settings.get(&["output", "trusted_types"]);
    if trusted_types.and_then(toml_edit::Item::as_bool) != Some(false) {
        settings.extend(&["output"], "trusted_types", &["default", "dompurify"]);
    }
    settings.finish(changes);
    changes.usage.push("each code block of the language `mermaid` is a diagram now".to_owned());
    Ok(())
}

/// Enables formulas, and adds their style sheet.
fn add_math(changes: &mut Changes<'_>) -> Result<(), Failure> {
    let mut settings = SiteToml::read(changes)?;
    if !settings.is_on(&["markdown", "math"]) {
        settings.set(&["markdown"], "math", true);
        changes
            .usage
            .push("write formulas as $x^2$, or between $$ on lines of their own".to_owned());
    }
    settings.finish(changes);
    #[cfg(feature = "math")]
    changes.create("static/math.css", &croupier_math::style_sheet());
    #[cfg(not(feature = "math"))]
    return Err(Failure::without_feature("math"));
    #[cfg(feature = "math")]
    link_style_sheet(changes, "/math.css")
}

/// Adds the compiler of Sass, and a first style sheet if the site has none in Sass.
fn add_sass(changes: &mut Changes<'_>) -> Result<(), Failure> {
    let mut settings = SiteToml::read(changes)?;
    let runtime = Runtime::of(&settings, changes);
    // The faster variant of the compiler takes its place.
    let has_compiler =
        changes.text(&runtime.package)?.is_some_and(|it| it.contains("\"sass-embedded\""));
    if !has_compiler {
        Packages { path: &runtime.package }
            .add(changes, &[("devDependencies", "sass", SASS_VERSION)])?;
    }
    ignore(changes, &["node_modules/"])?;

    let entries = settings.get(&["styles", "entries"]).and_then(|it| it.as_table_like());
    let is_sass = |source: &str| source.ends_with(".scss") || source.ends_with(".sass");
    let has_sass = entries
        .is_some_and(|entries| entries.iter().any(|(_, it)| it.as_str().is_some_and(is_sass)));
    if has_sass {
        return Ok(());
    }
    if !settings.set(&["styles", "entries"], "/styles/main.css", "styles/main.scss") {
        changes.conflicts.push("`[styles] entries` of site.toml is no table: write `[styles.entries]` and `\"/styles/main.css\" = \"styles/main.scss\"`".to_owned());
    }
    settings.finish(changes);
    changes.create("styles/main.scss", SASS);
    changes.usage.push("styles/main.scss is on every page".to_owned());
    link_style_sheet(changes, "/styles/main.css")
}

/// Adds Pagefind, and enables the search over texts.
fn add_search_text(changes: &mut Changes<'_>) -> Result<(), Failure> {
    let mut settings = SiteToml::read(changes)?;
    let runtime = Runtime::of(&settings, changes);
    if !settings.is_on(&["search", "text"]) {
        settings.set(&["search"], "text", true);
        changes.usage.push("croupier build writes the index; dev searches titles".to_owned());
    }
    settings.finish(changes);
    let packages = Packages { path: &runtime.package };
    packages.add(changes, &[("devDependencies", "pagefind", PAGEFIND_VERSION)])?;
    ignore(changes, &["node_modules/"])?;

    if !has_in_templates(changes, &["search_button(", "data-search-open"])? {
        changes.usage.push(
            "Ctrl+K opens the search; write {{ search_button() }} in a template for a button"
                .to_owned(),
        );
    }
    Ok(())
}

/// Adds lines that .gitignore lacks.
fn ignore(changes: &mut Changes<'_>, lines: &[&str]) -> Result<(), Failure> {
    const PATH: &str = ".gitignore";
    let text = changes.text(PATH)?.unwrap_or_default();
    let is_ignored = |wanted: &str| {
        text.lines().any(|line| line.trim().trim_matches('/') == wanted.trim_matches('/'))
    };
    let missing: Vec<&str> = lines.iter().copied().filter(|line| !is_ignored(line)).collect();
    let added = missing.iter().map(|line| (*line).to_owned()).collect();
    changes.edit(PATH, with_missing_lines(text.clone(), &missing.join("\n")), added);
    Ok(())
}

/// Returns whether a template contains one of these texts.
fn has_in_templates(changes: &Changes<'_>, wanted: &[&str]) -> Result<bool, Failure> {
    for path in changes.templates() {
        let text = changes.text(&path)?.unwrap_or_default();
        if wanted.iter().any(|it| text.contains(it)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reports a site whose base layout does not load the scripts of islands.
fn require_scripts(changes: &mut Changes<'_>) -> Result<(), Failure> {
    if !has_in_templates(changes, &["{{ scripts", "{{scripts", "{{- scripts"])? {
        changes.conflicts.push(
            "no base layout loads the scripts of islands: write {{ scripts }} before </head> in pages/shell.html"
                .to_owned(),
        );
    }
    Ok(())
}

/// Links a style sheet in the base layout, unless a template does so.
fn link_style_sheet(changes: &mut Changes<'_>, path: &str) -> Result<(), Failure> {
    const SHELL: &str = "pages/shell.html";
    let conflict = format!(
        "link the style sheet in the head of your base layout: <link rel=\"stylesheet\" href=\"{{{{ asset(\"{path}\") }}}}\">"
    );
    if has_in_templates(changes, &[path])? {
        return Ok(());
    }
    let text = changes.text(SHELL)?.unwrap_or_default();
    let is_anchor = |line: &&str| {
        let line = line.trim();
        line.eq_ignore_ascii_case("{{ scripts }}") || line.eq_ignore_ascii_case("</head>")
    };
    let Some(line) = text.split_inclusive('\n').find(is_anchor) else {
        changes.conflicts.push(conflict);
        return Ok(());
    };

    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let indent = &line[..line.len() - line.trim_start().len()];
    let end = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
    let link =
        format!("{indent}<link rel=\"stylesheet\" href=\"{{{{ asset(\"{path}\") }}}}\">{end}");
    let (before, after) = text.split_at(start);
    let text = [before, &link, after].concat();
    changes.edit(SHELL, text, vec![format!("a link to {path}")]);
    Ok(())
}
