//! The configuration of hosts and CI services that `croupier new` writes.

use clap::ValueEnum;

/// The host or CI service that builds a new site on every push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Ci {
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

/// A line of a workflow step for a site with npm packages.
const GITHUB_NPM_CACHE: &str = "          cache: npm\n";
/// The step that checks a site with npm packages, after the build.
const GITHUB_CHECKS: &str = "      - run: npm run check && npm test\n";
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
    pub(super) fn fill(self, text: &str, has_packages: bool) -> String {
        let checks = if self == Ci::Github { GITHUB_CHECKS } else { GITLAB_CHECKS };
        let (cache, checks) = if has_packages { (GITHUB_NPM_CACHE, checks) } else { ("", "") };
        text.replace("{node}", cache)
            .replace("{checks}", checks)
            .replace("{version}", env!("CARGO_PKG_VERSION"))
    }
}
