//! A real Chromium, driven over WebDriver, and a server for it to visit.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use axum::http::Method;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use tabia_web::Site;
use tokio::sync::oneshot;

/// A server that can be stopped and started again on the same port.
pub(crate) struct Server {
    pub(crate) address: String,
    port: u16,
    options: tabia_web::Options,
    running: Option<(oneshot::Sender<()>, tokio::task::JoinHandle<()>)>,
}

impl Server {
    pub(crate) async fn start(data: &tempfile::TempDir) -> Server {
        let options = tabia_web::Options {
            remote: Some(std::sync::Arc::new(super::elsewhere::Elsewhere::default())),
            ..super::options(data)
        };
        let mut server = Server {
            address: String::new(),
            port: 0,
            options,
            running: None,
        };
        server.run().await;
        server
    }

    async fn run(&mut self) {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", self.port));
        let listener = listener.await.expect("a port");
        let listening = listener.local_addr().expect("an address");
        self.port = listening.port();
        self.address = Site::address(listening);
        let site = Site::open(&self.options).expect("a ledger");
        let (end, ended) = oneshot::channel();
        let task = tokio::spawn(async move {
            let ended = async {
                let _ = ended.await;
            };
            tabia_web::serve(site, listener, ended)
                .await
                .expect("it serves");
        });
        self.running = Some((end, task));
    }

    pub(crate) async fn restart(&mut self) {
        let (end, task) = self.running.take().expect("it runs");
        end.send(()).expect("it listens");
        task.await.expect("no panic");
        self.run().await;
    }
}

/// A Chromium with a fresh profile.
pub(crate) struct Browser {
    driver: Child,
    pub(crate) client: Client,
    profile: tempfile::TempDir,
}

/// Starts one; `None`, with a message, where there is none.
pub(crate) async fn browser() -> Option<Browser> {
    let driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut driver) = driver else {
        crate::skipped::skipped("chromedriver is not installed; `cargo xtask test` installs it");
        return None;
    };
    let mut lines = BufReader::new(driver.stdout.take().expect("piped")).lines();
    let port = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| {
            let (_, rest) = line.split_once("started successfully on port ")?;
            rest.trim_end_matches('.').parse::<u16>().ok()
        })
        .expect("chromedriver says its port");
    // Whatever it says later must not fill the pipe.
    std::thread::spawn(move || lines.for_each(drop));
    let profile = tempfile::tempdir().expect("a scratch directory");
    let folder = format!("--user-data-dir={}", profile.path().display());
    let capabilities = json!({
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": { "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--window-size=1280,900", "--hide-scrollbars", folder,
        ] },
    });
    let Value::Object(capabilities) = capabilities else {
        unreachable!("written as an object");
    };
    let client = ClientBuilder::new(hyper_connector())
        .capabilities(capabilities)
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("Chromium starts");
    Some(Browser {
        driver,
        client,
        profile,
    })
}

