//! The rules once more, from the texts of cards, written for clarity and
//! sharing nothing with the crate but the names of contracts.

use tabia_skat::Contract;

/// The trumps from the top, or a plain suit from the top.
fn order(contract: Contract) -> Vec<Vec<String>> {
    let name = contract.to_string();
    let jacks = ["CJ", "SJ", "HJ", "DJ"].map(str::to_owned);
    let suit = |letter: char, ranks: &str| -> Vec<String> {
        ranks
            .chars()
            .map(|rank| format!("{letter}{rank}"))
            .collect()
    };
    if name == "null" {
        return "CSHD".chars().map(|s| suit(s, "AKQJT987")).collect();
    }
    let mut trumps = jacks.to_vec();
    let mut plain = Vec::new();
    for letter in "CSHD".chars() {
        // `clubs`, `spades`, `hearts`, `diamonds` begin with their letters.
        if name != "grand" && name.to_uppercase().starts_with(letter) {
            trumps.extend(suit(letter, "ATKQ987"));
        } else {
            plain.push(suit(letter, "ATKQ987"));
        }
    }
    let mut all = vec![trumps];
    all.extend(plain);
    all
}

fn list<'a>(order: &'a [Vec<String>], card: &str) -> &'a [String] {
    let list = order.iter().find(|list| list.iter().any(|c| c == card));
    list.expect("every card is somewhere")
}

/// The cards of `hand` that may follow `led`.
pub(crate) fn playable(hand: &[String], led: Option<&str>, contract: Contract) -> Vec<String> {
    let order = order(contract);
    let Some(led) = led else { return hand.to_vec() };
    let follows = list(&order, led);
    let following: Vec<String> = hand
        .iter()
        .filter(|c| follows.contains(c))
        .cloned()
        .collect();
    if following.is_empty() {
        hand.to_vec()
    } else {
        following
    }
}

/// Which of the three cards takes the trick.
pub(crate) fn winner(cards: &[&str], contract: Contract) -> usize {
    let order = order(contract);
    let trumps: &[String] = if contract == Contract::Null {
        &[]
    } else {
        &order[0]
    };
    let led = list(&order, cards[0]);
    // Every trump from the top, then the suit led from the top.
    for card in trumps.iter().chain(led) {
        if let Some(at) = cards.iter().position(|c| c == card) {
            return at;
        }
    }
    unreachable!("the card led is in one of the lists")
}

/// What the cards count.
pub(crate) fn points(cards: &[&str]) -> u8 {
    let worth = |card: &&str| match card.chars().nth(1) {
        Some('A') => 11,
        Some('T') => 10,
        Some('K') => 4,
        Some('Q') => 3,
        Some('J') => 2,
        _ => 0,
    };
    cards.iter().map(worth).sum()
}
