//! What one thread of a soak does, and what it knows to hold.
//!
//! Apart from the checks between rounds because this runs while other threads do the same.
//! Invariant: `held` is all that the worker holds when a round is over.

use std::sync::{Mutex, PoisonError};

use atoms_core::{DefaultAtom, InternError, dynamic};

use crate::names::{N_HOT, N_LONG, N_PINNABLE, Name, Random};

/// Atoms that a worker holds at most.
pub(crate) const N_HELD: usize = 4096;
/// Steps of one round.
pub(crate) const N_STEPS: u64 = 100_000;

/// Atoms on the way from one thread to another.
pub(crate) type Mailbox = Mutex<Vec<(Name, DefaultAtom)>>;

/// What a round does about limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limits {
    None,
    /// One, in bytes, that was set before the round.
    Fixed(usize),
    /// The workers set and remove them.
    Moving,
}

pub(crate) struct Worker {
    number: u32,
    random: Random,
    pub(crate) held: Vec<Option<(Name, DefaultAtom)>>,
    /// Names that this worker has pinned, a bit each.
    pub(crate) pinned: u64,
    pub(crate) n_refused: u64,
    n_once: u64,
    text: String,
}

impl Worker {
    pub(crate) fn new(number: u32, seed: u64) -> Self {
        Self {
            number,
            random: Random::new(seed ^ u64::from(number).wrapping_mul(0xd1b5_4a32_d192_ed03)),
            held: (0..N_HELD).map(|_| None).collect(),
            pinned: 0,
            n_refused: 0,
            n_once: 0,
            text: String::new(),
        }
    }

    /// Works through one round.
    ///
    /// # Panics
    /// On anything that atoms must not do.
    pub(crate) fn run(&mut self, limits: Limits, mailbox: &Mailbox) {
        let drops_all = self.random.below(16) == 0;
        for _ in 0..N_STEPS {
            self.step(limits, mailbox);
        }
        if drops_all {
            self.held.fill_with(|| None);
        }
    }

    fn step(&mut self, limits: Limits, mailbox: &Mailbox) {
        match self.random.below(10_000) {
            0..5000 => self.make_hot(limits),
            5000..6500 => {
                let name = self.new_name();
                if let Some(atom) = self.make(name, limits) {
                    if self.random.below(4) == 0 {
                        self.hold(name, atom);
                    }
                }
            }
            6500..6700 => {
                let name = Name::Long(self.random.below(N_LONG));
                if let Some(atom) = self.make(name, limits).filter(|_| self.random.below(8) == 0) {
                    self.hold(name, atom);
                }
            }
            6700..8000 => {
                if let Some((name, atom)) = self.any_held() {
                    let (name, copy) = (*name, atom.clone());
                    self.hold(name, copy);
                }
            }
            8000..9000 => {
                let place = self.random.index(N_HELD);
                if let Some((name, atom)) = self.held[place].take() {
                    name.write(&mut self.text);
                    assert_eq!(atom, self.text, "an atom that is let go");
                }
            }
            9000..9500 => self.look(),
            9500..9700 => self.make_many(limits),
            9700..9800 if limits == Limits::None => self.change_case(),
            9800..9850 => self.pin(limits),
            9850..9980 => self.exchange(limits, mailbox),
            9980..9983 => drop(dynamic::trim()),
            9983..9984 => check_walk(),
            9984..9985 => {
                let stats = dynamic::stats();
                assert!(stats.pinned <= stats.live && stats.text_bytes >= 8 * stats.live, "{stats:?}");
            }
            9985..9990 if limits == Limits::Moving => {
                let room = self.random.below(1 << 20) as usize;
                dynamic::set_limit([None, Some(0), Some(room), Some(usize::MAX)][self.random.index(4)]);
            }
            _ => {
                let name = Name::Inline(self.random.below(1000));
                let atom = self.make(name, limits).expect("no limit concerns inline atoms");
                self.hold(name, atom);
            }
        }
    }

    /// Makes the atom of a name and checks its text; none if a limit refuses it.
    fn make(&mut self, name: Name, limits: Limits) -> Option<DefaultAtom> {
        name.write(&mut self.text);
        let made = match limits {
            Limits::None => Ok(DefaultAtom::new(&self.text)),
            Limits::Fixed(_) | Limits::Moving => DefaultAtom::try_new(&self.text),
        };
        match made {
            Ok(atom) => {
                assert_eq!(atom, self.text, "an atom made just now");
                Some(atom)
            }
            Err(error) => {
                assert_eq!(error, InternError::LimitReached, "{name:?}");
                self.n_refused += 1;
                None
            }
        }
    }

