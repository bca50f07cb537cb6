//! The services that `[dev]` in site.toml adds to the development server: ports, commands, proxy
//! routes, hosts and configuration.

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::Args;
use serde_json::{Map, Value};

use crate::command::console::Console;
use crate::command::dev::child_processes::ChildProcesses;
use crate::command::failure::Failure;
use crate::http_client::{check_scheme, new_client};
use crate::serve::dev_overlay::DevOverlay;
use crate::serve::proxy::routes::{ProxyRoutes, ServiceStatus, Upstream, is_of_this_machine};
use croupier_content::config::tables::dev::{
    Dev, PORT, Ports, Run, fill_ports, fill_sample_ports, parse_origin,
};
use croupier_content::config::tables::hosts::{Directive, Hosts};

/// Flags of `dev` that concern the services of site.toml.
#[derive(Debug, Clone, Args)]
pub struct ServiceArgs {
    /// Do not run the commands of `[[build.run]]` and `[[dev.run]]` in site.toml, and forward no requests to servers on this machine.
    #[arg(long)]
    pub no_run: bool,
    /// Arguments that replace `{args}` in the commands of site.toml.
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<String>,
}

/// The services of a development server.
pub(crate) struct DevServices {
    args: ServiceArgs,
    /// The address that the development server listens on.
    address: SocketAddr,
    root: PathBuf,
    console: Arc<Console>,
    /// Set once site.toml was read without errors and the services have started.
    overlay: Arc<OnceLock<DevOverlay>>,
    /// The `[dev]` table as it was last read, and the commands of the first version of it.
    started: RefCell<Option<(Dev, ChildProcesses)>>,
}

impl DevServices {
    /// Creates the services, not yet started, for the site in `root` that is served on `address`.
    pub(crate) fn new(
        args: ServiceArgs,
        address: SocketAddr,
        root: &Path,
        console: &Arc<Console>,
    ) -> DevServices {
        DevServices {
            args,
            address,
            root: root.to_owned(),
            console: Arc::clone(console),
            overlay: Arc::default(),
            started: RefCell::default(),
        }
    }

    /// Returns the overlay for the server. It is empty until the services have started.
    pub(crate) fn overlay(&self) -> Arc<OnceLock<DevOverlay>> {
        Arc::clone(&self.overlay)
    }

    /// Starts the services at the first call. A later call with a changed table prints a warning,
    /// because a restart is needed.
    pub(crate) fn apply(&self, dev: &Dev) {
        let mut started = self.started.borrow_mut();
        if let Some((last_dev, _)) = &mut *started {
            if last_dev != dev {
                *last_dev = dev.clone();
                self.console
                    .warn("[dev] in site.toml has changed; restart croupier dev to apply it");
            }
            return;
        }

        let mut processes = ChildProcesses::default();
        let overlay =
            self.check(dev).and_then(|()| self.start(dev, &mut processes).map_err(Failure::System));
        match overlay {
            Ok(overlay) => {
                let _ = self.overlay.set(overlay);
            }
            Err(Failure::Usage(message) | Failure::System(message)) => self.console.warn(&message),
            Err(_) => {}
        }

        *started = Some((dev.clone(), processes));
    }

    /// Ends all started commands and waits until they have ended.
    pub(crate) async fn stop(self) {
        if let Some((_, processes)) = self.started.into_inner() {
            processes.stop().await;
        }
    }

    /// Rejects flags that contradict the table: serving other machines with services that are only
    /// for this one, and arguments that no command uses.
    pub(crate) fn check(&self, dev: &Dev) -> Result<(), Failure> {
        let ServiceArgs { no_run, arguments } = &self.args;
        let is_local = |address: &String| {
            parse_origin(&fill_sample_ports(address)).as_ref().is_some_and(is_of_this_machine)
        };
        let has_local_services = !dev.run.is_empty() || dev.proxy.values().any(is_local);
        if !self.address.ip().is_loopback() && has_local_services && !no_run {
            return Err(Failure::Usage(
                "the commands and proxies of [dev] in site.toml are for this machine only; add --no-run to serve other machines \
                 without them"
                    .to_owned(),
            ));
        }

        if !arguments.is_empty() && (*no_run || !dev.run.iter().any(Run::takes_arguments)) {
            return Err(Failure::Usage(format!(
                "no command uses the arguments `{}`; add \"{{args}}\" to a command of [[dev.run]] in site.toml",
                arguments.join(" ")
            )));
        }

        Ok(())
    }

