//! The configuration of hosts and CI services that `croupier new` writes.

use clap::ValueEnum;

/// The host or CI service that builds a new site on every push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ci {
    /// GitHub Actions and GitHub Pages.
    Github,
    /// GitLab CI and GitLab Pages.
    Gitlab,
    /// Netlify.
    Netlify,
    /// Cloudflare Pages.
    Cloudflare,
    /// Vercel.
    Vercel,
    /// None.
    None,
}

/// The npm packages of a new site.
pub(super) struct SitePackages {
    /// Whether the site has any.
    pub(super) has_any: bool,
    /// Whether a build installs them, because islands need them.
    pub(super) has_runtime: bool,
    /// Whether the site has tests and scripts that run them.
    pub(super) has_tests: bool,
}

/// A line of a workflow step for a site with npm packages.
const GITHUB_NPM_CACHE: &str = "          cache: npm\n";
/// The step that checks a site with npm packages, after the build.
const GITHUB_CHECKS: &str = "      - run: npm run check && npm test\n";
/// The step that installs the packages of a site whose builds do not.
const GITHUB_INSTALL: &str = "      - run: npm ci\n";
const GITLAB_INSTALL: &str = "  - npm ci\n";
const GITLAB_CHECKS: &str = "    - npm run check && npm test\n";

impl Ci {
    /// Returns the files to write.
    pub(super) fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Ci::Github => &[(".github/workflows/site.yml", include_str!("ci/github.yml"))],
            Ci::Gitlab => &[(".gitlab-ci.yml", include_str!("ci/gitlab.yml"))],
            Ci::Netlify => &[("netlify.toml", include_str!("ci/netlify.toml"))],
            Ci::Cloudflare => &[("build.sh", include_str!("ci/cloudflare.sh"))],
            Ci::Vercel => &[
                ("build.sh", include_str!("ci/vercel.sh")),
                ("vercel.json", include_str!("ci/vercel.json")),
            ],
            Ci::None => &[],
        }
    }

    /// Fills in the version of Croupier, and the steps of a site that has npm packages.
    pub(super) fn fill(self, text: &str, packages: &SitePackages) -> String {
        let (install, checks) = match self {
            Ci::Github => (GITHUB_INSTALL, GITHUB_CHECKS),
            _ => (GITLAB_INSTALL, GITLAB_CHECKS),
        };
        let shown = |text: &'static str, is_shown: bool| if is_shown { text } else { "" };
        let needs_install = packages.has_any && !packages.has_runtime;
        text.replace("{node}", shown(GITHUB_NPM_CACHE, packages.has_any))
            .replace("{install}", shown(install, needs_install))
            .replace("{checks}", shown(checks, packages.has_tests))
            .replace("{version}", env!("CARGO_PKG_VERSION"))
    }
}
