//! Letting connections in, and ending those that keep others out.
//!
//! A request that is being answered is never cut off to make room; a connection
//! on which somebody asks slowly, reads slowly or does nothing is, the oldest of
//! the address that has most of them first. So nobody is kept out by any number
//! of those.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::{Request, Response, header};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use crate::connection::{Answer, Bytes, Connection, Phase};
use crate::lane::Asker;
use crate::site::Site;

/// Connections at a time, and those of one address. What works for one
/// address, or waits for its turn, is less than its part: see the pool.
const MOST_CONNECTIONS: usize = 512;
const MOST_OF_ONE: usize = 320;
/// Bytes of a request's head that are kept: four times the longest link.
const MOST_HEAD: usize = 64 << 10;
/// Headers of a request.
const MOST_HEADERS: usize = 64;
/// How often connections are looked at.
const EVERY: Duration = Duration::from_millis(250);
/// How long requests may take to their end when the server ends. Browsers keep
/// connections open that nobody uses.
const LEAVING: Duration = Duration::from_secs(2);

/// Those who are in.
#[derive(Default)]
struct Guests(Mutex<HashMap<u64, Arc<Connection>>>);

impl Guests {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets somebody in, if need be instead of somebody else. False if all are
    /// being served.
    fn let_in(&self, number: u64, connection: &Arc<Connection>) -> bool {
        let mut guests = self.lock();
        let mut counts: HashMap<Asker, usize> = HashMap::new();
        for guest in guests.values() {
            *counts.entry(guest.asker()).or_default() += 1;
        }
        let asker = connection.asker();
        let own = counts.get(&asker).copied().unwrap_or_default();
        let from = match own >= MOST_OF_ONE {
            true => Some(asker),
            false if guests.len() < MOST_CONNECTIONS => None,
            false => {
                let greediest = counts.iter().max_by_key(|(_, count)| **count);
                greediest.map(|(greediest, _)| *greediest)
            }
        };
        if let Some(from) = from {
            let theirs = guests.iter().filter(|(_, guest)| guest.asker() == from);
            let waiting =
                theirs.filter_map(|(&number, guest)| Some((guest.waits_since()?, number)));
            let Some((_, oldest)) = waiting.min() else {
                return false;
            };
            if let Some(guest) = guests.remove(&oldest) {
                guest.end();
            }
        }
        guests.insert(number, Arc::clone(connection));
        true
    }

    /// Ends what takes too long, again and again.
    async fn watch(&self) {
        loop {
            tokio::time::sleep(EVERY).await;
            let all: Vec<Arc<Connection>> = self.lock().values().cloned().collect();
            for connection in all {
                if connection.is_over().await {
                    connection.end();
                }
            }
        }
    }
}

/// Serves the page until `ended` comes to its end; live analyses then stop.
pub async fn serve(
    site: Site,
    listener: TcpListener,
    ended: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let guests = Arc::new(Guests::default());
    let (leaving, left) = watch::channel(());
    let router = site.router();
    let mut connections = JoinSet::new();
    let watching = tokio::spawn({
        let guests = Arc::clone(&guests);
        async move { guests.watch().await }
    });
    let mut ended = pin!(ended);
    let mut number = 0;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            () = &mut ended => break,
        };
        let Ok((stream, address)) = accepted else {
            // Whoever tried has gone, or there are too many open files.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        number += 1;
        if let Some(connection) = begin(stream, address, &guests, number) {
            let guests = Arc::clone(&guests);
            let served = talk(connection, router.clone(), left.clone());
            connections.spawn(async move {
                served.await;
                guests.lock().remove(&number);
            });
        }
    }
    drop(listener);
    watching.abort();
    site.pool.close();
    drop(leaving);
    let all = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(LEAVING, all).await;
    Ok(())
}

fn begin(
    stream: TcpStream,
    address: SocketAddr,
    guests: &Guests,
    number: u64,
) -> Option<Arc<Connection>> {
    // Answers are small; whoever clicks waits for them.
    stream.set_nodelay(true).ok()?;
    let connection = Arc::new(Connection::new(Asker::from(address.ip()), stream));
    guests.let_in(number, &connection).then_some(connection)
}

/// Answers requests of a connection until it ends.
async fn talk(connection: Arc<Connection>, router: Router, mut left: watch::Receiver<()>) {
    let service = service_fn(|request| {
        let (connection, router) = (Arc::clone(&connection), router.clone());
        async move { Ok::<_, Infallible>(answer(connection, router, request).await) }
    });
    let talk = http1::Builder::new()
        .header_read_timeout(None)
        .max_headers(MOST_HEADERS)
        .max_buf_size(MOST_HEAD)
        .serve_connection(Bytes(Arc::clone(&connection)), service);
    let mut talk = pin!(talk);
    let mut is_leaving = false;
    loop {
        tokio::select! {
            _ = &mut talk => return,
            () = connection.ended() => return,
            _ = left.changed(), if !is_leaving => {
                is_leaving = true;
                talk.as_mut().graceful_shutdown();
            }
        }
    }
}

async fn answer(
    connection: Arc<Connection>,
    router: Router,
    mut request: Request<Incoming>,
) -> Response<Answer> {
    // A body is read by whoever answers, who then says so.
    let phase = match request.body().is_end_stream() {
        true => Phase::Served,
        false => Phase::Asking,
    };
    connection.enter(phase);
    request.extensions_mut().insert(Arc::clone(&connection));
    let Ok(response) = router.oneshot(request.map(axum::body::Body::new)).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    connection.enter(match kind.is_some_and(|kind| kind == "text/event-stream") {
        true => Phase::Live,
        false => Phase::Answered,
    });
    response.map(|body| Answer { body, connection })
}
