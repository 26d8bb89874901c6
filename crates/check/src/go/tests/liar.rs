//! A prover without scruples.
//!
//! It knows nothing of Go but what the checker's own judgement of a step lets
//! through. It collects every position that steps lead to, looked at in every
//! way that is allowed, and all steps there; positions that look the same to
//! references are one, whichever of them a step was allowed at. A claim that
//! this does not show has no proof that the checker would accept. To see that
//! it would find what is wrong, it can be given a [`Weakness`] of the checker
//! to believe in, and writes the proofs that would then be accepted.

use std::collections::{HashMap, HashSet};

use tabia_kernel::random::Seeded;

use super::super::rules::{After, Side, State, View};
use super::super::set::Set;
use super::super::step::{Act, Judge, Limits};

/// Something that the checker should look at and might not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Weakness {
    /// References do not compare whether crucial blocks are one, ...
    Unity,
    /// ... the point of a ko, ...
    Ban,
    /// ... who is to move, ...
    Mover,
    /// ... where play goes on, ...
    Work,
    /// ... the defender's stones, or the attacker's.
    Defenders,
    Attackers,
    /// A strategy that has to end may go round in circles.
    Circles,
    /// The attacker's pass needs no answer, or some other move.
    Pass,
    Answer,
    /// The defender may pass.
    OwnPass,
    /// Parts need not be cut off, ...
    CutOff,
    /// ... the attacker may take apart what shares something, ...
    Sharing,
    /// ... what shares a ko, ...
    Kos,
    /// ... and leave out room for an eye, ...
    Room,
    /// ... or the defender a crucial block without a liberty.
    Breath,
    /// The defender may say that his crucial blocks are one.
    Granting,
}

impl Weakness {
    pub(super) const ALL: [Weakness; 16] = [
        Weakness::Unity,
        Weakness::Ban,
        Weakness::Mover,
        Weakness::Work,
        Weakness::Defenders,
        Weakness::Attackers,
        Weakness::Circles,
        Weakness::Pass,
        Weakness::Answer,
        Weakness::OwnPass,
        Weakness::CutOff,
        Weakness::Sharing,
        Weakness::Kos,
        Weakness::Room,
        Weakness::Breath,
        Weakness::Granting,
    ];
}

/// Ways to go on after a move or with a part, one of which has to be shown.
struct Way {
    chosen: Option<Option<usize>>,
    /// Nothing has to be if this is empty: crucial stones were captured.
    ends: Vec<(Limits, usize)>,
    is_captured: bool,
}

/// A position looked at in some way.
struct Place {
    state: State,
    /// The number of those that look the same.
    class: usize,
    /// What may follow: all of these ways have to be shown.
    acts: Vec<Vec<Way>>,
}

pub(super) struct Liar<'j> {
    judge: &'j Judge,
    weakness: Option<Weakness>,
    numbers: HashMap<State, usize>,
    classes: HashMap<View, usize>,
    places: Vec<Place>,
    /// Where each class can be shown: with 0 at once, with n by classes before.
    /// Without an end all that can be are 0.
    ranks: Vec<Option<u32>>,
}

impl<'j> Liar<'j> {
    /// All that steps lead to, whoever moves first.
    pub(super) fn new(judge: &'j Judge, weakness: Option<Weakness>) -> Liar<'j> {
        let mut liar = Liar {
            judge,
            weakness,
            numbers: HashMap::new(),
            classes: HashMap::new(),
            places: Vec::new(),
            ranks: Vec::new(),
        };
        for side in [Side::Defender, Side::Attacker] {
            liar.looks(&judge.problem.root(side));
        }
        let mut next = 0;
        while next < liar.places.len() {
            let state = liar.places[next].state;
            liar.places[next].acts = liar.acts(&state);
            next += 1;
        }
        liar.rank();
        liar
    }

    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    fn believes(&self, weakness: Weakness) -> bool {
        self.weakness == Some(weakness)
    }

    fn must_end(&self) -> bool {
        self.judge.claim.is_finite && !self.believes(Weakness::Circles)
    }

    /// What a reference compares.
    fn view(&self, state: &State) -> View {
        let mut view = self.judge.problem.view(state);
        match self.weakness {
            Some(Weakness::Unity) => view.is_united = false,
            Some(Weakness::Ban) => view.state.ban = None,
            Some(Weakness::Mover) => view.state.mover = Side::Defender,
            Some(Weakness::Work) => view.state.work = Set::NONE,
            Some(Weakness::Defenders) => view.state.defender = Set::NONE,
            Some(Weakness::Attackers) => view.state.attacker = Set::NONE,
            _ => {}
        }
        view
    }

    fn number(&mut self, state: State) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let (number, classes) = (self.places.len(), self.classes.len());
        let view = self.view(&state);
        let class = *self.classes.entry(view).or_insert(classes);
        self.numbers.insert(state, number);
        self.places.push(Place {
            state,
            class,
            acts: Vec::new(),
        });
        number
    }

