//! Calls without a table: who one is, what there is, what is refused.

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode, header};
use parlour_core::golden;
use parlour_server::limits::{Limits, Rate};
use parlour_wire::api::{GameInfo, Me, NewSeat, NewTable};
use parlour_wire::table::Clock;
use std::net::SocketAddr;
use std::path::Path;

use crate::harness::*;

#[tokio::test]
async fn a_visitor_is_a_cookie_and_a_name() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    assert_eq!(ann.get("/me").await.json::<Me>().name, "Ann");
    let mut other = Person { cookie: None, ..ann.clone() };
    let answer = other.get("/me").await;
    let cookie = answer.headers[header::SET_COOKIE].to_str().expect("text").to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(answer.json::<Me>().name.starts_with("Guest "));
    let forged =
        Person { cookie: Some("parlour=short".to_owned()), ..ann.clone() }.get("/me").await;
    assert!(forged.headers.contains_key(header::SET_COOKIE), "a cookie of another form is none");
    let long = serde_json::json!({ "name": "x".repeat(25) });
    let answer = ann.call("PUT", "/api/v1/me", Some(&long)).await;
    answer.is_refusal(StatusCode::UNPROCESSABLE_ENTITY, "bad-name");
    assert_eq!(ann.get("/me").await.json::<Me>().name, "Ann");
}

#[tokio::test]
async fn the_secret_of_a_visitor_is_nowhere_in_the_database() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let invitation = ann.open(&id).await.view().you.invitation.clone().expect("she may invite");
    let secret = ann.cookie.clone().expect("a cookie");
    let secret = secret.split('=').nth(1).expect("a value").to_owned();
    let folder = server.close().await;
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        let bytes = std::fs::read(entry.expect("a file").path()).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(&secret) && !text.contains(&invitation));
    }
}

#[tokio::test]
async fn every_registered_game_is_described_with_its_rules() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let games: Vec<GameInfo> = ann.get("/games").await.json();
    assert_eq!(games.len(), parlour_games::all().len());
    for game in games {
        assert_eq!(game.roles.len(), usize::from(game.max_players), "{}", game.id);
        assert!(game.min_players >= 2 && !game.layout.sites.is_empty());
        let rules = ann.get(&format!("/games/{}/rules", game.id)).await;
        assert!(rules.text.contains("<h1 id=") && rules.text.contains("<table>"), "{}", game.id);
        assert!(!rules.text.contains("<th></th>"), "{} has a heading without words", game.id);
        let image = format!("src=\"/api/v1/games/{}/diagram.svg\"", game.id);
        assert!(rules.text.contains(&image), "{} has no diagram", game.id);
        let diagram = ann.get(&format!("/games/{}/diagram.svg", game.id)).await;
        assert!(diagram.text.contains("<svg"), "{} has no diagram", game.id);
        assert_eq!(diagram.headers[header::CONTENT_TYPE], "image/svg+xml");
    }
    assert_eq!(ann.get("/games/chess/rules").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn tables_that_cannot_be_are_refused_in_words() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let mut refuse = async |change: &dyn Fn(&mut NewTable), code: &str| {
        let mut wanted = new_table("shut-the-box", vec![me(), computer()]);
        change(&mut wanted);
        let answer = ann.post("/tables", &wanted).await;
        answer.is_refusal(StatusCode::UNPROCESSABLE_ENTITY, code);
    };
    refuse(&|wanted| wanted.game = "chess".to_owned(), "no-such-game").await;
    refuse(&|wanted| wanted.seats.clear(), "bad-seats").await;
    refuse(&|wanted| wanted.seats = vec![me(); 13], "bad-seats").await;
    refuse(&|wanted| wanted.options = vec![("x".to_owned(), "1".to_owned())], "bad-option").await;
    refuse(&|wanted| wanted.options = vec![("players".to_owned(), "3".to_owned())], "bad-seats")
        .await;
    refuse(&|wanted| wanted.clock = Clock::Move { seconds: 0 }, "bad-clock").await;
    refuse(&|wanted| wanted.seats[0] = named(" "), "bad-name").await;
}

#[tokio::test]
async fn a_cookie_that_a_client_made_up_is_nobodys() {
    let server = TestServer::new().await;
    let mut eve = server.stranger(None);
    for made_up in ["a".repeat(43), format!("{}.{}", "a".repeat(43), "b".repeat(22))] {
        eve.cookie = Some(format!("parlour={made_up}"));
        eve.get("/me").await;
        let given = eve.cookie.clone().expect("a cookie");
        assert!(!given.contains(&"a".repeat(43)), "the server gives a cookie of its own: {given}");
        eve.get("/me").await;
        assert_eq!(eve.cookie, Some(given), "which it knows again");
    }
}

