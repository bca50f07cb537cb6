//! A new site in several languages: declares them in site.toml, and makes messages of the texts in the templates.

use std::borrow::Cow;

use include_dir::{Dir, include_dir};

use crate::command::new::language_edits::edits_of;
use crate::command::new::template::{File, Template};
use croupier_base::locale::Locale;
use croupier_base::pseudo::Pseudo;
use croupier_content::front_matter::KEYS;

/// The messages, the texts of the search, and the translated pages of each template.
static LANGUAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/languages");

/// The language of the templates.
const ENGLISH: &str = "en";

/// The header of the template without a design, with the menu of languages at its end.
const PLAIN_STYLES: &str =
    "header {\n  display: flex;\n  align-items: center;\n  justify-content: space-between;\n}\n";

/// The header of the template with islands, with the menu of languages at its end. The header is a slice, which is the same on all
/// pages, and the menu is not.
const ISLANDS_STYLES: &str = "\
.top {
  display: flex;
  align-items: end;
  border-bottom: 1px solid var(--line);
}
.top > :first-child {
  flex: 1;
}
.top .header {
  padding-inline-end: 0.5rem;
  border-bottom: 0;
}
.top .languages {
  margin-inline-end: clamp(0.75rem, 2.5vw, 1.5rem);
  margin-block-end: 0.75rem;
  font-size: var(--step--1);
}
";

/// Returns why a site of a template cannot have these languages.
pub(super) fn problem(languages: &[String], template: Template) -> Option<String> {
    if let Some(key) = languages.iter().find(|it| !is_key(it)) {
        return Some(format!(
            "`{key}` is not the code of a language; write codes such as `--languages en,fr` or `pt-BR`"
        ));
    }

    if let Some(pseudo) = languages.iter().find_map(|it| Pseudo::of_tag(it)) {
        return Some(format!(
            "`{}` is a pseudo-language, which `croupier build --pseudo` adds to any site; leave it out",
            pseudo.tag()
        ));
    }

    let repeated = languages.iter().enumerate().find(|(index, key)| {
        languages[..*index].iter().any(|other| other.eq_ignore_ascii_case(key))
    });
    if let Some((_, key)) = repeated {
        return Some(format!("`--languages` names {key} twice; name each language once"));
    }

    edits_of(template).is_none().then(|| {
        "this template has texts in English only; `--languages` needs the template plain, blog, docs or islands".to_owned()
    })
}

/// Returns whether a text is a language tag: the code of a language, with or without a script and a country.
fn is_key(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|it| it.is_ascii_alphabetic())
        && parts.all(|it| {
            (2..=8).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_alphanumeric())
        })
}

/// Makes a site in several languages of the files of a template. The first language is the default one.
pub(super) fn apply(languages: &[String], template: Template, files: &mut Vec<File>) {
    let Some(edits) = edits_of(template) else { return };
    for (path, content) in files.iter_mut().filter(|(path, _)| is_edited(path)) {
        let mut text = String::from_utf8_lossy(content).into_owned();
        for (_, from, to) in edits.iter().copied().flatten().filter(|it| names(it.0, path)) {
            text = text.replace(from, to);
        }
        *content = text.into_bytes();
    }

    let switch = embedded("parts/languages.html").expect("the switch is embedded");
    files.push(("pages/parts/languages.html".into(), switch.into()));

    let messages = use_messages(files);
    for language in languages {
        let text = message_file(language, &messages);
        files.push((format!("i18n/{language}/site.ftl").into(), text.into_bytes()));
    }

    translate_content(languages, template, files);
    translate_data(languages, template, files);
    if template != Template::Plain {
        files.extend(languages.iter().enumerate().map(|(index, language)| {
            let is_default = index == 0;
            let own = embedded(&format!("search/{}.toml", code_of(language)));
            let english = || {
                let text = embedded("search/en.toml").expect("the English texts are embedded");
                format!("# These texts are not translated yet.\n{text}")
            };
            let text = own.map_or_else(english, str::to_owned);
            let suffix = if is_default { String::new() } else { format!(".{language}") };
            (format!("content/data/search{suffix}.toml").into(), text.into_bytes())
        }));
    }

    for (path, content) in files.iter_mut() {
        match &**path {
            "static/site.css" | "src/styles/site.css" => {
                let styles = embedded("parts/languages.css").expect("the styles are embedded");
                content.extend_from_slice(styles.as_bytes());
                if template == Template::Plain {
                    content.extend_from_slice(PLAIN_STYLES.as_bytes());
                }
                if template == Template::Islands {
                    content.extend_from_slice(ISLANDS_STYLES.as_bytes());
                }
            }
            "static/docs.js" => {
                let script = embedded("parts/languages.js").expect("the script is embedded");
                content.extend_from_slice(script.as_bytes());
            }
            "site.toml" => *content = declare(languages, template, content).into_bytes(),
            _ => {}
        }
    }
}

