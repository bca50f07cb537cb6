//! The languages of a site, and which of them a content file has.
//!
//! A site without `[languages]` has one language, whose key is empty. It is part of the identity of each page, so that the rest of the
//! generator treats all sites alike.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::ptr;
use std::sync::{LazyLock, PoisonError, RwLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use croupier_base::path::{Route, SitePath};

/// The key of a language: the name of its table in `[languages]`, such as `fr`. It is empty on a site without `[languages]`.
///
/// A site has few languages, so that their names stay in memory and the key can be copied.
#[derive(Debug, Clone, Copy, Eq, Default)]
pub struct LanguageKey(&'static str);

impl LanguageKey {
    /// Returns the key with this name.
    pub fn new(name: &str) -> LanguageKey {
        static NAMES: LazyLock<RwLock<BTreeSet<&'static str>>> = LazyLock::new(RwLock::default);

        if name.is_empty() {
            return LanguageKey::default();
        }
        if let Some(known) = NAMES.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return LanguageKey(known);
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        let known = names.get(name).copied().unwrap_or_else(|| String::leak(name.to_owned()));
        names.insert(known);
        LanguageKey(known)
    }

    /// Returns the name: `fr`.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

// Each page compares keys many times, and equal ones are the same text in memory.
impl PartialEq for LanguageKey {
    fn eq(&self, other: &LanguageKey) -> bool {
        ptr::eq(self.0, other.0) || (self.0.is_empty() && other.0.is_empty())
    }
}

impl Ord for LanguageKey {
    fn cmp(&self, other: &LanguageKey) -> Ordering {
        if self == other { Ordering::Equal } else { self.0.cmp(other.0) }
    }
}

impl PartialOrd for LanguageKey {
    fn partial_cmp(&self, other: &LanguageKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for LanguageKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Deref for LanguageKey {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl fmt::Display for LanguageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for LanguageKey {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for LanguageKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<LanguageKey, D::Error> {
        Cow::<'de, str>::deserialize(from).map(|name| LanguageKey::new(&name))
    }
}

/// A folder of content files in one language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Folder {
    /// The language of the pages in the folder.
    pub language: LanguageKey,
    /// The file route of the folder, which is the same in all languages: `/posts/` for `content/posts/`.
    pub route: Route,
}

impl Folder {
    /// Returns the folder above this one. `None` for that of the home page.
    pub fn parent(&self) -> Option<Folder> {
        let route = Route::new(self.route.parent()?);
        Some(Folder { language: self.language, route })
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Folder { language, route } = self;
        if language.is_empty() { route.fmt(f) } else { write!(f, "{route} in {language}") }
    }
}

/// How the paths of content files state their languages. The first language is the default one. Empty for a site in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileLanguages(pub Vec<FileLanguage>);

/// How the path of a content file states one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileLanguage {
    /// The key of the language, which is the suffix of the names of its files: `faq.fr.md`.
    pub key: LanguageKey,
    /// The start of the routes of its pages, without a slash at the end: `/fr`, or nothing. If another host has them, it begins with the URL
    /// of that host.
    pub prefix: String,
    /// The URL of the other host with its pages, with which the prefix begins. Empty for languages whose pages are built.
    pub host: String,
    /// The folder with all files of the language, with a slash at its end: `content/fr/`.
    pub folder: Option<String>,
    /// Whether the pages of the language are left out.
    pub is_disabled: bool,
}

/// The path of a file, divided into its language and the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalizedPath<'a> {
    /// The language of the file.
    pub language: LanguageKey,
    /// The start of the routes of its pages, without a slash at the end.
    pub prefix: &'a str,
    /// The URL of the other host with its pages, with which the prefix begins.
    pub host: &'a str,
    /// The path without the language, which is the same for all translations: `content/info/faq.md` for `content/info/faq.fr.md`.
    pub path: Cow<'a, SitePath>,
    /// Whether the name of the file states the language: `faq.fr.md`.
    pub has_suffix: bool,
    /// Whether the pages of the language are left out.
    pub is_disabled: bool,
}

impl LocalizedPath<'_> {
    /// Returns whether the name of the file states another language than the default one. A data file then only has texts.
    pub fn is_of_other_language(&self, languages: &FileLanguages) -> bool {
        self.has_suffix && self.language != languages.default_key()
    }
}

/// How a path states its language, in the folder or in the name of the file.
struct StatedLanguage<'a> {
    /// The language, if the path states one.
    language: Option<&'a FileLanguage>,
    /// The path in the folder of the language.
    in_folder: Option<&'a str>,
    /// The end of the name.
    suffix: Option<Suffix<'a>>,
}

/// The end of a file name with a language: `.fr.md`.
#[derive(Clone, Copy)]
struct Suffix<'a> {
    length: usize,
    extension: &'a str,
}

