//! The checker with a scripted network and a clock that never waits.

#![expect(clippy::unnecessary_wraps, reason = "scripts also have failures")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use url::Url;

use super::checker::{Checker, Clock, Limits, Method, Network, Request, Response};
use super::outcome::{Outcome, RequestFailure, Verdict};

/// A network with the responses to each URL, the last of which is repeated. It records the requests.
#[derive(Default)]
struct Script {
    responses: Mutex<BTreeMap<String, VecDeque<Result<Response, RequestFailure>>>>,
    requests: Mutex<Vec<Request>>,
    /// How many requests run, and how many ran at the same time at most.
    running: Mutex<(usize, usize)>,
}

/// A clock that advances by each wait, and records it.
#[derive(Default)]
struct TestClock {
    now: Mutex<Duration>,
    waits: Mutex<Vec<u64>>,
}

impl Network for Arc<Script> {
    async fn send(&self, request: Request) -> Result<Response, RequestFailure> {
        {
            let mut running = self.running.lock().unwrap();
            *running = (running.0 + 1, running.1.max(running.0 + 1));
        }
        tokio::task::yield_now().await;
        self.running.lock().unwrap().0 -= 1;

        let mut responses = self.responses.lock().unwrap();
        let key = match request.method {
            Method::Head => format!("HEAD {}", request.url),
            Method::Get => request.url.to_string(),
        };
        let key = if responses.contains_key(&key) { key } else { request.url.to_string() };
        self.requests.lock().unwrap().push(request);
        let queue = responses.get_mut(&key).unwrap();
        if queue.len() > 1 { queue.pop_front().unwrap() } else { queue[0].clone() }
    }
}

impl Clock for Arc<TestClock> {
    fn now(&self) -> Duration {
        *self.now.lock().unwrap()
    }

    async fn sleep(&self, duration: Duration) {
        self.waits.lock().unwrap().push(duration.as_secs());
        *self.now.lock().unwrap() += duration;
    }
}

/// The result of checking some URLs, with the methods of the requests and the waits in seconds.
struct Checked {
    outcomes: Vec<Outcome>,
    methods: Vec<Method>,
    requests: Vec<Request>,
    waits: Vec<u64>,
    most_running: usize,
}

type Scripted = Result<Response, RequestFailure>;

/// Checks URLs one after another, or at the same time.
fn check(urls: &[&str], script: &[(&str, Vec<Scripted>)], at_once: bool) -> Checked {
    let network = Arc::new(Script::default());
    let responses = script.iter().map(|(url, all)| ((*url).to_owned(), all.clone().into()));
    *network.responses.lock().unwrap() = responses.collect();

    let clock = Arc::new(TestClock::default());
    let limits = Limits { retries: 2, concurrency: 8, host_concurrency: 2 };
    let checker = Arc::new(Checker::new(Arc::clone(&network), Arc::clone(&clock), limits));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();

    let outcomes = runtime.block_on(async {
        let mut outcomes = Vec::new();
        let mut tasks = tokio::task::JoinSet::new();
        for url in urls {
            let (checker, url) = (Arc::clone(&checker), Url::parse(url).unwrap());
            let fragments: BTreeSet<String> =
                url.fragment().map(str::to_owned).into_iter().collect();
            tasks.spawn(async move { checker.check(&url, &fragments, &|it| it == 418).await });
            if !at_once {
                outcomes.push(tasks.join_next().await.unwrap().unwrap());
            }
        }

        while let Some(outcome) = tasks.join_next().await {
            outcomes.push(outcome.unwrap());
        }
        outcomes
    });

    let requests = network.requests.lock().unwrap().clone();
    Checked {
        outcomes,
        methods: requests.iter().map(|it| it.method).collect(),
        requests,
        waits: clock.waits.lock().unwrap().clone(),
        most_running: network.running.lock().unwrap().1,
    }
}

fn one(script: Vec<Scripted>) -> Checked {
    check(&["https://a.com/"], &[("https://a.com/", script)], false)
}

fn status(status: u16) -> Scripted {
    Ok(Response { status, ..Response::default() })
}

fn retry_after(code: u16, seconds: u64) -> Scripted {
    let retry_after = Some(Duration::from_secs(seconds));
    Ok(Response { status: code, retry_after, ..Response::default() })
}

fn redirect(status: u16, location: &str) -> Scripted {
    Ok(Response { status, location: Some(location.to_owned()), ..Response::default() })
}

#[test]
fn a_page_that_works_needs_one_head_request() {
    let checked = one(vec![status(200)]);
    assert_eq!((checked.methods, checked.waits), (vec![Method::Head], vec![]));
}

#[test]
fn a_server_that_refuses_head_gets_one_get_request() {
    let interrupted = || Err(RequestFailure::Interrupted("closed".to_owned()));
    for refused in [status(405), status(404), status(403), status(500), interrupted()] {
        let checked = one(vec![refused, status(200)]);
        assert_eq!(checked.methods, [Method::Head, Method::Get]);
        assert_eq!((&checked.outcomes[0].status, checked.waits), (&Ok(200), vec![]));
    }
    assert_eq!(one(vec![status(404)]).methods, [Method::Head, Method::Get]);
    assert_eq!(one(vec![status(418)]).methods, [Method::Head]);
}

