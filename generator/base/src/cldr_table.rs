//! Reads the tables of locales in `cldr/`, which share one form: a line for each locale with its tag and its fields.

/// Codes of languages that the CLDR has under another code.
const ALIASES: [(&str, &str); 6] =
    [("cmn", "zh"), ("in", "id"), ("iw", "he"), ("mo", "ro"), ("no", "nb"), ("tl", "fil")];

/// The parts of a language tag that decide about formats: `zh-Hant-TW`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TagParts {
    /// The current code of the language, in small letters.
    pub language: String,
    pub script: Option<String>,
    pub region: Option<String>,
}

impl TagParts {
    /// Parses a language tag such as `de-AT` or `pt_BR`. Extensions, which begin with a single letter, are left out.
    pub(crate) fn of_tag(tag: &str) -> TagParts {
        let mut parts = tag.split(['-', '_']);
        let language = parts.next().unwrap_or_default().to_ascii_lowercase();
        let alias = ALIASES.iter().find(|(name, _)| *name == language);
        let language = alias.map_or(language, |(_, name)| (*name).to_owned());

        let (mut script, mut region) = (None, None);
        for part in parts.take_while(|it| it.len() > 1) {
            let is_letters = part.bytes().all(|it| it.is_ascii_alphabetic());
            if part.len() == 4 && is_letters {
                script = Some(part[..1].to_ascii_uppercase() + &part[1..].to_ascii_lowercase());
            } else if part.len() == 2 && is_letters || part.len() == 3 && !is_letters {
                region = Some(part.to_ascii_uppercase());
            }
        }

        TagParts { language, script, region }
    }
}

/// Returns the tags of a language under which a table may have it, the most specific one first.
pub(crate) fn candidates(tag: &str) -> Vec<String> {
    let TagParts { language, mut script, region } = TagParts::of_tag(tag);
    if language == "zh" && matches!(region.as_deref(), Some("TW" | "HK" | "MO")) {
        script = script.or_else(|| Some("Hant".to_owned()));
    }

    let mut tags = Vec::new();
    if let Some(script) = &script {
        tags.extend(region.as_ref().map(|region| format!("{language}-{script}-{region}")));
        tags.push(format!("{language}-{script}"));
    }
    tags.extend(region.map(|region| format!("{language}-{region}")));
    tags.push(language);
    tags
}

/// Returns the fields of a locale. `^` is the field of the locale without its last subtag, and `=` the field before.
pub(crate) fn fields_of<const COUNT: usize>(
    table: &'static str,
    tag: &str,
) -> Option<[&'static str; COUNT]> {
    let line = table.lines().find(|line| {
        line.strip_prefix(tag).is_some_and(|rest| rest.starts_with('\t')) && !tag.is_empty()
    })?;

    let mut shorter = tag;
    let mut inherited = None;
    while let (None, Some((start, _))) = (inherited, shorter.rsplit_once('-')) {
        shorter = start;
        inherited = fields_of::<COUNT>(table, shorter);
    }

    let mut fields = [""; COUNT];
    for (index, written) in line.split('\t').skip(1).take(COUNT).enumerate() {
        fields[index] = match written {
            "^" => inherited.map_or("", |inherited| inherited[index]),
            "=" => fields[index.saturating_sub(1)],
            written => written,
        };
    }

    Some(fields)
}
