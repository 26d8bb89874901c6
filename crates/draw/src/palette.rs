//! Colours and letters that all pictures share.

/// Paper.
pub(crate) const PAPER: &str = "#ffffff";
/// Text.
pub(crate) const INK: &str = "#1f2933";
/// Text that stands back.
pub(crate) const FAINT_INK: &str = "#616e7c";
/// Grid lines.
pub(crate) const GRID: &str = "#d9dee4";
/// Grid lines between grid lines.
pub(crate) const FAINT_GRID: &str = "#eef1f4";

/// A win for whoever moves there.
pub(crate) const WIN: &str = "#8fd19e";
/// A draw.
pub(crate) const DRAW: &str = "#ffe08a";
/// A loss.
pub(crate) const LOSS: &str = "#f5a3a3";

/// The board, its edge, its cells and their edges.
pub(crate) const WOOD: &str = "#8a5f3c";
pub(crate) const WOOD_EDGE: &str = "#5e3d22";
pub(crate) const CELL: &str = "#9a6d47";
pub(crate) const CELL_EDGE: &str = "#bd9068";
/// Cells beside the board.
pub(crate) const TRAY_CELL: &str = "#f3efe9";
/// Light pieces and their edges.
pub(crate) const LIGHT: &str = "#f7dca9";
pub(crate) const LIGHT_EDGE: &str = "#8a5f24";
/// Dark pieces and their edges.
pub(crate) const DARK: &str = "#3f2a1d";
pub(crate) const DARK_EDGE: &str = "#150c07";

/// Lines of a plot: told apart by people who confuse red and green (after
/// Okabe and Ito).
pub(crate) const SERIES: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9",
];

/// What every system has.
pub(crate) const FONT: &str = "system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
