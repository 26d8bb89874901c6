//! A request, seen from the handlers: the site, and who asks.

use std::net::{IpAddr, Ipv4Addr};
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tabia_desk::ledger::{Ledger, LedgerError};
use tabia_desk::{DeskError, Line, ProofStep, Show, View};
use tabia_kernel::search::Stop;

use crate::connection::Connection;
use crate::extract::LineParams;
use crate::lane::Asker;
use crate::pool::NoResult;
use crate::refusal::Refusal;
use crate::site::Site;

/// The site, and who asks it.
#[derive(Clone)]
pub(crate) struct Visit {
    site: Site,
    asker: Asker,
}

impl Deref for Visit {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

impl FromRequestParts<Site> for Visit {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Visit, Refusal> {
        // Without a connection it is this very process that asks.
        let connection = parts.extensions.get::<Arc<Connection>>();
        let here = || Asker::from(IpAddr::from(Ipv4Addr::LOCALHOST));
        Ok(Visit {
            site: site.clone(),
            asker: connection.map_or_else(here, |connection| connection.asker()),
        })
    }
}

impl Visit {
    /// Who asks.
    pub(crate) fn asker(&self) -> Asker {
        self.asker
    }

    /// Does work that should be short, such as reading files.
    pub(crate) async fn short<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        self.pool.look(self.asker, work).await
    }

    /// Does work for which somebody waits.
    pub(crate) async fn reply<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        self.pool.reply(self.asker, work).await
    }

    /// Asks the file of games.
    pub(crate) async fn games<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Ledger) -> Result<T, LedgerError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let ledger = Arc::clone(&self.ledger);
        let asked = self.pool.games(self.asker, move |stop| {
            if stop.is_requested() {
                return Err(None);
            }
            let mut ledger = ledger.lock().expect("nothing panics under this lock");
            ledger.still_there().map_err(Some)?;
            work(&mut ledger).map_err(Some)
        });
        match asked.await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(Some(error))) => Err(error.into()),
            Ok(Err(None)) | Err(NoResult::TooLong) => Err(Refusal::busy(
                "the file of games is in use elsewhere: try again",
            )),
            Err(reason) => Err(reason.into()),
        }
    }

    /// Where a game stands. Some desks search a little to know.
    pub(crate) async fn look(&self, game: &str, params: &LineParams) -> Result<View, Refusal> {
        self.look_at(game, params.line(), params.show()).await
    }

    /// The same for a line.
    pub(crate) async fn look_at(
        &self,
        game: &str,
        line: Line,
        show: Show,
    ) -> Result<View, Refusal> {
        let desk = self.known(game)?.clone();
        let view = self.short(move |stop| desk.look(&line, &show, stop));
        Ok(view.await??)
    }

    /// A place in a proof.
    pub(crate) async fn proof(
        &self,
        game: &str,
        params: &LineParams,
    ) -> Result<ProofStep, Refusal> {
        let desk = self.known(game)?.clone();
        let (line, path) = (params.line(), params.path()?);
        let step = self.reply(move |stop| desk.proof(&line, &path, stop));
        step.await??.ok_or_else(|| DeskError::Stopped.into())
    }
}
