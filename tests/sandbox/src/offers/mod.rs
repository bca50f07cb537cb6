//! Loads offers from the site's content, one file for each, and from the sandbox's own file
//! (decision A143).

#![expect(clippy::disallowed_methods, reason = "reads the folder of the option")]

pub(crate) mod catalogue;
pub(crate) mod coupon;
pub(crate) mod daily;
pub(crate) mod picture;
pub(crate) mod promotion;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde::Deserialize;
use toml::value::{Datetime, Offset};

use crate::offers::catalogue::{Audience, Catalogue, DAY, End, Game, Method, Offer, Picture, Step};
use crate::players::validation;

/// The site's promotions, embedded at build time: file names and contents.
const BUILT_IN: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/promotions.rs"));
/// Promotions that only the sandbox offers.
const OWN_PROMOTIONS: &str = include_str!("../../seed/promotions.toml");

/// Files by path, with the size and modification time that detect a change.
type FileStamps = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// The current offers.
#[derive(Debug)]
pub(crate) struct Offers {
    folder: Option<PathBuf>,
    cached: Mutex<(FileStamps, Arc<Catalogue>)>,
}

impl Offers {
    /// Reads the offers. The site's promotions come from the TOML files of `folder`, or are the
    /// embedded ones. An error contains the file name.
    pub(crate) fn open(folder: Option<PathBuf>) -> Result<Offers, String> {
        let stamps = folder.as_deref().map(file_stamps).unwrap_or_default();
        let catalogue = Arc::new(read(folder.as_deref(), &stamps)?);
        Ok(Offers { folder, cached: Mutex::new((stamps, catalogue)) })
    }

    /// Returns the current offers. Changed files are read again. While a file is invalid, the last
    /// valid offers are used.
    pub(crate) fn current(&self) -> Arc<Catalogue> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = self.folder.as_deref() {
            let stamps = file_stamps(folder);
            if stamps != cached.0 {
                match read(Some(folder), &stamps) {
                    Ok(catalogue) => cached.1 = Arc::new(catalogue),
                    Err(error) => {
                        eprintln!("using the last valid promotions: {error}");
                    }
                }
                cached.0 = stamps;
            }
        }
        Arc::clone(&cached.1)
    }
}

fn file_stamps(folder: &Path) -> FileStamps {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files
        .filter(|path| is_promotion(path))
        .filter_map(|path| {
            Some((path.metadata().map(|data| (data.len(), data.modified().ok())).ok()?, path))
                .map(|(stamp, path)| (path, stamp))
        })
        .collect()
}

/// Whether a file is a promotion: `max325.toml`, but not `max325.fr.toml`, which has its texts in another language.
fn is_promotion(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.strip_suffix(".toml")).is_some_and(|stem| !stem.contains('.'))
}

fn read(folder: Option<&Path>, files: &FileStamps) -> Result<Catalogue, String> {
    let mut offers = Vec::new();
    if folder.is_some() {
        for path in files.keys() {
            let text =
                fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            offers.push(parse_offer(&path.display().to_string(), &text)?);
        }
    } else {
        for (name, text) in BUILT_IN {
            offers.push(parse_offer(name, text)?);
        }
    }
    let own: OwnPromotions =
        toml::from_str(OWN_PROMOTIONS).map_err(|error| format!("seed/promotions.toml: {error}"))?;
    offers.extend(
        own.promotion.into_iter().map(PromotionFile::into_offer).collect::<Result<Vec<_>, _>>()?,
    );
    Ok(Catalogue(offers.into_iter().map(Arc::new).collect()))
}

fn parse_offer(name: &str, text: &str) -> Result<Offer, String> {
    let file: PromotionFile = toml::from_str(text).map_err(|error| format!("{name}: {error}"))?;
    file.into_offer()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnPromotions {
    promotion: Vec<PromotionFile>,
}

/// A promotion in a TOML file. `content/data/promotions.schema.json` defines its keys; only the
/// sandbox uses the last five.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromotionFile {
    code: String,
    r#type: Type,
    #[serde(default)]
    audience: Audience,
    redeem_type: Option<String>,
    starts: Option<Datetime>,
    expires: Option<Datetime>,
    title: String,
    description: String,
    #[serde(default)]
    steps: Vec<Step>,
    #[serde(default)]
    amount: i64,
    spins: Option<i64>,
    #[serde(default)]
    games: Vec<Game>,
    largest_balance: Option<i64>,
    wagering: Vec<i64>,
    #[serde(default)]
    methods: Vec<Method>,
    uses: Uses,
    image_url: Option<String>,
    days: Option<i64>,
    reward_type: Option<String>,
    redemption_type: Option<String>,
    #[serde(default)]
    user_hash: String,
    #[serde(default)]
    picture: Picture,
}

