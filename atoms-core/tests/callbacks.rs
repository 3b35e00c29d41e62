//! Code of a user that runs inside ours may do anything with atoms: iterators of `intern_many`, formats of
//! serde, writers and hashers. Nothing of ours is locked or half done while it runs.
//!
//! The callback of `for_each` is tested in `thread_exit.rs`. The tests take turns, because a walk of
//! `for_each` holds a count of what it shows, and counts are checked.

use core::fmt::Write as _;
use core::hash::{Hash as _, Hasher};
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};

use atoms_core::{DefaultAtom, dynamic};

/// One test at a time.
fn take_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Everything that takes a lock of the table or changes it.
fn do_everything(number: usize) {
    let text = format!("made in a callback {number}");
    let made = [DefaultAtom::new(&text), DefaultAtom::new(&text)];
    assert_eq!(made[0], made[1]);
    assert_eq!(DefaultAtom::get(&text).as_ref(), Some(&made[0]));
    let mut many: Vec<DefaultAtom> = Vec::new();
    DefaultAtom::intern_many([&*text, "another of many", "inline"], &mut many);
    assert_eq!(many[0], made[0]);
    drop(DefaultAtom::new(&text.repeat(100)));
    dynamic::for_each(|text, count| assert!(!text.is_empty() && count > 0));
    drop((made, many));
    dynamic::trim();
    assert_eq!(DefaultAtom::get(&text), None);
    assert!(dynamic::stats().shards > 0);
}

/// Does everything when it is dropped.
struct DoesEverything(usize);
impl Drop for DoesEverything {
    fn drop(&mut self) {
        do_everything(self.0);
    }
}

/// Live texts that start with `prefix`, and their counts.
fn counts_of(prefix: &str) -> Vec<(String, u32)> {
    let mut counts = Vec::new();
    dynamic::for_each(|text, count| {
        if text.starts_with(prefix) {
            counts.push((text.to_owned(), count));
        }
    });
    counts.sort_unstable();
    counts
}

fn texts(prefix: &str) -> Vec<String> {
    (0..if cfg!(miri) { 4 } else { 70 }).map(|n| format!("{prefix} {n:03}")).collect()
}

#[test]
fn an_iterator_of_intern_many_may_do_anything_with_atoms() {
    let _turn = take_turn();
    let texts = texts("from an iterator");
    let mut held: Vec<DefaultAtom> = texts.iter().map(|text| DefaultAtom::new(text)).collect();
    for is_fallible in [false, true] {
        let at_end = DoesEverything(0);
        let iterator = texts.iter().map(|text| {
            let _ = &at_end;
            do_everything(1);
            // The last atom of a text that comes later goes here.
            held.pop();
            drop(DoesEverything(2));
            text.as_str()
        });
        let mut out = Vec::new();
        if is_fallible {
            DefaultAtom::try_intern_many(iterator, &mut out).expect("there is no limit");
        } else {
            DefaultAtom::intern_many(iterator, &mut out);
        }
        assert_eq!(out, texts.iter().map(|text| DefaultAtom::new(text)).collect::<Vec<_>>());
    }
    drop(held);
    assert_eq!(counts_of("from an iterator"), []);
}

#[test]
fn a_panic_of_an_iterator_of_intern_many_gives_every_count_back() {
    let _turn = take_turn();
    let texts = texts("before a panic");
    // Texts are taken in groups of 32.
    for stop in [0, 1, 3, 31, 32, 33, 63, 69].into_iter().filter(|stop| *stop < texts.len()) {
        let mut out = Vec::new();
        let result = catch_unwind(AssertUnwindSafe(|| {
            let iterator = texts.iter().enumerate().map(|(n, text)| {
                let _at_unwind = DoesEverything(n);
                assert!(n < stop, "on purpose");
                text.as_str()
            });
            DefaultAtom::intern_many(iterator, &mut out);
        }));
        assert!(result.is_err());
        assert!(out.iter().zip(&texts).all(|(atom, text)| atom == text), "what is out is right");
        let expected: Vec<(String, u32)> = texts[..out.len()].iter().map(|text| (text.clone(), 1)).collect();
        assert_eq!(counts_of("before a panic"), expected, "stopped at {stop}");
    }
    assert_eq!(counts_of("before a panic"), []);
}

