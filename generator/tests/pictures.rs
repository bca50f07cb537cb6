//! `picture()`: copies of pictures in several widths, and their cache.

use crate::common::{Site, assert_contains};

#[cfg(not(feature = "pictures"))]
#[test]
fn picture_without_its_cargo_feature_is_an_error_that_names_the_feature() {
    let site = Site::small();
    site.write("pages/page.html", "<p>\n{{ picture(\"/boat.jpg\", alt=\"A boat\") }}");
    assert_contains(
        &site.refused(),
        &[
            "C0405",
            "pages/page.html:2:4",
            "this Croupier was built without `pictures`",
            "cargo install --path generator --features pictures",
        ],
    );
}

#[cfg(feature = "pictures")]
mod with_the_feature {
    use std::collections::BTreeMap;
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use croupier::{BuildOptions, Clock, Engine, SitePath};

    use super::{Site, assert_contains};
    use crate::common::{SETTINGS, SiteBuilder, printed_text, tree};
    use crate::languages::bilingual;

    /// Reads a fixture: `boat.jpg` of 1000 by 500 pixels, `logo.png` of 600 by 300 with transparency, `still.webp` of 640 by 320, the
    /// animation `moving.webp`, or `turned.jpg`, which is stored as 300 by 200 with its red half on the left and shown as 200 by 300
    /// with the red half at the top.
    fn fixture(name: &str) -> Vec<u8> {
        fs::read(format!("{}/../tests/fixtures/pictures/{name}", env!("CARGO_MANIFEST_DIR")))
            .unwrap()
    }

    /// A site with `photos/boat.jpg`, whose pages show the result of this call.
    fn site(call: &str) -> Site {
        let site = SiteBuilder::new()
            .file("pages/page.html", &format!("{{{{ page.body }}}}\n{{{{ {call} }}}}"))
            .create();
        put(&site, "photos/boat.jpg", &fixture("boat.jpg"));
        site
    }

    /// Writes a file of static/.
    fn put(site: &Site, path: &str, bytes: &[u8]) {
        site.write(&format!("static/{path}"), "");
        fs::write(site.root().join("static").join(path), bytes).unwrap();
    }

    /// Returns the width and height of every copy in the output, by path.
    fn copies(site: &Site) -> BTreeMap<String, (usize, usize)> {
        let files = site
            .tree()
            .into_iter()
            .map(|(path, bytes)| (path.into_os_string().into_string().unwrap(), bytes));
        let copies = files.filter(|(path, _)| path.ends_with("w.webp"));
        let dimensions = |bytes: &[u8]| {
            assert_eq!(imagesize::image_type(bytes).unwrap(), imagesize::ImageType::Webp);
            let it = imagesize::blob_size(bytes).unwrap();
            (it.width, it.height)
        };
        copies.map(|(path, bytes)| (path, dimensions(&bytes))).collect()
    }

    /// Replaces the digests in the names of copies by `<digest>`.
    fn without_digests(html: &str) -> String {
        let without_digest = |part: &str| {
            let is_digest = part.len() > 20
                && part.as_bytes()[20] == b'-'
                && part.bytes().take(20).all(|it| it.is_ascii_hexdigit());
            if is_digest { format!("<digest>{}", &part[20..]) } else { part.to_owned() }
        };
        html.split('.').map(without_digest).collect::<Vec<_>>().join(".")
    }

    /// Returns the modification time of every cached copy and colour, by name.
    fn cached(site: &Site) -> BTreeMap<String, SystemTime> {
        let folder = site.root().join(".croupier/pictures");
        let names =
            tree(&folder).into_keys().map(|path| path.into_os_string().into_string().unwrap());
        names
            .map(|name| {
                (name.clone(), fs::metadata(folder.join(name)).unwrap().modified().unwrap())
            })
            .collect()
    }

    const CALL: &str = "picture(\"/photos/boat.jpg\", alt=\"A \\\"boat\\\" at night\", widths=[800, 400, 1600], class=\"wide\")";

