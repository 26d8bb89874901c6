//! What the server is made of, and running it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::routing::get;
use tabia_desk::ledger::{Ledger, LedgerError};
use tabia_desk::runs::Runs;
use tabia_desk::{Desk, Games};
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::guard::Hosts;
use crate::live::Watched;
use crate::pool::{LEDGER_TIME, Pool};
use crate::refusal::Refusal;
use crate::remote::Remote;
use crate::{api, assets, guard, pages};

/// How the page is served.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Directory of the games played; the user's data directory if not named.
    pub data: Option<PathBuf>,
    /// Names, beside those of this machine, under which browsers may ask.
    pub hosts: Vec<String>,
    /// The games; all that Tabia has if not named.
    pub games: Games,
    /// What the engines may use.
    pub engines: tabia_desk::Options,
    /// Directory of tunings and tournaments; `runs` beside the games if not
    /// named.
    pub runs: Option<PathBuf>,
    /// Directory of endgame tables to be listed; `tables` beside the games if
    /// not named.
    pub tables: Option<PathBuf>,
    /// Who knows of jobs on other machines.
    pub remote: Option<Arc<dyn Remote>>,
    /// Directory of the report to be shown; `report` beside the games if not
    /// named.
    pub report: Option<PathBuf>,
}

/// All that requests share.
#[derive(Clone)]
pub struct Site {
    pub(crate) desks: Arc<[Arc<dyn Desk>]>,
    /// Their pictures.
    pub(crate) covers: Arc<[String]>,
    pub(crate) ledger: Arc<Mutex<Ledger>>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) watched: Watched,
    pub(crate) runs: Arc<Runs>,
    pub(crate) tables: Arc<Path>,
    pub(crate) remote: Option<Arc<dyn Remote>>,
    pub(crate) report: Arc<Path>,
    hosts: Arc<Hosts>,
}

/// The longest body that any route reads.
const MOST_BODY: usize = 64 << 10;
/// How long an answer may take to begin. Engines have less.
const PATIENCE: Duration = Duration::from_secs(60);

/// What browsers may load, and from where: only our own files, and no script
/// or style written into a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

impl Site {
    /// Opens the ledger; engines are made when first asked for.
    pub fn open(options: &Options) -> Result<Site, LedgerError> {
        let mut ledger = Ledger::open(options.data.as_deref())?;
        ledger.patience(LEDGER_TIME)?;
        let beside = |named: &Option<PathBuf>, name: &str| match named {
            Some(path) => path.clone(),
            None => ledger.path().with_file_name(name),
        };
        let runs = beside(&options.runs, "runs");
        let engines = tabia_desk::Options {
            weights: Some(
                options
                    .engines
                    .weights
                    .clone()
                    .unwrap_or_else(|| runs.clone()),
            ),
            ..options.engines.clone()
        };
        let desks = options.games.desks(&engines);
        Ok(Site {
            covers: desks.iter().map(|desk| desk.cover()).collect(),
            desks: desks.into(),
            runs: Arc::new(Runs::new(runs)),
            tables: beside(&options.tables, "tables").into(),
            remote: options.remote.clone(),
            report: beside(&options.report, "report").into(),
            ledger: Arc::new(Mutex::new(ledger)),
            pool: Arc::new(Pool::new(options.engines.threads)),
            watched: Watched::default(),
            hosts: Arc::new(Hosts::new(&options.hosts)),
        })
    }

    /// The desk of a game.
    pub(crate) fn desk(&self, name: &str) -> Option<&Arc<dyn Desk>> {
        self.desks.iter().find(|desk| desk.about().name == name)
    }

    /// The same, or what to answer whoever asks for another.
    pub(crate) fn known(&self, name: &str) -> Result<&Arc<dyn Desk>, Refusal> {
        let no_game = || Refusal::missing(format!("there is no game `{name}`: see /api/v1/games"));
        self.desk(name).ok_or_else(no_game)
    }

    /// All routes, with their limits and guards.
    pub fn router(&self) -> Router {
        let header = |name: HeaderName, value: &'static str| {
            SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
        };
        let compressible = SizeAbove::new(512).and(NotForContentType::new("text/event-stream"));
        Router::new()
            .route("/", get(pages::home))
            .route("/statistics", get(pages::statistics))
            .route("/statistics.csv", get(pages::statistics_csv))
            .route("/jobs", get(pages::jobs))
            .route("/report", get(pages::report))
            .route("/chess/tuning", get(pages::tuning))
            .route("/chess/ratings", get(pages::ratings))
            .route("/assets/{version}/{file}", get(assets::asset))
            .route("/favicon.ico", get(assets::icon))
            .route("/{game}", get(pages::game))
            .route("/{game}/setup", get(pages::setup))
            .route("/{game}/proof", get(pages::proof))
            .nest("/api/v1", api::router())
            .fallback(pages::missing)
            .method_not_allowed_fallback(pages::wrong_method)
            .with_state(self.clone())
            .layer(
                ServiceBuilder::new()
                    .layer(header(header::CONTENT_SECURITY_POLICY, POLICY))
                    .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
                    .layer(header(header::REFERRER_POLICY, "no-referrer"))
                    .layer(header(header::CACHE_CONTROL, "no-store"))
                    .layer(axum::middleware::from_fn_with_state(
                        Arc::clone(&self.hosts),
                        guard::check,
                    ))
                    .layer(CompressionLayer::new().compress_when(compressible))
                    .layer(TimeoutLayer::with_status_code(
                        StatusCode::SERVICE_UNAVAILABLE,
                        PATIENCE,
                    ))
                    .layer(RequestBodyLimitLayer::new(MOST_BODY))
                    .layer(DefaultBodyLimit::disable()),
            )
    }
}

impl Site {
    /// Where a browser finds the page that listens there: `http://127.0.0.1:7117/`.
    pub fn address(listening: SocketAddr) -> String {
        let mut shown = listening;
        if shown.ip().is_unspecified() {
            shown.set_ip(match shown {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        format!("http://{shown}/")
    }
}
