//! The sandbox: a stand-in for the operator's API, with a real database behind it.
//!
//! It answers as the specification's section 7 says and refuses what that section does not list. It is for development,
//! previews and tests: the program `sandbox` serves it, and `croupier dev` starts that beside the site.
//! Deliberately absent: cookies, mail that leaves, payment, and anything of a real player.

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

/// Where the API's own calls lie (decision A109).
pub const PREFIX: &str = "/api/794";

/// The contract: the `OpenAPI` document as text, the way the snapshot `openapi.json` holds it.
pub fn contract() -> String {
    format!("{:#}\n", routes::contract())
}

/// The pictures of all games, by the names of their files below `/rtggames/`.
pub fn pictures() -> Vec<(String, String)> {
    games::Games::new().pictures().collect()
}

/// How a sandbox is opened.
#[derive(Debug, Default)]
pub struct Options {
    /// File of the database; in memory where there is none.
    pub database: Option<PathBuf>,
    /// Lets tests order failures and the time under `/sandbox/`.
    pub faults: bool,
    /// Folder of the site's promotions, of which files that change are read again; those of the time when the sandbox was
    /// built where there is none.
    pub promotions: Option<PathBuf>,
    /// What tells the time.
    pub clock: Clock,
    /// Origins of sites that may call from elsewhere, such as `http://127.0.0.1:8000`.
    pub origins: Vec<Origin>,
    /// The address that it listens on, where that is not loopback: then it answers to that address too, and one that listens
    /// everywhere to any address.
    pub host: Option<IpAddr>,
    /// Origin of [`Sandbox::outside`], such as `http://127.0.0.1:8003`; without one it lies on the API's own.
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

/// What every route may ask.
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
    /// Opens the database, brings it up to date and seeds it where it is new.
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

    /// Takes everything back to the beginning: players, what they did, faults, the list of calls, and the clock.
    pub fn reset(&self) -> Result<(), Error> {
        if let Some(faults) = &self.faults {
            faults.forget();
        }
        self.answers.forget();
        self.world.clock.reset();
        seed::reset(&self.world.store, &self.world.clock)
    }

    /// The API; with faults switched on also what orders them, under `/sandbox/`.
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

    /// What lies outside the casino: cashier, games, live tables, scripts of other services, sinks for reports.
    pub fn outside(&self) -> Router {
        let router = guard::around(&self.guard, routes::outside(&self.world));
        match &self.faults {
            Some(faults) => faults::around(faults, &[], router),
            None => router,
        }
    }

    /// Lays the ordered faults around a router, such as [`Sandbox::router`].
    pub fn with_faults(&self, router: Router) -> Router {
        let Some(faults) = &self.faults else { return router };
        // What only leads to the other origin would count twice.
        let except: &'static [&'static str] = match self.world.outside {
            Some(_) => &["/sandbox/", routes::OUTSIDE],
            None => &["/sandbox/"],
        };
        // A site elsewhere must be able to read a fault too, and what its browser asks first is no call.
        cors::around(&self.origins, faults::around(faults, except, router))
    }
}