#[test]
fn temporary_failures_are_repeated_with_longer_and_longer_waits() {
    let checked = one(vec![status(503)]);
    assert_eq!((checked.methods.len(), checked.waits), (4, vec![1, 2]));
    let checked = one(vec![status(502), status(502), status(200)]);
    assert_eq!((&checked.outcomes[0].status, checked.waits), (&Ok(200), vec![1]));
    let refused = || Err(RequestFailure::Unreachable("refused".to_owned()));
    let checked = one(vec![refused()]);
    assert_eq!((checked.methods.len(), checked.waits), (3, vec![1, 2]));
    assert_eq!(checked.outcomes[0].verdict(|_| false), Verdict::Broken);
}

#[test]
fn a_host_that_limits_requests_is_paused_for_as_long_as_it_says() {
    let checked = one(vec![retry_after(429, 7), status(200)]);
    assert_eq!((&checked.outcomes[0].status, checked.waits), (&Ok(200), vec![7]));

    let script = [
        ("https://a.com/1", vec![retry_after(429, 7), status(200)]),
        ("https://a.com/2", vec![status(200)]),
        ("https://b.com/", vec![status(200)]),
    ];
    let urls = ["https://a.com/1", "https://a.com/2", "https://b.com/"];
    let checked = check(&urls, &script, false);
    assert_eq!(checked.waits, [7]);

    // Without a time, each refusal doubles it.
    let checked = one(vec![status(429)]);
    assert_eq!(checked.waits, [1, 2]);
    assert_eq!(checked.outcomes[0].verdict(|_| false), Verdict::Unverified);
}

#[test]
fn a_host_that_is_closed_for_long_gets_no_further_request() {
    let script =
        [("https://a.com/1", vec![retry_after(429, 3600)]), ("https://a.com/2", vec![status(200)])];
    let checked = check(&["https://a.com/1", "https://a.com/2"], &script, false);
    assert_eq!((checked.methods.len(), checked.waits), (1, vec![]));
    for outcome in &checked.outcomes {
        assert_eq!(outcome.verdict(|_| false), Verdict::Unverified);
        assert!(outcome.reason().contains("3600 seconds"), "{}", outcome.reason());
    }
}

#[test]
fn a_host_that_never_responds_is_given_up() {
    let hangs = || vec![Err(RequestFailure::Timeout(Duration::from_secs(20)))];
    let script = [("https://a.com/1", hangs()), ("https://a.com/2", hangs())];
    let checked = check(&["https://a.com/1", "https://a.com/2"], &script, false);
    assert_eq!(checked.requests.len(), 4);
    assert!(checked.requests.iter().all(|it| it.url.path() == "/1"));
    assert_eq!(checked.outcomes[0], checked.outcomes[1]);
}

#[test]
fn a_host_gets_few_requests_at_the_same_time() {
    let urls: Vec<String> = (0..9).map(|it| format!("https://a.com/{it}")).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let script: Vec<_> = urls.iter().map(|url| (*url, vec![status(200)])).collect();
    let checked = check(&urls, &script, true);
    assert_eq!((checked.requests.len(), checked.most_running), (9, 2));

    let urls: Vec<String> = (0..20).map(|it| format!("https://{it}.com/")).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let script: Vec<_> = urls.iter().map(|url| (*url, vec![status(200)])).collect();
    assert_eq!(check(&urls, &script, true).most_running, 8);
}

#[test]
fn only_permanent_redirects_give_a_page_a_new_url() {
    let script = |first, second| {
        [
            ("https://a.com/", vec![redirect(first, "/b?c")]),
            ("https://a.com/b?c", vec![redirect(second, "//d.com/#e")]),
            ("https://d.com/", vec![status(200)]),
        ]
    };
    let moved_to = |first, second| {
        let checked = check(&["https://a.com/"], &script(first, second), false);
        assert_eq!(checked.outcomes[0].status, Ok(200));
        checked.outcomes[0].moved_to.clone()
    };
    assert_eq!(moved_to(301, 308).as_deref(), Some("https://d.com/#e"));
    assert_eq!(moved_to(301, 302).as_deref(), Some("https://a.com/b?c"));
    assert_eq!(moved_to(302, 301), None);
}

#[test]
fn redirects_end_somewhere() {
    let checked = one(vec![redirect(302, "/")]);
    assert_eq!(checked.outcomes[0].status, Err(RequestFailure::TooManyRedirects));
    let checked = one(vec![redirect(301, "mailto:a@b.c")]);
    let reason = checked.outcomes[0].reason();
    assert!(reason.contains("redirects to `mailto:a@b.c`"), "{reason}");
}

#[test]
fn a_server_gets_its_cookies_back() {
    let with_cookie = Ok(Response {
        status: 302,
        location: Some("/".to_owned()),
        cookies: vec!["seen=1".to_owned()],
        ..Response::default()
    });
    let checked = one(vec![with_cookie, status(200)]);
    assert_eq!(checked.outcomes[0].status, Ok(200));
    assert_eq!(checked.requests[1].cookies, "seen=1");
}

#[test]
fn fragments_are_looked_for_in_the_page_after_redirects() {
    let page = Some("<h2 id=b>".to_owned());
    let script = [
        ("https://a.com/#b", vec![redirect(302, "/c")]),
        ("https://a.com/#x", vec![redirect(302, "/c")]),
        ("https://a.com/c", vec![Ok(Response { status: 200, page, ..Response::default() })]),
    ];
    let checked = check(&["https://a.com/#b", "https://a.com/#x"], &script, false);
    assert!(checked.methods.iter().all(|it| *it == Method::Get));
    assert!(checked.outcomes[0].fragments.missing.is_empty());
    assert!(checked.outcomes[1].fragments.missing.contains_key("x"));
}