    fn make_hot(&mut self, limits: Limits) {
        let name = Name::Hot(self.random.zipf(N_HOT));
        let Some(atom) = self.make(name, limits) else { return };
        if self.random.below(8) == 0 {
            self.hold(name, atom);
        }
    }

    fn make_many(&mut self, limits: Limits) {
        let len = self.random.index(80);
        let names: Vec<Name> = (0..len)
            .map(|_| match self.random.below(4) {
                0 => self.new_name(),
                1 => Name::Inline(self.random.below(1000)),
                _ => Name::Hot(self.random.zipf(N_HOT)),
            })
            .collect();
        let texts: Vec<String> = names.iter().map(|name| name.text()).collect();
        let texts = texts.iter().map(String::as_str);
        let mut out = Vec::new();
        match limits {
            Limits::None => DefaultAtom::intern_many(texts.clone(), &mut out),
            Limits::Fixed(_) | Limits::Moving => {
                if let Err(error) = DefaultAtom::try_intern_many(texts.clone(), &mut out) {
                    assert_eq!(error, InternError::LimitReached);
                    assert!(out.len() < len, "all are there, and an error");
                    self.n_refused += 1;
                }
            }
        }
        assert!(limits != Limits::None || out.len() == len, "all are there");
        assert!(out.iter().zip(texts).all(|(atom, text)| *atom == *text), "atoms of many");
        for (name, atom) in names.into_iter().zip(out) {
            if self.random.below(16) == 0 {
                self.hold(name, atom);
            }
        }
    }

    /// Looks for what is held, which is there, and for what need not be.
    fn look(&mut self) {
        if let Some((_, atom)) = self.any_held() {
            let found = DefaultAtom::get(atom);
            assert_eq!(found.as_ref(), Some(atom), "a held text is found");
            assert_eq!(found.map(|found| found.get_hash()), Some(atom.get_hash()));
        }
        let name = Name::Hot(self.random.below(N_HOT));
        name.write(&mut self.text);
        assert!(DefaultAtom::get(&self.text).is_none_or(|atom| atom == self.text), "a text that is found");
    }

    fn change_case(&mut self) {
        let Some((name, atom)) = self.any_held() else { return };
        let text = name.text().to_ascii_uppercase();
        let upper = atom.to_ascii_uppercase();
        assert_eq!(upper, text);
        assert!(upper.eq_ignore_ascii_case(atom));
    }

    fn pin(&mut self, limits: Limits) {
        let number = self.random.below(N_PINNABLE);
        let Some(atom) = self.make(Name::Pinnable(number), limits) else { return };
        if self.random.below(64) == 0 {
            self.pinned |= 1 << number;
            drop(atom.pin());
        } else {
            self.hold(Name::Pinnable(number), atom);
        }
    }

    /// Gives an atom to another thread, or takes one, whose text must have the same atom here.
    fn exchange(&mut self, limits: Limits, mailbox: &Mailbox) {
        let place = self.random.index(N_HELD);
        let mut mailbox = mailbox.lock().unwrap_or_else(PoisonError::into_inner);
        if mailbox.len() < 64 {
            mailbox.extend(self.held[place].take());
            return;
        }
        let at = self.random.index(mailbox.len());
        let (name, atom) = mailbox.swap_remove(at);
        drop(mailbox);
        let own = self.make(name, limits);
        assert!(own.is_some(), "{name:?} is held, so no limit refuses it");
        assert!(own.is_none_or(|own| own == atom), "{name:?} has another atom on another thread");
        self.held[place] = Some((name, atom));
    }

    fn hold(&mut self, name: Name, atom: DefaultAtom) {
        let place = self.random.index(N_HELD);
        self.held[place] = Some((name, atom));
    }

    fn any_held(&mut self) -> Option<&(Name, DefaultAtom)> {
        let place = self.random.index(N_HELD);
        self.held[place].as_ref()
    }

    fn new_name(&mut self) -> Name {
        self.n_once += 1;
        Name::Once(self.number, self.n_once)
    }
}

/// What a walk shows is a whole text of ours with a count.
fn check_walk() {
    dynamic::for_each(|text, count| {
        let starts = ["hot-", "once-", "long-", "pinnable-", "HOT-", "ONCE-", "LONG-", "PINNABLE-"];
        assert!(count > 0 && starts.iter().any(|start| text.starts_with(start)), "{text:?}, count {count}");
        assert!(text.ends_with(|last: char| last.is_ascii_digit()), "{text:?} is not whole");
    });
}
