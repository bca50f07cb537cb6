//! The declaration of a query.

use std::hash::Hash;

use crate::query::Snapshot;
use crate::query::invalidation::Invalidation;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_content::site::Site;

/// A read of the snapshot.
pub(crate) trait Query {
    /// The result. Its hash covers everything that a rendering can learn from it.
    type Output<'a>: Hash;

    /// Reads the result. It is the same for the life of a snapshot.
    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a>;

    /// Returns the fingerprint of a result.
    fn fingerprint(result: &Self::Output<'_>) -> Fingerprint {
        fingerprint(result)
    }

    /// Whether a targeted change can have changed the result. The caller handles changes that affect
    /// everything: of the settings, the set of pages and the assets.
    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool;
}

/// Declares a query: its parameters, its result and how `croupier explain` shows it.
///
/// The expressions can use the parameters, which are references. The name of the query is also in
/// the list of `key.rs`.
macro_rules! query {
    (
        $(#[doc = $doc:literal])*
        $name:ident $(($($parameter:ident: $type:ty),+))? -> $output:ty;
        run: |$snapshot:pat_param| $run:expr,
        $(fingerprint: |$result:pat_param| $fingerprint:expr,)?
        may_change: |$changes:pat_param, $site:pat_param| $may_change:expr,
        display: |$formatter:ident| $display:expr $(,)?
    ) => {
        $(#[doc = $doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub(crate) struct $name $(($(pub $type),+))?;

        #[allow(unused_variables, reason = "an expression may need only some parameters")]
        impl $crate::query::declaration::Query for $name {
            type Output<'a> = $output;

            fn run<'a>(&self, $snapshot: &'a $crate::query::Snapshot) -> Self::Output<'a> {
                let $name $(($($parameter),+))? = self;
                $run
            }

            $(fn fingerprint($result: &Self::Output<'_>) -> croupier_base::fingerprint::Fingerprint {
                $fingerprint
            })?

            fn may_change(
                &self,
                $changes: &$crate::query::invalidation::Invalidation,
                $site: &croupier_content::site::Site,
            ) -> bool {
                let $name $(($($parameter),+))? = self;
                $may_change
            }
        }

        #[allow(unused_variables, reason = "an expression may need only some parameters")]
        impl std::fmt::Display for $name {
            fn fmt(&self, $formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $name $(($($parameter),+))? = self;
                $display
            }
        }
    };
}

pub(super) use query;