    #[test]
    fn a_file_name_is_that_of_the_page_or_of_its_original() {
        let call = "{% if page.extra.photo %}{{ image_size(page.extra.photo).width }} {{ picture(page.extra.photo, alt=\"\") }}{% endif %}";
        let site = bilingual("untranslated = \"show\"\n")
            .page("tea/index", "title = \"Tea\"\n[extra]\nphoto = \"a pot.png\"\n", "")
            .page("tea/index.fr", "title = \"Thé\"\n", "")
            .page("rice/index", "title = \"Rice\"\n[extra]\nphoto = \"./pot.png\"\n", "")
            .file("pages/page.html", call)
            .create();
        for file in ["tea/a pot.png", "rice/pot.png", "rice/pot.fr.png"] {
            fs::write(site.root().join("content").join(file), fixture("logo.png")).unwrap();
        }
        site.build();

        let shows = |page: &str, source: &str| {
            let html = site.output(&format!("{page}/index.html"));
            assert_contains(&html, &[&format!("<img src=\"{source}\" width=")]);
        };
        shows("tea", "/tea/a%20pot.png");
        shows("fr/tea", "/tea/a%20pot.png");
        shows("rice", "/rice/pot.png");
        shows("fr/rice", "/rice/pot.fr.png");

        fs::remove_file(site.root().join("content/rice/pot.fr.png")).unwrap();
        site.same_as_clean();
        shows("fr/rice", "/rice/pot.png");

        site.write(
            "pages/page.html",
            &call.replace("image_size(page.extra.photo).width", "asset(\"./\" ~ page.extra.photo)"),
        );
        site.same_as_clean();
        assert_contains(&site.output("fr/tea/index.html"), &["/tea/a%20pot.", ".png <picture>"]);
        site.write("pages/page.html", &call.replace("(page.extra", "(page.path ~ page.extra"));
        let printed = printed_text(&site.run(&["build", "--preview"]));
        assert_contains(&printed, &["write only the name of the file, `a pot.png`"]);
    }