    /// A position in all ways that it may be looked at.
    fn looks(&mut self, state: &State) -> Vec<(Limits, usize)> {
        let mut found = vec![(Limits::default(), self.number(*state))];
        for limits in self.limits(state) {
            if let Some(next) = self.limit(state, limits) {
                found.push((limits, self.number(next)));
            }
        }
        found
    }

    /// What may be said about a position.
    fn limits(&self, state: &State) -> Vec<Limits> {
        let mut pieces = vec![None];
        pieces.extend(self.pieces(state).into_iter().map(Some));
        let grants = self.judge.claim.side == Side::Attacker || self.believes(Weakness::Granting);
        let mut found = Vec::new();
        for piece in pieces {
            if piece.is_some() {
                found.push(Limits {
                    grants: false,
                    piece,
                });
            }
            if grants && !state.granted {
                found.push(Limits {
                    grants: true,
                    piece,
                });
            }
        }
        found
    }

    /// Some of the points, as fixed stones divide them or, if it need not be
    /// so, just some.
    fn pieces(&self, state: &State) -> Vec<Set> {
        let problem = &self.judge.problem;
        let open = problem.open(state);
        let mut units: Vec<Set> = match self.believes(Weakness::CutOff) {
            true => open.points().map(|point| Set::of([point])).collect(),
            false => self.components(open),
        };
        units.truncate(5);
        let mut found = Vec::new();
        for chosen in 1..1_u32 << units.len() {
            let units = units.iter().enumerate();
            let inside = units.filter(|(i, _)| chosen >> i & 1 == 1);
            let piece = inside.fold(Set::NONE, |piece, (_, unit)| piece.or(*unit));
            // With the stones that are fixed, as far as that may be, and without.
            let mut wide = piece;
            for point in state.work.without(open).points() {
                if !problem.around(Set::of([point])).meets(open.without(piece)) {
                    wide.insert(point);
                }
            }
            found.extend([piece, wide]);
        }
        found.retain(|piece| *piece != state.work);
        found.dedup();
        found
    }

    /// The parts of a set that do not touch.
    fn components(&self, mut points: Set) -> Vec<Set> {
        let mut found = Vec::new();
        while let Some(first) = points.points().next() {
            let mut part = Set::of([first]);
            loop {
                let grown = part.or(self.judge.problem.around(part).and(points));
                if grown == part {
                    break;
                }
                part = grown;
            }
            points = points.without(part);
            found.push(part);
        }
        found
    }

    /// A position looked at as said, if that is allowed.
    fn limit(&self, state: &State, limits: Limits) -> Option<State> {
        if let Ok(next) = self.judge.limit(state, limits) {
            return Some(next);
        }
        // All that is asked for, but for the weakness.
        let problem = &self.judge.problem;
        let is_attacker = self.judge.claim.side == Side::Attacker;
        let mut next = *state;
        next.granted |= limits.grants;
        let mut holds = !limits.grants || is_attacker || self.believes(Weakness::Granting);
        if let Some(piece) = limits.piece {
            let asked = [
                (problem.is_cut_off(&next, piece), Weakness::CutOff),
                (
                    !is_attacker || problem.eye_space(&next).is_within(piece),
                    Weakness::Room,
                ),
                (!is_attacker || !self.judge.claim.with_ko, Weakness::Kos),
                (
                    !is_attacker || problem.is_independent(&next),
                    Weakness::Sharing,
                ),
            ];
            let is_passed = |&(holds, weakness)| holds || self.believes(weakness);
            holds &= asked.iter().all(is_passed);
            next.work = piece;
            next.ban = next.ban.filter(|&ban| piece.has(ban));
            holds &= problem.crucial_blocks_live(&next) || self.believes(Weakness::Breath);
        }
        (holds && self.weakness.is_some()).then_some(next)
    }

