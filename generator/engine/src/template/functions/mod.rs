//! The functions and filters of templates, by subject; [`Functions::register`] lists them all.

mod assets;
mod collate;
mod data;
mod figure;
mod format;
mod include;
mod island_messages;
mod islands;
mod languages;
mod lists;
mod markdown;
mod messages;
pub(crate) mod picture;
mod search;
mod social_card;
pub(super) mod strict;
pub(crate) mod tabs;
mod tree;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use minijinja::value::{Kwargs, Value};
use minijinja::{Environment, State};

use crate::query::inputs::TemplateTexts;
use crate::query::recorder::Recorder;
use crate::template::function_errors::one_of;
use crate::template::functions::format::present;
use crate::template::functions::tree::toc;
use croupier_content::lists::PageQuery;
use croupier_content::model::SortBy;

/// Implements the functions and filters. They read the site through a recorder.
pub(super) struct Functions {
    recorder: Recorder,
    /// The template texts, for the locations of errors.
    sources: Arc<TemplateTexts>,
    /// Page lists as template values, shared by all templates that show them.
    lists: Mutex<HashMap<(PageQuery, Option<SortBy>), Value>>,
}

/// Declares functions, filters and tests of templates.
///
/// Each row has the method of the environment, the name in templates, the arguments and the result.
macro_rules! register {
    ($env:ident, $functions:ident, {
        $($add:ident $name:literal |$($argument:ident: $type:ty),*| $result:expr;)*
    }) => {
        /// The declared names, each after the method that adds it.
        pub(super) const NAMES: &[(&str, &str)] = &[$((stringify!($add), $name)),*];

        fn register($env: &mut Environment<'static>, $functions: &Arc<Functions>) {
            $($env.$add($name, {
                let $functions = Arc::clone($functions);
                move |$($argument: $type),*| $result
            });)*
        }
    };
}

register!(env, functions, {
    // assets.rs
    add_function "asset" |state: &mut State, name: String, options: Kwargs|
        functions.asset(state, &name, &options);
    add_function "style" |state: &mut State, name: String|
        functions.style(state, &name);
    add_function "inline_style" |path: String|
        functions.inline_style(&path);
    add_function "image_size" |state: &mut State, path: String|
        functions.image_size(state, &path);
    // picture.rs
    add_function "picture" |state: &mut State, url: String, options: Kwargs|
        functions.picture(state, &url, &options);
    // search.rs
    add_function "search_button" |options: Kwargs|
        functions.search_button(&options);
    // islands.rs
    add_function "island"
        |state: &mut State, name: String, props: Option<Value>, options: Kwargs|
        functions.island(state, &name, props, &options);
    add_function "slice" |state: &mut State, name: String, options: Kwargs|
        functions.slice(state, &name, &options);
    // languages.rs
    add_function "language_url" |state: &mut State, language: Option<String>, options: Kwargs|
        functions.language_url(state, language, &options);
    // include.rs
    add_function "include_page" |state: &mut State, path: String, options: Kwargs|
        functions.include_page(state, &path, &options);
    // lists.rs
    add_function "section" |prefix: String, options: Kwargs|
        functions.section(&prefix, &options);
    add_function "children" |path: String, options: Kwargs|
        functions.children(&path, &options);
    add_function "get_page" |path: String, options: Kwargs|
        functions.get_page(&path, &options);
    add_test "unpublished" |path: String|
        functions.is_unpublished(&path);
    add_function "related" |page: Value, options: Kwargs|
        functions.related(&page, &options);
    add_function "archives" |section: String, options: Kwargs|
        functions.archives(&section, &options);
    add_function "terms" |taxonomy: String|
        functions.terms(&taxonomy);
    // tree.rs
    add_function "tree" |state: &mut State, path: String, options: Kwargs|
        functions.tree(state, &path, &options);
    // data.rs
    add_function "collection" |folder: String|
        functions.collection(&folder);
    add_filter "current" |state: &mut State, list: Value, options: Kwargs|
        functions.current(state, &list, &options);
    add_function "static_query" |state: &mut State, name: String|
        functions.static_query(state, &name);
    add_function "file_data" |state: &mut State, path: String|
        functions.file_data(state, &path);
    add_function "wrong"
        |state: &mut State, name: String, path: String, problem: String, options: Kwargs|
        functions.wrong(state, &name, &path, &problem, &options);
    // figure.rs
    add_function "figure"
        |state: &mut State, src: Option<String>, alt: Option<String>, options: Kwargs|
        functions.figure(state, src, alt, &options);
    add_function "youtube"
        |state: &mut State, id: Option<String>, title: Option<String>, options: Kwargs|
        functions.youtube(state, id, title, &options);
    add_function "vimeo"
        |state: &mut State, id: Option<Value>, title: Option<String>, options: Kwargs|
        functions.vimeo(state, id, title, &options);
    // tabs.rs
    add_function "tabs" |state: &mut State, key: Option<Value>, options: Kwargs|
        functions.tabs(state, key, &options);
    add_function "tab" |state: &mut State, label: Option<Value>, options: Kwargs|
        functions.tab(state, label, &options);
    // format.rs
    add_filter "date" |date: Value, format: Option<String>, options: Kwargs|
        functions.date(present(&date)?, format, &options);
    add_filter "timestamp" |date: Value|
        functions.timestamp(present(&date)?);
    add_filter "number" |value: Value, decimals: Option<Value>, options: Kwargs|
        functions.number(&value, decimals, &options);
    add_filter "money" |amount: Value, currency: Option<String>, options: Kwargs|
        functions.money(&amount, currency, &options);
    add_filter "to_sentence" |state: &mut State, items: Value, kind: Option<String>, options: Kwargs|
        functions.to_sentence(state, &items, kind, &options);
    // collate.rs
    add_filter "collate" |state: &mut State, items: Value, options: Kwargs|
        functions.collate(state, &items, &options);
    // messages.rs
    add_function "t" |key: String, arguments: Kwargs|
        functions.message(&key, &arguments);
    // social_card.rs
    add_filter "wrap_text" |text: Option<&str>, options: Kwargs|
        functions.wrap_text(text.unwrap_or_default(), &options);
    // markdown.rs
    add_filter "markdown" |state: &mut State, text: Value, options: Kwargs|
        functions.markdown(state, &text, &options);
});

impl Functions {
    /// Adds all functions, filters and tests to `env`.
    pub(super) fn register(
        recorder: &Recorder,
        sources: &Arc<TemplateTexts>,
        env: &mut Environment<'static>,
    ) {
        let functions = Arc::new(Functions {
            recorder: recorder.clone(),
            sources: Arc::clone(sources),
            lists: Mutex::default(),
        });

        strict::register(env);
        register(env, &functions);
        env.add_function("toc", |page: Value, options: Kwargs| toc(&page, &options));
        env.add_function("one_of", |text: Option<String>, allowed: Vec<String>, what: String| {
            one_of(text.unwrap_or_default(), &allowed, &what)
        });
    }
}
