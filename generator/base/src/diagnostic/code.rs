//! The codes of diagnostics, one row each. A code is permanent and never becomes something else; docs/diagnostics.md explains each.

use std::fmt;

/// What a diagnostic is about, as docs/diagnostics.md has its rows together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// site.toml and the command line.
    Site,
    /// Reading any file.
    Files,
    /// A page on its own.
    Pages,
    /// Data files and their shapes.
    Data,
    /// What pages, files and redirects are to each other.
    Whole,
    /// The runtime's folder, packages and bundle.
    Runtime,
    /// Templates and what they call.
    Templates,
    /// The output folder.
    Output,
}

impl Group {
    /// Its heading in docs/diagnostics.md.
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
        }
    }
}

/// Makes the enum of its rows: what is wrong, the name, the number, the group, the exit code of a command that found nothing else.
macro_rules! codes {
    ($($(#[$what:meta])* $name:ident = $number:literal, $group:ident, $exit:literal;)*) => {
        /// What is wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code {
            $($(#[$what])* $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The permanent number, such as `C0101`.
            pub fn number(self) -> &'static str {
                match self {
                    $(Code::$name => $number,)*
                }
            }

            /// What it is about.
            pub fn group(self) -> Group {
                match self {
                    $(Code::$name => Group::$group,)*
                }
            }

            /// The exit code of a command that found nothing else: 1 where the site is to blame, 3 where the machine is.
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
    /// site.toml is no valid TOML.
    SiteSyntax = "C0002", Site, 1;
    /// site.toml is not UTF-8.
    SiteNotUtf8 = "C0003", Site, 1;
    /// A key of site.toml is missing that every site has.
    SiteKeyMissing = "C0004", Site, 1;
    /// A key at the top of site.toml that nobody reads.
    SiteKeyUnknown = "C0005", Site, 1;
    /// `base_url` is no absolute address.
    BaseUrlNotAbsolute = "C0006", Site, 1;
    /// Sample brand data in a production build.
    SampleBrand = "C0007", Site, 1;
    /// A file or folder cannot be read.
    Unreadable = "C0008", Files, 1;
    /// A table that the generator reads holds what it cannot.
    SiteTable = "C0009", Site, 1;
    /// The output folder lies inside a source folder.
    OutputInSource = "C0010", Site, 1;
    /// A value of site.toml does not fit what the runtime declares.
    RuntimeSetting = "C0011", Site, 1;
    /// A file is not UTF-8 text.
    NotUtf8 = "C0101", Files, 1;
    /// Front matter is no valid TOML or YAML.
    FrontMatterSyntax = "C0102", Pages, 1;
    /// A page has no title.
    NoTitle = "C0103", Pages, 1;
    /// An unknown key of front matter.
    FrontMatterKeyUnknown = "C0104", Pages, 1;
    /// A value of the wrong kind in front matter.
    FrontMatterValue = "C0105", Pages, 1;
    /// Front matter is never closed.
    FrontMatterUnclosed = "C0106", Pages, 1;
    /// An address that cannot be a route.
    BadRoute = "C0107", Pages, 1;
    /// A key of front matter where it cannot stand.
    KeyMisplaced = "C0108", Pages, 1;
    /// A data file is no valid TOML, JSON or CSV.
    DataSyntax = "C0110", Data, 1;
    /// Two data files have one name.
    DataNameTaken = "C0111", Data, 1;
    /// A schema says what is not supported.
    SchemaUnsupported = "C0112", Data, 1;
    /// Data does not fit its declared shape.
    DataShape = "C0113", Data, 1;
    /// A template found a value of a data file wrong.
    DataRefused = "C0114", Data, 1;
    /// A sample text in a production build.
    SampleText = "C0201", Whole, 1;
    /// Two files make one route.
    RouteTaken = "C0202", Whole, 1;
    /// Two sources make one file.
    FileTaken = "C0203", Whole, 1;
    /// A link or redirect to what is not there.
    BrokenLink = "C0204", Whole, 1;
    /// A link to a place in a page that is not there.
    BrokenAnchor = "C0205", Whole, 1;
    /// A redirect from an address that is taken.
    RedirectTaken = "C0206", Whole, 1;
    /// Redirects that lead in a circle.
    RedirectCircle = "C0207", Whole, 1;
    /// A redirect without a slash at its start, or with a status that is none.
    BadRedirect = "C0208", Whole, 1;
    /// A page is filed under a taxonomy that is not declared.
    TaxonomyUnknown = "C0209", Whole, 1;
    /// An image without words.
    ImageWithoutText = "C0210", Whole, 1;
    /// A link whose address no browser can read.
    MalformedAddress = "C0211", Whole, 1;
    /// A link to a page that is over, or will be.
    LinkEnds = "C0212", Whole, 1;
    /// Something that the content security policy blocks.
    PolicyBlocks = "C0213", Whole, 1;
    /// A file that nothing is made of.
    FileIgnored = "C0214", Whole, 1;
    /// Two terms whose names make one address.
    TermTaken = "C0215", Whole, 1;
    /// A file with the name of an image that is none.
    NotAnImage = "C0216", Whole, 1;
    /// A picture of which no copies can be made.
    PictureBroken = "C0217", Whole, 1;
    /// A style sheet or script that cannot be made smaller.
    NotMinified = "C0218", Whole, 1;
    /// A link in a source folder that leads out of the site.
    LinkOut = "C0219", Whole, 1;
    /// A link to an address that leads on to another of this site.
    LinkMoved = "C0220", Whole, 1;
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
    /// A template that is not there.
    NoTemplate = "C0401", Templates, 1;
    /// A template that cannot be read.
    TemplateSyntax = "C0402", Templates, 1;
    /// A template asks for a value that is not there.
    Undefined = "C0403", Templates, 1;
    /// An unknown function, filter or test.
    FunctionUnknown = "C0404", Templates, 1;
    /// A function was called wrongly.
    FunctionCall = "C0405", Templates, 1;
    /// A shortcode without a macro, or where none can stand.
    BadShortcode = "C0406", Templates, 1;
    /// A template of a JSON file makes none.
    FileNotJson = "C0407", Templates, 1;
    /// A shell without what every document needs.
    ShellLacks = "C0408", Templates, 1;
    /// The output folder holds files of others.
    OutputForeign = "C0501", Output, 1;
    /// A file of the output cannot be written.
    CannotWrite = "C0502", Output, 3;
    /// A file of somebody else stands where one of the site belongs.
    FileForeign = "C0503", Output, 1;
}

/// The checks whose weight site.toml may set, by name: what they find, readers meet one by one, and nothing else is lost by it.
pub const CHECKS: [(&str, Code); 9] = [
    ("broken_links", Code::BrokenLink),
    ("broken_anchors", Code::BrokenAnchor),
    ("malformed_addresses", Code::MalformedAddress),
    ("ending_links", Code::LinkEnds),
    ("moved_links", Code::LinkMoved),
    ("images_without_text", Code::ImageWithoutText),
    ("broken_images", Code::NotAnImage),
    ("blocked_by_policy", Code::PolicyBlocks),
    ("ignored_files", Code::FileIgnored),
];

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}
