//! Long work: what jobs are told, what their units made, and checkpoints.

use std::slice;

use serde::Deserialize;
use tabia_chess::tune::{Lessons, MethodKind, Plan, Session};
use tabia_darkchess::Limit;
use tabia_desk::runs::{score_plot, weights_plot};
use tabia_jobs::nats::{Ended, Posted};
use tabia_jobs::{Description, Inputs, Job as _, MatchJob, Problem, TablesJob, version};
use tabia_kernel::search::Stop;
use tabia_kernel::tune::{Choices, Evidence, Logistic, Parameter, Round, Rows, Space};
use tabia_quarto::Rules;
use tabia_quarto::certificate::{Fragment, Prover, assemble};

use super::{answer, texts, to_prove};
use crate::Reader;

pub(super) fn readers() -> Vec<Reader> {
    vec![
        job_payloads(),
        job_ends(),
        job_tables(),
        job_games(),
        fragments(),
        checkpoints(),
    ]
}

const CONTEST: &str = r#"{"work":"contest","kind":"match","players":[{"name":"a","options":[]},{"name":"b","options":[["Hash","16"]]}],"pairs":2,"control":"nodes:100","openings":{"random":1},"adjudication":true}"#;

/// Jobs as a server may hand them out: the entry, and the plan of what it
/// describes.
fn job_payloads() -> Reader {
    let described = [
        r#"{"work":"tables","elements":3,"distances":false,"forty":true}"#,
        r#"{"work":"proof","shape":"lines","properties":4,"misere":false,"position":"0d4.15....96..87/b"}"#,
        CONTEST,
    ];
    let version = version();
    let samples = described.map(|text| {
        let head = serde_json::to_string(&version).expect("a text");
        format!(r#"{{"version":{head},"round":0,"cancelled":false,"description":{text}}}"#)
    });
    let samples = samples.iter().map(|text| text.as_bytes().to_vec());
    Reader::new("job-payload", samples.collect(), |bytes| {
        // The id is right for whatever is described, so that it is read on.
        let described: Result<serde_json::Value, _> = serde_json::from_slice(bytes);
        let id = described.ok().and_then(|value| {
            let description: Description =
                serde_json::from_value(value.get("description")?.clone()).ok()?;
            Some(description.id())
        });
        answer(Posted::read(id.as_deref().unwrap_or("0"), bytes))
    })
}

/// How units ended, as the server's entries say it.
fn job_ends() -> Reader {
    let samples = texts([
        r#"{"end":"done","sum":"00ff","bytes":17,"worker":"a","seconds":0.5}"#,
        r#"{"end":"set_aside","worker":"b","problem":"it was too much"}"#,
    ]);
    Reader::new("job-end", samples, |bytes| {
        answer(serde_json::from_slice::<Ended>(bytes))
    })
}

/// Files of tables as units make them.
fn job_tables() -> Reader {
    let job = TablesJob::new(2, true, Limit::None).expect("two pieces are possible");
    let nothing = Made(&[]);
    let unit = job.plan().units()[0].name.clone();
    let made = job.run(&unit, &nothing, &|_| true);
    let made = made.expect("it needs nothing").expect("nobody stops it");
    assert!(job.read(&unit, &made).is_ok());
    Reader::new("job-tables", vec![made], move |bytes| {
        answer(job.read(&unit, bytes))
    })
}

/// The same bytes for whichever unit.
struct Made<'b>(&'b [u8]);

impl Inputs for Made<'_> {
    fn get(&self, _: &str) -> Result<Vec<u8>, Problem> {
        Ok(self.0.to_vec())
    }
}

/// Games as units of matches make them.
fn job_games() -> Reader {
    let text = CONTEST.replace(r#""pairs":2"#, r#""pairs":1"#);
    let description: Description = serde_json::from_str(&text).expect("a match");
    let job = MatchJob::new(&description).expect("it can be played");
    let game = |number: u32| {
        format!(
            r#"{{"number":{number},"result":"Draw","termination":"rules","at_fault":null,"pgn":"1. e4 1/2-1/2"}}"#
        )
    };
    let sample = format!("[{},{}]", game(0), game(1)).into_bytes();
    Reader::new("job-games", vec![sample], move |bytes| {
        answer(job.records(&Made(bytes)))
    })
}

/// Parts of proofs as units make them, put together to a certificate.
fn fragments() -> Reader {
    let (root, solver) = to_prove();
    let stop = Stop::new();
    let prover = Prover::new(&solver, &root, &stop).expect("it is not over");
    let trunk = prover.trunk(|_| {}).expect("a proof").to_bytes();
    Reader::new("proof-fragment", vec![trunk], move |bytes| {
        let read = Fragment::from_bytes(bytes);
        if let Ok(fragment) = &read {
            assert!(fragment.to_bytes() == bytes, "it is another one");
            // Packing takes thousands of times as long as reading.
            if crc32fast::hash(bytes).is_multiple_of(1_000) {
                let mut file = Vec::new();
                drop(assemble(
                    &Rules::lines(),
                    &root,
                    slice::from_ref(fragment),
                    &mut file,
                ));
            }
        }
        answer(read)
    })
}

/// What is kept of a tuning, by whom it is shown and gone on with.
#[derive(Deserialize)]
struct Saved {
    session: Session,
}

/// Stopped tunings of all methods. What is read is shown, and does a round.
fn checkpoints() -> Reader {
    let (results, choices) = lessons();
    let samples = MethodKind::ALL.map(|method| {
        let plan = Plan {
            method,
            rounds: 9,
            players: 4,
            ..Plan::default()
        };
        let mut session = Session::new(plan, space(), None, false);
        for _ in 0..2 {
            session.step(&Lessons::Both(&results, &choices));
        }
        serde_json::to_vec(&serde_json::json!({ "session": session })).expect("plain data")
    });
    Reader::new("checkpoint", samples.to_vec(), move |bytes| {
        let saved: Result<Saved, _> = serde_json::from_slice(bytes);
        answer(saved.map(|Saved { mut session }| {
            assert!(score_plot(&session).len() + weights_plot(&session).len() > 0);
            assert_eq!(session.best().len(), session.space().len());
            // Commands go on only with what they were asked to tune.
            if session.is_over() || *session.space() != space() {
                return;
            }
            match session.plan().method.is_gradient() {
                true => session.step(&Lessons::Both(&results, &choices)),
                false => session.step(&Lessons::Trial(&draws)),
            }
            assert_eq!(session.best().len(), session.space().len());
        }))
    })
}

/// Every game is drawn.
fn draws(field: &[Vec<f64>], _: Round) -> Vec<Evidence> {
    let draw = Evidence {
        points: 0.5,
        tasks: 1,
    };
    vec![draw; field.len()]
}

fn space() -> Space {
    let parameters = vec![
        Parameter::whole("a", 5, 5),
        Parameter::whole("b", -9, 9),
        Parameter::real("c", 0.0, 1.5),
    ];
    Space::new(parameters).expect("three ranges")
}

/// Three games and a choice, for three weights.
fn lessons() -> (Logistic, Choices) {
    let mut rows = Rows::new(3);
    for row in [[1.0, 2.0, 0.5], [-1.0, 0.0, 1.0], [0.0, -3.0, 0.25]] {
        rows.push((0..).zip(row));
    }
    let results = Logistic::new(rows, vec![1.0, 0.5, 0.0], 0.01).free_scale();
    let mut choices = Choices::new(3);
    choices.push([[(0, 1.0)], [(1, 1.0)]], 0);
    (results, choices)
}
