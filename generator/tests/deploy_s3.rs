//! `croupier deploy` to an S3 server of this process.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text};

const SECRET: &str = "hunter2-hunter2";

/// An S3 server with an empty bucket `site`.
pub(crate) struct Bucket {
    address: SocketAddr,
    folder: TempDir,
    /// Number of requests.
    count: Arc<AtomicUsize>,
    /// Number of uploaded parts of large files.
    parts: Arc<AtomicUsize>,
    // Dropping the runtime ends the server.
    _runtime: tokio::runtime::Runtime,
}

impl Bucket {
    pub(crate) fn start() -> Bucket {
        Bucket::start_with(usize::MAX)
    }

    /// Starts a server that is overloaded at every `nth` request.
    fn start_with(nth: usize) -> Bucket {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("site")).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("id", SECRET));
        let service = builder.build();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let count = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&count);
        let parts = Arc::new(AtomicUsize::new(0));
        let part_counter = Arc::clone(&parts);
        runtime.spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (service, count) = (service.clone(), Arc::clone(&counter));
                let parts = Arc::clone(&part_counter);
                let respond = service_fn(move |request: Request<Incoming>| {
                    let query = request.uri().query().unwrap_or_default();
                    parts.fetch_add(query.matches("partNumber=").count(), Ordering::Relaxed);
                    let number = count.fetch_add(1, Ordering::Relaxed) + 1;
                    let is_overloaded = number.is_multiple_of(nth);
                    let response = hyper::service::Service::call(&service, request);
                    async move {
                        if !is_overloaded {
                            return response.await;
                        }
                        let mut response = Response::new(s3s::Body::empty());
                        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
                        Ok(response)
                    }
                });
                tokio::spawn(async move {
                    // A client can close its connection at any time.
                    let _ =
                        http1::Builder::new().serve_connection(TokioIo::new(socket), respond).await;
                });
            }
        });
        Bucket { address, folder, count, parts, _runtime: runtime }
    }

    /// Returns the URL of a folder in the bucket.
    pub(crate) fn url(&self, folder: &str) -> String {
        format!("s3://site/{folder}?endpoint=http://{}", self.address)
    }

    /// Returns the settings of a target in the bucket.
    pub(crate) fn target(&self) -> String {
        format!("[deploy.production]\nurl = \"{}\"\nprofile = \"preview\"\n", self.url("www"))
    }

    pub(crate) fn object(&self, path: &str) -> std::path::PathBuf {
        self.folder.path().join("site/www").join(path)
    }

    /// Returns the headers that the server stores with an object, as it writes them.
    pub(crate) fn headers(&self, path: &str) -> String {
        let files = fs::read_dir(self.folder.path()).unwrap().flatten();
        let encoded = base64::Engine::encode(
            &base64::engine::general_purpose::URL_SAFE_NO_PAD,
            format!("www/{path}"),
        );
        let texts: String = files
            .filter(|entry| entry.file_name().to_string_lossy().contains(&encoded))
            .filter_map(|entry| fs::read_to_string(entry.path()).ok())
            .collect();
        texts
    }
}

pub(crate) fn site(settings: &str) -> Site {
    SiteBuilder::new()
        .file("site.toml", &format!("{SETTINGS}{settings}"))
        .file("static/site.css", "h1 { color: red }")
        .file("static/old/a b.txt", "old")
        .file(
            "pages/shell.html",
            "<link rel=\"stylesheet\" href=\"{{ asset('/site.css') }}\"><main id='main'>{{ main }}</main>",
        )
        .create()
}

/// Runs a command with credentials, and without those of the environment.
pub(crate) fn run(site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    command(site, arguments, variables).output().unwrap()
}

/// Returns a command with credentials, and without those of the environment.
pub(crate) fn command(site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments).current_dir(site.root()).env("HOME", site.root());
    let of_stores = ["AWS_", "AZURE_", "GOOGLE_"];
    let is_of_store = |name: &str| of_stores.iter().any(|prefix| name.starts_with(prefix));
    for (name, _) in std::env::vars().filter(|(name, _)| is_of_store(name)) {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    command
}