fn hyper_connector() -> hyper_util::client::legacy::connect::HttpConnector {
    hyper_util::client::legacy::connect::HttpConnector::new()
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A driver that is ended leaves its browser behind.
        for process in self.processes() {
            let _ = Command::new("kill").args(["-KILL", &process]).status();
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// A server, a browser on one of its pages with a board, and a scratch ledger;
/// or nothing to test with.
pub(crate) async fn visit(path: &str) -> Option<(Server, Browser, tempfile::TempDir)> {
    let browser = browser().await?;
    let data = tempfile::tempdir().expect("a scratch directory");
    let server = Server::start(&data).await;
    browser.goto(&format!("{}{path}", server.address)).await;
    browser
        .until("document.querySelector('#board .can') !== null")
        .await;
    Some((server, browser, data))
}

/// How long anything on the page may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

impl Browser {
    /// The browser's processes: those that were told of its profile.
    fn processes(&self) -> Vec<String> {
        let profile = self.profile.path().as_os_str().as_encoded_bytes();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let of_ours = all.filter(|entry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            line.windows(profile.len()).any(|part| part == profile)
        });
        of_ours
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    pub(crate) async fn goto(&self, address: &str) {
        self.client.goto(address).await.expect("a page");
        // On a busy machine the driver may answer while the document is still empty.
        self.until("document.readyState === 'complete' && document.body.childElementCount > 0")
            .await;
    }

    /// Runs a script and returns what it returns.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, vec![]).await.expect(script)
    }

    /// Waits until a script returns something true, and returns that.
    #[track_caller]
    pub(crate) fn until<'a>(&'a self, script: &'a str) -> impl Future<Output = Value> + 'a {
        let place = std::panic::Location::caller();
        async move {
            let begun = Instant::now();
            loop {
                // While a page loads there may be nothing to look at yet.
                let script_now = format!("try {{ return ({script}) }} catch {{ return null }}");
                let value = self.run(&script_now).await;
                if !matches!(value, Value::Null | Value::Bool(false)) {
                    return value;
                }
                if begun.elapsed() > PATIENCE {
                    let page = self.run("return location + document.body.innerText").await;
                    panic!("{place}: never true: {script}\n{page}");
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Clicks on something as soon as it is there, on what is there instead if it
    /// is drawn anew before the click reaches it.
    pub(crate) async fn click(&self, selector: &str) {
        let begun = Instant::now();
        loop {
            let wait = self.client.wait().at_most(PATIENCE);
            let element = wait.for_element(Locator::Css(selector)).await;
            match element.expect(selector).click().await {
                Err(error) if error.is_stale_element_reference() && begun.elapsed() < PATIENCE => {}
                clicked => return clicked.expect(selector),
            }
        }
    }

    /// Clicks on something on the board.
    pub(crate) async fn click_on(&self, name: &str) {
        self.click(&format!("#board [data-click='{name}']")).await;
    }

    /// Clicks whatever comes first until the game is over.
    pub(crate) async fn play_to_the_end(&self, most: usize) {
        // What can be clicked, once the last click has had its effect.
        let next = "/\\bwins?\\b|Draw/.test(document.getElementById('status').textContent) \
                    ? 'over' : document.querySelector('#board .can')?.dataset.click ?? false";
        let state = "document.getElementById('moves').children.length + ' ' + \
                     [...document.querySelectorAll('#board .picked')].length";
        for _ in 0..most {
            let name = self.until(next).await;
            let name = name.as_str().expect("a name");
            if name == "over" {
                return;
            }
            let before = self.run(&format!("return {state}")).await;
            self.click_on(name).await;
            self.until(&format!("{state} !== {before}")).await;
        }
        panic!("the game does not end");
    }

    /// Makes a move by clicking whatever comes first.
    pub(crate) async fn make_a_move(&self) {
        let moves = "document.getElementById('moves').children.length";
        let before = self.run(&format!("return {moves}")).await;
        for _ in 0..4 {
            let state =
                format!("{moves} + ' ' + document.querySelectorAll('#board .picked').length");
            let now = self.run(&format!("return {state}")).await;
            let name = self
                .until("document.querySelector('#board .can')?.dataset.click")
                .await;
            self.click_on(name.as_str().expect("a name")).await;
            self.until(&format!("{state} !== {now}")).await;
            if self.run(&format!("return {moves}")).await != before {
                return;
            }
        }
        panic!("clicks make no move");
    }

    /// Puts a text into a field and sends its form.
    pub(crate) async fn submit(&self, field: &str, text: &str) {
        let script = "const i = document.getElementById(arguments[0]); \
                      i.value = arguments[1]; i.form.requestSubmit()";
        let arguments = vec![field.into(), text.into()];
        self.client.execute(script, arguments).await.expect(field);
    }

    /// Presses a key.
    pub(crate) async fn press(&self, key: &str) {
        let keys = json!({ "type": "keyDown", "key": key });
        self.cdp("Input.dispatchKeyEvent", keys).await;
    }

    /// What was copied last.
    pub(crate) async fn read_clipboard(&self) -> String {
        let script = "const [done] = arguments; \
                      navigator.clipboard.readText().then(done, (error) => done('' + error))";
        let copied = self.client.execute_async(script, vec![]).await;
        let copied = copied.expect("a clipboard");
        copied.as_str().expect("text").to_owned()
    }

    pub(crate) async fn text(&self, selector: &str) -> String {
        let element = self.client.find(Locator::Css(selector)).await;
        element.expect(selector).text().await.expect(selector)
    }

    /// Chooses an option as a person would.
    pub(crate) async fn choose(&self, id: &str, value: &str) {
        self.click(&format!("#{id} option[value='{value}']")).await;
    }

    /// A command of Chromium's own protocol.
    pub(crate) async fn cdp(&self, name: &str, parameters: Value) -> Value {
        let command = Raw {
            path: "goog/cdp/execute",
            body: json!({ "cmd": name, "params": parameters }),
        };
        self.client.issue_cmd(command).await.expect(name)
    }

    /// What the console has said since it was last asked, warnings included.
    pub(crate) async fn console(&self) -> Vec<String> {
        let command = Raw {
            path: "se/log",
            body: json!({ "type": "browser" }),
        };
        let entries = self.client.issue_cmd(command).await.expect("a log");
        let entries = entries.as_array().expect("a list").iter();
        entries
            .map(|entry| format!("{}: {}", entry["level"], entry["message"]))
            .collect()
    }

    /// Another width, as a phone has it.
    pub(crate) async fn resize(&self, width: u32, height: u32, mobile: bool) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        self.cdp("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Day or night.
    pub(crate) async fn scheme(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.cdp(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )
        .await;
    }

    /// Keeps a picture of the page, if `TABIA_SCREENSHOTS` names a folder.
    pub(crate) async fn screenshot(&self, name: &str) {
        let Some(folder) = std::env::var_os("TABIA_SCREENSHOTS") else {
            return;
        };
        let png = self.client.screenshot().await.expect("a picture");
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, png).expect("a file");
    }
}

/// A command that fantoccini has no name for.
#[derive(Debug)]
struct Raw {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Raw {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or(""), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