    #[test]
    fn a_build_reports_how_many_copies_are_encoded() {
        let site = site(CALL);
        let output = site.run(&["build", "--preview", "--json"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let events = text.lines().map(serde_json::from_str::<serde_json::Value>);
        let progress: Vec<_> =
            events.map(Result::unwrap).filter(|it| it["event"] == "build_progress").collect();
        let (first, last) = (&progress[0], progress.last().unwrap());
        assert_eq!((&first["step"], &first["unit"]), (&"pictures".into(), &"copies".into()));
        assert_eq!((&first["done"], &first["total"]), (&0.into(), &3.into()));
        assert_eq!((&last["done"], &last["total"]), (&3.into(), &3.into()));
        assert!(first["time"].is_string() && first.get("bytes").is_none(), "{first}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("encoding"));

        let again = |flags: &[&str]| {
            fs::remove_dir_all(site.root().join(".croupier")).unwrap();
            printed_text(&site.run(&[&["build", "--preview"], flags].concat()))
        };
        assert_contains(
            &again(&[]),
            &[
                "  encoding copies of pictures: 0 of 3 ...\n",
                "  encoding copies of pictures: 3 of 3 ...\n",
            ],
        );
        assert!(!again(&["--quiet"]).contains("encoding"));
        // The cache has all copies.
        fs::remove_dir_all(site.out()).unwrap();
        assert!(!site.build().contains("encoding"));
    }

    #[test]
    fn a_picture_has_copies_in_the_widths_of_the_call() {
        let site = site(CALL);
        site.enable_page_data();
        site.build();
        let html = without_digests(&site.output("index.html"));
        assert_contains(
            &html,
            &[
                "<picture><source type=\"image/webp\" srcset=\"/photos/boat.<digest>-400w.webp 400w, \
               /photos/boat.<digest>-800w.webp 800w, /photos/boat.<digest>-1000w.webp 1000w\" sizes=\"100vw\">\
               <img src=\"/photos/boat.jpg\" width=\"1000\" height=\"500\" alt=\"A &quot;boat&quot; at night\" class=\"wide\" data-color=\"#20324c\" \
               loading=\"lazy\" decoding=\"async\"></picture>",
            ],
        );
        let written = copies(&site);
        assert_eq!(
            written.values().copied().collect::<Vec<_>>(),
            [(1000, 500), (400, 200), (800, 400)]
        );
        // Page data names every copy, and browsers may cache copies for a year.
        let headers = site.output("_headers");
        for path in written.keys() {
            assert_contains(&site.output("page-data/index/page-data.json"), &[path]);
            assert_contains(
                &headers,
                &[&format!(
                    "/{path}\n  ! cache-control\n  cache-control: public, max-age=31536000, immutable\n"
                )],
            );
        }
        assert!(site.has("photos/boat.jpg"));
        site.same_as_clean();
    }

    #[test]
    fn optional_arguments_have_defaults_and_every_image_format_is_supported() {
        let site = site(
            "picture(\"/a b%,/logo.png\", alt=\"\", loading=\"eager\", sizes=\"(min-width: 60rem) 50vw, 100vw\")",
        );
        put(&site, "a b%,/logo.png", &fixture("logo.png"));
        put(&site, "still.webp", &fixture("still.webp"));
        put(&site, "still.png", &fixture("logo.png"));
        site.write(
            "pages/shortcodes.html",
            "{% macro show(src, quality) %}{{ picture(src, alt=\"x\", quality=quality) }}{% endmacro %}",
        );
        site.append(
            "content/index.md",
            "{{ show(src=\"/still.webp\", quality=30) }}\n\n{{ show(src=\"/still.webp\", quality=90) }}\n",
        );
        site.build();
        assert_contains(
            &without_digests(&site.output("index.html")),
            &[
                "srcset=\"/a%20b%25,/logo.<digest>-480w.webp 480w, /a%20b%25,/logo.<digest>-600w.webp 600w\" \
                 sizes=\"(min-width: 60rem) 50vw, 100vw\"><img src=\"/a%20b%25,/logo.png\" width=\"600\" height=\"300\" alt=\"\" \
                 loading=\"eager\" decoding=\"async\">",
                "/still.<digest>-640w.webp 640w\"",
            ],
        );
        let written = copies(&site);
        // Two copies of the logo, and two copies of the other picture in each quality.
        assert_eq!(written.len(), 6);
        let sizes = |width: &str| {
            let of = written.keys().filter(|path| {
                path.starts_with("still.") && path.ends_with(&format!("-{width}w.webp"))
            });
            of.map(|path| {
                fs::metadata(site.root().join(".croupier/preview").join(path)).unwrap().len()
            })
            .collect::<Vec<_>>()
        };
        let sizes = sizes("640");
        assert!(sizes.len() == 2 && sizes[0] != sizes[1], "{sizes:?}");
        site.same_as_clean();
    }

    #[test]
    fn on_a_site_with_a_base_path_every_url_has_the_base_path() {
        let site = site("picture(\"/photos/boat.jpg\", alt=\"x\", widths=[400, 800])");
        site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
        site.build();
        assert_contains(
            &without_digests(&site.output("index.html")),
            &[
                "srcset=\"/docs/photos/boat.<digest>-400w.webp 400w, /docs/photos/boat.<digest>-800w.webp 800w\" ",
                "src=\"/docs/photos/boat.jpg\"",
            ],
        );
        let written = copies(&site);
        assert_contains(
            &site.output("_headers"),
            &[&format!("/docs/{}\n", written.keys().next().unwrap())],
        );
    }

    #[test]
    fn copies_of_a_rotated_photo_are_upright() {
        let site = site("picture(\"/turned.jpg\", alt=\"x\", widths=[100], quality=90)");
        put(&site, "turned.jpg", &fixture("turned.jpg"));
        site.build();
        assert_contains(&site.output("index.html"), &["width=\"200\" height=\"300\""]);
        let written = copies(&site);
        assert_eq!(written.values().copied().collect::<Vec<_>>(), [(100, 150)]);
    }

    #[test]
    fn nothing_is_encoded_twice_and_copies_of_a_changed_picture_have_new_names() {
        let site = site(CALL);
        site.write("site.toml", &format!("{SETTINGS}[output]\nkeep_releases = 1\n"));
        site.write("content/other.md", "+++\ntitle = \"Other\"\n+++\n");
        assert_contains(&site.build(), &["encoding copies of pictures: 3 of 3"]);
        let (first, encoded, output) = (copies(&site), cached(&site), site.tree());
        // The cache has the placeholder colour, too.
        assert_eq!((first.len(), encoded.len()), (3, 4));
        // Changed text and a removed output cause no encoding.
        site.append("content/index.md", "More.\n");
        site.build();
        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
        fs::remove_dir_all(site.root().join(".croupier/preview")).unwrap();
        site.build();
        assert_eq!((site.tree(), cached(&site)), (output.clone(), encoded.clone()));
        // A copy that is missing from the output is restored from the cache, and a truncated copy in the cache is encoded again.
        site.remove(&format!(".croupier/preview/{}", first.keys().next().unwrap()));
        site.build();
        assert_eq!((site.tree(), cached(&site)), (output.clone(), encoded.clone()));
        let truncated = site.root().join(".croupier/pictures").join(encoded.keys().next().unwrap());
        let complete = fs::read(&truncated).unwrap();
        fs::write(&truncated, &complete[..complete.len() / 2]).unwrap();
        fs::remove_dir_all(site.root().join(".croupier/preview")).unwrap();
        site.build();
        assert_eq!((site.tree(), fs::read(&truncated).unwrap()), (output, complete));

        let mut bytes = fixture("boat.jpg");
        bytes.push(0);
        put(&site, "photos/boat.jpg", &bytes);
        site.build();
        let all = copies(&site);
        // Open tabs find the copies of the release that they show.
        assert_eq!(all.len(), 6);
        let html = site.output("index.html");
        assert!(first.keys().all(|path| all.contains_key(path) && !html.contains(path)));
        site.same_as_clean();
        // Copies that no page uses are removed with their release.
        site.write("pages/page.html", "{{ page.body }}");
        site.build();
        assert!(!copies(&site).keys().any(|path| first.contains_key(path)));
        bytes.push(0);
        put(&site, "photos/boat.jpg", &bytes);
        site.write("pages/page.html", &format!("{{{{ {CALL} }}}}"));
        site.build();
        site.same_as_clean();
    }

    #[test]
    fn a_build_with_a_list_of_changed_files_updates_copies() {
        let site = site(CALL);
        let args = BuildOptions {
            profile: croupier::Profile::Preview,
            root: site.root().to_owned(),
            extensions: croupier::extensions(),
            ..BuildOptions::default()
        };
        let mut engine = Engine::new(&args, Clock { now: 1_767_225_600, build_year: 2026 });
        let mut build = |paths: Option<&[&str]>| {
            let paths = paths.map(|paths| paths.iter().map(|path| SitePath::new(*path)).collect());
            engine
                .build(paths.as_ref(), &|_| {})
                .map(|report| (report.rendered, report.stats.written))
        };
        build(None).unwrap();
        let first = copies(&site);
        site.append("content/index.md", "More.\n");
        assert_eq!(build(Some(&["content/index.md"])).unwrap(), (1, 1));
        let mut bytes = fixture("boat.jpg");
        put(&site, "photos/boat.jpg", &bytes[..9000]);
        assert_eq!(build(Some(&["static/photos/boat.jpg"])).unwrap_err().len(), 1);
        assert_eq!(copies(&site), first);
        bytes.push(0);
        put(&site, "photos/boat.jpg", &bytes);
        assert_eq!(build(Some(&["static/photos/boat.jpg"])).unwrap().0, 1);
        let html = site.output("index.html");
        let second: Vec<String> =
            copies(&site).into_keys().filter(|path| !first.contains_key(path)).collect();
        assert!(second.len() == 3 && second.iter().all(|path| html.contains(path)), "{html}");
    }

    #[test]
    fn a_copy_that_no_release_used_for_a_month_is_removed_from_the_cache() {
        let site = site(CALL);
        site.build();
        let before = cached(&site);
        let long_ago = SystemTime::now() - Duration::from_hours(31 * 24);
        let set = |name: &str| {
            let file = File::options()
                .write(true)
                .open(site.root().join(".croupier/pictures").join(name))
                .unwrap();
            file.set_modified(long_ago).unwrap();
        };
        for name in before.keys() {
            set(name);
        }
        // Two widths and the colour are still used, so the build updates their modification time.
        site.write(
            "pages/page.html",
            "{{ picture(\"/photos/boat.jpg\", alt=\"\", widths=[400, 800]) }}",
        );
        site.build();
        let after = cached(&site);
        assert_eq!(after.len(), 3);
        assert!(after.iter().all(
            |(name, at)| before.contains_key(name) && *at > long_ago + Duration::from_hours(1)
        ));
        // Unused copies that are younger than a month stay in the cache.
        site.write("pages/page.html", "{{ page.body }}");
        site.build();
        assert_eq!(cached(&site), after);
    }

    #[test]
    fn copies_that_slices_files_and_links_use_outlive_a_removed_page() {
        let site = site("picture(\"/photos/boat.jpg\", alt=\"x\", widths=[400])");
        site.write("site.toml", &format!("{SETTINGS}[output]\nkeep_releases = 0\n"));
        site.write("pages/shell.html", "{{ slice(\"bar\") }}<main>{{ main }}</main>");
        site.write(
            "pages/slices/bar.html",
            "{{ picture(\"/photos/boat.jpg\", alt=\"x\", widths=[300]) }}",
        );
        site.write(
            "pages/files/list.txt",
            "{{ picture(\"/photos/boat.jpg\", alt=\"x\", widths=[200]) }}",
        );
        site.write(
            "pages/more.html",
            "{{ picture(\"/photos/boat.jpg\", alt=\"x\", widths=[100]) }}",
        );
        site.write("content/more.md", "+++\ntitle = \"More\"\ntemplate = \"more\"\n+++\n");
        site.build();
        let widths =
            |site: &Site| copies(site).into_values().map(|(width, _)| width).collect::<Vec<_>>();
        assert_eq!(widths(&site), [100, 200, 300, 400]);
        let copy = copies(&site).into_keys().next().unwrap();
        site.append("content/index.md", &format!("[small](/{copy})\n"));
        site.build();
        site.remove("content/more.md");
        assert_contains(&site.refused(), &["C0204", "content/index.md:4", &copy]);
        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
        site.build();
        assert_eq!(widths(&site), [200, 300, 400]);
        site.same_as_clean();
    }

    #[test]
    fn a_link_to_a_copy_that_no_page_or_file_uses_any_more_is_broken() {
        let site = site("page.title");
        site.write("site.toml", &format!("{SETTINGS}[output]\nkeep_releases = 0\n"));
        let page = |width: u32| {
            site.write(
                "content/more.md",
                &format!(
                    "+++\ntitle = \"M\"\ntemplate = \"more\"\n[extra]\nwidth = {width}\n+++\n"
                ),
            );
        };
        let file = |width: u32| {
            let call =
                format!("{{{{ picture(\"/photos/boat.jpg\", alt=\"x\", widths=[{width}]) }}}}");
            site.write("pages/files/list.txt", &call);
        };
        site.write(
            "pages/more.html",
            "{{ picture(\"/photos/boat.jpg\", alt=\"x\", widths=[page.extra.width]) }}",
        );
        page(100);
        file(200);
        site.build();
        let names: Vec<String> = copies(&site).into_keys().collect();
        assert_eq!(names.len(), 2);
        for name in &names {
            site.append("content/index.md", &format!("[copy](/{name})\n"));
        }
        site.build();
        page(150);
        assert_contains(&site.refused(), &["C0204", "content/index.md:4", &names[0]]);
        page(100);
        site.build();
        file(250);
        assert_contains(&site.refused(), &["C0204", "content/index.md:5", &names[1]]);
        file(200);
        site.build();
        site.same_as_clean();
    }

    #[test]
    fn an_invalid_call_is_an_error_with_its_location() {
        let site = site("1");
        put(&site, "tall.png", &fixture("logo.png"));
        site.write("static/art.svg", "<svg viewBox=\"0 0 1 1\"></svg>");
        site.write("static/no.png", "no picture");
        for (call, expected) in [
            (
                "\"/photos/boat.jpg\"",
                [
                    "the picture `/photos/boat.jpg` has no `alt`",
                    "write `alt=\"\"` for a decorative picture",
                ],
            ),
            (
                "\"/photos/baot.jpg\", alt=\"\"",
                ["there is no file /photos/baot.jpg", "did you mean `/photos/boat.jpg`?"],
            ),
            (
                "\"photos/boat.jpg\", alt=\"\"",
                ["`photos/boat.jpg` is not the URL path", "`picture(\"/photos/boat.jpg\")`"],
            ),
            (
                "\"https://e.com/boat.jpg\", alt=\"\"",
                ["is not the URL path of a picture", "write the whole URL path"],
            ),
            (
                "\"/art.svg\", alt=\"\"",
                ["makes no copies of `/art.svg`", "an SVG is sharp at every width"],
            ),
            ("\"/a.gif\", alt=\"\"", ["makes no copies of `/a.gif`", "as a video"]),
            ("\"/a.avif\", alt=\"\"", ["makes no copies of `/a.avif`", "as JPEG, PNG or WebP"]),
            (
                "\"/a\", alt=\"\"",
                ["makes no copies of `/a`", "write the URL path of a JPEG, PNG or WebP"],
            ),
            ("\"/no.png\", alt=\"\"", ["/no.png cannot be read as a picture", "save it again"]),
            (
                "\"/photos/boat.jpg\", alt=\"\", widths=[0]",
                ["`0` is not a width", "`widths=[400, 800, 1600]`"],
            ),
            (
                "\"/photos/boat.jpg\", alt=\"\", widths=[\"400\"]",
                ["`400` is not a width", "write whole numbers"],
            ),
            ("\"/photos/boat.jpg\", alt=\"\", widths=[-4]", ["`-4` is not a width", "at least 1"]),
            (
                "\"/photos/boat.jpg\", alt=\"\", widths=[]",
                ["`widths` is empty", "write whole numbers"],
            ),
            (
                "\"/photos/boat.jpg\", alt=\"\", quality=101",
                ["`101` is not a quality", "from 1 to 100"],
            ),
            (
                "\"/photos/boat.jpg\", alt=\"\", loading=\"lasy\"",
                ["`lasy` is no way of loading a picture", "did you mean `lazy`?"],
            ),
            ("\"/photos/boat.jpg\", alt=\"\", width=[4]", ["unknown keyword argument", "width"]),
        ] {
            site.write("pages/page.html", &format!("<p>\n{{{{ picture({call}) }}}}"));
            let report = site.refused();
            assert_contains(&report, &["C0405", "pages/page.html:2:4"]);
            assert_contains(&report, &expected);
        }
    }

    #[test]
    fn a_picture_that_is_corrupt_or_animated_is_an_error() {
        let site =
            site("picture(\"/photos/boat.jpg\", alt=\"x\") ~ picture(\"/a.png\", alt=\"x\")");
        put(&site, "a.png", &fixture("logo.png"));
        site.build();
        let complete = fixture("logo.png");
        for (name, bytes, why) in [
            ("a.png", &complete[..complete.len() / 2], "it cannot be decoded"),
            ("a.webp", &fixture("still.webp")[..200], "it cannot be decoded"),
            ("a.webp", &fixture("moving.webp"), "it is animated, and its copies would not be"),
            ("a.jpg", &fixture("turned.jpg")[..900], "it cannot be decoded"),
        ] {
            put(&site, name, bytes);
            site.write(
                "pages/page.html",
                &format!("{{{{ picture(\"/photos/boat.jpg\", alt=\"x\") ~ picture(\"/{name}\", alt=\"x\") }}}}"),
            );
            let expected = format!("no copies can be made of static/{name}: {why}");
            assert_contains(
                &site.refused(),
                &["C0217", &expected, &format!("static/{name}"), "save it again"],
            );
            let checked = site.run(&["check", "--preview"]);
            assert_eq!(checked.status.code(), Some(1));
            assert_contains(&printed_text(&checked), &["C0217", &expected]);
        }
        // A removed picture is reported by name, and a valid picture at its path fixes the error.
        site.remove("static/a.jpg");
        assert_contains(&site.refused(), &["there is no file /a.jpg"]);
        put(&site, "a.jpg", &fixture("turned.jpg"));
        site.build();
        assert_eq!(site.run(&["check", "--preview"]).status.code(), Some(0));
        let explained = printed_text(&site.run(&["explain", "--preview", "/"]));
        assert_contains(&explained, &["picture /a.jpg, 480 and 960 and 1600 wide, quality 75"]);
    }

    #[test]
    fn a_picture_with_too_many_pixels_is_an_error_with_the_limit() {
        let site = site("picture(\"/photos/boat.jpg\", alt=\"x\")");
        let mut bytes = fixture("boat.jpg");
        let start = bytes.windows(2).position(|it| matches!(it, [0xff, 0xc0 | 0xc2])).unwrap();
        // The height and the width of the frame.
        bytes[start + 5..start + 9].copy_from_slice(&[0x27, 0x10, 0x4e, 0x20]);
        put(&site, "photos/boat.jpg", &bytes);
        assert_contains(
            &site.refused(),
            &[
                "C0217",
                "static/photos/boat.jpg",
                "it has 200 megapixels (20000 × 10000), and copies are made of at most 178",
                "fewer pixels",
            ],
        );
    }

    /// A site whose home page has this Markdown, with `[pictures]` of these lines.
    fn markdown_site(settings: &str, text: &str) -> Site {
        let site = SiteBuilder::new()
            .settings("[output]\nkeep_releases = 0\n")
            .settings(&format!("[pictures]\nwidths = [400, 1600]\n{settings}"))
            .page("index", "title = \"Home\"\n", text)
            .create();
        put(&site, "photos/boat.jpg", &fixture("boat.jpg"));
        site
    }

    #[test]
    fn images_in_markdown_have_copies() {
        let site = markdown_site(
            "sizes = \"80vw\"\nsizes_by_template = { post = \"40rem\" }\n",
            "![A boat](/photos/boat.jpg)\n\n![The *same*](/photos/boat.jpg \"Title\")\n",
        );
        site.write("pages/post.html", "{{ page.body }}");
        site.write(
            "content/a.md",
            "+++\ntitle = \"A\"\ntemplate = \"post\"\n+++\n![In a folder](boat.jpg)\n",
        );
        site.write(
            "content/post/index.md",
            "+++\ntitle = \"B\"\nlayout = \"full\"\n+++\n![Beside](logo.png)\n",
        );
        fs::write(site.root().join("content/post/logo.png"), fixture("logo.png")).unwrap();
        site.remove("content/a.md");
        site.build();
        let html = without_digests(&site.output("index.html"));
        let copies_of_boat = "srcset=\"/photos/boat.<digest>-400w.webp 400w, /photos/boat.<digest>-1000w.webp 1000w\"";
        assert_contains(
            &html,
            &[
                &format!(
                    "<picture><source type=\"image/webp\" {copies_of_boat} sizes=\"80vw\">\
                     <img src=\"/photos/boat.jpg\" alt=\"A boat\" width=\"1000\" height=\"500\" data-color=\"#20324c\" decoding=\"async\"></picture>"
                ),
                &format!(
                    "<picture><source type=\"image/webp\" {copies_of_boat} sizes=\"auto, 80vw\">\
                     <img src=\"/photos/boat.jpg\" alt=\"The same\" title=\"Title\" width=\"1000\" height=\"500\" loading=\"lazy\" data-color=\"#20324c\" decoding=\"async\"></picture>"
                ),
            ],
        );
        let beside = without_digests(&site.output("post/index.html"));
        assert_contains(
            &beside,
            &["/post/logo.<digest>-400w.webp 400w, /post/logo.<digest>-600w.webp 600w"],
        );
        // A colour would show through the transparent pixels of the logo.
        assert!(!beside.contains("data-color"), "{beside}");
        assert_eq!(copies(&site).len(), 4);
        site.same_as_clean();
    }

    #[test]
    fn images_in_markdown_of_data_and_in_figures_have_copies() {
        let site = markdown_site(
            "sizes_by_template = { page = \"40rem\" }\n",
            "{{ figure(\"/photos/boat.jpg\", \"A boat\", caption=\"Sea\") }}\n",
        );
        site.write("content/data/trips.toml", "text = \"![Boat](/photos/boat.jpg)\"\n");
        site.write("pages/page.html", "{{ page.body }}{{ data.trips.text|markdown }}");
        site.write("pages/slices/header.html", "{{ data.trips.text|markdown(inline=true) }}");
        site.write(
            "pages/shell.html",
            "<head>{{ head }}</head>{{ slice(\"header\") }}<main id='main'>{{ main }}</main>",
        );
        site.build();
        let source = |sizes: &str| {
            format!(
                "<picture><source type=\"image/webp\" srcset=\"/photos/boat.<digest>-400w.webp 400w, \
                 /photos/boat.<digest>-1000w.webp 1000w\" sizes=\"{sizes}\"><img src=\"/photos/boat.jpg\""
            )
        };
        let html = without_digests(&site.output("index.html"));
        let figure = format!("<figure>{} alt=\"A boat\"", source("auto, 40rem"));
        let text = format!("<p>{} alt=\"Boat\"", source("auto, 40rem"));
        let slice = format!("{} alt=\"Boat\"", source("auto, 100vw"));
        assert_contains(&html, &[&figure, "</picture><figcaption>Sea", &text, &slice]);
        assert_eq!(copies(&site).len(), 2);
        site.write("content/data/trips.toml", "text = \"![Logo](/photos/logo.png)\"\n");
        put(&site, "photos/logo.png", &fixture("logo.png"));
        site.build();
        let html = without_digests(&site.output("index.html"));
        assert_contains(&html, &["/photos/logo.<digest>-400w.webp 400w"]);
        site.same_as_clean();
    }

    #[test]
    fn the_displayed_width_can_depend_on_the_template() {
        let site = markdown_site(
            "sizes_by_template = { page = \"40rem\" }\n",
            "![A boat](/photos/boat.jpg)\n",
        );
        site.build();
        assert_contains(&site.output("index.html"), &["sizes=\"40rem\""]);
        site.write(
            "site.toml",
            &site.read("site.toml").replace("page = \"40rem\"", "page = \"50rem\""),
        );
        site.build();
        assert_contains(&site.output("index.html"), &["sizes=\"50rem\""]);
        site.same_as_clean();
        site.write(
            "site.toml",
            &site.read("site.toml").replace("[pictures]\n", "[pictures]\nmarkdown = false\n"),
        );
        site.build();
        assert!(!site.output("index.html").contains("<picture>"));
        assert_eq!(copies(&site).len(), 0);
        site.same_as_clean();
    }

    #[test]
    fn animations_drawings_and_images_of_other_sites_have_no_copies() {
        let site = markdown_site(
            "",
            "![A](/moving.webp)\n![B](/a.gif)\n![C](/a.svg)\n![D](https://example.org/d.jpg)\n![E](/still.webp){loading=eager}\n",
        );
        put(&site, "moving.webp", &fixture("moving.webp"));
        put(&site, "still.webp", &fixture("still.webp"));
        put(&site, "a.gif", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;");
        put(&site, "a.svg", b"<svg viewBox=\"0 0 1 1\"/>");
        site.build();
        let written: Vec<_> = copies(&site).into_values().collect();
        assert_eq!(written, [(400, 200), (640, 320)]);
        site.same_as_clean();
    }

    #[test]
    fn a_damaged_image_in_markdown_is_an_error_with_its_file() {
        let site = markdown_site("", "![A boat](/photos/boat.jpg)\n");
        put(&site, "photos/boat.jpg", &fixture("boat.jpg")[..12_000]);
        assert_contains(
            &site.refused(),
            &["error[C0217]", "static/photos/boat.jpg", "its end is missing"],
        );
    }

    #[test]
    fn images_of_other_hosts_are_reported_on_request() {
        let text = "Text.\n\n![D](https://example.org/d.jpg)\n";
        let site = markdown_site("[hosts]\nimg = [\"https://example.org\"]\n", text);
        assert!(!site.build().contains("C0233"));
        site.append("site.toml", "[checks]\nexternal_images = \"warning\"\n");
        assert_contains(
            &site.build(),
            &[
                "warning[C0233]",
                "content/index.md:6:1",
                "the image `https://example.org/d.jpg` is on another host",
            ],
        );
        site.write("site.toml", &site.read("site.toml").replace("\"warning\"", "\"error\""));
        assert_contains(&site.refused(), &["error[C0233]"]);
    }

    #[test]
    fn mistakes_in_the_table_are_errors_with_their_location() {
        for (line, expected) in [
            ("widths = []", "`widths` has no width"),
            ("formats = []", "`formats` names no format"),
            ("formats = [\"jpeg\"]", "unknown variant `jpeg`"),
            ("quality = 0", "`0` is not a quality"),
            ("width = [1]", "did you mean `widths`?"),
        ] {
            let site = SiteBuilder::new().settings(&format!("[pictures]\n{line}\n")).create();
            assert_contains(&site.refused(), &["error[C0009]", "site.toml:4:", expected]);
        }
    }

    #[cfg(feature = "avif")]
    #[test]
    fn browsers_take_avif_before_webp() {
        let site =
            markdown_site("formats = [\"avif\", \"webp\"]\n", "![A boat](/photos/boat.jpg)\n");
        site.build();
        let html = without_digests(&site.output("index.html"));
        assert_contains(
            &html,
            &[
                "<picture><source type=\"image/avif\" srcset=\"/photos/boat.<digest>-400w.avif 400w, /photos/boat.<digest>-1000w.avif 1000w\" sizes=\"100vw\"><source type=\"image/webp\" srcset=",
            ],
        );
        let name = site
            .tree()
            .into_keys()
            .find(|it| it.to_str().unwrap().ends_with("-400w.avif"))
            .unwrap();
        let size = imagesize::blob_size(&fs::read(site.out().join(name)).unwrap()).unwrap();
        assert_eq!((size.width, size.height), (400, 200));
        site.same_as_clean();
    }
}
