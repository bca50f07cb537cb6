//! Previews: `croupier deploy` to a target of previews, and `croupier previews`, which lists and removes them.

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::command::built_output::BuiltOutput;
use crate::command::console::Console;
use crate::command::deploy::chosen_target::ChosenTarget;
use crate::command::deploy::release_target::{Place, ReleaseTarget};
use crate::command::deploy::report::Reporter;
use crate::command::deploy::{
    DeployArgs, ReleaseArgs, commit, deploy_options, failure, purge, user,
};
use crate::command::failure::Failure;
use crate::command::print::print;
use crate::command::site_args::site_zone;
use croupier_base::date;
use croupier_base::diagnostic::wording::{counted, did_you_mean};
use croupier_base::disk::world::World;
use croupier_content::config::options::{BuildOptions, PreviewNotice};
use croupier_content::config::settings::Settings;
use croupier_deploy::{
    ChangedUrls, Clock as _, DeployError, Preview, SystemClock, Verification, slug,
};

/// Maximum length of the name of a preview, in bytes.
const MAX_NAME: usize = 200;

/// What `croupier previews` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PreviewsAction {
    /// Lists the previews.
    #[default]
    List,
    /// Removes the previews that have expired.
    Prune,
    /// Removes one preview.
    Remove,
}

/// Parses the name of a preview. The error is a message for users.
pub(super) fn parse_name(name: &str) -> Result<String, String> {
    let is_valid =
        !name.trim().is_empty() && name.len() <= MAX_NAME && !name.chars().any(char::is_control);
    let message = || format!("write the name of a branch, of at most {MAX_NAME} bytes");
    is_valid.then(|| name.to_owned()).ok_or_else(message)
}

/// Parses a duration such as `14d`, and returns its seconds. The error is a message for users.
pub(super) fn parse_duration(text: &str) -> Result<i64, String> {
    let units = [('h', 3600), ('d', 86_400), ('w', 7 * 86_400)];
    let parsed = units.into_iter().find_map(|(unit, seconds)| {
        let count: u16 = text.strip_suffix(unit)?.parse().ok()?;
        Some(i64::from(count) * seconds).filter(|seconds| *seconds > 0)
    });
    parsed.ok_or_else(|| "write hours, days or weeks, such as 12h, 14d or 2w".to_owned())
}

/// A preview that is going to be deployed.
pub(super) struct NewPreview {
    preview: Preview,
    /// The target, with the list of previews.
    place: Place,
}

impl NewPreview {
    /// Returns the preview to deploy, if the target is for previews. Sets the options of its build.
    pub(super) fn from_args(
        args: &DeployArgs,
        chosen: &ChosenTarget,
        options: &mut BuildOptions,
    ) -> Result<Option<NewPreview>, Failure> {
        let settings = &chosen.settings;
        if !settings.has_previews() {
            if args.name.is_some() {
                return Err(Failure::Usage(format!(
                    "the target {} is not for previews; set `base_url = \"https://preview.example.com/{{name}}/\"` in its table",
                    chosen.name
                )));
            }
            options.base_url = options.base_url.take().or_else(|| settings.base_url(""));
            return Ok(None);
        }

        let Some(name) = &args.name else {
            return Err(Failure::Usage(format!(
                "a preview needs a name; run `croupier deploy {} --name BRANCH`",
                chosen.name
            )));
        };

        if options.base_url.is_some() {
            return Err(Failure::Usage(format!(
                "the `base_url` of the target {} sets the URL of its previews; remove --base-url",
                chosen.name
            )));
        }

        let slug = slug(name);
        let created_at = SystemClock.now();
        let expires_at = created_at + args.expires;
        options.base_url = settings.base_url(&slug);
        options.preview = Some(PreviewNotice {
            name: name.clone(),
            expires_on: site_zone(options).rfc3339(expires_at).chars().take(10).collect(),
        });

        // A preview replaces neither the output nor the cache of other builds.
        options.out.get_or_insert_with(|| {
            options.root.join(".croupier/deploy").join(self::slug(&chosen.name))
        });

        let place = chosen.place(options, None)?;
        check_url_is_free(&place, chosen, name, &slug)?;

        let preview = Preview {
            name: name.clone(),
            url: format!("{}/", options.base_url.as_deref().unwrap_or_default()),
            slug,
            created_at,
            expires_at,
            by: user(),
            commit: commit(&options.root),
        };

        Ok(Some(NewPreview { preview, place }))
    }

