//! The sandbox: a development server that implements the operator's API with a real database.
//!
//! It behaves as section 7 of the specification describes and rejects calls that the section does
//! not list. It is for development, previews and tests. The program `sandbox` serves it, and
//! `croupier dev` starts that program together with the site. It deliberately has no cookies, sends
//! no mail, takes no payments and holds no data of real players.

mod call;
mod clock;
mod controls;
mod error;
mod games;
mod html;
mod offers;
mod players;
mod routes;
mod server;
mod store;
mod texts;

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;

pub use clock::Clock;
pub use server::external_server::ExternalServer;
pub use server::guard::Origin;
pub use store::Error;

use controls::faults::{self, Faults};
use players::seed;
use server::guard::{self, Guard};
use server::{cors, idempotency};
use store::Store;

/// Path prefix of the API's own calls (decision A109).
pub const PREFIX: &str = "/api/794";

/// Returns the `OpenAPI` document as text, in the format of the snapshot `openapi.json`.
pub fn contract() -> String {
    format!("{:#}\n", routes::contract())
}

/// Options for opening a sandbox.
#[derive(Debug, Default)]
pub struct Options {
    /// Path of the database file. Without it, the database is in memory.
    pub database: Option<PathBuf>,
    /// Lets tests control faults and the time under `/sandbox/`.
    pub faults: bool,
    /// Folder of the site's promotions; changed files are read again. Without it, the sandbox uses
    /// the promotions that were embedded at build time.
    pub promotions: Option<PathBuf>,
    /// Source of the current time.
    pub clock: Clock,
    /// Origins of sites that may send cross-origin requests, such as `http://127.0.0.1:8000`.
    pub origins: Vec<Origin>,
    /// Listening address, if it is not loopback. The sandbox then also accepts this address as the
    /// host name. With an unspecified address, it accepts every IP address.
    pub host: Option<IpAddr>,
    /// Origin of [`Sandbox::external_router`], such as `http://127.0.0.1:8003`. Without it, the external
    /// services share the API's origin.
    pub external_origin: Option<String>,
}

/// An open sandbox. Clones share one database.
#[derive(Debug, Clone)]
pub struct Sandbox {
    state: Arc<AppState>,
    faults: Option<Arc<Faults>>,
    origins: Arc<[Origin]>,
    guard: Arc<Guard>,
    stored_responses: Arc<idempotency::StoredResponses>,
}

/// State that all routes share.
struct AppState {
    store: Store,
    clock: Clock,
    games: games::Games,
    offers: offers::Offers,
    frames: routes::FrameChannel,
    external_origin: Option<String>,
}

impl std::fmt::Debug for AppState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppState")
            .field("store", &self.store)
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Opens the database, applies migrations and seeds a new database.
    pub fn open(options: Options) -> Result<Sandbox, Error> {
        let store = Store::open(options.database.as_deref())?;
        options.clock.record_opening();
        seed::seed_missing(&store, &options.clock)?;

        let faults = options.faults.then(|| Arc::new(Faults::default()));
        let offers = offers::Offers::open(options.promotions).map_err(Error::promotions)?;
        let (games, frames) = (games::Games::new(), routes::FrameChannel::default());

        Ok(Sandbox {
            state: Arc::new(AppState {
                store,
                clock: options.clock,
                games,
                offers,
                frames,
                external_origin: options.external_origin,
            }),
            faults,
            guard: Arc::new(Guard::new(options.host, &options.origins)),
            origins: options.origins.into(),
            stored_responses: Arc::default(),
        })
    }

    /// Resets the sandbox: players and their data, faults, the list of calls, stored responses, and
    /// the clock.
    pub fn reset(&self) -> Result<(), Error> {
        if let Some(faults) = &self.faults {
            faults.clear();
        }
        self.stored_responses.clear();
        self.state.clock.reset();
        seed::reset(&self.state.store, &self.state.clock)
    }

    /// Returns the router of the API. With faults enabled, it includes the test controls under
    /// `/sandbox/`.
    pub fn router(&self) -> Router {
        let mut router =
            idempotency::add_layer(&self.stored_responses, routes::router(&self.state));
        if let Some(faults) = &self.faults {
            router = router.merge(faults::router(faults, &self.state));
        }
        let router = router
            .fallback(routes::unknown_path)
            .method_not_allowed_fallback(routes::unknown_method);
        cors::add_layer(&self.origins, guard::add_layer(&self.guard, router))
    }

    /// Returns the router of the external services: cashier, games, live tables, third-party
    /// scripts and report endpoints.
    pub fn external_router(&self) -> Router {
        let router = guard::add_layer(&self.guard, routes::external_router(&self.state));
        match &self.faults {
            Some(faults) => faults::add_layer(faults, &[], router),
            None => router,
        }
    }

    /// Wraps a router, such as [`Sandbox::router`], with the layer that injects faults.
    pub fn with_faults(&self, router: Router) -> Router {
        let Some(faults) = &self.faults else { return router };
        // Redirects to the other origin are excluded; otherwise such calls would count twice.
        let excluded: &'static [&'static str] = match self.state.external_origin {
            Some(_) => &["/sandbox/", routes::EXTERNAL_PREFIX],
            None => &["/sandbox/"],
        };
        // CORS is the outer layer: cross-origin pages can read injected faults, and preflight
        // requests do not count as calls.
        cors::add_layer(&self.origins, faults::add_layer(faults, excluded, router))
    }
}