/// Returns whether a file of a template is edited for several languages.
fn is_edited(path: &str) -> bool {
    path == "site.toml" || [".html", ".js", ".tsx"].iter().any(|end| path.ends_with(end))
}

/// Returns whether the end of a path is `name`.
fn names(name: &str, path: &str) -> bool {
    path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Returns the text of an embedded file.
fn embedded(path: &str) -> Option<&'static str> {
    LANGUAGES.get_file(path)?.contents_utf8()
}

/// Returns the code of a language without its script and country, which names the embedded translations.
fn code_of(language: &str) -> String {
    language.split('-').next().unwrap_or_default().to_ascii_lowercase()
}

/// A message of the templates.
struct Message {
    key: &'static str,
    text: &'static str,
    /// The lines above it, which are notes for translators.
    comment: String,
}

/// Returns the messages of a language. None if the templates have no texts in it.
fn messages_of(code: &str) -> Option<Vec<Message>> {
    let mut comment = String::new();
    let mut messages = Vec::new();
    for line in embedded(&format!("messages/{code}.ftl"))?.lines() {
        match line.split_once(" = ") {
            Some((key, text)) if !line.starts_with('#') => {
                messages.push(Message { key, text, comment: std::mem::take(&mut comment) });
            }
            _ => comment.extend([line, "\n"]),
        }
    }
    Some(messages)
}

/// Replaces English texts of templates by calls of `t`. Returns the messages that the site uses.
fn use_messages(files: &mut [File]) -> Vec<Message> {
    let mut messages = messages_of(ENGLISH).expect("the templates are in English");
    let mut used = vec![false; messages.len()];
    for (path, content) in files.iter_mut().filter(|(path, _)| is_edited(path)) {
        let mut template = String::from_utf8_lossy(content).into_owned();
        for (message, is_used) in messages.iter().zip(&mut used) {
            if path.ends_with(".html") {
                template = with_message(&template, message);
            }
            let call = format!("t(\"{}\"", message.key);
            let setting = format!("message = \"{}\"", message.key);
            *is_used |= template.contains(&call) || template.contains(&setting);
        }
        *content = template.into_bytes();
    }

    let mut used = used.into_iter();
    messages.retain(|_| used.next().unwrap_or_default());
    messages
}

/// Returns a template that shows a message wherever it had its text: between tags, in an attribute, or in an expression.
fn with_message(template: &str, message: &Message) -> String {
    let Message { key, text, .. } = message;
    let call = format!("t(\"{key}\")");
    let mut result = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find(text) {
        let (before, after) = (&rest[..at], &rest[at + text.len()..]);
        result.push_str(before);
        let is_quoted = before.ends_with('"') && after.starts_with('"');
        let is_between_tags = before.ends_with(['>', '}']) && after.starts_with(['<', '{']);
        let opened = result.rfind("{{").max(result.rfind("{%"));
        let is_in_expression = opened > result.rfind("}}").max(result.rfind("%}"));

        rest = after;
        if is_quoted && is_in_expression {
            // The quotes belong to the text.
            result.pop();
            result.push_str(&call);
            rest = &after[1..];
        } else if is_quoted || is_between_tags {
            result.push_str(&format!("{{{{ {call} }}}}"));
        } else {
            result.push_str(text);
        }
    }
    result + rest
}

/// Returns the file with the messages of a language. Notes for translators are in that of each language.
fn message_file(language: &str, messages: &[Message]) -> String {
    let translated = messages_of(&code_of(language));
    let mut file = String::new();
    if translated.is_none() {
        file.push_str("## These texts are not translated yet.\n\n");
    }
    for Message { key, text, comment } in messages {
        let own = translated.iter().flatten().find(|it| it.key == *key);
        let text = own.map_or(*text, |it| it.text);
        file.push_str(&format!("{comment}{key} = {text}\n"));
    }
    file
}

