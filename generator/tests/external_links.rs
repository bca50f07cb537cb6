//! `croupier check --external`, against servers of the test.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

/// A server of another site. It records the method and the path of each request.
struct OtherSite {
    url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl OtherSite {
    /// Starts a server. `respond` returns the response to a request such as `GET /path`, or nothing to close the connection.
    fn start(respond: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> OtherSite {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (recorded, respond) = (Arc::clone(&requests), Arc::new(respond));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (recorded, respond) = (Arc::clone(&recorded), Arc::clone(&respond));
                std::thread::spawn(move || serve(stream, &recorded, &*respond));
            }
        });
        OtherSite { url, requests }
    }

    /// A server whose pages work, except for `/404`, and for those that the path names by a status.
    fn ordinary() -> OtherSite {
        OtherSite::start(|request| {
            let status = request.split_once('/').unwrap().1.get(..3).and_then(|it| it.parse().ok());
            Some(response(status.unwrap_or(200), "", ""))
        })
    }

    /// Takes the requests since the last call, sorted.
    fn requests(&self) -> Vec<String> {
        let mut requests = std::mem::take(&mut *self.requests.lock().unwrap());
        requests.sort();
        requests
    }
}

fn response(status: u16, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status} Status\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn serve(
    mut stream: TcpStream,
    requests: &Mutex<Vec<String>>,
    respond: &dyn Fn(&str) -> Option<String>,
) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let request = head.lines().next().unwrap().replace(" HTTP/1.1", "");
    requests.lock().unwrap().push(request.clone());
    if request.ends_with("/hang") {
        // Waits until the client closes the connection.
        let _ = stream.read(&mut [0]);
        return;
    }
    let Some(response) = respond(&request) else { return };
    let (head, body) = response.split_at(response.find("\r\n\r\n").unwrap() + 4);
    // Headers are in Latin-1.
    let mut bytes: Vec<u8> = head.chars().map(|it| u8::try_from(it).unwrap()).collect();
    if !request.starts_with("HEAD") {
        bytes.extend_from_slice(body.as_bytes());
    }
    let _ = stream.write_all(&bytes);
}

/// Settings with which a test does not wait for repeated requests.
const QUICK: &str = "[link_checker]\nretries = 0\n";

/// A site whose page has these links, each on a line of its own from line 4 on.
fn linking(settings: &str, links: &[String]) -> Site {
    let text: String = links.iter().map(|link| format!("[text]({link})\n")).collect();
    SiteBuilder::new().settings(settings).page("about", "title = \"About\"\n", &text).create()
}

fn check(site: &Site) -> Output {
    site.run(&["check", "--preview", "--external"])
}