    /// All steps that are allowed at a position.
    fn acts(&mut self, state: &State) -> Vec<Vec<Way>> {
        let mut found = Vec::new();
        if self.judge.step(state, Act::Moves(&[])).is_ok() {
            found.push(Vec::new());
        }
        if self.judge.problem.has_eye(state) {
            return found;
        }
        for limits in self.limits(state) {
            if let Some(next) = self.limit(state, limits)
                && self.view(&next) != self.view(state)
            {
                let number = self.number(next);
                found.push(vec![part(limits, number)]);
            }
        }
        found.extend(self.taken_apart(state));
        let moves = self.moves(state);
        if state.mover == self.judge.claim.side {
            for chosen in moves {
                if let Ok(next) = self.judge.step(state, Act::Moves(&[chosen])) {
                    found.push(vec![self.way(chosen, next[0])]);
                }
            }
            if self.believes(Weakness::OwnPass) && state.mover == Side::Defender {
                found.push(vec![self.way(None, Some(state.passed()))]);
            }
        } else if !moves.is_empty()
            && let Ok(next) = self.judge.step(state, Act::Moves(&moves))
        {
            let all: Vec<_> = moves.iter().copied().zip(next).collect();
            let all_but = |omitted: &dyn Fn(Option<usize>) -> bool, liar: &mut Self| {
                let kept = all.iter().filter(|(chosen, _)| !omitted(*chosen));
                let ways = kept.map(|&(chosen, next)| liar.way(chosen, next));
                ways.collect::<Vec<Way>>()
            };
            found.push(all_but(&|_| false, self));
            if self.believes(Weakness::Pass) {
                found.push(all_but(&|chosen| chosen.is_none(), self));
            }
            if self.believes(Weakness::Answer) {
                for left_out in moves.iter().filter(|chosen| chosen.is_some()) {
                    found.push(all_but(&|chosen| chosen == *left_out, self));
                }
            }
        }
        found
    }

    /// Every part by itself.
    fn taken_apart(&mut self, state: &State) -> Vec<Vec<Way>> {
        let problem = &self.judge.problem;
        if self.judge.claim.side == Side::Defender {
            return Vec::new();
        }
        let room = problem.eye_space(state);
        let mut pieces = self.components(problem.open(state));
        pieces.retain(|piece| piece.meets(room));
        let mut found = Vec::new();
        if pieces.len() < 2 {
            return found;
        }
        for grants in [false, true] {
            let limits = |&piece: &Set| Limits {
                grants,
                piece: Some(piece),
            };
            let mut parts: Vec<Limits> = pieces.iter().map(limits).collect();
            for round in 0..=pieces.len() {
                if let Ok(next) = self.judge.step(state, Act::Parts(&parts)) {
                    let next = next.into_iter().flatten();
                    let numbers: Vec<usize> = next.map(|next| self.number(next)).collect();
                    let ways = parts.iter().zip(numbers);
                    found.push(ways.map(|(limits, number)| part(*limits, number)).collect());
                }
                // Then two parts as one, where there are three.
                if pieces.len() == 2 || round == pieces.len() {
                    break;
                }
                parts = pieces.iter().map(limits).collect();
                let moved = parts.remove(round);
                let other = &mut parts[0];
                other.piece = other.piece.zip(moved.piece).map(|(one, two)| one.or(two));
            }
        }
        found
    }

    fn moves(&self, state: &State) -> Vec<Option<usize>> {
        let with_ko = self.judge.claim.with_ko;
        let is_legal = |point: &usize| {
            let after = self.judge.problem.play(state, *point, with_ko);
            !matches!(after, After::Illegal)
        };
        let stones = state.empties().points().filter(is_legal).map(Some);
        let pass = (state.mover == Side::Attacker).then_some(None);
        stones.chain(pass).collect()
    }

    fn way(&mut self, chosen: Option<usize>, next: Option<State>) -> Way {
        Way {
            chosen: Some(chosen),
            ends: next.map(|next| self.looks(&next)).unwrap_or_default(),
            is_captured: next.is_none(),
        }
    }

    /// Which classes can be shown.
    fn rank(&mut self) {
        let count = self.classes.len();
        if !self.must_end() {
            // From all of them, those are left out that nothing supports.
            let mut ranks = vec![Some(0); count];
            loop {
                let mut kept = vec![None; count];
                for place in &self.places {
                    if place
                        .acts
                        .iter()
                        .any(|act| shown_by(act, &ranks, &self.places))
                    {
                        kept[place.class] = Some(0);
                    }
                }
                if kept == ranks {
                    self.ranks = ranks;
                    return;
                }
                ranks = kept;
            }
        }
        let mut ranks = vec![None; count];
        for round in 0.. {
            let before = ranks.clone();
            for place in &self.places {
                if before[place.class].is_none()
                    && place
                        .acts
                        .iter()
                        .any(|act| shown_by(act, &before, &self.places))
                {
                    ranks[place.class] = Some(round);
                }
            }
            if before == ranks {
                self.ranks = ranks;
                return;
            }
        }
    }