#[tokio::test]
async fn where_there_is_no_clock_no_clock_runs() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    for (clock, running) in [(Clock::None, None), (Clock::Move { seconds: 60 }, Some(0))] {
        let wanted = NewTable { clock, ..new_table("outwit", vec![me(), named("B")]) };
        let id = ann.table(&wanted).await;
        assert_eq!(ann.open(&id).await.view().running, running);
    }
}

#[tokio::test]
async fn the_openapi_document_describes_the_routes() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let described = parlour_server::openapi();
    let text = serde_json::to_string_pretty(&described).expect("JSON") + "\n";
    golden::check(&file, &text, "cargo xtask openapi");
    let served: serde_json::Value = ann.get("/openapi.json").await.json();
    let paths = served["paths"].as_object().expect("paths");
    let id = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let text = "parlour: 1\ngame: outwit\nactions:\n";
    let study = ann.post("/studies", &serde_json::json!({ "text": text })).await;
    let study = study.json::<parlour_wire::analysis::MadeStudy>().study.id;
    assert_every_number_that_is_sent_has_bounds(&served["components"]["schemas"], paths);
    for (path, methods) in paths {
        let thing = match path {
            path if path.contains("/games/") => "outwit",
            path if path.contains("/studies/") => &study,
            _ => &id,
        };
        let address = path.replace("{id}", thing);
        for method in ["GET", "PUT", "POST", "DELETE"] {
            let documented = methods.get(method.to_lowercase()).is_some();
            let answer = ann.call(method, &address, None::<&()>).await;
            let known = answer.status != StatusCode::METHOD_NOT_ALLOWED;
            assert_eq!(known, documented, "{method} {path}: {}", answer.status);
            assert_ne!(answer.status, StatusCode::NOT_FOUND, "{method} {path}");
            assert_ne!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{method} {path}");
        }
    }
    for name in ["TableView", "NewTable", "Replay", "Failure"] {
        assert!(served["components"]["schemas"].get(name).is_some(), "{name} is not described");
    }
}

#[tokio::test]
async fn long_and_broken_bodies_are_refused() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let long = serde_json::json!({ "text": "x".repeat(65 * 1024) });
    let answer = ann.post("/records", &long).await;
    answer.is_refusal(StatusCode::PAYLOAD_TOO_LARGE, "too-large");
    for body in ["", "{", "[]", "{\"name\":5}", "\u{0}"] {
        let request = Request::put("/api/v1/me").header(header::CONTENT_TYPE, "application/json");
        let answer = ann.send(request.body(Body::from(body)).expect("a request")).await;
        answer.is_refusal(StatusCode::BAD_REQUEST, "bad-message");
    }
    let answer = ann.get("/nowhere").await;
    answer.is_refusal(StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn calls_over_the_limit_are_refused_with_a_waiting_time() {
    let server = TestServer::with(|config| {
        config.limits.calls.of_visitor = Rate::per_second(0.001, 6.0);
        config.limits.new_tables.of_visitor = Rate::per_second(0.001, 1.0);
    });
    let server = server.await;
    let mut ann = server.person("Ann").await;
    let wanted = new_table("outwit", vec![me(), computer()]);
    let id = ann.table(&wanted).await;
    let answer = ann.post("/tables", &wanted).await;
    answer.is_refusal(StatusCode::TOO_MANY_REQUESTS, "too-fast");
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
    let mut page = ann.open(&id).await;
    let mut code = String::new();
    while code != "too-fast" {
        page.send(&parlour_wire::socket::ClientMessage::Decline).await;
        code = page.refusal().await.1;
    }
    assert_eq!(ann.get("/me").await.status, StatusCode::TOO_MANY_REQUESTS);
    let mut bob = server.person("Bob").await;
    assert_eq!(bob.get("/me").await.status, StatusCode::OK, "others are not held up");
}

#[tokio::test]
async fn pages_of_other_sites_cannot_act_in_a_visitors_name() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let request = |origin: &str| {
        let request = Request::builder().method(Method::PUT).uri("/api/v1/me");
        let request = request.header(header::HOST, "here:1").header(header::ORIGIN, origin);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        request.body(Body::from("{\"name\":\"Eve\"}")).expect("a request")
    };
    let answer = ann.send(request("https://elsewhere.example")).await;
    answer.is_refusal(StatusCode::FORBIDDEN, "foreign-origin");
    assert_eq!(ann.send(request("http://here:1")).await.status, StatusCode::OK);
    let foreign = ann.knock(&id, &[("origin", "https://elsewhere.example")]).await;
    assert!(foreign.is_err_and(|status| status == StatusCode::FORBIDDEN));
    let own = format!("http://{}", server.address);
    assert!(ann.knock(&id, &[("origin", &own)]).await.is_ok());
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_pages_safe() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    for path in ["/", "/t/some-table", "/api/v1/me", "/api/v1/nowhere", "/healthz", "/missing.js"] {
        let answer = ann.call("GET", path, None::<&()>).await;
        let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(answer.headers[header::REFERRER_POLICY], "no-referrer");
    }
}