/// The type of a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Type {
    DepositMatch,
    FreeSpins,
    FixedAmount,
    FixedAmountOnDeposit,
}

impl Type {
    /// Returns the reward type and the redemption type of the API.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Type::DepositMatch => ("Deposit", "Percentage of next deposit"),
            Type::FreeSpins => ("FreeSpins", "Free spins"),
            Type::FixedAmount => ("Free", "Fixed amount on redemption"),
            Type::FixedAmountOnDeposit => ("Deposit", "Fixed amount on next deposit"),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Uses {
    player: i64,
    month: i64,
    week: i64,
    day: i64,
}

impl PromotionFile {
    fn into_offer(self) -> Result<Offer, String> {
        let end = match (self.expires.as_ref().and_then(to_milliseconds), self.days) {
            (Some(instant), _) => End::At(instant),
            (None, Some(days)) => End::After(days),
            (None, None) => {
                return Err(format!("promotion {} has no end; add `expires` or `days`", self.code));
            }
        };

        let (reward_type, redemption_type) = self.r#type.names();
        Ok(Offer {
            title: self.fill_placeholders(&self.title),
            description: self.fill_placeholders(&self.description),
            starts: self.starts.as_ref().and_then(to_milliseconds),
            end,
            reward_type: self.reward_type.unwrap_or_else(|| reward_type.to_owned()),
            redeem_type: self.redeem_type.unwrap_or_else(|| "coupon".to_owned()),
            redemption_type: self.redemption_type.unwrap_or_else(|| redemption_type.to_owned()),
            uses: [self.uses.player, self.uses.month, self.uses.week, self.uses.day],
            code: self.code,
            steps: self.steps,
            wagering: self.wagering,
            methods: self.methods,
            amount: self.amount,
            spins: self.spins,
            games: self.games,
            largest_balance: self.largest_balance,
            user_hash: self.user_hash,
            picture: self.image_url.map_or(self.picture, Picture::At),
            audience: self.audience,
        })
    }

    /// Replaces placeholders for figures in a text, such as `{percent}%`.
    fn fill_placeholders(&self, text: &str) -> String {
        let (first, last) = (self.steps.first(), self.steps.last());
        let maximum = last.and_then(|step| Some((step.maximum?, step.percent)));

        let figures = [
            ("code", Some(self.code.clone())),
            ("percent", last.and_then(|step| step.percent).map(|percent| percent.to_string())),
            ("minimum", first.map(|step| dollars(step.minimum))),
            ("counted", maximum.map(|(maximum, _)| dollars(maximum))),
            (
                "up_to",
                maximum.and_then(|(maximum, percent)| Some(dollars(maximum * percent? / 100))),
            ),
            ("amount", (self.amount > 0).then(|| dollars(self.amount))),
            ("largest_balance", self.largest_balance.map(dollars)),
            ("spins", self.spins.map(|spins| spins.to_string())),
            ("game", self.games.first().map(|game| game.name.clone())),
            ("times", self.wagering.first().map(i64::to_string)),
        ];

        figures.into_iter().fold(text.to_owned(), |text, (name, figure)| match figure {
            Some(figure) => text.replace(&format!("{{{name}}}"), &figure),
            None => text,
        })
    }
}

/// Formats cents as dollars for display: `$97.50`, `$9,750`.
fn dollars(cents: i64) -> String {
    let (whole, cents) = (cents / 100, cents % 100);
    let whole = if whole >= 1000 {
        format!("{},{:03}", whole / 1000, whole % 1000)
    } else {
        whole.to_string()
    };
    if cents == 0 { format!("${whole}") } else { format!("${whole}.{cents:02}") }
}

/// Converts a datetime to milliseconds since 1970 UTC. A date without a time means the start of the
/// day in UTC.
fn to_milliseconds(file: &Datetime) -> Option<i64> {
    let date = file.date?;
    let days = validation::days_since_epoch(date.year.into(), date.month.into(), date.day.into());
    let time = file.time.map_or(0, |time| {
        (i64::from(time.hour) * 60 + i64::from(time.minute)) * 60
            + i64::from(time.second.unwrap_or(0))
    });
    let offset = match file.offset {
        Some(Offset::Custom { minutes }) => i64::from(minutes) * 60,
        _ => 0,
    };
    Some(days * DAY + (time - offset) * 1000)
}
