//! Jobs on other machines, made up.

use std::sync::atomic::{AtomicBool, Ordering};

use tabia_web::{Remote, RemoteJob, RemoteWorker};

/// One job, which can be called off.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere(AtomicBool);

impl Remote for Elsewhere {
    fn jobs(&self) -> Result<Vec<RemoteJob>, String> {
        let cancelled = self.0.load(Ordering::Relaxed);
        Ok(vec![RemoteJob {
            id: "0123456789abcdef".into(),
            what: "dark chess tables".into(),
            state: if cancelled { "cancelled" } else { "running" }.into(),
            units: 100,
            done: 25,
            share: 0.125,
            eta_seconds: Some(700.0),
            set_aside: vec!["K-g".into()],
            workers: vec![RemoteWorker {
                name: "alpha-7".into(),
                units: 25,
                seconds: 10.0,
                bytes: 2_500_000,
            }],
        }])
    }

    fn cancel(&self, _: &str) -> Result<(), String> {
        self.0.store(true, Ordering::Relaxed);
        Ok(())
    }
}
