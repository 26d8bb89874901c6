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