impl FileLanguages {
    /// Returns whether the site has several languages.
    pub fn is_multiple(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns the key of the default language.
    pub fn default_key(&self) -> LanguageKey {
        self.0.first().map(|it| it.key).unwrap_or_default()
    }

    /// Divides the path of a file into its language and the rest. The name of a language that is not declared is a part of the name of the
    /// file.
    pub fn split<'a>(&'a self, file: &'a SitePath) -> LocalizedPath<'a> {
        let Some(default) = self.0.first() else {
            return LocalizedPath {
                language: LanguageKey::default(),
                prefix: "",
                host: "",
                path: Cow::Borrowed(file),
                has_suffix: false,
                is_disabled: false,
            };
        };

        let StatedLanguage { language, in_folder, suffix } = self.stated(file);
        let path = in_folder.map_or_else(
            || Cow::Borrowed(file),
            |rest| Cow::Owned(SitePath::new(["content/", rest].concat())),
        );
        let path = match suffix {
            Some(Suffix { length, extension }) => {
                let name = &path[..path.len() - length];
                Cow::Owned(SitePath::new([name, ".", extension].concat()))
            }
            None => path,
        };
        let language = language.unwrap_or(default);
        LocalizedPath {
            language: language.key,
            prefix: &language.prefix,
            host: &language.host,
            path,
            has_suffix: suffix.is_some(),
            is_disabled: language.is_disabled,
        }
    }

    /// Returns the start of the routes of a file, without a slash at the end. Hosts show the error pages of their root, so that the first
    /// language of a host has its error pages there if all languages have a path. `route` is the route of the file without the start.
    pub fn prefix_of<'a>(&self, file: &LocalizedPath<'a>, route: &Route) -> &'a str {
        let is_of_root = route.is_error_page() && route.parent() == Some("/");
        if !is_of_root || file.prefix == file.host {
            return file.prefix;
        }
        let mut on_host = self.0.iter().filter(|it| it.host == file.host && !it.is_disabled);
        let is_first = on_host.clone().next().is_some_and(|it| it.key == file.language);
        let has_root = on_host.any(|it| it.prefix == it.host);
        if is_first && !has_root { file.host } else { file.prefix }
    }

    /// Returns the language of the target of a link to a content file. It is the one of the `reader`, unless the link states another
    /// one: by the name of the file, or by a folder that is not that of `source`, the file with the link.
    pub fn of_link(&self, reader: LanguageKey, source: &SitePath, file: &SitePath) -> LanguageKey {
        if !self.is_multiple() {
            return reader;
        }
        let key = |stated: &StatedLanguage<'_>| stated.language.map(|it| it.key);
        // In the folder of a language, a name can state another one: `about.de.md` in content/fr/.
        if let Some((language, _)) = self.suffix_of(file) {
            return language.key;
        }
        let target = self.stated(file);
        let language = key(&target).unwrap_or_else(|| self.default_key());
        let is_default = language == self.default_key();
        let of_source = || key(&self.stated(source)).unwrap_or_else(|| self.default_key());
        if is_default || of_source() == language { reader } else { language }
    }

    /// Returns how a path states its language.
    fn stated<'a>(&'a self, file: &'a SitePath) -> StatedLanguage<'a> {
        let in_folder = self.folder_of(file);
        let suffix = self.suffix_of(file).filter(|(language, _)| {
            in_folder.is_none_or(|(in_folder, _)| in_folder.key == language.key)
        });
        StatedLanguage {
            language: suffix.map(|it| it.0).or(in_folder.map(|it| it.0)),
            in_folder: in_folder.map(|it| it.1),
            suffix: suffix.map(|it| it.1),
        }
    }

    /// Returns the language whose folder a file is in, and the path in it.
    fn folder_of<'a>(&self, file: &'a SitePath) -> Option<(&FileLanguage, &'a str)> {
        let below = |it: &FileLanguage| file.strip_prefix(it.folder.as_deref()?);
        // The folder of one language can be in that of another one.
        let found = self.0.iter().filter_map(|it| Some((it, below(it)?)));
        found.min_by_key(|(_, rest)| rest.len())
    }

    /// Returns the language that the name of a file ends with, and that end.
    fn suffix_of<'a>(&self, file: &'a SitePath) -> Option<(&FileLanguage, Suffix<'a>)> {
        let (rest, extension) = file.rsplit_once('.')?;
        let (name, suffix) = rest.rsplit_once('.').filter(|(name, _)| !name.ends_with('/'))?;
        let language = self.0.iter().find(|it| it.key.eq_ignore_ascii_case(suffix))?;
        Some((language, Suffix { length: file.len() - name.len(), extension }))
    }

    /// Returns the file that a translation of a page or of a data file has: in the folder of the language, or with its key in the name.
    pub fn translation_of(&self, file: &SitePath, language: LanguageKey) -> SitePath {
        let path = self.split(file).path;
        let folder =
            self.0.iter().find(|it| it.key == language).and_then(|it| it.folder.as_deref());
        // Data files of all languages are in one folder.
        let folder = folder.filter(|_| !path.starts_with("content/data/"));
        match (folder, path.rsplit_once('.')) {
            (Some(folder), _) => {
                SitePath::new(format!("{folder}{}", path.strip_prefix("content/").unwrap_or(&path)))
            }
            (None, Some((name, extension))) => {
                SitePath::new(format!("{name}.{language}.{extension}"))
            }
            (None, None) => SitePath::new(format!("{path}.{language}")),
        }
    }

    /// Returns the folders with the files of a folder in all languages, with slashes at their ends: `content/posts/` and
    /// `content/fr/posts/`.
    pub fn folders_of(&self, folder: &str) -> Vec<String> {
        let below = folder.strip_prefix("content").unwrap_or_default().trim_start_matches('/');
        let of_languages = self.0.iter().filter_map(|it| it.folder.as_deref());
        let folders = of_languages.chain(["content/"]);
        folders
            .map(|start| format!("{start}{below}").trim_end_matches('/').to_owned() + "/")
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn languages() -> FileLanguages {
        let language = |key, prefix: &str, folder: Option<&str>| FileLanguage {
            key: LanguageKey::new(key),
            prefix: prefix.to_owned(),
            host: String::new(),
            folder: folder.map(str::to_owned),
            is_disabled: false,
        };
        FileLanguages(vec![
            language("en", "", None),
            language("fr", "/fr", None),
            language("es", "/es", Some("content/es/")),
        ])
    }

    #[test]
    fn the_path_of_a_file_states_its_language() {
        let languages = languages();
        for (file, language, path, has_suffix) in [
            ("content/info/faq.md", "en", "content/info/faq.md", false),
            ("content/info/faq.fr.md", "fr", "content/info/faq.md", true),
            ("content/info/faq.FR.md", "fr", "content/info/faq.md", true),
            ("content/info/faq.en.md", "en", "content/info/faq.md", true),
            ("content/plan.it.md", "en", "content/plan.it.md", false),
            ("content/.fr.md", "en", "content/.fr.md", false),
            ("content/es/info/faq.md", "es", "content/info/faq.md", false),
            ("content/es/info/faq.es.md", "es", "content/info/faq.md", true),
            ("content/es/info/faq.fr.md", "es", "content/info/faq.fr.md", false),
            ("content/data/offers.fr.toml", "fr", "content/data/offers.toml", true),
        ] {
            let file = SitePath::new(file);
            let split = languages.split(&file);
            let found = (split.language.as_str(), split.path.as_str(), split.has_suffix);
            assert_eq!(found, (language, path, has_suffix), "{file}");
        }
    }

    #[test]
    fn a_translation_has_a_suffix_or_is_in_the_folder_of_its_language() {
        let languages = languages();
        for (file, key, translation) in [
            ("content/info/faq.md", "fr", "content/info/faq.fr.md"),
            ("content/info/faq.fr.md", "es", "content/es/info/faq.md"),
            ("content/es/info/faq.md", "fr", "content/info/faq.fr.md"),
        ] {
            let found = languages.translation_of(&SitePath::new(file), LanguageKey::new(key));
            assert_eq!(found, SitePath::new(translation));
        }
    }

    #[test]
    fn a_site_in_one_language_has_no_suffixes() {
        let file = SitePath::new("content/info/faq.fr.md");
        let languages = FileLanguages::default();
        let split = languages.split(&file);
        assert_eq!((split.language.as_str(), split.path.as_str()), ("", file.as_str()));
    }

    #[test]
    fn equal_keys_are_the_same() {
        let key = LanguageKey::new("pt-br");
        let other = LanguageKey::new(&["pt", "br"].join("-"));
        assert_eq!(key, other);
        assert!(std::ptr::eq(key.as_str(), other.as_str()));
    }
}
