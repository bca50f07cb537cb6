//! The binary: runs the command that was typed and turns its outcome into an exit code.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Parser;

use croupier::cli::{Cli, Command, ListenArgs, SandboxArgs, SiteArgs};
use croupier::compare;
use croupier::console::Console;
use croupier::dev::{Api, Live};
use croupier::diagnostic::{self, Diagnostic};
use croupier::engine::Engine;
use croupier::rebuild::{self, Event, Watch};
use croupier::serve::{self, Folder};
use croupier::settings::{Environment, Flags, Settings, absolute};
use croupier::world::World;
use croupier::{explain, scaffold};

/// How a command ends when it did not do what it was asked.
enum Failure {
    /// The site has errors.
    Site(Vec<Diagnostic>),
    /// Everything was said already; this is the exit code.
    Told(u8),
    /// It was called wrongly.
    Usage(String),
    /// The machine failed.
    Machine(String),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let console = Arc::new(Console::new(json(&cli.command)));
    match run(cli.command, &console) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Site(found)) => {
            for it in &found {
                console.diagnostic(it);
            }
            ExitCode::from(diagnostic::exit_code(&found))
        }
        Err(Failure::Told(code)) => ExitCode::from(code),
        Err(Failure::Usage(text)) => {
            eprintln!("error: {text}");
            ExitCode::from(2)
        }
        Err(Failure::Machine(text)) => {
            eprintln!("error: {text}");
            ExitCode::from(3)
        }
    }
}

fn json(command: &Command) -> bool {
    match command {
        Command::Build { report, .. }
        | Command::Watch { report, .. }
        | Command::Dev { report, .. }
        | Command::Check { report, .. } => report.json,
        Command::Serve { .. } | Command::New { .. } | Command::Explain { .. } => false,
    }
}

fn run(command: Command, console: &Arc<Console>) -> Result<(), Failure> {
    match command {
        Command::Build { site, check_incremental, .. } => {
            console.event(&Event::Started);
            let mut engine = Engine::new(&site.flags(), Environment::read());
            let event = rebuild::once(&mut engine, None, &|text| console.note(text));
            console.event(&event);
            match event {
                Event::Failed { diagnostics, .. } => Err(Failure::Told(diagnostic::exit_code(&diagnostics))),
                _ => {
                    engine.save();
                    if check_incremental {
                        return compare(&site, console);
                    }
                    // The system takes memory back faster than it could be freed piece by piece.
                    std::process::exit(0);
                }
            }
        }
        Command::Check { site, .. } => {
            let mut engine = Engine::new(&site.flags(), Environment::read());
            let warnings = engine.check(&|text| console.note(text)).map_err(Failure::Site)?;
            for it in &warnings {
                console.diagnostic(it);
            }
            console.line(&format!("checked {}: no errors", croupier::console::counted(engine.pages(), "page")));
            Ok(())
        }
        Command::New { folder, name } => {
            scaffold::site(&absolute(&folder), &name).map_err(Failure::Usage)?;
            console.line(&format!("made {0}; look at it with: croupier dev --root {0}", folder.display()));
            Ok(())
        }
        Command::Explain { route, site } => {
            let mut engine = Engine::new(&site.flags(), Environment::read());
            engine.check(&|text| console.note(text)).map_err(Failure::Site)?;
            let last = engine.last_build(&|text| console.note(text));
            let text = explain::page(&engine, last.as_ref(), &route).map_err(Failure::Usage)?;
            let _ = std::io::stdout().write_all(text.as_bytes());
            Ok(())
        }
        Command::Watch { site, poll, .. } => asynchronous(watch(site.flags(), poll, Arc::clone(console), |_| {})),
        Command::Serve { site, listen } => asynchronous(serve(site.flags(), listen, Arc::clone(console))),
        Command::Dev { site, poll, listen, sandbox, .. } => {
            asynchronous(dev(site.flags(), poll, listen, sandbox, Arc::clone(console)))
        }
    }
}

/// Compares the output with a clean build.
fn compare(site: &SiteArgs, console: &Console) -> Result<(), Failure> {
    let (flags, environment) = (site.flags(), Environment::read());
    let out = flags.out.clone().unwrap_or_else(|| flags.root.join("public"));
    let note = |text: &str| console.note(text);
    let differ = compare::with_clean_build(&flags, environment, &out, &note).map_err(Failure::Site)?;
    if differ.is_empty() {
        console.line("the output equals a clean build");
        return Ok(());
    }
    for path in &differ {
        console.line(&format!("differs from a clean build: {path}"));
    }
    Err(Failure::Told(1))
}

fn asynchronous(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| Failure::Machine(format!("cannot start: {error}")))?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}

