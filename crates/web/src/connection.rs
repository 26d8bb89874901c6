//! One connection: what it is about, since when, and its bytes.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::body::{Body, Frame, SizeHint};
use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::sync::Notify;

use crate::lane::Asker;

/// How long somebody may take to ask, from the first byte to the last.
const TO_ASK: Duration = Duration::from_secs(10);
/// How long a connection is kept on which nobody asks.
const IDLE: Duration = Duration::from_secs(60);
/// How long somebody may take to read a whole answer, and how long he may read
/// nothing at all.
const TO_READ: Duration = Duration::from_secs(60);
const STALLED: Duration = Duration::from_secs(15);

/// What a connection is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Nothing has come since the last answer.
    Idle,
    /// A request comes in.
    Asking,
    /// It is being answered: there is work, or a place in a line.
    Served,
    /// The answer is being read.
    Answered,
    /// So are events, until the tab is closed.
    Live,
}

/// A connection, as its handlers and those who make room see it.
#[derive(Debug)]
pub(crate) struct Connection {
    asker: Asker,
    stream: TcpStream,
    now: Mutex<Now>,
    /// That it must end.
    ends: Notify,
}

#[derive(Clone, Copy, Debug)]
struct Now {
    phase: Phase,
    since: Instant,
    /// Since when the other side has read nothing of what waits for it.
    stalled: Option<Instant>,
}

impl Connection {
    /// One that has just been opened.
    pub(crate) fn new(asker: Asker, stream: TcpStream) -> Connection {
        Connection {
            asker,
            stream,
            now: Mutex::new(Now {
                phase: Phase::Asking,
                since: Instant::now(),
                stalled: None,
            }),
            ends: Notify::new(),
        }
    }

    /// Who is at the other end.
    pub(crate) fn asker(&self) -> Asker {
        self.asker
    }

    /// The request has come in whole.
    pub(crate) fn has_asked(&self) {
        self.enter(Phase::Served);
    }

    /// It is about something else now.
    pub(crate) fn enter(&self, phase: Phase) {
        let mut now = self.lock();
        (now.phase, now.since) = (phase, Instant::now());
    }

    /// Ends it, whatever it is about.
    pub(crate) fn end(&self) {
        self.ends.notify_one();
    }

    /// Until it must end.
    pub(crate) async fn ended(&self) {
        self.ends.notified().await;
    }

    /// Since when it has been nobody's work but the other side's; `None` while
    /// somebody here is at work for it. Such a connection makes room for others.
    pub(crate) fn waits_since(&self) -> Option<Instant> {
        let now = self.lock();
        match now.phase {
            Phase::Idle | Phase::Asking | Phase::Answered => Some(now.since),
            Phase::Served | Phase::Live => None,
        }
    }

    /// Whether it has taken too long, or whoever asked has gone away. Hyper does
    /// not see that while it has unread bytes.
    pub(crate) async fn is_over(&self) -> bool {
        let now = *self.lock();
        let most = match now.phase {
            Phase::Idle => IDLE,
            Phase::Asking => TO_ASK,
            Phase::Answered => TO_READ,
            Phase::Served | Phase::Live => {
                let readable = self.stream.ready(Interest::READABLE);
                let readable = tokio::time::timeout(Duration::ZERO, readable).await;
                if readable.is_ok_and(|found| found.is_ok_and(|r| r.is_read_closed())) {
                    return true;
                }
                Duration::MAX
            }
        };
        let stalled = now.stalled.is_some_and(|since| since.elapsed() > STALLED);
        stalled || now.since.elapsed() > most
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a connection, for hyper.
pub(crate) struct Bytes(pub(crate) Arc<Connection>);

/// Bytes read at a time.
const AT_A_TIME: usize = 8 << 10;

impl Read for Bytes {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let Connection { stream, .. } = &*self.0;
        let mut bytes = [0; AT_A_TIME];
        let most = buffer.remaining().min(AT_A_TIME);
        loop {
            ready!(stream.poll_read_ready(cx))?;
            match stream.try_read(&mut bytes[..most]) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(count) => {
                    buffer.put_slice(&bytes[..count]);
                    let idle = self.0.lock().phase == Phase::Idle;
                    if idle && count > 0 {
                        self.0.enter(Phase::Asking);
                    }
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

impl Bytes {
    fn poll_write_by<T>(
        &self,
        cx: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        let stream = &self.0.stream;
        loop {
            let Poll::Ready(ready) = stream.poll_write_ready(cx) else {
                self.0.lock().stalled.get_or_insert_with(Instant::now);
                return Poll::Pending;
            };
            ready?;
            match write(stream) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => {
                    self.0.lock().stalled = None;
                    return Poll::Ready(done);
                }
            }
        }
    }
}

impl Write for Bytes {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_by(cx, |stream| stream.try_write(bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// It is shut down when the last who knows of it lets go.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_by(cx, |stream| stream.try_write_vectored(bytes))
    }
}

/// The body of an answer; when it has been handed over whole, the connection is
/// idle.
pub(crate) struct Answer {
    pub(crate) body: axum::body::Body,
    pub(crate) connection: Arc<Connection>,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.connection.enter(Phase::Idle);
    }
}

impl Body for Answer {
    type Data = <axum::body::Body as Body>::Data;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
