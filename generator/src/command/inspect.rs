//! The commands that publish nothing: `croupier check`, and `croupier explain PAGE`.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;

use crate::command::build::once_with_commands;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::failure::refuse_interrupted_save;
use crate::command::print::print;
use crate::command::site_args::{ReportArgs, SiteArgs};
use crate::command::{external_links, hosts};
use croupier_base::diagnostic::{self, Diagnostic, Severity};
use croupier_base::disk::world::World;
use croupier_base::path::Route;
use croupier_base::progress::Note;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_engine::{Engine, ExplainedQuery, Explanation, FileExplanation, PageExplanation};
use croupier_engine::{TypeCheck, TypeChecker, without_reported};

/// Arguments of `croupier check`.
#[derive(Debug, Args)]
pub struct CheckCommand {
    /// The site and how to build it.
    #[command(flatten)]
    site: SiteArgs,
    /// Run the commands of `[[build.run]]` in site.toml, which write files of the site.
    #[arg(long)]
    run: bool,
    /// Also request the links to other sites, as `[link_checker]` in site.toml says.
    #[arg(long)]
    external: bool,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
}

impl CheckCommand {
    /// Checks all hosts.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        let builds = hosts::builds(self.site.build_args_with_commands(self.run), None)?;
        check(builds, self.external, console)
    }
}

/// Reports every error and warning of the site, the type errors of its runtime and, if `is_external` is set, the problems of links to
/// other sites.
fn check(builds: Vec<BuildOptions>, is_external: bool, console: &Console) -> Result<(), Failure> {
    if is_external {
        external_links::require()?;
    }

    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut externals = Vec::new();
    let (mut pages, mut settings) = (0, Vec::new());
    for (index, options) in once_with_commands(builds).iter().enumerate() {
        refuse_interrupted_save(&options.root)?;
        let (engine, found) = check_site(options, index == 0, console);
        let external =
            if is_external { external_links::check(&engine, &found, console) } else { Ok(None) };
        let of_links = external.as_ref().ok().and_then(Option::as_ref);
        let of_links = of_links.map(|it| it.diagnostics.clone()).unwrap_or_default();

        // Hosts share most of their sources.
        let new = found.into_iter().chain(of_links);
        let new: Vec<_> = new.filter(|it| !diagnostics.iter().any(|o| it.is_same(o))).collect();
        diagnostics.extend(new);
        externals.push(external);
        pages += engine.pages();
        settings = engine.settings_from();
    }
    console.checked(pages, &settings, &diagnostics);

    for external in externals {
        // The diagnostics of the site are reported even if the network is not available.
        let external = external?;
        if is_external {
            console.line(external.as_ref().map_or(NOT_CHECKED, |links| &links.summary));
        }
        if external.is_some_and(|links| !links.is_complete) {
            return Err(Failure::Reported(STOPPED));
        }
    }

    let has_error = diagnostics.iter().any(|it| it.severity == Severity::Error);
    if has_error { Err(Failure::Reported(diagnostic::exit_code(&diagnostics))) } else { Ok(()) }
}

/// Returns every error and warning of a build, and the type errors of the runtime if `has_types` is set.
fn check_site(
    options: &BuildOptions,
    has_types: bool,
    console: &Console,
) -> (Engine, Vec<Diagnostic>) {
    let mut engine = Engine::new(options, options.clock());
    // Both run at the same time, unless the check of the site has to install packages first.
    let find = || match Settings::read(options, &World::new(&options.root), &options.clock()) {
        Ok(settings) if has_types => TypeChecker::find(options, &settings),
        _ => Ok(None),
    };

    let early = find();
    let (early_types, checked) = std::thread::scope(|scope| {
        let types = early.as_ref().ok().and_then(Option::as_ref);
        let types = types.map(|checker| scope.spawn(|| type_errors(checker)));
        let checked = engine.check(&|note| console.receive(note));
        (types.and_then(|it| it.join().ok()), checked)
    });

    let types = match (early_types, early) {
        (Some(types), _) => types,
        (None, Err(error)) => vec![error],
        (None, Ok(_)) => match find() {
            Ok(checker) => checker.iter().flat_map(type_errors).collect(),
            Err(error) => vec![error],
        },
    };

    let (Ok(mut diagnostics) | Err(mut diagnostics)) = checked;
    diagnostics.extend(without_reported(types, &diagnostics));
    (engine, diagnostics)
}