pub(crate) const CREDENTIALS: [(&str, &str); 2] =
    [("AWS_ACCESS_KEY_ID", "id"), ("AWS_SECRET_ACCESS_KEY", SECRET)];

pub(crate) fn last_event(output: &Output) -> Value {
    assert!(output.status.success(), "{}", printed_text(output));
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_release_is_uploaded_with_its_headers_and_rolled_back_without_an_upload() {
    let bucket = Bucket::start();
    let site = site(&bucket.target());
    let first = run(&site, &["deploy", "--json"], &CREDENTIALS);
    assert!(
        !printed_text(&first).contains("ignores conditional writes"),
        "{}",
        printed_text(&first)
    );
    let first = last_event(&first);
    assert_eq!(fs::read_to_string(bucket.object("index.html")).unwrap(), site.output("index.html"));
    assert_eq!(fs::read_to_string(bucket.object("old/a b.txt")).unwrap(), "old");
    let headers = bucket.headers("index.html");
    assert_contains(&headers, &["text/html; charset=utf-8", "public, max-age=0, must-revalidate"]);
    let sheet = fs::read_dir(bucket.object("")).unwrap().flatten();
    let sheet = sheet.map(|entry| entry.file_name().into_string().unwrap());
    let sheet = sheet.into_iter().find(|name| name.starts_with("site.") && name != "site.css");
    assert_contains(&bucket.headers(&sheet.unwrap()), &["text/css", "immutable"]);

    fs::write(bucket.object("foreign.html"), "foreign").unwrap();
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nSecond\n");
    site.remove("static/old/a b.txt");
    let second = last_event(&run(&site, &["deploy", "--json"], &CREDENTIALS));
    assert_eq!(second["removed"], 1);
    assert!(second["uploaded"].as_u64() < first["uploaded"].as_u64());
    assert_contains(&fs::read_to_string(bucket.object("index.html")).unwrap(), &["Second"]);
    assert!(!bucket.object("old/a b.txt").exists() && bucket.object("foreign.html").exists());

    let back = last_event(&run(&site, &["rollback", "--json"], &CREDENTIALS));
    assert_eq!(back["uploaded"], 0);
    assert!(!fs::read_to_string(bucket.object("index.html")).unwrap().contains("Second"));
    assert_eq!(fs::read_to_string(bucket.object("old/a b.txt")).unwrap(), "old");
    assert_contains(&bucket.headers("index.html"), &["text/html; charset=utf-8"]);
    let releases = run(&site, &["releases"], &CREDENTIALS);
    assert_eq!(String::from_utf8_lossy(&releases.stdout).lines().count(), 3);
}

#[test]
fn credentials_come_from_the_environment_or_a_profile_and_are_never_printed() {
    let bucket = Bucket::start();
    let site = site(&bucket.target());
    site.write(
        ".aws/credentials",
        &format!(
            "[default]\naws_access_key_id = other\naws_secret_access_key = other\n\n\
             [ci]\naws_access_key_id = id\naws_secret_access_key = {SECRET}\n"
        ),
    );
    let deploys = |variables: &[(&str, &str)]| {
        let output = run(&site, &["deploy"], variables);
        assert!(output.status.success(), "{variables:?}: {}", printed_text(&output));
        assert!(!printed_text(&output).contains(SECRET));
    };
    deploys(&CREDENTIALS);
    deploys(&[("AWS_PROFILE", "ci")]);
    // The token of the environment belongs to other keys.
    deploys(&[("AWS_PROFILE", "ci"), ("AWS_SESSION_TOKEN", "of other keys")]);
    // Keys of the environment precede those of a profile.
    deploys(&[CREDENTIALS[0], CREDENTIALS[1], ("AWS_PROFILE", "default")]);
    let missing = run(&site, &["deploy"], &[("AWS_PROFILE", "other")]);
    assert_contains(&printed_text(&missing), &["C0702", "no profile `other`", "set AWS_PROFILE"]);
}

#[test]
fn a_profile_sets_region_endpoint_and_session_token() {
    let (url, requests) = start_refusing("400 Bad Request", "<Error/>".to_owned());
    let site = site("[deploy.production]\nurl = \"s3://site\"\nprofile = \"preview\"\n");
    site.write(
        ".aws/credentials",
        "[x]\naws_access_key_id = id\naws_secret_access_key = s\naws_session_token = token-of-x\n",
    );
    site.write(".aws/config", &format!("[profile x]\nregion = eu-north-7\nendpoint_url = {url}\n"));
    let request = |variables: &[(&str, &str)]| {
        let variables = [&[("AWS_PROFILE", "x")], variables].concat();
        assert_eq!(run(&site, &["deploy"], &variables).status.code(), Some(3));
        requests.recv().unwrap()
    };
    assert_contains(&request(&[]), &["/eu-north-7/s3/aws4_request", "token-of-x"]);
    // As for the AWS command line, the environment precedes the profile.
    assert_contains(&request(&[("AWS_REGION", "eu-west-1")]), &["/eu-west-1/s3/aws4_request"]);
}

/// Starts a server that refuses every request with this status and body, and sends the head of each request.
fn start_refusing(status: &'static str, body: String) -> (String, Receiver<String>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let lines = lines.map_while(Result::ok).take_while(|line| !line.is_empty());
            let head: String = lines.map(|line| line + "\n").collect();
            let length = body.len();
            let head_of_response =
                format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n");
            let response = format!("{head_of_response}\r\n{body}");
            if stream.write_all(response.as_bytes()).is_err() || sender.send(head).is_err() {
                return;
            }
        }
    });
    (url, receiver)
}

