//! Integration tests of the generator in one program, so that it is linked once. Each file covers one feature.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests state what they expect, and look at real folders"
)]

mod add;
mod anchor_links;
mod archetypes;
mod archives;
mod assets;
mod build_run;
mod callouts;
mod cascade;
mod checks;
mod cli;
mod code_islands;
mod collections;
mod colocated_assets;
mod command;
mod common;
mod content_security_policy;
mod data_files;
mod data_pages;
mod dates;
#[cfg(not(feature = "deploy"))]
mod default_features;
#[cfg(feature = "deploy")]
mod deploy;
#[cfg(feature = "object-stores")]
mod deploy_s3;
#[cfg(feature = "deploy")]
mod deploy_ssh;
#[cfg(feature = "object-stores")]
mod deploy_versioned;
mod dev_services;
mod dev_tools;
#[cfg(feature = "full")]
mod documentation;
mod editor;
mod editor_renames;
mod embeds;
mod error_recovery;
mod explain;
#[cfg(feature = "external-links")]
mod external_links;
mod extra_schema;
mod feeds;
mod file_templates;
mod first_guesses;
mod foreign_names;
mod format_filters;
mod front_matter;
mod git_dates;
mod head;
mod highlight;
mod hostile;
#[cfg(feature = "deploy")]
mod hosts;
mod image_attributes;
mod includes;
mod incremental;
mod incremental_islands;
mod island_imports;
mod island_messages;
mod island_mistakes;
mod islands;
mod islands_in_text;
mod journeys;
mod killed;
mod languages;
mod languages_hosts;
mod languages_paths;
mod layers;
mod links;
mod lists;
mod markdown_filter;
mod markdown_options;
mod markdown_places;
mod markup;
mod markup_templates;
mod math;
mod messages;
mod migrating;
mod minified;
mod mistakes;
mod names;
mod navigation;
mod operator;
mod output;
mod package;
mod page_text;
mod pagination;
mod parsers;
mod path_case;
mod patterns;
mod permalinks;
mod pictures;
#[cfg(feature = "deploy")]
mod previews;
mod profiles;
mod promotions;
mod prose;
mod proxy;
#[cfg(feature = "deploy")]
mod redirects;
mod regions;
mod related;
mod releases;
mod repeated_diagnostics;
mod runtime;
mod search;
mod selections;
mod serving;
mod settings;
#[cfg(feature = "object-stores")]
mod shards;
#[cfg(feature = "deploy")]
mod shared_cache;
mod shells;
mod shortcode_calls;
mod shortcodes;
mod shutdown;
mod site_toml;
mod social_cards;
mod strict_filters;
mod styles;
mod summaries;
mod tabs;
mod taxonomies;
mod tutorial;
mod types;
mod unicode;
mod urls;
mod watch;
#[cfg(feature = "deploy")]
mod web_servers;

/// A file without a `mod` line above is not compiled.
#[test]
fn every_file_of_this_folder_is_a_module() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let names = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names
        .filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned()))
        .filter(|name| name != "main")
    {
        assert!(
            include_str!("main.rs").contains(&format!("\nmod {name};\n")),
            "tests/{name}.rs is not run"
        );
    }
}