    /// Whether the claim can be shown with this side to move first, as far as
    /// steps and references go.
    pub(super) fn shows(&self, first: Side) -> bool {
        let root = self.numbers[&self.judge.problem.root(first)];
        self.is_shown(root)
    }

    fn is_shown(&self, place: usize) -> bool {
        self.ranks[self.places[place].class].is_some()
    }

    /// A strategy from the root on, as the rest of its game tree. Chance
    /// decides which of several; `None` if it refers to nodes that it does
    /// not have.
    pub(super) fn strategy(&self, first: Side, random: &mut Seeded) -> Option<String> {
        let root = self.numbers[&self.judge.problem.root(first)];
        let mut story = Story {
            liar: self,
            random,
            text: String::new(),
            told: HashSet::new(),
            promised: HashSet::new(),
        };
        story.tell(root);
        story.promised.is_subset(&story.told).then_some(story.text)
    }
}

fn part(limits: Limits, number: usize) -> Way {
    Way {
        chosen: None,
        ends: vec![(limits, number)],
        is_captured: false,
    }
}

/// Whether all ways lead to something that is shown.
fn shown_by(act: &[Way], ranks: &[Option<u32>], places: &[Place]) -> bool {
    act.iter().all(|way| {
        let mut ends = way.ends.iter();
        way.is_captured || ends.any(|(_, end)| ranks[places[*end].class].is_some())
    })
}

/// A strategy that is being written down.
struct Story<'l> {
    liar: &'l Liar<'l>,
    random: &'l mut Seeded,
    text: String,
    /// Classes written down.
    told: HashSet<usize>,
    /// Classes referred to.
    promised: HashSet<usize>,
}

impl Story<'_> {
    fn one_of<'a, T>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.random.below(items.len())]
    }

    /// Whether something can be shown before this rank.
    fn is_before(&self, end: usize, rank: u32) -> bool {
        let liar = self.liar;
        let found = liar.ranks[liar.places[end].class];
        found.is_some_and(|found| !liar.must_end() || found < rank)
    }

    fn tell(&mut self, number: usize) {
        let liar = self.liar;
        let place = &liar.places[number];
        let rank = liar.ranks[place.class].expect("it can be shown");
        let is_before = |way: &Way| {
            let mut ends = way.ends.iter();
            way.is_captured || ends.any(|(_, end)| self.is_before(*end, rank))
        };
        let acts = place.acts.iter().filter(|act| act.iter().all(is_before));
        let acts: Vec<_> = acts.collect();
        if acts.is_empty() || self.told.contains(&place.class) {
            self.promised.insert(place.class);
            self.text += &format!("SE[{}]", place.class);
            return;
        }
        self.told.insert(place.class);
        self.text += &format!("ID[{}]", place.class);
        for way in self.one_of(&acts) {
            let ends = way.ends.iter();
            let ends: Vec<_> = ends.filter(|(_, end)| self.is_before(*end, rank)).collect();
            let end = (!way.is_captured).then(|| self.one_of(&ends));
            let limits = end.map_or(Limits::default(), |(limits, _)| *limits);
            self.text += "(;";
            self.label(way.chosen, limits, place.state.mover);
            if let Some((_, end)) = end {
                self.tell(*end);
            }
            self.text += ")";
        }
    }

    fn label(&mut self, chosen: Option<Option<usize>>, limits: Limits, mover: Side) {
        let problem = &self.liar.judge.problem;
        if let Some(chosen) = chosen {
            let is_black = (mover == Side::Defender) == problem.defender_is_black;
            let colour = if is_black { "B" } else { "W" };
            let at = chosen.map(|point| problem.name(point)).unwrap_or_default();
            self.text += &format!("{colour}[{at}]");
        }
        if limits.grants {
            self.text += "GR[1]";
        }
        if let Some(piece) = limits.piece {
            self.text += "VW";
            for point in piece.points() {
                self.text += &format!("[{}]", problem.name(point));
            }
        }
    }
}
