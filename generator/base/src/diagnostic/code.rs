//! Permanent codes of diagnostics. docs/content/reference/diagnostics.md explains each code.

use std::fmt;

/// The topic of a diagnostic. docs/content/reference/diagnostics.md has one section per topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// site.toml and the command line.
    Site,
    /// Reading of any file.
    Files,
    /// A single page.
    Pages,
    /// Data files and schemas.
    Data,
    /// Relations between pages, files and redirects.
    Whole,
    /// The runtime's folder, packages and bundle.
    Runtime,
    /// Templates, and the functions and shortcodes that they call.
    Templates,
    /// The output folder.
    Output,
    /// The site in a browser, during development.
    Browser,
    /// The targets of deployments.
    Targets,
}

impl Group {
    /// Returns the heading of the section in docs/content/reference/diagnostics.md.
    pub fn title(self) -> &'static str {
        match self {
            Group::Site => "site.toml",
            Group::Files => "files",
            Group::Pages => "pages",
            Group::Data => "data",
            Group::Whole => "the site as a whole",
            Group::Runtime => "the runtime",
            Group::Templates => "templates",
            Group::Output => "the output",
            Group::Browser => "the browser",
            Group::Targets => "deployments",
        }
    }
}

/// Defines [`Code`] from rows of doc comment, name, number, group, and the exit code of a command
/// without other errors.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $group:ident, $exit:literal;)*) => {
        /// The kind of problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// Returns the permanent number, such as `C0101`.
            pub fn number(self) -> &'static str {
                match self {
                    $(Code::$name => $number,)*
                }
            }

            /// Returns the topic.
            pub fn group(self) -> Group {
                match self {
                    $(Code::$name => Group::$group,)*
                }
            }

            /// Returns the exit code of a command without other errors: 1 if the site is the cause,
            /// 3 if the machine is.
            pub fn exit_code(self) -> u8 {
                match self {
                    $(Code::$name => $exit,)*
                }
            }
        }
    };
}