/// Writes nowhere, and does everything for each part.
struct Writer(usize);
impl core::fmt::Write for Writer {
    fn write_str(&mut self, part: &str) -> core::fmt::Result {
        do_everything(self.0);
        assert!(!part.contains('\u{fffd}'));
        self.0 += 1;
        Ok(())
    }
}

/// Hashes nothing, and does everything for each number.
struct BusyHasher(usize);
impl Hasher for BusyHasher {
    fn write(&mut self, _: &[u8]) {
        do_everything(self.0);
        self.0 += 1;
    }
    fn finish(&self) -> u64 {
        0
    }
}

#[test]
fn writers_and_hashers_may_do_anything_with_atoms() {
    let _turn = take_turn();
    let atom = DefaultAtom::new("shown to writers and hashers");
    let mut writer = Writer(0);
    write!(writer, "{atom} {atom:?}").expect("the writer takes everything");
    let mut hasher = BusyHasher(0);
    atom.hash(&mut hasher);
    assert!(writer.0 > 1 && hasher.0 > 0);
    assert_eq!(counts_of("shown to"), [("shown to writers and hashers".to_owned(), 1)]);
}

#[cfg(feature = "serde")]
mod formats {
    use serde::de::value::{Error, SeqDeserializer, StrDeserializer};
    use serde::de::{Deserialize, Deserializer, Visitor};
    use serde::{Serialize as _, forward_to_deserialize_any};

    use super::{
        AssertUnwindSafe, DefaultAtom, DoesEverything, catch_unwind, counts_of, do_everything, take_turn,
        texts,
    };

    /// A text in a format that does everything before and after it is read; it may be one that no atom is of.
    struct Busy<'t>(&'t str, Fault);

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Fault {
        None,
        Error,
        Panic,
    }

    impl<'de> Deserializer<'de> for Busy<'_> {
        type Error = Error;
        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let _at_end = DoesEverything(3);
            do_everything(4);
            match self.1 {
                Fault::None => StrDeserializer::<Error>::new(self.0).deserialize_str(visitor),
                Fault::Error => visitor.visit_bool(true),
                Fault::Panic => panic!("on purpose"),
            }
        }
        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    impl serde::de::IntoDeserializer<'_, Error> for Busy<'_> {
        type Deserializer = Self;
        fn into_deserializer(self) -> Self {
            self
        }
    }

    fn read(texts: &[String], fault: Fault) -> Result<Vec<DefaultAtom>, Error> {
        let last = texts.len() - 1;
        let parts = texts.iter().enumerate().map(|(n, text)| {
            drop(DoesEverything(n));
            Busy(text, if n == last { fault } else { Fault::None })
        });
        Vec::deserialize(SeqDeserializer::<_, Error>::new(parts))
    }

    #[test]
    fn a_format_may_do_anything_with_atoms_while_they_are_read() {
        let _turn = take_turn();
        let texts = texts("read by a format");
        let atoms = read(&texts, Fault::None).expect("every part is a text");
        assert!(atoms.iter().zip(&texts).all(|(atom, text)| atom == text));
        assert_eq!(counts_of("read by a format").len(), texts.len());
        drop(atoms);
        assert!(read(&texts, Fault::Error).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| read(&texts, Fault::Panic))).is_err());
        assert_eq!(counts_of("read by a format"), [], "what was read before a fault is given back");
    }

    /// A writer of JSON that does everything for each part.
    struct Busier;
    impl std::io::Write for Busier {
        fn write(&mut self, part: &[u8]) -> std::io::Result<usize> {
            do_everything(part.len());
            Ok(part.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_format_may_do_anything_with_atoms_while_they_are_written() {
        let _turn = take_turn();
        let atoms: Vec<DefaultAtom> =
            texts("written by a format").iter().map(|text| DefaultAtom::new(text)).collect();
        atoms.serialize(&mut serde_json::Serializer::new(Busier)).expect("the writer takes everything");
        assert!(counts_of("written by a format").iter().all(|(_, count)| *count == 1));
    }
}
