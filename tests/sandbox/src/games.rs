//! The games, and the game lists for desktop and mobile, which are generated from
//! `seed/games.tsv`.

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};
use serde_json::{Value, json};

/// The pictures of the games, which the site publishes, too.
static PICTURES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../static/rtggames");
const SEED: &str = include_str!("../seed/games.tsv");

/// A served JSON file and its entity tag, which is a digest of the text.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) text: String,
    pub(crate) etag: String,
}

impl File {
    pub(crate) fn new(content: &Value) -> File {
        let text = content.to_string();
        let fnv =
            |seed: u64, byte: u8| (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let etag = format!("\"{:016x}\"", text.bytes().fold(0xcbf2_9ce4_8422_2325, fnv));
        File { text, etag }
    }
}

/// All games and their two lists.
#[derive(Debug)]
pub(crate) struct Games {
    pub(crate) desktop: File,
    pub(crate) mobile: File,
    all: BTreeMap<(i64, i64), Game>,
}

#[derive(Debug)]
struct Game {
    id: i64,
    machine_id: i64,
    category: &'static str,
    sub_category: &'static str,
    hands: i64,
    mobile: bool,
    jackpot: i64,
    name: &'static str,
}

impl Games {
    pub(crate) fn new() -> Games {
        let games: Vec<Game> =
            SEED.lines().filter(|line| !line.starts_with('#')).map(parse_game).collect();
        Games {
            desktop: File::new(&game_list(games.iter())),
            mobile: File::new(&game_list(games.iter().filter(|game| game.mobile))),
            all: games.into_iter().map(|game| ((game.id, game.machine_id), game)).collect(),
        }
    }

    /// Whether a game with this game id and this machine id exists.
    pub(crate) fn contains(&self, game: i64, machine_id: i64) -> bool {
        self.all.contains_key(&(game, machine_id))
    }

    /// Returns the game id, the machine id and the amount in cents of each progressive jackpot.
    /// Each jackpot grows by one cent per second and is reset at midnight UTC.
    pub(crate) fn jackpots(&self, now: i64) -> impl Iterator<Item = (i64, i64, i64)> {
        let grown = (now / 1000).rem_euclid(24 * 60 * 60);
        let progressive = self.all.values().filter(|game| game.jackpot > 0);
        progressive.map(move |game| (game.id, game.machine_id, game.jackpot + grown))
    }

    /// Returns the picture of a game. The name is the game id, a hyphen, the machine id and `.svg`,
    /// for example `18-32.svg` (decision A61).
    pub(crate) fn picture(name: &str) -> Option<&'static str> {
        PICTURES.get_file(name)?.contents_utf8()
    }
}

fn parse_game(line: &'static str) -> Game {
    let fields: Vec<&str> = line.split('\t').collect();
    let [id, machine_id, category, sub_category, hands, mobile, jackpot, name] = fields[..] else {
        panic!("seed/games.tsv: a line does not have eight fields: {line}")
    };
    let number = |text: &str| {
        text.parse::<i64>().expect("seed/games.tsv has numbers in its numeric columns")
    };
    Game {
        id: number(id),
        machine_id: number(machine_id),
        category,
        sub_category,
        hands: number(hands),
        mobile: mobile == "1",
        jackpot: number(jackpot),
        name,
    }
}

fn game_list<'a>(games: impl Iterator<Item = &'a Game>) -> Value {
    let mut categories: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let entries: Vec<Value> = games
        .map(|game| {
            let subs = categories.entry(game.category).or_insert_with(|| vec!["All"]);
            if !subs.contains(&game.sub_category) {
                subs.push(game.sub_category);
            }

            json!({
                "display_name": game.name,
                "category": game.category,
                "sub_category": game.sub_category,
                "game_id": game.id,
                "machine_id": game.machine_id,
                "hands": game.hands,
                "width": 1280,
                "height": 720,
            })
        })
        .collect();

    let categories: Vec<Value> = categories
        .iter()
        .map(|(title, subs)| json!({ "title": title, "sub-categories": subs }))
        .collect();

    json!({ "games": entries, "categories": categories })
}