codes! {
    /// The folder has no site.toml, or it cannot be read.
    NoSite = "C0001", Site, 1;
    /// site.toml is not valid TOML.
    SiteSyntax = "C0002", Site, 1;
    /// site.toml is not UTF-8.
    SiteNotUtf8 = "C0003", Site, 1;
    /// A required key of site.toml is missing.
    SiteKeyMissing = "C0004", Site, 1;
    /// An unknown top-level key in site.toml.
    SiteKeyUnknown = "C0005", Site, 1;
    /// `base_url` is not an absolute URL, or has parts other than scheme, host and path.
    BaseUrlNotAbsolute = "C0006", Site, 1;
    /// Sample brand data in a production build.
    SampleBrand = "C0007", Site, 1;
    /// A file or folder cannot be read, or the site has no pages.
    Unreadable = "C0008", Files, 1;
    /// A table that the generator reads has an invalid value.
    SiteTable = "C0009", Site, 1;
    /// The output folder is inside a source folder.
    OutputInSource = "C0010", Site, 1;
    /// A value in site.toml does not match what the runtime declares.
    RuntimeSetting = "C0011", Site, 1;
    /// A command of `[[build.run]]` failed.
    CommandFailed = "C0020", Site, 1;
    /// A social card cannot be drawn.
    SocialCardBroken = "C0021", Pages, 1;
    /// A social card lacks a part of its text.
    SocialCardText = "C0022", Pages, 1;
    /// A file is not UTF-8 text.
    NotUtf8 = "C0101", Files, 1;
    /// Front matter is not valid TOML or YAML.
    FrontMatterSyntax = "C0102", Pages, 1;
    /// A page has no title.
    NoTitle = "C0103", Pages, 1;
    /// An unknown key in front matter.
    FrontMatterKeyUnknown = "C0104", Pages, 1;
    /// A front matter value of the wrong type.
    FrontMatterValue = "C0105", Pages, 1;
    /// Front matter is never closed.
    FrontMatterUnclosed = "C0106", Pages, 1;
    /// A URL path that cannot be a route.
    BadRoute = "C0107", Pages, 1;
    /// A front matter key that is not allowed here.
    KeyMisplaced = "C0108", Pages, 1;
    /// A text that looks like front matter, but is not read as such.
    FrontMatterUnread = "C0109", Pages, 1;
    /// A heading without text.
    HeadingWithoutText = "C0118", Pages, 1;
    /// Two pages are the same translation of a page.
    TranslationTaken = "C0119", Pages, 1;
    /// A page that must be translated is not.
    TranslationMissing = "C0120", Pages, 1;
    /// A translation whose headings differ from those of its original.
    TranslationOutline = "C0121", Pages, 1;
    /// A page changed after it was translated, although its translations must match it.
    TranslationStale = "C0122", Pages, 1;
    /// A translation that no person has reviewed.
    TranslationUnreviewed = "C0123", Pages, 1;
    /// A space in French text that breaks the rules of its typography.
    Typography = "C0124", Pages, 1;
    /// Built-in texts that do not exist in a language of the site.
    BuiltInTexts = "C0125", Pages, 1;
    /// A `translation_key` that no other page has.
    TranslationKey = "C0126", Pages, 1;
    /// A data file is not valid TOML, YAML, JSON or CSV.
    DataSyntax = "C0110", Data, 1;
    /// Two data files have the same name.
    DataNameTaken = "C0111", Data, 1;
    /// A schema uses an unsupported feature.
    SchemaUnsupported = "C0112", Data, 1;
    /// Data does not match its schema.
    DataShape = "C0113", Data, 1;
    /// A template rejected a value of a data file.
    DataRefused = "C0114", Data, 1;
    /// Sample text in a production build.
    SampleText = "C0201", Whole, 1;
    /// Two files have the same route.
    RouteTaken = "C0202", Whole, 1;
    /// Two sources produce the same output file.
    FileTaken = "C0203", Whole, 1;
    /// A link or redirect to a target that does not exist.
    BrokenLink = "C0204", Whole, 1;
    /// A link to an anchor that does not exist.
    BrokenAnchor = "C0205", Whole, 1;
    /// A redirect from a URL that is already in use.
    RedirectTaken = "C0206", Whole, 1;
    /// A cycle of redirects.
    RedirectCircle = "C0207", Whole, 1;
    /// A redirect without a leading slash, or with an invalid status.
    BadRedirect = "C0208", Whole, 1;
    /// A page uses a taxonomy that is not declared.
    TaxonomyUnknown = "C0209", Whole, 1;
    /// An image without alternative text.
    ImageWithoutText = "C0210", Whole, 1;
    /// A link with a URL that browsers cannot parse.
    MalformedAddress = "C0211", Whole, 1;
    /// A link to a page that has expired or will expire.
    LinkEnds = "C0212", Whole, 1;
    /// A resource that the content security policy blocks.
    PolicyBlocks = "C0213", Whole, 1;
    /// An ignored or probably misplaced file.
    FileIgnored = "C0214", Whole, 1;
    /// Two terms whose names produce the same URL.
    TermTaken = "C0215", Whole, 1;
    /// A file with the extension of an image that is not one.
    NotAnImage = "C0216", Whole, 1;
    /// A picture that cannot be resized.
    PictureBroken = "C0217", Whole, 1;
    /// A style sheet or script that cannot be minified.
    NotMinified = "C0218", Whole, 1;
    /// A link in a source folder to a target outside the site.
    LinkOut = "C0219", Whole, 1;
    /// A link to a redirect of this site.
    LinkMoved = "C0220", Whole, 1;
    /// A footnote that is not defined, not used, or defined twice.
    Footnote = "C0221", Whole, 1;
    /// An id that several elements of a page have.
    DuplicateId = "C0222", Whole, 1;
    /// Syntax of MDX or of another generator in a page.
    ForeignSyntax = "C0223", Whole, 1;
    /// A file of MDX, which is not published.
    MdxFile = "C0224", Whole, 1;
    /// A code block in a language that cannot be highlighted.
    UnknownLanguage = "C0225", Whole, 1;
    /// The history of Git is missing or incomplete.
    GitHistory = "C0230", Whole, 1;
    /// A formula that is not valid.
    BadFormula = "C0231", Whole, 1;
    /// A style sheet that cannot be bundled, or a warning of its source.
    StyleProblem = "C0232", Whole, 1;
    /// An image of another host, if site.toml enables the check.
    ExternalImage = "C0233", Whole, 1;
    /// A feed whose pages have no date.
    NoPages = "C0240", Whole, 1;
    /// The search over texts has no index.
    TextIndex = "C0242", Whole, 1;
    /// A page whose date is in the future.
    FutureDate = "C0241", Whole, 1;
    /// A link to another site that does not work.
    ExternalLink = "C0243", Whole, 1;
    /// A link to an anchor that a page of another site does not have.
    ExternalAnchor = "C0244", Whole, 1;
    /// A link to a page of another site that has moved permanently.
    ExternalLinkMoved = "C0245", Whole, 1;
    /// A link to another site whose server did not say whether the page exists.
    ExternalLinkUnverified = "C0246", Whole, 1;
    /// A call that renders a block within a heading or emphasized text.
    BlockInLine = "C0247", Whole, 1;
    /// A script of static/ that names a file without the path of `base_url`.
    OutsideBasePath = "C0249", Whole, 1;
    /// A base layout that makes pages differ where client-side navigation replaces nothing.
    PageInShell = "C0250", Whole, 1;
    /// Two regions of a base layout with the same name.
    DuplicateRegion = "C0251", Whole, 1;
    /// A value of an attribute with quotation marks that end it.
    QuoteInName = "C0252", Whole, 1;
    /// The folder of the runtime has no bundler.
    NoRuntime = "C0301", Runtime, 1;
    /// The runtime cannot be read.
    RuntimeUnreadable = "C0302", Runtime, 1;
    /// npm or Node cannot be started.
    NodeMissing = "C0303", Runtime, 3;
    /// npm could not install the packages.
    PackagesFailed = "C0304", Runtime, 1;
    /// The runtime could not be bundled.
    BundleFailed = "C0305", Runtime, 1;
    /// An import in the runtime that cannot be resolved.
    ImportFailed = "C0310", Runtime, 1;
    /// An island that throws an error while the build renders it.
    RenderFailed = "C0311", Runtime, 1;
    /// A type error in the runtime.
    TypeError = "C0312", Runtime, 1;
    /// An environment variable that islands cannot read.
    VariableNotPublic = "C0313", Runtime, 1;
    /// Code or a style sheet of the runtime with a probable mistake.
    SuspiciousCode = "C0314", Runtime, 1;
    /// A class in the code of the runtime that a CSS Module does not have.
    UnknownClass = "C0315", Runtime, 1;
    /// A template that does not exist.
    NoTemplate = "C0401", Templates, 1;
    /// A template that cannot be parsed.
    TemplateSyntax = "C0402", Templates, 1;
    /// A template reads a value that does not exist.
    Undefined = "C0403", Templates, 1;
    /// An unknown function, filter or test.
    FunctionUnknown = "C0404", Templates, 1;
    /// A function was called with invalid arguments.
    FunctionCall = "C0405", Templates, 1;
    /// A shortcode without a macro, or where shortcodes are not allowed.
    BadShortcode = "C0406", Templates, 1;
    /// A template of a JSON file that does not produce JSON.
    FileNotJson = "C0407", Templates, 1;
    /// A base layout without a required part.
    ShellLacks = "C0408", Templates, 1;
    /// A part of a message file is not valid.
    MessageSyntax = "C0410", Templates, 1;
    /// Two messages of a language have the same key.
    MessageDuplicate = "C0411", Templates, 1;
    /// A message refers to an unknown message or term, or to itself.
    MessageReference = "C0412", Templates, 1;
    /// A template shows a message that does not exist.
    MessageUnknown = "C0413", Templates, 1;
    /// A template shows a message with missing or unknown arguments.
    MessageArguments = "C0414", Templates, 1;
    /// A message without a translation.
    MessageUntranslated = "C0415", Templates, 1;
    /// A message that no template shows.
    MessageUnused = "C0416", Templates, 1;
    /// The output folder contains files of other programs.
    OutputForeign = "C0501", Output, 1;
    /// A file of the output cannot be written.
    CannotWrite = "C0502", Output, 3;
    /// A foreign file is at the path of an output file.
    FileForeign = "C0503", Output, 1;
    /// The output folder contains the output of another profile or another site.
    OutputProfile = "C0504", Output, 1;
    /// Parts of a build in shards do not belong together, or not to the sources.
    PartMismatch = "C0505", Output, 1;
    /// An error that code of the site did not catch in a browser.
    BrowserError = "C0601", Browser, 1;
    /// An island whose first rendering in a browser differs from its HTML.
    HydrationMismatch = "C0602", Browser, 1;
    /// A warning of React in a browser.
    ReactWarning = "C0603", Browser, 1;
    /// A request or a script that the content security policy blocked in a browser.
    BlockedByPolicy = "C0604", Browser, 1;
    /// No connection to the store of a target can be made.
    TargetUnreachable = "C0701", Targets, 3;
    /// The store of a target refuses the credentials, or there are none.
    TargetRefused = "C0702", Targets, 3;
    /// The bucket or container of a target does not exist.
    NoBucket = "C0703", Targets, 3;
    /// An operation of a target failed.
    TargetFailed = "C0704", Targets, 3;
}

