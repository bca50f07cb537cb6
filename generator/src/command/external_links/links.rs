//! The links of a site that are checked: which of them share a request, and which are skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use url::Url;

use crate::command::external_links::outcome::{Outcome, RequestFailure, Verdict};
use crate::command::external_links::target::{self, Link};
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::link_checker::LinkChecker;

/// The links of a site.
#[derive(Default)]
pub(super) struct Links {
    /// The links that are checked, by URL as it is written. The error says why a link cannot be requested.
    pub by_written: BTreeMap<String, Result<Link, String>>,
    /// What to request, by URL.
    pub targets: BTreeMap<String, Target>,
    /// How many URLs are not checked, because they are excluded or reserved for examples.
    pub skipped: usize,
}

/// A URL to request.
#[derive(Clone)]
pub(super) struct Target {
    pub url: Url,
    /// The fragments to look for.
    pub fragments: BTreeSet<String>,
    options: Arc<LinkChecker>,
}

impl Links {
    /// Reads URLs as they are written.
    pub(super) fn read(written: BTreeSet<String>, settings: &Settings) -> Links {
        let options = Arc::new(settings.config.link_checker.clone());
        let scheme = settings.base_url.split(':').next().unwrap_or("https");
        let mut links = Links::default();
        for url in written {
            let read = target::parse(&url, scheme);
            if options.excludes(&url) || read.as_ref().is_ok_and(|link| is_skipped(link, &options))
            {
                links.skipped += 1;
                continue;
            }

            if let Ok(link) = &read {
                links.add_target(link, &options);
            }
            links.by_written.insert(url, read);
        }
        links
    }

    fn add_target(&mut self, link: &Link, options: &Arc<LinkChecker>) {
        let new = || Target {
            url: link.url.clone(),
            fragments: BTreeSet::new(),
            options: Arc::clone(options),
        };
        let target = self.targets.entry(link.url.to_string()).or_insert_with(new);
        if options.checks_fragment(&link.with_fragment()) {
            target.fragments.extend(link.fragment.clone());
        }
    }
}

fn is_skipped(link: &Link, options: &LinkChecker) -> bool {
    target::is_reserved(&link.url)
        || options.excludes(link.url.as_str())
        || options.excludes(&link.with_fragment())
}

impl Target {
    /// Whether a status code that is no success counts as one.
    pub(super) fn accepts(&self, status: u16) -> bool {
        self.options.accepts(self.url.as_str(), status)
    }

    /// Returns what an outcome says about the URL.
    pub(super) fn verdict(&self, outcome: &Outcome) -> Verdict {
        let is_own_machine = target::is_loopback(&self.url);
        if is_own_machine && matches!(outcome.status, Err(RequestFailure::Unreachable(_))) {
            return Verdict::Unverified;
        }
        outcome.verdict(|status| self.accepts(status))
    }
}