    /// Returns the folder of the preview at the target.
    pub(super) fn folder(&self) -> &str {
        &self.preview.slug
    }

    /// Writes the entry of the preview at the target.
    pub(super) fn register(&self) -> Result<(), DeployError> {
        self.place.with_previews(|index| self.preview.write(index))
    }

    /// Prints the URL to standard output.
    pub(super) fn print_link(&self, console: &Console) {
        if console.is_json() {
            console.json(&preview_json(&self.preview, SystemClock.now()));
        } else {
            console.line(&format!("expires at {}", date::rfc3339(self.preview.expires_at)));
            // The preview is live, also if its URL cannot be printed.
            let _ = print(format!("{}\n", self.preview.url));
        }
    }
}

/// Returns an error if another preview has the same URL.
fn check_url_is_free(
    place: &Place,
    chosen: &ChosenTarget,
    name: &str,
    slug: &str,
) -> Result<(), Failure> {
    let existing = place
        .with_previews(|index| Preview::read(index, slug))
        .map_err(|error| failure(chosen, error))?;
    match existing.filter(|other| other.name != name) {
        Some(other) => Err(Failure::Usage(format!(
            "the preview `{}` has the same URL; choose another name",
            other.name
        ))),
        None => Ok(()),
    }
}

/// Refuses an output whose build had other flags than this deployment, which pages show.
pub(super) fn check_flags(output: &BuiltOutput, options: &BuildOptions) -> Result<(), Failure> {
    if output.flags.pseudo {
        return Err(Failure::Usage(format!(
            "{} has pseudo-languages; deploy without --no-build",
            output.path.display()
        )));
    }

    let name = |notice: &Option<PreviewNotice>| notice.as_ref().map(|it| it.name.clone());
    let reason = match (name(&output.flags.preview), name(&options.preview)) {
        (Some(built), wanted) if wanted.as_ref() != Some(&built) => {
            format!("is the preview of `{built}`")
        }
        (None, Some(_)) => "is not a preview".to_owned(),
        _ if output.flags.as_of != options.as_of => "was built as of another date".to_owned(),
        _ if output.flags.drafts && !options.drafts => "was built with drafts".to_owned(),
        _ => match other_url(output, options)? {
            Some(url) => format!("was built for {}, and the target is for {url}", output.base_url),
            None => return Ok(()),
        },
    };

    Err(Failure::Usage(format!("{} {reason}; deploy without --no-build", output.path.display())))
}

/// Returns the base URL that a build with these options has, if the output has another one.
fn other_url(output: &BuiltOutput, options: &BuildOptions) -> Result<Option<String>, Failure> {
    let settings = Settings::read(options, &World::new(&options.root), &options.clock());
    let url = settings.map_err(Failure::Site)?.base_url;
    Ok(Some(url).filter(|url| *url != output.base_url))
}

/// Lists the previews of a target, or removes some.
pub(crate) fn run(
    args: &ReleaseArgs,
    target_name: Option<&str>,
    action: PreviewsAction,
    name: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    let options = args.build_args();
    let chosen = ChosenTarget::find_previews(&options, target_name)?;
    let index = chosen.place(&options, None)?;

    let previews = index.with_previews(Preview::list).map_err(|error| failure(&chosen, error))?;
    let now = SystemClock.now();

    let removed: Vec<&Preview> = match (action, name) {
        (PreviewsAction::List | PreviewsAction::Prune, Some(name)) => {
            return Err(Failure::Usage(format!(
                "`{name}` is not expected here; `croupier previews remove {name}` removes a preview"
            )));
        }
        (PreviewsAction::List, None) => {
            return list(&chosen, &previews, now, console);
        }
        (PreviewsAction::Prune, None) => {
            previews.iter().filter(|preview| preview.expires_at <= now).collect()
        }
        (PreviewsAction::Remove, Some(name)) => {
            vec![find(&previews, name).ok_or_else(|| unknown(&chosen, &previews, name))?]
        }
        (PreviewsAction::Remove, None) => {
            return Err(Failure::Usage("which preview? `croupier previews` lists them".to_owned()));
        }
    };

    if removed.is_empty() {
        console.line(&format!("{}: no preview has expired", chosen.name));
    }

    for preview in removed {
        remove(preview, action, now, &chosen, &options, &index, console)?;
    }
    Ok(())
}