/// The checks whose severity site.toml can set, by name. The problems that they find do not affect
/// other parts of the site.
pub const CHECKS: [(&str, Code); 33] = [
    ("broken_links", Code::BrokenLink),
    ("broken_anchors", Code::BrokenAnchor),
    ("malformed_addresses", Code::MalformedAddress),
    ("ending_links", Code::LinkEnds),
    ("moved_links", Code::LinkMoved),
    ("external_links", Code::ExternalLink),
    ("external_anchors", Code::ExternalAnchor),
    ("moved_external_links", Code::ExternalLinkMoved),
    ("unverified_external_links", Code::ExternalLinkUnverified),
    ("images_without_text", Code::ImageWithoutText),
    ("headings_without_text", Code::HeadingWithoutText),
    ("broken_images", Code::NotAnImage),
    ("blocked_by_policy", Code::PolicyBlocks),
    ("ignored_files", Code::FileIgnored),
    ("future_dates", Code::FutureDate),
    ("footnotes", Code::Footnote),
    ("duplicate_ids", Code::DuplicateId),
    ("blocks_in_lines", Code::BlockInLine),
    ("foreign_syntax", Code::ForeignSyntax),
    ("mdx_files", Code::MdxFile),
    ("unknown_languages", Code::UnknownLanguage),
    ("git_history", Code::GitHistory),
    ("external_images", Code::ExternalImage),
    ("social_card_text", Code::SocialCardText),
    ("missing_translations", Code::TranslationMissing),
    ("translation_outlines", Code::TranslationOutline),
    ("stale_translations", Code::TranslationStale),
    ("unreviewed_translations", Code::TranslationUnreviewed),
    ("untranslated_messages", Code::MessageUntranslated),
    ("unused_messages", Code::MessageUnused),
    ("typography", Code::Typography),
    ("built_in_texts", Code::BuiltInTexts),
    ("translation_keys", Code::TranslationKey),
];

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}