/// Adds the translated pages. A page of the default language without a translation has the English text.
fn translate_content(languages: &[String], template: Template, files: &mut Vec<File>) {
    let name = folder_of(template);
    let paths: Vec<String> = files.iter().map(|(path, _)| path.to_string()).collect();
    let (default, others) = languages.split_first().expect("a site has a language");
    let mut translations: Vec<File> = Vec::new();

    for (path, content) in files.iter_mut() {
        if !path.starts_with("content/") {
            continue;
        }
        let Some(stem) = path.strip_suffix(".md") else { continue };
        let english = with_file_links(&String::from_utf8_lossy(content), &paths);
        let text_of = |language: &str, file: &str| {
            let code = code_of(language);
            if code == ENGLISH {
                return Some(translation(&english, &english));
            }
            let text = embedded(&format!("{name}/{stem}.{code}.md"))?;
            let file = file.strip_prefix("content/").unwrap_or(file);
            let home = if language == default { "/".to_owned() } else { format!("/{language}/") };
            Some(text.replace("{file}", file).replace("{home}", &home))
        };

        for language in others {
            let file = format!("{stem}.{language}.md");
            if let Some(text) = text_of(language, &file) {
                translations.push((file.into(), text.into_bytes()));
            }
        }
        let own = text_of(default, path).filter(|_| code_of(default) != ENGLISH);
        *content = own.map_or(english.clone(), |own| original(&english, &own)).into_bytes();
    }
    files.extend(translations);
}

/// Adds the texts of data files in the other languages. A data file itself has those of the default language.
fn translate_data(languages: &[String], template: Template, files: &mut Vec<File>) {
    let (default, others) = languages.split_first().expect("a site has a language");
    let mut translations: Vec<File> = Vec::new();

    for (path, content) in files.iter_mut().filter(|(path, _)| path.starts_with("content/data/")) {
        let Some((stem, extension)) = path.rsplit_once('.') else { continue };
        let english = content.clone();
        let text_of = |language: &str| match code_of(language) {
            code if code == ENGLISH => Some(english.clone()),
            code => {
                let file = format!("{}/{stem}.{code}.{extension}", folder_of(template));
                embedded(&file).map(|text| text.as_bytes().to_vec())
            }
        };

        // Without a text in the default language, all languages have the English one.
        let Some(own) = text_of(default) else { continue };
        for language in others.iter().filter(|it| code_of(it) != code_of(default)) {
            if let Some(text) = text_of(language) {
                translations.push((format!("{stem}.{language}.{extension}").into(), text));
            }
        }
        *content = own;
    }
    files.extend(translations);
}

/// Returns the folder with the embedded translations of a template.
fn folder_of(template: Template) -> &'static str {
    match template {
        Template::Plain => "plain",
        Template::Blog => "blog",
        Template::Islands => "islands",
        _ => "docs",
    }
}

/// Divides a content file into its front matter and its text.
fn split(file: &str) -> (&str, &str) {
    let rest = file.strip_prefix("+++\n").unwrap_or(file);
    rest.split_once("+++\n").unwrap_or(("", rest))
}

/// Returns the lines of front matter that a translation has.
fn translated_lines(file: &str) -> impl Iterator<Item = &str> {
    let own = split(file).0.lines().take_while(|line| !line.starts_with('['));
    own.filter(|line| is_translated(line))
}

/// Returns whether a line of front matter sets a text.
fn is_translated(line: &str) -> bool {
    let Some((name, _)) = line.split_once(" = ") else { return false };
    KEYS.iter().any(|key| key.name == name && key.is_text())
}

/// Returns the file of a translation: the texts in the front matter of `front`, and the text of `body`.
fn translation(front: &str, body: &str) -> String {
    let lines: String = translated_lines(front).flat_map(|line| [line, "\n"]).collect();
    format!("+++\n{lines}+++\n{}", split(body).1)
}

/// Returns an original with the texts of a translation.
fn original(english: &str, translation: &str) -> String {
    let mut lines: Vec<&str> = translated_lines(translation).collect();
    lines.extend(split(english).0.lines().filter(|line| !is_translated(line)));
    format!("+++\n{}\n+++\n{}", lines.join("\n"), split(translation).1)
}

/// Returns a text whose links name files instead of URL paths: links to files stay in the language of the reader.
fn with_file_links<'a>(text: &'a str, paths: &[String]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut pieces = text.split("](/");
    result.push_str(pieces.next().unwrap_or_default());

    for piece in pieces {
        let (route, _) = piece.split_once(')').unwrap_or((piece, ""));
        let stem = route.trim_end_matches('/');
        let folder = if stem.is_empty() { "index".to_owned() } else { format!("{stem}/index") };
        let candidates = [folder, stem.to_owned()];
        let file = candidates.iter().find(|it| paths.contains(&format!("content/{it}.md")));

        match file {
            Some(file) => {
                let rest: Cow<'a, str> = piece[route.len()..].into();
                result.push_str(&format!("](/{file}.md{rest}"));
            }
            None => result.extend(["](/", piece]),
        }
    }

    result
}

