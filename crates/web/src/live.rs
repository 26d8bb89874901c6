//! Results that arrive while they are watched, as server-sent events.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse as _, Response, Sse};
use futures_core::Stream;
use serde::Serialize;
use tabia_kernel::search::Stop;
use tokio::sync::{mpsc, watch};

use crate::lane::Permit;
use crate::pool::StopOnDrop;
use crate::refusal::Refusal;
use crate::visit::Visit;

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

/// Events for one tab. Dropping them, as a closed tab does, stops the work.
pub(crate) struct Events {
    events: mpsc::Receiver<Event>,
    _stop: StopOnDrop,
    /// The place of somebody who watches; analyses have theirs in the pool.
    _place: Option<Permit>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(cx).map(|event| event.map(Ok))
    }
}

impl Events {
    fn answer(self) -> Response {
        let alive = KeepAlive::new().interval(Duration::from_secs(15));
        Sse::new(self).keep_alive(alive).into_response()
    }
}

/// Starts work whose results are watched. It ends with the event `done`.
pub(crate) fn watch(
    site: &Visit,
    work: impl FnOnce(&Sink, &Stop) -> Result<bool, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let place = site.pool.line_up(site.asker())?;
    let stop = Stop::new();
    let (events, receiver) = mpsc::channel(64);
    let sink = Sink {
        events,
        stop: stop.clone(),
    };
    let (visit, until) = (site.clone(), stop.clone());
    tokio::spawn(async move {
        let work = move |stop: &Stop| match work(&sink, stop) {
            Ok(complete) => sink.send("done", &serde_json::json!({ "complete": complete })),
            Err(refusal) => sink.send("failed", &serde_json::json!({ "error": refusal.message })),
        };
        visit.pool.analysis(visit.asker(), place, until, work).await;
    });
    let events = Events {
        events: receiver,
        _stop: StopOnDrop(stop),
        _place: None,
    };
    Ok(events.answer())
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

/// The latest news of something, as JSON, and whether nothing will follow.
type News = Option<(Arc<str>, bool)>;

/// Things that somebody watches, by name. However many watch one, it is looked
/// at once in a while, by one thread; nothing is looked at that nobody watches.
#[derive(Clone, Default)]
pub(crate) struct Watched(Arc<Mutex<HashMap<String, watch::Sender<News>>>>);

/// How often something is looked at.
const EVERY: Duration = Duration::from_secs(1);

impl Watched {
    /// The news of something; `look` is asked for them from now on, unless it is
    /// watched already.
    fn of<T: Serialize + 'static>(
        &self,
        name: String,
        look: impl FnMut() -> Glance<T> + Send + 'static,
    ) -> watch::Receiver<News> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&name) {
            return known.subscribe();
        }
        let (news, receiver) = watch::channel(None);
        all.insert(name.clone(), news.clone());
        tokio::spawn(self.clone().follow(name, news, look));
        receiver
    }

    async fn follow<T: Serialize + 'static>(
        self,
        name: String,
        news: watch::Sender<News>,
        mut look: impl FnMut() -> Glance<T> + Send + 'static,
    ) {
        loop {
            let looked = tokio::task::spawn_blocking(move || {
                let (shown, last) = match look() {
                    Glance::Same => (None, false),
                    Glance::News(news) => (Some(news), false),
                    Glance::Last(news) => (Some(news), true),
                };
                let text = shown.and_then(|shown| serde_json::to_string(&shown).ok());
                (look, text.map(|text| (Arc::from(text), last)))
            });
            let shown = match looked.await {
                Ok((again, shown)) => {
                    look = again;
                    shown
                }
                // A panic in it has been reported; those who watch ask again.
                Err(_) => {
                    self.forget(&name, &news, true);
                    return;
                }
            };
            let last = shown.as_ref().is_some_and(|(_, last)| *last);
            if shown.is_some() {
                news.send_replace(shown);
            }
            if self.forget(&name, &news, last) {
                return;
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Looks no more at what nobody watches, or what is over.
    fn forget(&self, name: &str, news: &watch::Sender<News>, over: bool) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let done = over || news.receiver_count() == 0;
        if done {
            all.remove(name);
        }
        done
    }
}

/// Sends what is new about something until the tab is closed or `seconds` are
/// over. `key` tells it from everything else that is watched.
pub(crate) fn poll<T: Serialize + 'static>(
    site: &Visit,
    (name, key): (&'static str, String),
    seconds: Option<u32>,
    look: impl FnMut() -> Glance<T> + Send + 'static,
) -> Result<Response, Refusal> {
    let place = site.pool.watcher(site.asker())?;
    let mut news = site.watched.of(key, look);
    let (events, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let begun = tokio::time::Instant::now();
        let enough = seconds.map(|s| begun + Duration::from_secs(s.into()));
        loop {
            let latest = news.borrow_and_update().clone();
            let (known, last) = (latest.is_some(), matches!(latest, Some((_, true))));
            if let Some((text, _)) = latest {
                let event = Event::default().event(name).data(text);
                if events.send(event).await.is_err() {
                    return;
                }
            }
            let changed = async {
                match enough.filter(|_| known) {
                    None => news.changed().await.is_ok(),
                    Some(enough) => {
                        let changed = tokio::time::timeout_at(enough, news.changed()).await;
                        matches!(changed, Ok(Ok(())))
                    }
                }
            };
            let goes_on = tokio::select! {
                changed = changed => changed && !last,
                () = events.closed() => return,
                () = std::future::ready(()), if last => false,
            };
            if !goes_on {
                let done = Event::default().event("done").data("{}");
                let _ = events.send(done).await;
                return;
            }
        }
    });
    let events = Events {
        events: receiver,
        _stop: StopOnDrop(Stop::new()),
        _place: Some(place),
    };
    Ok(events.answer())
}