/// Says that the exceptions of `[link_checker]` are not known.
const NOT_CHECKED: &str = "external links were not checked, because site.toml has errors";

/// The exit code of a check that the user stopped, as shells report an interrupt.
const STOPPED: u8 = 130;

fn type_errors(checker: &TypeChecker) -> Vec<Diagnostic> {
    match checker.start().and_then(TypeCheck::wait) {
        Ok(errors) => errors.unwrap_or_default(),
        Err(error) => vec![error],
    }
}

/// Arguments of `croupier explain`.
#[derive(Debug, Args)]
pub struct ExplainCommand {
    /// The page's route or file, such as /info/faq/ or content/info/faq.md.
    route: String,
    /// The site and how to build it.
    #[command(flatten)]
    site: SiteArgs,
    /// Only the host with this language, on a site whose languages have hosts of their own [default: all
    /// hosts].
    #[arg(long, value_name = "KEY")]
    language: Option<String>,
}

impl ExplainCommand {
    /// Prints the sources and outputs of a page or file, why it was rendered last, and what changed since.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        let ExplainCommand { route: written, site, language } = self;
        let receive = |note: Note<'_>| console.receive(note);
        let output = site.common.newest_output_args();
        let options = BuildOptions {
            drafts: output.drafts || site.drafts,
            allow_samples: output.allow_samples || site.allow_samples,
            ..output
        };

        let mut failure = None;
        for options in hosts::builds(options, language.as_deref())? {
            let mut engine = Engine::new(&options, options.clock());
            engine.check(&receive).map_err(Failure::Site)?;
            let text = match engine.explain(&route_or_file(&options.root, &written), &receive) {
                Ok(Explanation::Page(page)) => page_text(&page),
                Ok(Explanation::File(file)) => file_text(&file),
                Err(message) => {
                    failure.get_or_insert(message);
                    continue;
                }
            };
            return print(text);
        }
        Err(Failure::Usage(failure.unwrap_or_default()))
    }
}

/// Returns the path in the site of the file that `written` names, from the current folder or the site's. Otherwise `written` is a
/// route.
fn route_or_file(root: &Path, written: &str) -> Route {
    let Ok(root) = std::path::absolute(root) else { return Route::new(written) };
    let candidates = [std::path::absolute(written).ok(), Some(root.join(written))];
    let mut files = candidates.into_iter().flatten().filter(|path| path.is_file());

    let in_site = files.find_map(|path| {
        let inside = path.strip_prefix(&root).ok()?;
        let names: Option<Vec<_>> = inside.iter().map(|name| name.to_str()).collect();
        Some(Route::new(names?.join("/")))
    });
    in_site.unwrap_or_else(|| Route::new(written))
}

/// Returns the explanation of a file or of a redirect as lines of text.
fn file_text(file: &FileExplanation) -> String {
    let mut text = format!("/{}\n  {}\n", file.path, file.origin);
    push_queries(&mut text, &file.queries);
    text
}

/// Marks a dependency that changed.
fn mark(is_changed: bool) -> &'static str {
    if is_changed { "   (changed since the last build)" } else { "" }
}

/// Appends a line for each query.
fn push_queries(text: &mut String, queries: &[ExplainedQuery]) {
    for query in queries {
        let _ = writeln!(text, "  depends on   {}{}", query.description, mark(query.is_changed));
    }
}

/// Returns the explanation of a page as lines of text.
fn page_text(page: &PageExplanation) -> String {
    let mut text = format!("{}\n", page.route);
    let _ = writeln!(text, "  is made from {}{}", page.source, mark(page.is_source_changed));

    let cascade = mark(page.is_cascade_changed);
    for (key, file) in &page.cascaded {
        let _ = writeln!(text, "  inherits     {key} from {file}{cascade}");
    }

    if page.cascaded.is_empty() && page.is_cascade_changed {
        let _ = writeln!(text, "  inherits     nothing from parent folders{cascade}");
    }

    push_queries(&mut text, &page.queries);
    for path in &page.outputs {
        let _ = writeln!(text, "  becomes      {path}");
    }

    match &page.last_reason {
        None => text.push_str("  was not there in the last build\n"),
        Some(reason) => {
            let _ = writeln!(text, "  was rendered last because {reason}");
            let status = if page.is_up_to_date() {
                "is up to date"
            } else {
                "will be rendered by the next build"
            };
            let _ = writeln!(text, "  {status}");
        }
    }

    text
}
