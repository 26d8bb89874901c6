//! Every position of a game as a graph, solved backwards from its ends.

use std::collections::HashMap;
use std::hash::Hash;

/// Positions of kind `S`, numbered as they are met, and how some of them end.
pub(crate) struct Graph<S, E> {
    pub(crate) numbers: HashMap<S, usize>,
    movers: Vec<u8>,
    pub(crate) ends: Vec<E>,
    pub(crate) next: Vec<Vec<usize>>,
}

impl<S: Clone + Eq + Hash, E: PartialEq> Graph<S, E> {
    pub(crate) fn new() -> Graph<S, E> {
        Graph {
            numbers: HashMap::new(),
            movers: Vec::new(),
            ends: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Adds a position that bears a number alone.
    pub(crate) fn add(&mut self, end: E, mover: u8) -> usize {
        self.movers.push(mover);
        self.ends.push(end);
        self.next.push(Vec::new());
        self.ends.len() - 1
    }

    /// The number of a position; a new one is to be looked at.
    pub(crate) fn number(
        &mut self,
        state: S,
        mover: u8,
        end: impl FnOnce(&S) -> E,
        todo: &mut Vec<(S, usize)>,
    ) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.add(end(&state), mover);
        self.numbers.insert(state.clone(), number);
        todo.push((state, number));
        number
    }

    /// Where a side can force one of the ends it wants, by going back from
    /// there.
    pub(crate) fn forced(&self, side: u8, wanted: &[E]) -> Vec<bool> {
        let count = self.ends.len();
        let mut before = vec![Vec::new(); count];
        for (from, next) in self.next.iter().enumerate() {
            for &to in next {
                before[to].push(from);
            }
        }
        let mut left: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut forced = vec![false; count];
        let mut todo: Vec<usize> = (0..count)
            .filter(|&i| wanted.contains(&self.ends[i]))
            .collect();
        for &number in &todo {
            forced[number] = true;
        }
        while let Some(to) = todo.pop() {
            for &from in &before[to] {
                left[from] -= 1;
                if !forced[from] && (self.movers[from] == side || left[from] == 0) {
                    forced[from] = true;
                    todo.push(from);
                }
            }
        }
        forced
    }
}
