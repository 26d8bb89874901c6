//! The tests of dark chess, in one program: each is linked once.

mod brute_force;
mod census;
mod endgames;
mod files;
mod forty;
mod full_game;
mod laws;
mod player;
mod rules;