/// Returns site.toml with the languages.
fn declare(languages: &[String], template: Template, content: &[u8]) -> String {
    let default = &languages[0];
    let mut text = String::from_utf8_lossy(content)
        .replace("\nlanguage = \"en\"\n", &format!("\nlanguage = \"{default}\"\n"));
    text.push_str(
        "\n# The languages of the site. The first one has the files without a language in their names, such as content/index.md.\n\
         # Translations have the key of their language in the name: content/index.fr.md. `croupier translations` lists missing ones.\n",
    );

    for (index, language) in languages.iter().enumerate() {
        text.push_str(&format!(
            "[languages.{language}]\nlabel = \"{}\"\n",
            label_of(language, languages)
        ));
        if template == Template::Blog
            && let Some(tags) = messages_of(&code_of(language))
                .and_then(|messages| messages.into_iter().find(|it| it.key == "tags"))
        {
            text.push_str(&format!("taxonomies = {{ tags = \"{}\" }}\n", tags.text));
        }

        if index > 0 {
            text.push_str(
                "# A page without a translation shows the text of the first language, with a notice. \"omit\" leaves it out.\n\
                 untranslated = \"show\"\n",
            );
        }
        text.push('\n');
    }

    text.trim_end().to_owned() + "\n"
}

/// Returns the label of one of the languages of a site: its name in itself, with the name of its country if another language has the
/// same name, such as `Português (Brasil)`.
fn label_of(language: &str, languages: &[String]) -> String {
    let name = name_of(language);
    let has_namesake = languages.iter().any(|it| it != language && name_of(it) == name);
    if !has_namesake {
        return name;
    }

    // The country of `sr-Latn` would only be guessed.
    let country = || Locale::from_tag(language).and_then(Locale::country_name);
    match script_of(language).or_else(country) {
        Some(script_or_country) => format!("{name} ({script_or_country})"),
        None => name,
    }
}

/// Returns the part of a language tag that names a script, such as `Latn` in `sr-Latn`.
fn script_of(language: &str) -> Option<&str> {
    let is_script = |it: &&str| it.len() == 4 && it.bytes().all(|it| it.is_ascii_alphabetic());
    language.split('-').nth(1).filter(is_script)
}

/// The names of languages that have one for each script.
const NAMES_OF_SCRIPTS: [(&str, &str); 2] = [("zh-hans", "简体中文"), ("zh-hant", "繁體中文")];

/// Returns the name of a language in itself, or its key.
fn name_of(language: &str) -> String {
    let lower = language.to_ascii_lowercase();
    if let Some((_, name)) = NAMES_OF_SCRIPTS.iter().find(|(tag, _)| *tag == lower) {
        return (*name).to_owned();
    }

    let name = Locale::from_tag(language).and_then(Locale::own_name).unwrap_or(language);
    let mut letters = name.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_with_one_name_are_distinguished_by_their_script_or_country() {
        let labels = |tags: &[&str]| {
            let tags: Vec<String> = tags.iter().map(ToString::to_string).collect();
            tags.iter().map(|tag| label_of(tag, &tags)).collect::<Vec<_>>()
        };
        assert_eq!(labels(&["zh-Hans", "zh-Hant", "en"]), ["简体中文", "繁體中文", "English"]);
        assert_eq!(labels(&["pt", "fr"]), ["Português", "Français"]);
        assert_eq!(labels(&["pt-BR", "pt-PT"]), ["Português (Brasil)", "Português (Portugal)"]);
        assert_eq!(labels(&["sr-Latn", "sr-Cyrl"]), ["Srpski", "Српски"]);
        assert_eq!(labels(&["en-Latn", "en-GB"])[0], "English (Latn)");
    }

    const TEMPLATES: [Template; 4] =
        [Template::Plain, Template::Blog, Template::Docs, Template::Islands];

    #[test]
    fn each_edit_finds_its_text() {
        for template in TEMPLATES {
            let files = template.files();
            for (name, from, _) in edits_of(template).unwrap().into_iter().flatten() {
                let is_found = files.iter().any(|(path, content)| {
                    names(name, path) && String::from_utf8_lossy(content).contains(from)
                });
                assert!(is_found, "{template:?}: {name} has no `{from}`");
            }
        }
    }

    #[test]
    fn each_message_is_used_and_translated() {
        let keys = |code: &str| {
            let messages = messages_of(code).unwrap();
            messages.into_iter().map(|it| it.key).collect::<Vec<_>>()
        };
        for code in ["fr", "de"] {
            assert_eq!(keys(code), keys(ENGLISH), "{code}");
        }

        let mut used = Vec::new();
        for template in TEMPLATES {
            let mut files = template.files();
            apply(&["en".to_owned(), "fr".to_owned()], template, &mut files);
            let (_, messages) = files.iter().find(|(path, _)| path == "i18n/en/site.ftl").unwrap();
            used.push(String::from_utf8_lossy(messages).into_owned());
        }
        for key in keys(ENGLISH) {
            let line = format!("{key} = ");
            assert!(used.iter().any(|file| file.lines().any(|it| it.starts_with(&line))), "{key}");
        }
    }
}