    /// Chooses the ports, starts the commands, and returns the proxy routes, hosts and
    /// configuration.
    fn start(&self, dev: &Dev, processes: &mut ChildProcesses) -> Result<DevOverlay, String> {
        let no_run = self.args.no_run;

        let ports = self.choose_ports(dev)?;
        let mut services: Vec<(&Run, ServiceStatus)> = Vec::new();
        for run in dev.run.iter().filter(|_| !no_run) {
            let command = run.resolve_command(&ports, &self.args.arguments);
            let status = processes.start(&run.name, &command, &self.root, &self.console)?;
            services.push((run, status));
        }

        let mut routes: Vec<(String, Arc<Upstream>)> = Vec::new();
        for (path, address) in &dev.proxy {
            let Some(origin) = parse_origin(&fill_ports(address, &ports)) else { continue };
            if no_run && is_of_this_machine(&origin) {
                continue;
            }

            let same_origin = routes.iter().find(|(_, upstream)| upstream.origin == origin);
            let upstream = match same_origin {
                Some((_, upstream)) => Arc::clone(upstream),
                None => {
                    check_scheme(&origin)?;
                    let service = services.iter().find(|(run, _)| run.shares_port_with(address));
                    Arc::new(Upstream::new(origin, service.map(|(_, status)| status.clone())))
                }
            };

            routes.push((path.clone(), upstream));
        }

        let (mut hosts, mut config) = (Hosts::default(), Map::new());
        if !no_run {
            for directive in Directive::ALL {
                for host in dev.hosts.of(directive) {
                    hosts.add(directive, fill_ports(host, &ports));
                }
            }
            for (key, value) in &dev.config {
                config.insert(key.clone(), with_ports(value, &ports));
            }
        }

        Ok(DevOverlay { routes: ProxyRoutes::new(new_client()?, routes), hosts, config })
    }

    /// Returns the port of each name: the site's port plus the configured offset, or any free port
    /// if that one is in use.
    fn choose_ports(&self, dev: &Dev) -> Result<Ports, String> {
        let site_port = self.address.port();
        let mut ports: Ports = [(PORT.to_owned(), site_port)].into();

        // Each port stays bound until all are chosen, so that no two names get the same one.
        let mut listeners = Vec::new();
        for (name, offset) in &dev.port_offsets {
            let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));

            let preferred_port = site_port.checked_add(offset.get());
            let preferred = preferred_port.and_then(|port| bind(port).ok());

            if preferred.is_none() {
                let problem = preferred_port
                    .map_or("no port number is that high".to_owned(), |port| {
                        format!("port {port} is in use")
                    });
                self.console.line(&format!("{problem}; using another free port for {name}"));
            }

            let listener = preferred
                .map_or_else(|| bind(0), Ok)
                .map_err(|error| format!("cannot find a free port for {name}: {error}"))?;
            let port = listener.local_addr().map_err(|error| error.to_string())?.port();
            ports.insert(name.clone(), port);
            listeners.push(listener);
        }

        Ok(ports)
    }
}

/// Returns a value with the port names in all its strings replaced by their numbers.
fn with_ports(value: &Value, ports: &Ports) -> Value {
    match value {
        Value::String(text) => Value::String(fill_ports(text, ports)),
        Value::Array(items) => items.iter().map(|item| with_ports(item, ports)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), with_ports(value, ports))).collect()
        }
        other => other.clone(),
    }
}