/// Removes the site of a preview, unless it was deployed again before.
fn remove(
    preview: &Preview,
    action: PreviewsAction,
    now: i64,
    chosen: &ChosenTarget,
    options: &BuildOptions,
    index: &Place,
    console: &Console,
) -> Result<(), Failure> {
    // It can be deployed again at the same time.
    let is_due = || {
        let current = index.with_previews(|index| Preview::read(index, &preview.slug))?;
        Ok(action == PreviewsAction::Remove || current.is_none_or(|it| it.expires_at <= now))
    };
    let forget = || index.with_previews(|index| preview.forget(index));

    let place = chosen.place(options, Some(&preview.slug))?;
    let reporter = Reporter::new(console, &chosen.name);
    let purge = |urls: &ChangedUrls| purge::run(chosen.settings.purge(), &options.root, urls);
    let deployment =
        deploy_options(chosen, Verification::default(), &reporter, &purge, &|_| Ok(()));
    let file_count = ReleaseTarget::new(chosen, &place, deployment)
        .remove_site(&is_due, &forget)
        .map_err(|error| failure(chosen, error))?;

    if let Some(count) = file_count {
        chosen.remove_empty_folder(options, &preview.slug);
        report_removed(preview, count, console);
    }
    Ok(())
}

/// Reports that a preview of `count` files was removed.
fn report_removed(preview: &Preview, count: usize, console: &Console) {
    console.json(&json!({
        "event": "preview_removed", "name": preview.name, "slug": preview.slug, "files": count,
    }));
    console.line(&format!("removed the preview {}: {}", preview.name, counted(count, "file")));
}

fn find<'a>(previews: &'a [Preview], name: &str) -> Option<&'a Preview> {
    let by_name = previews.iter().find(|preview| preview.name == name);
    by_name.or_else(|| previews.iter().find(|preview| preview.slug == name))
}

fn unknown(chosen: &ChosenTarget, previews: &[Preview], name: &str) -> Failure {
    let hint = did_you_mean(name, previews.iter().map(|preview| preview.name.as_str()));
    let hint = hint.unwrap_or_else(|| "`croupier previews` lists them".to_owned());
    Failure::Usage(format!("the target {} has no preview `{name}`; {hint}", chosen.name))
}

fn list(
    chosen: &ChosenTarget,
    previews: &[Preview],
    now: i64,
    console: &Console,
) -> Result<(), Failure> {
    if previews.is_empty() {
        console.line(&format!(
            "{name} has no preview; run croupier deploy {name} --name BRANCH",
            name = chosen.name
        ));
    }
    for preview in previews {
        if console.is_json() {
            console.json(&preview_json(preview, now));
            continue;
        }
        let verb = if preview.expires_at <= now { "expired" } else { "expires" };
        let by = preview.by.as_ref().map(|by| format!("  by {by}")).unwrap_or_default();
        let expires_at = date::rfc3339(preview.expires_at);
        print(format!("{}  {}  {verb} {expires_at}{by}\n", preview.name, preview.url))?;
    }
    Ok(())
}

/// Returns a preview as an event.
fn preview_json(preview: &Preview, now: i64) -> Value {
    let mut event = serde_json::to_value(preview).expect("a preview is plain data");
    event["event"] = "preview".into();
    event["expired"] = (preview.expires_at <= now).into();
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_hours_days_or_weeks() {
        assert_eq!(parse_duration("12h"), Ok(43_200));
        assert_eq!(parse_duration("14d"), Ok(1_209_600));
        assert_eq!(parse_duration("2w"), Ok(1_209_600));
        for text in ["", "d", "0d", "-1d", "14", "14 d", "1y", "99999999d"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