#[tokio::test]
async fn the_page_is_served_for_its_own_addresses() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let index = ann.call("GET", "/", None::<&()>).await;
    assert_eq!(index.status, StatusCode::OK);
    assert!(index.text.contains("Parlour"));
    let table = ann.call("GET", "/t/anything", None::<&()>).await;
    assert_eq!(table.status, StatusCode::OK);
    let address =
        |page: &str| page.split("og:url\" content=\"").nth(1)?.split('"').next().map(str::to_owned);
    assert_eq!(address(&index.text).as_deref(), Some("http://here/"));
    assert_eq!(address(&table.text).as_deref(), Some("http://here/t/anything"));
    assert_eq!(ann.call("GET", "/assets/no.js", None::<&()>).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ann.call("POST", "/", None::<&()>).await.status, StatusCode::METHOD_NOT_ALLOWED);
    // Somebody without a cookie, once and again.
    let newcomer = |tag: &str| {
        let request = Request::get("/").header(header::HOST, "here");
        request.header(header::IF_NONE_MATCH, tag).body(Body::empty()).expect("a request")
    };
    let first = ann.send(newcomer("\"none\"")).await;
    let returns = |page: &str| page.contains("name=\"parlour-visitor\"");
    assert_eq!((returns(&index.text), returns(&first.text)), (true, false));
    let again = ann.send(newcomer(first.headers[header::ETAG].to_str().expect("text"))).await;
    assert_eq!((again.status, again.text.len()), (StatusCode::NOT_MODIFIED, 0));
    assert!(again.headers.contains_key(header::SET_COOKIE), "a newcomer becomes a visitor here");
}

#[tokio::test]
async fn health_is_for_all_and_metrics_for_this_computer() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    assert_eq!(ann.call("GET", "/healthz", None::<&()>).await.text, "ok\n");
    ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let ask = async |from: [u8; 4]| {
        let mut request = Request::get("/metrics").body(Body::empty()).expect("a request");
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((from, 4))));
        ann.send(request).await
    };
    let Answer { status, text, .. } = ask([127, 0, 0, 1]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(text.contains("parlour_tables_made") && text.contains("parlour_calls"), "{text}");
    assert_eq!(ask([10, 0, 0, 7]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_server_shows_the_licences_of_the_libraries_in_it() {
    let server = TestServer::new().await;
    let answer = server.stranger(None).call("GET", "/licences", None::<&()>).await;
    assert_eq!(answer.status, StatusCode::OK);
    for library in ["tokio 1.", "rustls 0.", "preact ", "libsqlite3-sys "] {
        assert!(answer.text.contains(&format!("\n{library}")), "{library} is missing");
    }
    assert!(answer.text.contains("THE SOFTWARE IS PROVIDED \"AS IS\""));
}

/// No call takes a number of any size, or an array of any length for a pair.
fn assert_every_number_that_is_sent_has_bounds(
    schemas: &serde_json::Value,
    paths: &serde_json::Map<String, serde_json::Value>,
) {
    let calls = paths.values().filter_map(|path| path.as_object()).flat_map(|path| path.values());
    let mut left: Vec<&serde_json::Value> = calls.map(|call| &call["requestBody"]).collect();
    let (mut seen, mut numbers) = (std::collections::HashSet::new(), 0);
    while let Some(part) = left.pop() {
        if let Some(name) = part["$ref"].as_str().and_then(|name| name.rsplit('/').next())
            && seen.insert(name)
        {
            left.push(&schemas[name]);
        }
        let kind = &part["type"];
        if kind == "integer"
            || kind.as_array().is_some_and(|kinds| kinds.iter().any(|k| k == "integer"))
        {
            assert!(part["minimum"].is_u64() && part["maximum"].is_u64(), "{part}");
            numbers += 1;
        }
        if part["prefixItems"].is_array() {
            assert_eq!(part["minItems"], part["maxItems"], "{part}");
            assert!(part["minItems"].is_u64(), "{part}");
        }
        match part {
            serde_json::Value::Object(parts) => left.extend(parts.values()),
            serde_json::Value::Array(parts) => left.extend(parts),
            _ => {}
        }
    }
    assert!(numbers > 10, "{numbers}");
}