#[test]
fn a_store_that_refuses_a_deployment_is_a_diagnostic_with_a_remedy() {
    let bucket = Bucket::start();
    let check = |target: &str, variables: &[(&str, &str)], expected: &[&str]| {
        let site = site(target);
        let output = run(&site, &["deploy"], variables);
        let text = printed_text(&output);
        assert_eq!(output.status.code(), Some(3), "{text}");
        assert_contains(&text, &[&["target `production`: ", "site.toml:4:7"], expected].concat());
        assert!(!text.contains("Error performing") && !text.contains("wrong-secret"), "{text}");
        let event = run(&site, &["deploy", "--json"], variables);
        let events = String::from_utf8(event.stdout).unwrap();
        assert!(events.lines().any(|line| line.contains("\"code\":\"C070")), "{events}");
    };
    let address = bucket.address.to_string();
    check(&bucket.target(), &[], &["C0702", "there are no credentials for the bucket `site`"]);
    let wrong = [("AWS_ACCESS_KEY_ID", "id"), ("AWS_SECRET_ACCESS_KEY", "wrong-secret")];
    check(&bucket.target(), &wrong, &["C0702", &address, "SignatureDoesNotMatch", "AWS_SECRET"]);
    let unknown = [("AWS_ACCESS_KEY_ID", "no"), CREDENTIALS[1]];
    check(&bucket.target(), &unknown, &["C0702", &address, "403"]);
    // The port was free, and the server that had it is gone.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let closed = bucket.target().replace(&address, &format!("127.0.0.1:{port}"));
    let expected = format!("cannot connect to http://127.0.0.1:{port}: Connection refused");
    check(&closed, &CREDENTIALS, &["C0701", &expected, "check the endpoint"]);
    let host = bucket.target().replace(&address, "store.invalid");
    check(&host, &CREDENTIALS, &["C0701", "cannot connect to http://store.invalid: "]);
    let refusing = |status, code, message, expected: &[&str]| {
        let body = format!("<Error><Code>{code}</Code><Message>{message}</Message></Error>");
        let (url, _requests) = start_refusing(status, body);
        check(&bucket.target().replace(&format!("http://{address}"), &url), &CREDENTIALS, expected);
    };
    let expired = ["C0702", "400 ExpiredToken: The token has expired)", "create new ones"];
    refusing("400 Bad Request", "ExpiredToken", "The token has expired.", &expired);
    let missing = ["C0703", "the bucket does not exist at http://127", "create it"];
    refusing("404 Not Found", "NoSuchBucket", "No such bucket.", &missing);
    for (target, variable) in
        [("az://site?account=a", "AZURE_STORAGE_ACCOUNT_KEY"), ("gs://site", "GOOGLE_APPLICATION")]
    {
        let target = format!("[deploy.production]\nurl = \"{target}\"\nprofile = \"preview\"\n");
        check(&target, &[], &["C0702", "there are no credentials for the bucket `site`", variable]);
    }
}

