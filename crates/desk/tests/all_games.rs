//! What holds for every game at the desk.

use tabia_desk::{Games, Options, laws};

/// One test for each game, so that they run side by side.
macro_rules! keeps_the_laws {
    ($($game:ident)*) => {
        $(#[test]
        fn $game() {
            let options = Options { threads: 1, memory_mib: 16, ..Options::default() };
            let desk = Games::default().desk(stringify!($game), &options).expect("listed");
            assert_eq!(desk.about().name, stringify!($game));
            laws::hold_for(&*desk);
            laws::ratings_cover_the_choices_late_in_a_game(&*desk);
        })*

        #[test]
        fn no_game_is_left_out() {
            assert_eq!(Games::default().names(), [$(stringify!($game)),*]);
        }
    };
}

keeps_the_laws! { quarto go chess darkchess dominoes skat }
