//! What `[dev]` of site.toml asks for beside the site, made real once: ports, commands, and the servers that paths are sent to.

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::Args;
use serde_json::{Map, Value};

use crate::command::commands::Commands;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::serve::additions::Additions;
use crate::serve::forward;
use crate::serve::upstream::{Started, Upstream, Upstreams, is_of_this_machine};
use croupier_content::config::dev::{Dev, PORT, Ports, Run, filled, origin, tried};
use croupier_content::config::hosts::{Directive, Hosts};

/// Flags of what `dev` starts beside the site.
#[derive(Debug, Args)]
pub struct BesideArgs {
    /// Start no command of site.toml, and send no request to a server of this machine.
    #[arg(long)]
    pub no_run: bool,
    /// What commands of site.toml are handed where they say `{args}`.
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<String>,
}

/// What is beside the site while it is served.
pub(crate) struct Beside {
    args: BesideArgs,
    /// Where the site listens.
    address: SocketAddr,
    root: PathBuf,
    console: Arc<Console>,
    /// What the server adds to the site, as soon as site.toml can be read.
    additions: Arc<OnceLock<Additions>>,
    /// The table as it was read last, and the commands that were started with the first.
    begun: RefCell<Option<(Dev, Commands)>>,
}

impl Beside {
    /// Nothing yet, beside a site of the folder `root` that listens on `address`.
    pub(crate) fn new(
        args: BesideArgs,
        address: SocketAddr,
        root: &Path,
        console: &Arc<Console>,
    ) -> Beside {
        let (additions, begun) = (Arc::default(), RefCell::default());
        Beside {
            args,
            address,
            root: root.to_owned(),
            console: Arc::clone(console),
            additions,
            begun,
        }
    }

    /// What the server adds to the site, once that is known.
    pub(crate) fn additions(&self) -> Arc<OnceLock<Additions>> {
        Arc::clone(&self.additions)
    }

    /// Starts what the table asks for, once; that it changed since is told.
    pub(crate) fn follow(&self, dev: &Dev) {
        let mut begun = self.begun.borrow_mut();
        if let Some((known, _)) = &mut *begun {
            if known != dev {
                *known = dev.clone();
                self.console.warn(
                    "[dev] of site.toml is another now; start croupier dev again to follow it",
                );
            }
            return;
        }
        let (mut commands, checked) = (Commands::default(), self.check(dev));
        let started =
            checked.and_then(|()| self.start(dev, &mut commands).map_err(Failure::Machine));
        match started {
            Ok(additions) => drop(self.additions.set(additions)),
            Err(Failure::Usage(text) | Failure::Machine(text)) => self.console.warn(&text),
            Err(_) => {}
        }
        *begun = Some((dev.clone(), commands));
    }

    /// Ends all that was started, and waits for that.
    pub(crate) async fn stop(self) {
        if let Some((_, commands)) = self.begun.into_inner() {
            commands.stop().await;
        }
    }

    /// Refuses what cannot be meant: to let other machines reach servers that are for this one, and arguments that nobody takes.
    pub(crate) fn check(&self, dev: &Dev) -> Result<(), Failure> {
        let BesideArgs { no_run, arguments } = &self.args;
        let is_local =
            |address: &String| origin(&tried(address)).as_ref().is_some_and(is_of_this_machine);
        let is_for_here = !dev.run.is_empty() || dev.proxy.values().any(is_local);
        if !self.address.ip().is_loopback() && is_for_here && !no_run {
            return Err(Failure::Usage(
                "what [dev] of site.toml starts and sends requests to answers this machine alone; add --no-run to serve others \
                 without it"
                    .to_owned(),
            ));
        }
        if !arguments.is_empty() && (*no_run || !dev.run.iter().any(Run::takes_arguments)) {
            return Err(Failure::Usage(format!(
                "nothing takes `{}`: a command of [[dev.run]] in site.toml does that has \"{{args}}\" among its arguments",
                arguments.join(" ")
            )));
        }
        Ok(())
    }

    /// Takes the ports, starts the commands, and says where requests go.
    fn start(&self, dev: &Dev, commands: &mut Commands) -> Result<Additions, String> {
        let no_run = self.args.no_run;
        let ports = self.ports(dev)?;
        let mut started: Vec<(&Run, Started)> = Vec::new();
        for run in dev.run.iter().filter(|_| !no_run) {
            let command = run.filled(&ports, &self.args.arguments);
            started.push((run, commands.start(&run.name, &command, &self.root, &self.console)?));
        }
        let mut routes: Vec<(String, Arc<Upstream>)> = Vec::new();
        for (path, address) in &dev.proxy {
            let Some(origin) =
                origin(&filled(address, &ports)).filter(|it| !no_run || !is_of_this_machine(it))
            else {
                continue;
            };
            let known = routes
                .iter()
                .find(|(_, upstream)| upstream.origin == origin)
                .map(|(_, upstream)| Arc::clone(upstream));
            let command = started
                .iter()
                .find(|(run, _)| run.shares_a_port(address))
                .map(|(_, started)| started.clone());
            routes.push((
                path.clone(),
                known.unwrap_or_else(|| Arc::new(Upstream::new(origin, command))),
            ));
        }
        let (mut hosts, mut config) = (Hosts::default(), Map::new());
        if no_run {
            return Ok(Additions {
                upstreams: Upstreams::new(forward::asking()?, routes),
                hosts,
                config,
            });
        }
        for directive in Directive::ALL {
            dev.hosts
                .of(directive)
                .iter()
                .for_each(|host| hosts.add(directive, filled(host, &ports)));
        }
        config
            .extend(dev.config.iter().map(|(key, value)| (key.clone(), with_ports(value, &ports))));
        Ok(Additions { upstreams: Upstreams::new(forward::asking()?, routes), hosts, config })
    }

    /// A number for each name: as far from the site's port as it is to be, or any that is free where that one is taken.
    fn ports(&self, dev: &Dev) -> Result<Ports, String> {
        let site = self.address.port();
        let mut ports: Ports = [(PORT.to_owned(), site)].into();
        // All are held until each has its own.
        let mut held = Vec::new();
        for (name, offset) in &dev.port_offsets {
            let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
            let wanted = site.checked_add(offset.get());
            let near = wanted.and_then(|port| bind(port).ok());
            if near.is_none() {
                let taken = wanted.map_or("there is none so far up".to_owned(), |port| {
                    format!("port {port} is taken")
                });
                self.console.line(&format!("{taken}; the port {name} is another"));
            }
            let listener = near
                .map_or_else(|| bind(0), Ok)
                .map_err(|error| format!("no port is free for {name}: {error}"))?;
            let port = listener.local_addr().map_err(|error| error.to_string())?.port();
            ports.insert(name.clone(), port);
            held.push(listener);
        }
        Ok(ports)
    }
}

/// A value in all of whose texts ports have their numbers.
fn with_ports(value: &Value, ports: &Ports) -> Value {
    match value {
        Value::String(text) => Value::String(filled(text, ports)),
        Value::Array(items) => items.iter().map(|item| with_ports(item, ports)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), with_ports(value, ports))).collect()
        }
        other => other.clone(),
    }
}
