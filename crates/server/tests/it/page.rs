//! The page as the server completes it: the games in it, and what a messenger shows of a link.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use parlour_wire::api::NewSeat;

use crate::harness::*;

/// Asks for an address as a browser at `host` would.
async fn ask(person: &mut Person, host: &str, path: &str, extra: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().uri(path).header(header::HOST, host);
    for (name, value) in extra {
        request = request.header(*name, *value);
    }
    person.send(request.body(Body::empty()).expect("a request")).await
}

/// The content of a property of the page.
fn property(html: &str, name: &str) -> Option<String> {
    let start = format!("property=\"{name}\" content=\"");
    let (_, rest) = html.split_once(&start)?;
    Some(rest.split_once('"')?.0.to_owned())
}

#[tokio::test]
async fn the_games_are_sent_compressed_and_only_when_they_changed() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let packed = ask(&mut ann, "here:1", "/api/v1/games", &[("accept-encoding", "gzip")]).await;
    assert_eq!(packed.headers[header::CONTENT_ENCODING], "gzip");
    assert!(packed.size < 15_000, "{} bytes", packed.size);
    let tag = packed.headers[header::ETAG].to_str().expect("text").to_owned();
    let again = ask(&mut ann, "here:1", "/api/v1/games", &[("if-none-match", &tag)]).await;
    assert_eq!((again.status, again.size), (StatusCode::NOT_MODIFIED, 0));
    let plain = ask(&mut ann, "here:1", "/api/v1/games", &[]).await;
    assert!(!plain.headers.contains_key(header::CONTENT_ENCODING));
    assert!(plain.text.starts_with("[{"));
}

#[tokio::test]
async fn the_page_brings_the_games_along() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let html = ask(&mut ann, "here:1", "/", &[]).await.text;
    let (_, rest) = html.split_once("id=\"games\">").expect("the list");
    let list = rest.split_once("</script>").expect("its end").0;
    let games: serde_json::Value = serde_json::from_str(list).expect("JSON");
    assert_eq!(games.as_array().map(Vec::len), Some(parlour_games::all().len()));
}

#[tokio::test]
async fn an_invitation_says_who_invites_to_what() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann \"<b>\"").await;
    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let html = ask(&mut ann, "games.lan", &format!("/t/{id}?invitation=x"), &[]).await.text;
    let title = property(&html, "og:title").expect("a title");
    assert_eq!(title, "Ann &quot;&lt;b&gt;&quot; invites you to Outwit");
    assert!(html.contains(&format!("<title>{title} · Parlour</title>")));
    assert_eq!(property(&html, "og:url"), Some(format!("http://games.lan/t/{id}")));
    let image = property(&html, "og:image").expect("a picture");
    assert!(image.starts_with("http://games.lan/previews/"), "{image}");
}

#[tokio::test]
async fn no_picture_is_named_where_nobody_else_can_fetch_it() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let html = ask(&mut ann, "127.0.0.1:7777", "/new/senet", &[]).await.text;
    assert_eq!(property(&html, "og:title"), Some("Play Senet".to_owned()));
    assert_eq!(property(&html, "og:image"), None);
}

#[tokio::test]
async fn an_address_without_a_table_still_gives_the_page() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    for path in ["/t/nosuchtable", "/t/", "/new/chess", "/nowhere"] {
        let answer = ask(&mut ann, "here:1", path, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(property(&answer.text, "og:title"), Some("Parlour".to_owned()), "{path}");
    }
}