/// Runs a check and returns its events.
fn events(site: &Site) -> Vec<Value> {
    let output = site.run(&["check", "--preview", "--external", "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The diagnostics of a check, as `C0243 content/about.md:4`, sorted.
fn problems(site: &Site) -> Vec<String> {
    let output = site.run(&["check", "--preview", "--external", "--json", "--all-diagnostics"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let events = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut problems: Vec<String> = events
        .filter(|event| event["event"] == "diagnostic")
        .map(|it| {
            let (code, file) = (it["code"].as_str().unwrap(), it["file"].as_str().unwrap());
            format!("{code} {file}:{}", it["line"])
        })
        .collect();
    problems.sort();
    problems
}

fn event<'a>(events: &'a [Value], name: &str) -> &'a Value {
    events.iter().find(|event| event["event"] == name).unwrap()
}

#[test]
fn a_broken_link_is_reported_at_each_of_its_locations() {
    let other = OtherSite::ordinary();
    let broken = format!("{}/404?a=1&b=2", other.url);
    let site = SiteBuilder::new()
        .settings(&format!(
            "[link_checker]\nretries = 0\n[[redirects]]\nfrom = \"/old/\"\nto = \"{broken}\"\n[extra]\nlink = \"{broken}\"\n"
        ))
        .file("content/data/links.yaml", &format!("a: {broken}\nb:\n  - \"{broken}\" # {broken}\n"))
        .file("content/data/menu.toml", &format!("[[items]]\nurl = \"{broken}\"\n[[items]]\nurl = '{broken}'\n"))
        .file(
            "pages/page.html",
            &format!(
                "{{% for item in data.menu.items %}}<a href=\"{{{{ item.url }}}}\">x</a>{{% endfor %}}\n\
                 <a href=\"{{{{ site.extra.link }}}}\">x</a>{{{{ data.links.a }}}}\n<a href=\"{}\">x</a>\n<a href='{broken}'>x</a>\n\
                 {{% if page.extra.link %}}<a href=\"{{{{ page.extra.link }}}}\">x</a>{{% endif %}}{{{{ page.body }}}}",
                broken.replace('&', "&amp;")
            ),
        )
        .file("pages/own.html", "{{ page.body }}<a href=\"{{ page.extra.link }}\">x</a>")
        .page("a", "title = \"A\"\n", &format!("\n[x]({broken})\n\n> * <a href='{broken}'>y</a>\n\n[r]\n\n[r]: {broken}\n"))
        .page("b", &format!("title = \"B\"\ntemplate = \"own\"\n[extra]\nlink = \"{broken}\"\n"), "")
        .page("c", &format!("title = \"C\"\ntemplate = \"own\"\n[extra]\nlink = \"{broken}\"\n"), "")
        .create();
    let text = printed_text(&check(&site));
    assert_contains(
        &text,
        &[
            "error[C0243]: broken link: ",
            "/404?a=1&b=2 responds with 404 Not Found",
            "`exclude` of `[link_checker]`",
            "checked 1 external link: 1 is broken",
        ],
    );
    assert_eq!(other.requests(), ["GET /404?a=1&b=2", "HEAD /404?a=1&b=2"]);
    assert_eq!(
        problems(&site),
        [
            "C0243 content/a.md:5",
            "C0243 content/a.md:7",
            "C0243 content/a.md:9",
            "C0243 content/b.md:5",
            "C0243 content/c.md:5",
            "C0243 content/data/links.yaml:1",
            "C0243 content/data/links.yaml:3",
            "C0243 content/data/menu.toml:2",
            "C0243 content/data/menu.toml:4",
            "C0243 pages/page.html:3",
            "C0243 pages/page.html:4",
            "C0243 site.toml:7",
            "C0243 site.toml:9",
        ]
    );
}

#[test]
fn links_that_work_are_requested_once_and_broken_ones_each_time() {
    let other = OtherSite::ordinary();
    let links = ["/a", "/a#b", "/ä?c", "/404"].map(|path| format!("{}{path}", other.url));
    let site = linking(QUICK, &links);
    let output = check(&site);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["checked 3 external links: 2 work, 1 is broken"]);
    assert_eq!(other.requests(), ["GET /404", "HEAD /%C3%A4?c", "HEAD /404", "HEAD /a"]);

    let output = check(&site);
    assert_contains(&printed_text(&output), &["2 work (2 from the cache), 1 is broken"]);
    assert_eq!(other.requests(), ["GET /404", "HEAD /404"]);

    // A check without the option requests nothing, and neither does a build.
    assert!(site.run(&["check", "--preview"]).status.success());
    site.build();
    assert_eq!(other.requests(), [""; 0]);

    site.append("site.toml", "max_age = \"0d\"\n");
    check(&site);
    assert_eq!(other.requests().len(), 4);
}

#[test]
fn a_server_that_closes_connections_or_refuses_head_gets_a_get_request() {
    let other = OtherSite::start(|request| match request {
        "HEAD /closed" | "GET /broken" | "HEAD /broken" => None,
        "HEAD /refused" => Some(response(405, "", "")),
        "GET /closed" | "GET /refused" => Some(response(200, "", "")),
        _ => Some(response(500, "", "")),
    });
    let links = ["/closed", "/refused", "/broken"].map(|path| format!("{}{path}", other.url));
    let site = linking(QUICK, &links);
    assert_eq!(problems(&site), ["C0243 content/about.md:6"]);
    assert_eq!(other.requests().len(), 6);
    assert_contains(&printed_text(&check(&site)), &["/broken sends no complete response: "]);
}

#[test]
fn a_server_that_limits_requests_is_asked_again_when_it_says() {
    let count = Mutex::new(0);
    let other = OtherSite::start(move |_| {
        let mut count = count.lock().unwrap();
        *count += 1;
        Some(if *count == 1 {
            response(429, "retry-after: 0\r\n", "")
        } else {
            response(200, "", "")
        })
    });
    let site = linking("", &[format!("{}/a", other.url)]);
    assert_eq!(problems(&site), [""; 0]);
    assert_eq!(other.requests(), ["GET /a", "HEAD /a"]);
}

#[test]
fn a_server_that_does_not_respond_or_refuses_programs_is_a_warning() {
    let other = OtherSite::ordinary();
    let links = ["/hang", "/403", "/999"].map(|path| format!("{}{path}", other.url));
    let site = linking(&format!("{QUICK}timeout = 1\n"), &links);
    let output = check(&site);
    assert!(output.status.success());
    assert_contains(
        &printed_text(&output),
        &[
            "warning[C0246]: this link cannot be verified: ",
            "/hang does not respond within 1 seconds",
            "/403 responds with 403 Forbidden",
            "/999 responds with 999",
            "accept = [999]",
            "checked 3 external links: 3 cannot be verified",
        ],
    );

    // A host that works in a browser is accepted, and its pages that are gone are found.
    let exception = format!(
        "timeout = 1\nexclude = [\"{0}/h*\"]\n[[link_checker.exceptions]]\nurls = [\"{0}/\"]\naccept = [403, 999]\n",
        other.url
    );
    let site = linking(&format!("{QUICK}{exception}"), &links);
    assert_contains(
        &printed_text(&check(&site)),
        &["checked 2 external links: 2 work, 1 was skipped"],
    );
    site.write("site.toml", &site.read("site.toml").replace(", 999]", "]"));
    assert_eq!(problems(&site), ["C0246 content/about.md:6"]);
}

#[test]
fn hosts_of_examples_and_links_to_other_programs_are_not_requested() {
    let links = [
        "https://www.example.org/x",
        "http://localhost:8000/",
        "https://my-site.test/",
        "mailto:name@your-site.com",
        "tel:+1",
        "data:text/plain,x",
        "/about/",
    ];
    let site = linking(QUICK, &links.map(str::to_owned));
    let output = check(&site);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["checked 0 external links: 3 were skipped"]);
}

#[test]
fn pages_that_have_moved_permanently_are_reported_with_the_new_url() {
    let other = OtherSite::start(|request| {
        Some(match request.split_once(' ').unwrap().1 {
            "/old" => response(301, "location: /new?a\r\n", ""),
            "/login" => response(302, "location: /new?a\r\n", ""),
            "/gone" => response(301, "location: /404\r\n", ""),
            "/latin" => response(301, "location: /caf\u{e9}\r\n", ""),
            "/404" => response(404, "", ""),
            _ => response(200, "", ""),
        })
    });
    let links =
        ["/old#part", "/login", "/gone", "/latin"].map(|path| format!("{}{path}", other.url));
    let site = linking(QUICK, &links);
    assert_eq!(
        problems(&site),
        ["C0243 content/about.md:6", "C0245 content/about.md:4", "C0245 content/about.md:7"]
    );
    let text = printed_text(&check(&site));
    let moved =
        format!("warning[C0245]: {0}/old#part has moved permanently to {0}/new?a#part", other.url);
    assert_contains(
        &text,
        &[&moved, "link to `", "/gone responds with 404 Not Found", "/caf%E9\n"],
    );
}

#[test]
fn fragments_of_html_pages_are_checked_on_request() {
    let other = OtherSite::start(|request| {
        let body = "<h2 id=install><p id=\"ä\">";
        let kind =
            if request.ends_with(".pdf") { "application/pdf" } else { "Text/HTML; charset=utf-8" };
        Some(response(200, &format!("content-type: {kind}\r\n"), body))
    });
    let fragments =
        ["#install", "#%C3%A4", "#insall", "#L10-L12", "#:~:text=x", ".pdf#page=2", "x.pdf#y"];
    let links = fragments.map(|it| format!("{}/a{it}", other.url));
    let site = linking(QUICK, &links);
    assert_eq!(problems(&site), [""; 0]);
    other.requests();

    site.append("site.toml", "fragments = true\n");
    assert_eq!(problems(&site), ["C0244 content/about.md:6"]);
    // All fragments of a page share a request. The page was found before, but nothing looked for its fragments.
    assert_eq!(other.requests(), ["GET /a", "GET /ax.pdf"]);
    assert_contains(
        &printed_text(&check(&site)),
        &["warning[C0244]", "/a has no anchor `#insall`", "did you mean `install`?"],
    );

    let exception =
        format!("[[link_checker.exceptions]]\nurls = [\"{}\"]\nfragments = false\n", other.url);
    site.append("site.toml", &exception);
    assert_eq!(problems(&site), [""; 0]);
}

#[test]
fn urls_of_the_site_itself_are_checked_against_the_build() {
    let other = OtherSite::ordinary();
    let host = other.url.strip_prefix("http://").unwrap();
    let links = ["http://{}/about/", "HTTP://{}/nowhere/", "https://{}/about/#no", "//{}/missing"];
    let site = linking(QUICK, &links.map(|it| it.replace("{}", host)));
    site.write("site.toml", &site.read("site.toml").replace("https://example.com", &other.url));
    assert_eq!(
        problems(&site),
        ["C0204 content/about.md:5", "C0204 content/about.md:7", "C0205 content/about.md:6"]
    );
    assert_eq!(other.requests(), [""; 0]);
}

#[test]
fn pages_with_errors_are_counted_because_their_links_are_not_known() {
    let other = OtherSite::ordinary();
    let site = linking(QUICK, &[format!("{}/a", other.url)]);
    site.write("pages/failing.html", "{{ page.body }}{{ missing }}");
    site.write("content/b.md", "+++\ntitle = \"B\"\ntemplate = \"failing\"\n+++\n");
    let output = check(&site);
    assert_eq!(output.status.code(), Some(1));
    let counts = "checked 1 external link: 1 works; the links of 1 page with errors are not known";
    assert_contains(&printed_text(&output), &["C0403", counts]);
}

#[test]
fn levels_of_checks_apply_to_external_links() {
    let other = OtherSite::ordinary();
    let site = linking("", &["/404", "/403"].map(|path| format!("{}{path}", other.url)));
    let settings = site.read("site.toml");
    for (levels, code, expected) in [
        ("external_links = \"warning\"\n", 0, &["warning[C0243]", "warning[C0246]"][..]),
        ("external_links = \"off\"\nunverified_external_links = \"error\"\n", 1, &["error[C0246]"]),
        (
            "C0243 = \"error\"\n[[checks.in]]\npath = \"content/about.md\"\nexternal_links = \"off\"\n",
            0,
            &["warning[C0246]"],
        ),
    ] {
        site.write("site.toml", &format!("{settings}{QUICK}[checks]\n{levels}"));
        let output = check(&site);
        let text = printed_text(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert_contains(&text, expected);
        assert_eq!(text.matches("[C0").count(), expected.len(), "{text}");
    }
}

#[test]
fn events_have_the_result_of_each_link_and_counts() {
    let other = OtherSite::ordinary();
    let links = ["/a", "/404", "/403"].map(|path| format!("{}{path}", other.url));
    let site = linking(QUICK, &[&links[..], &["https://example.org/".to_owned()]].concat());
    let all = events(&site);
    let started = event(&all, "external_links_started");
    assert_eq!(
        (&started["total"], &started["cached"], &started["skipped"]),
        (&3.into(), &0.into(), &1.into())
    );
    let of_links: Vec<&Value> = all.iter().filter(|it| it["event"] == "external_link").collect();
    let done: Vec<&Value> = of_links.iter().map(|it| &it["done"]).collect();
    assert_eq!(done, [&Value::from(1), &2.into(), &3.into()]);
    let broken = of_links.iter().find(|it| it["url"] == links[1].as_str()).unwrap();
    assert_eq!((&broken["result"], &broken["status"]), (&"broken".into(), &404.into()));
    assert_eq!(broken["reason"], "responds with 404 Not Found");
    let finished = event(&all, "external_links_finished");
    for (key, value) in
        [("works", 1), ("broken", 1), ("unverified", 1), ("moved", 0), ("skipped", 1)]
    {
        assert_eq!(finished[key], value, "{finished}");
    }
    assert_eq!((&finished["ok"], &finished["complete"]), (&false.into(), &true.into()));
    let cached = events(&site);
    let works = cached.iter().find(|it| it["result"] == "works").unwrap();
    assert_eq!(works["cached"], true);
    assert_eq!(all.last().unwrap()["event"], "check_finished");
}

#[test]
fn a_check_that_is_stopped_continues_where_it_ended() {
    let other = OtherSite::ordinary();
    let site = linking(QUICK, &["/a", "/404", "/hang"].map(|path| format!("{}{path}", other.url)));
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["check", "--preview", "--external", "--json"])
        .current_dir(site.root())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    lines.find(|line| line.contains("\"done\":2")).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rest = rest.join("\n");
    // The problem that was found is reported.
    assert_contains(&rest, &["\"complete\":false", "\"C0243\"", "check_finished"]);

    other.requests();
    site.append("site.toml", &format!("exclude = [\"{}/hang\"]\n", other.url));
    check(&site);
    assert_eq!(other.requests(), ["GET /404", "HEAD /404"]);
}

#[test]
fn a_host_that_cannot_be_reached_is_requested_once() {
    // Nothing listens at the port of a listener that is closed.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let site = linking(QUICK, &["a", "b"].map(|path| format!("http://{address}/{path}")));
    // A program of the reader's own machine need not run here, so that these are only warnings.
    assert_eq!(problems(&site), ["C0246 content/about.md:4", "C0246 content/about.md:5"]);
    assert_contains(&printed_text(&check(&site)), &["/a cannot be reached: "]);
}

#[test]
fn requests_name_the_program_and_the_site() {
    let head = Arc::new(Mutex::new(String::new()));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let received = Arc::clone(&head);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut text = String::new();
            while !text.ends_with("\r\n\r\n") && reader.read_line(&mut text).unwrap_or(0) > 0 {}
            *received.lock().unwrap() = text.to_lowercase();
            let _ = stream.write_all(response(200, "", "").as_bytes());
        }
    });
    let site = linking(QUICK, std::slice::from_ref(&url));
    check(&site);
    let own = "(link checker; +https://example.com)";
    assert_contains(&head.lock().unwrap(), &["user-agent: croupier/", own, "accept: text/html,"]);

    site.append("site.toml", "user_agent = \"My bot\"\nmax_age = \"0d\"\n");
    check(&site);
    assert_contains(&head.lock().unwrap(), &["user-agent: my bot"]);
}

#[test]
fn wrong_settings_are_reported_with_their_location() {
    let check = |lines: &str| {
        let site = linking(&format!("[link_checker]\n{lines}\n"), &[]);
        let output = check(&site);
        assert_eq!(output.status.code(), Some(1), "{lines}");
        assert!(!fs::exists(site.root().join(".croupier/external-links.jsonl")).unwrap());
        printed_text(&output)
    };
    for (lines, expected) in [
        ("skip_prefixes = [\"https://a.com\"]", &["site.toml:4", "`exclude = ["][..]),
        ("external_level = \"warn\"", &["`[checks] external_links = \"warning\"`"]),
        (
            "exclude = [\"/about/\"]",
            &["site.toml:4", "`/about/` is not a pattern of URLs", "no host"],
        ),
        ("accept = [42]", &["`42` is not a status code"]),
        ("timeout = 0", &["site.toml:4", "a number above 0"]),
        ("exlude = []", &["unknown field `exlude`", "did you mean `exclude`?"]),
        ("user_agent = \"a\\nb\"", &["other than visible ASCII"]),
        ("[[link_checker.exceptions]]\naccept = [403]", &["`urls` is missing"]),
    ] {
        assert_contains(&check(lines), expected);
    }
}