/// Builds now and on every change, until a signal; a build in hand is finished first.
async fn watch(flags: Flags, poll: bool, console: Arc<Console>, tell: impl Fn(&Event)) -> Result<(), Failure> {
    let mut stop = Box::pin(stopped()?);
    let note = |text: &str| console.note(text);
    let mut sources = Watch::begin(&flags, poll, &note);
    let mut engine = Engine::new(&flags, Environment::read()).warm();
    let mut paths = None;
    loop {
        console.event(&Event::Started);
        tell(&Event::Started);
        let told = Arc::clone(&console);
        let work = move || {
            let event = rebuild::once(&mut engine, paths.as_ref(), &|text| told.note(text));
            (engine, event)
        };
        let event;
        (engine, event) =
            tokio::task::spawn_blocking(work).await.map_err(|error| Failure::Machine(format!("the build stopped: {error}")))?;
        console.event(&event);
        tell(&event);
        // A build that failed waits for a change, and a clock that stands still brings nothing.
        let is_done = matches!(event, Event::Finished { .. }) && std::env::var_os("SOURCE_DATE_EPOCH").is_none();
        let due = engine.next_change_at().filter(|_| is_done).map(|moment| moment - Environment::read().now);
        tokio::select! {
            changed = sources.changed(&note) => paths = changed,
            () = wait(due) => paths = None,
            () = &mut stop => {
                engine.save();
                return Ok(());
            }
        }
    }
}

async fn serve(flags: Flags, listen: ListenArgs, console: Arc<Console>) -> Result<(), Failure> {
    let settings = Settings::read(&flags, &World::new(&flags.root), &Environment::read()).map_err(Failure::Site)?;
    let folder = Folder::new(settings.out.clone(), settings.prefix.clone());
    if !folder.is_built() {
        return Err(Failure::Usage(format!("{} holds no built site; run croupier build first", settings.out.display())));
    }
    let listener = serve::listen(SocketAddr::new(listen.host, listen.port)).await.map_err(Failure::Machine)?;
    let address = listener.local_addr().map_err(|error| Failure::Machine(error.to_string()))?;
    let stopped = stopped()?;
    console.line(&format!("serving {} on http://{address}{}/", settings.out.display(), settings.prefix));
    tokio::select! {
        served = axum::serve(listener, folder.app()).into_future() => served.map_err(|error| Failure::Machine(error.to_string())),
        () = stopped => Ok(()),
    }
}

async fn dev(flags: Flags, poll: bool, listen: ListenArgs, sandbox: SandboxArgs, console: Arc<Console>) -> Result<(), Failure> {
    let settings = Settings::read(&flags, &World::new(&flags.root), &Environment::read()).map_err(Failure::Site)?;
    let api = api(&flags, &listen, sandbox)?;
    let listener = serve::listen(SocketAddr::new(listen.host, listen.port)).await.map_err(Failure::Machine)?;
    let address = listener.local_addr().map_err(|error| Failure::Machine(error.to_string()))?;
    let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let live = Arc::new(Live::new(start));
    let with_api = api.is_some();
    let app = live.app(Folder::new(settings.out.clone(), settings.prefix.clone()), api);
    let announced = std::cell::Cell::new(false);
    let shown = Arc::clone(&console);
    let tell = move |event: &Event| {
        live.tell(event);
        if !matches!(event, Event::Started) && !announced.replace(true) {
            let beside = if with_api { ", with the sandbox API (a stand-in: no real money, no real players)" } else { "" };
            shown.line(&format!("serving on http://{address}{}/{beside}", settings.prefix));
            shown.line("watching for changes; Ctrl-C stops");
        }
    };
    tokio::select! {
        served = axum::serve(listener, app).into_future() => served.map_err(|error| Failure::Machine(error.to_string())),
        watched = watch(flags, poll, console, tell) => watched,
    }
}

#[cfg(feature = "sandbox")]
fn api(flags: &Flags, listen: &ListenArgs, args: SandboxArgs) -> Result<Option<Api>, Failure> {
    if args.no_sandbox {
        return Ok(None);
    }
    if !listen.host.is_loopback() {
        return Err(Failure::Usage("the sandbox API answers this machine alone; add --no-sandbox to serve others".to_owned()));
    }
    let database = match args.database {
        Some(file) if file.as_os_str() == "memory" => None,
        Some(file) => Some(absolute(&file)),
        None => Some(flags.root.join(".croupier").join("sandbox.db")),
    };
    let outside = sandbox::Outside::listen(listen.host, args.external_port, listen.port).map_err(Failure::Machine)?;
    let origin = outside.origin().to_owned();
    let options =
        sandbox::Options { database, faults: args.faults, outside: Some(origin.clone()), ..sandbox::Options::default() };
    let sandbox =
        sandbox::Sandbox::open(options).map_err(|error| Failure::Machine(format!("cannot open the sandbox: {error}")))?;
    let router = sandbox.router();
    let served = sandbox.clone();
    tokio::spawn(async move { outside.serve(&served).await });
    let around = Box::new(move |pages| sandbox.with_faults(sandbox.around_site(pages)));
    Ok(Some(Api { is_ours: sandbox::Sandbox::is_ours, router, outside: origin, around }))
}

#[cfg(not(feature = "sandbox"))]
fn api(_: &Flags, _: &ListenArgs, _: SandboxArgs) -> Result<Option<Api>, Failure> {
    Ok(None)
}

/// Waits so many seconds; for ever where nothing is due.
async fn wait(seconds: Option<i64>) {
    match seconds.map(u64::try_from) {
        Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds.unwrap_or(0).max(1))).await,
        None => std::future::pending().await,
    }
}

/// Waits for SIGTERM or SIGINT.
fn stopped() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).map_err(|error| Failure::Machine(format!("cannot listen for signals: {error}")));
    // From here on a signal waits to be asked for, also while a build is under way.
    let (mut term, mut int) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
    })
}
