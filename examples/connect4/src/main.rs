//! Tabia with one game more.

fn main() -> std::process::ExitCode {
    tabia::run(&tabia_desk::Games::default().with_simple::<tabia_connect4::ConnectFour>())
}
