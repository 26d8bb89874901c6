//! Results that arrive while they are watched, as server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse as _, Response, Sse};
use futures_core::Stream;
use serde::Serialize;
use tabia_kernel::search::Stop;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use crate::pool::StopOnDrop;
use crate::refusal::Refusal;
use crate::site::Site;

/// Where live work sends what it has found.
pub(crate) struct Sink {
    events: mpsc::Sender<Event>,
    stop: Stop,
}

impl Sink {
    /// Sends an event. If nobody listens any more the work is told to stop.
    pub(crate) fn send(&self, name: &str, data: &impl Serialize) {
        let event = Event::default().event(name).json_data(data);
        let sent = event.map(|event| self.events.blocking_send(event));
        if !matches!(sent, Ok(Ok(()))) {
            self.stop.request();
        }
    }
}

/// The events of one analysis. Dropping it, as a closed tab does, stops the
/// work.
pub(crate) struct Events {
    events: mpsc::Receiver<Event>,
    _stop: StopOnDrop,
    _place: OwnedSemaphorePermit,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(cx).map(|event| event.map(Ok))
    }
}

/// Starts work whose results are watched. It ends with the event `done`.
pub(crate) fn watch(
    site: &Site,
    work: impl FnOnce(&Sink, &Stop) -> Result<bool, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let place = site.pool.stream()?;
    let stop = Stop::new();
    let (events, receiver) = mpsc::channel(64);
    let sink = Sink {
        events,
        stop: stop.clone(),
    };
    let (pool, until) = (std::sync::Arc::clone(&site.pool), stop.clone());
    tokio::spawn(async move {
        pool.analysis(until, move |stop| match work(&sink, stop) {
            Ok(complete) => sink.send("done", &serde_json::json!({ "complete": complete })),
            Err(refusal) => sink.send("failed", &serde_json::json!({ "error": refusal.message })),
        })
        .await;
    });
    let events = Events {
        events: receiver,
        _stop: StopOnDrop(stop),
        _place: place,
    };
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(events).keep_alive(alive).into_response())
}

/// What a look at something that changes slowly has shown.
pub(crate) enum Glance<T> {
    /// Nothing new.
    Same,
    /// Something new.
    News(T),
    /// Something new, and nothing will follow.
    Last(T),
}

/// Looks at something again and again, and sends what is new, until the tab is
/// closed or `seconds` are over. Takes no thread while it waits.
pub(crate) fn poll<T: Serialize + Send + 'static>(
    site: &Site,
    name: &'static str,
    every: Duration,
    seconds: Option<u32>,
    mut look: impl FnMut() -> Glance<T> + Send + 'static,
) -> Result<Response, Refusal> {
    let place = site.pool.stream()?;
    let stop = Stop::new();
    let (events, receiver) = mpsc::channel(4);
    let ended = stop.clone();
    tokio::spawn(async move {
        let begun = tokio::time::Instant::now();
        while !ended.is_requested() && !events.is_closed() {
            let looked = tokio::task::spawn_blocking(move || {
                let shown = look();
                (look, shown)
            });
            let Ok((again, shown)) = looked.await else {
                break;
            };
            look = again;
            let (news, last) = match shown {
                Glance::Same => (None, false),
                Glance::News(news) => (Some(news), false),
                Glance::Last(news) => (Some(news), true),
            };
            if let Some(news) = news {
                let Ok(event) = Event::default().event(name).json_data(&news) else {
                    break;
                };
                if events.send(event).await.is_err() {
                    break;
                }
            }
            let enough = seconds.is_some_and(|s| begun.elapsed() >= Duration::from_secs(s.into()));
            if last || enough {
                let done = Event::default().event("done").data("{}");
                let _ = events.send(done).await;
                break;
            }
            tokio::select! {
                () = tokio::time::sleep(every) => {}
                () = events.closed() => {}
            }
        }
    });
    let events = Events {
        events: receiver,
        _stop: StopOnDrop(stop),
        _place: place,
    };
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(events).keep_alive(alive).into_response())
}