#[test]
fn the_requests_of_a_small_change_do_not_depend_on_the_size_of_the_site() {
    let bucket = Bucket::start();
    let site = site(&bucket.target());
    for page in 0..60 {
        site.write(&format!("content/p{page}.md"), "+++\ntitle = \"P\"\n+++\n");
    }
    last_event(&run(&site, &["deploy", "--json"], &CREDENTIALS));
    bucket.count.store(0, Ordering::Relaxed);
    site.write("content/p0.md", "+++\ntitle = \"P\"\n+++\nChanged\n");
    let event = last_event(&run(&site, &["deploy", "--json"], &CREDENTIALS));
    // Each changed file needs an upload and a copy. The home page and 32 other files are compared.
    let requests = bucket.count.load(Ordering::Relaxed);
    let changed = usize::try_from(event["changed"].as_u64().unwrap()).unwrap();
    assert!(
        changed < 4 && requests <= 16 + 33 + 2 * changed,
        "{requests} requests, {changed} files"
    );
}

#[test]
fn a_large_file_is_uploaded_in_parts_with_its_headers() {
    let bucket = Bucket::start_with(5);
    let site = site(&bucket.target());
    let film: Vec<u8> =
        (0..20 << 20).map(|index: u32| (index.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    fs::write(site.root().join("static/film.mp4"), &film).unwrap();
    let event = last_event(&run(&site, &["deploy", "--json"], &CREDENTIALS));
    assert!(event["bytes"].as_u64().unwrap() > 20 << 20);
    assert!(fs::read(bucket.object("film.mp4")).unwrap() == film);
    // Some requests are repeated.
    assert!(bucket.parts.load(Ordering::Relaxed) >= 3);
    let again = last_event(&run(&site, &["deploy", "--json"], &CREDENTIALS));
    assert_eq!(again["changed"], 0);
}

#[test]
fn requests_to_an_overloaded_store_are_repeated() {
    let bucket = Bucket::start_with(9);
    let site = site(&bucket.target());
    last_event(&run(&site, &["deploy", "--json"], &CREDENTIALS));
    assert_eq!(fs::read_to_string(bucket.object("index.html")).unwrap(), site.output("index.html"));
}

#[test]
fn a_damaged_state_is_repaired_from_a_listing() {
    let bucket = Bucket::start();
    let site = site(&bucket.target());
    last_event(&run(&site, &["deploy", "--json"], &CREDENTIALS));
    fs::write(bucket.object(".croupier/current.json"), "{").unwrap();
    let output = run(&site, &["deploy"], &CREDENTIALS);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["current.json is damaged", "0 files uploaded"]);
    assert!(Path::new(&bucket.object(".croupier/current.json")).is_file());
}

#[test]
fn machines_share_builds_through_a_bucket() {
    let bucket = Bucket::start();
    let remote = format!("s3://site/cache?endpoint=http://{}", bucket.address);
    let build = |site: &Site, mode: &str| {
        let cache = [("CROUPIER_CACHE_REMOTE", &*remote), ("CROUPIER_CACHE_MODE", mode)];
        let output = run(site, &["build", "--preview"], &[&CREDENTIALS[..], &cache].concat());
        assert!(output.status.success(), "{}", printed_text(&output));
        printed_text(&output)
    };
    let first = site("");
    let printed = build(&first, "read-write");
    assert!(!printed.contains("warning"), "{printed}");
    let before = bucket.count.load(Ordering::Relaxed);
    let second = site("");
    assert_contains(&build(&second, "read"), &["fetched"]);
    // The index and one pack.
    assert_eq!(bucket.count.load(Ordering::Relaxed) - before, 2);
    assert_eq!(second.tree(), first.tree());
    // Without credentials, the build goes on.
    let variables = [("CROUPIER_CACHE_REMOTE", &*remote)];
    let output = run(&site(""), &["build", "--preview"], &variables);
    assert!(output.status.success());
    assert_contains(&printed_text(&output), &["warning: the shared cache is not used"]);
    assert!(!printed_text(&output).contains(SECRET));
}
