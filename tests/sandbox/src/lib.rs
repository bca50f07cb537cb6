//! The sandbox: a development server that implements the operator's API with a real database.
//!
//! It behaves as section 7 of the specification describes and rejects calls that the section does
//! not list. It is for development, previews and tests. The program `sandbox` serves it, and
//! `croupier dev` starts that program together with the site. It deliberately has no cookies, sends
//! no mail, takes no payments and holds no data of real players.

mod art;
mod call;
mod catalogue;
mod clock;
mod cors;
mod coupon;
mod daily;
mod doors;
mod error;
mod faults;
mod games;
mod guard;
mod html;
mod idempotency;
mod looks;
mod money;
mod offers;
mod orders;
mod outside;
mod password;
mod promotion;
mod received;
mod routes;
mod rules;
mod seed;
mod session;
mod states;
mod store;
mod texts;

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;

pub use clock::Clock;
pub use guard::Origin;
pub use outside::Outside;
pub use store::Error;

use faults::Faults;
use guard::Guard;
use store::Store;

/// Path prefix of the API's own calls (decision A109).
pub const PREFIX: &str = "/api/794";

/// Returns the `OpenAPI` document as text, in the format of the snapshot `openapi.json`.
pub fn contract() -> String {
    format!("{:#}\n", routes::contract())
}

/// Returns the pictures of all games by file name below `/rtggames/`.
pub fn pictures() -> Vec<(String, String)> {
    games::Games::new().pictures().collect()
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
    /// Origin of [`Sandbox::outside`], such as `http://127.0.0.1:8003`. Without it, the external
    /// services share the API's origin.
    pub outside: Option<String>,
}

/// An open sandbox. Clones share one database.
#[derive(Debug, Clone)]
pub struct Sandbox {
    world: Arc<World>,
    faults: Option<Arc<Faults>>,
    origins: Arc<[Origin]>,
    guard: Arc<Guard>,
    answers: Arc<idempotency::Answers>,
}

/// State that all routes share.
struct World {
    store: Store,
    clock: Clock,
    games: games::Games,
    offers: offers::Offers,
    pushes: routes::Pushes,
    outside: Option<String>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World")
            .field("store", &self.store)
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Opens the database, applies migrations and seeds a new database.
    pub fn open(options: Options) -> Result<Sandbox, Error> {
        let store = Store::open(options.database.as_deref())?;
        options.clock.begin();
        seed::fill(&store, &options.clock)?;
        let faults = options.faults.then(|| Arc::new(Faults::default()));
        let offers = offers::Offers::open(options.promotions).map_err(Error::of_promotions)?;
        let (games, pushes) = (games::Games::new(), routes::Pushes::default());
        Ok(Sandbox {
            world: Arc::new(World {
                store,
                clock: options.clock,
                games,
                offers,
                pushes,
                outside: options.outside,
            }),
            faults,
            guard: Arc::new(Guard::new(options.host, &options.origins)),
            origins: options.origins.into(),
            answers: Arc::default(),
        })
    }

    /// Resets the sandbox: players and their data, faults, the list of calls, stored responses, and
    /// the clock.
    pub fn reset(&self) -> Result<(), Error> {
        if let Some(faults) = &self.faults {
            faults.forget();
        }
        self.answers.forget();
        self.world.clock.reset();
        seed::reset(&self.world.store, &self.world.clock)
    }

    /// Returns the router of the API. With faults enabled, it includes the test controls under
    /// `/sandbox/`.
    pub fn router(&self) -> Router {
        let mut router = idempotency::around(&self.answers, routes::router(&self.world));
        if let Some(faults) = &self.faults {
            router = router.merge(faults::router(faults, &self.world));
        }
        let router = router
            .fallback(routes::unknown_path)
            .method_not_allowed_fallback(routes::unknown_method);
        cors::around(&self.origins, guard::around(&self.guard, router))
    }

    /// Returns the router of the external services: cashier, games, live tables, third-party
    /// scripts and report endpoints.
    pub fn outside(&self) -> Router {
        let router = guard::around(&self.guard, routes::outside(&self.world));
        match &self.faults {
            Some(faults) => faults::around(faults, &[], router),
            None => router,
        }
    }

    /// Wraps a router, such as [`Sandbox::router`], with the layer that injects faults.
    pub fn with_faults(&self, router: Router) -> Router {
        let Some(faults) = &self.faults else { return router };
        // Redirects to the other origin are excluded; otherwise such calls would count twice.
        let except: &'static [&'static str] = match self.world.outside {
            Some(_) => &["/sandbox/", routes::OUTSIDE],
            None => &["/sandbox/"],
        };
        // CORS is the outer layer: cross-origin pages can read injected faults, and preflight
        // requests do not count as calls.
        cors::around(&self.origins, faults::around(faults, except, router))
    }
}
