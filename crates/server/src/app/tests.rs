//! Work that does not end, which no input should bring about: it is seen, and keeps nobody and nothing waiting.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use tempfile::TempDir;
use tower::ServiceExt;

use super::*;
use crate::limits::Limits;
use crate::visitor::Visitor;

fn config(folder: &TempDir) -> Config {
    let limits = Limits {
        stuck_after: Duration::ZERO,
        preview_timeout: Duration::from_millis(20),
        ..Limits::default()
    };
    let bind = SocketAddr::from(([127, 0, 0, 1], 0));
    Config { bind, data: folder.path().to_owned(), limits, ..Config::default() }
}

/// Takes every permit of heavy work, with work that takes no notice of being told to end. Gives what ends it.
async fn fill(app: &App) -> std::sync::mpsc::Sender<()> {
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let ended = Arc::new(std::sync::Mutex::new(ended));
    for number in 0..std::thread::available_parallelism().map_or(1, usize::from) {
        let (gate, ended) = (app.hub.heavy.clone(), ended.clone());
        let work = move |_: &crate::fairness::Stop| {
            let _ = crate::sync::locked(&ended).recv();
            Ok(())
        };
        tokio::spawn(async move { gate.run(&[number.to_string()], work).await });
    }
    while app.hub.heavy.oldest() == Duration::ZERO {
        tokio::task::yield_now().await;
    }
    end
}

async fn get(app: &App, path: &str) -> (StatusCode, String) {
    let request = Request::get(path).header("host", "here").body(Body::empty());
    let answer = app.router().oneshot(request.expect("a request")).await.expect("never fails");
    let status = answer.status();
    let body = axum::body::to_bytes(answer.into_body(), 1 << 22).await.expect("a body");
    (status, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stuck_work_makes_the_server_unwell_and_pages_come_without_their_titles() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::bind(config(&folder)).await.expect("it starts");
    let app = server.app();
    assert_eq!(get(app, "/healthz").await.0, StatusCode::OK);
    let record = "parlour: 1\ngame: outwit\nrules: 1\nactions:\ne5e1\n".to_owned();
    let maker = Visitor::new().id;
    let made = app.hub.import(&["ann".to_owned()], record, maker).await.expect("a record");
    let title = |page: &str| page.contains("content=\"Outwit: ");
    let path = format!("/t/{}", made.0);
    let end = fill(app).await;
    let (status, said) = get(app, "/healthz").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(said.contains("\"stuck\""), "{said}");
    let (status, page) = get(app, &path).await;
    assert!(status == StatusCode::OK && !title(&page), "{page}");
    drop(end);
    while app.hub.heavy.oldest() > Duration::ZERO {
        tokio::task::yield_now().await;
    }
    assert_eq!(get(app, "/healthz").await.0, StatusCode::OK);
    let (_, page) = get(app, &path).await;
    assert!(title(&page), "{page}");
}

#[test]
fn a_server_with_stuck_work_ends_when_it_is_asked_to() {
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let served = on_threads(async {
            let folder = TempDir::new().expect("a folder");
            let server = Server::bind(config(&folder)).await.expect("it starts");
            std::mem::forget(fill(server.app()).await);
            server.run(std::future::ready(())).await
        });
        done.send(served.is_ok()).expect("the test waits");
    });
    // A server that waits for the work never ends.
    assert_eq!(is_done.recv_timeout(Duration::from_secs(60)), Ok(true));
}
