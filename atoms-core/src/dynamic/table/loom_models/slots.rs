//! Models of slots that change under a reader: removals, growth, other keys, new segments.

use super::*;

/// The second row of `TwoRows` has these texts, the first one those.
fn rows() -> [[String; 6]; 2] {
    let hash = |text: &str| {
        let mut hasher = core::hash::BuildHasher::build_hasher(&ahash::RandomState::with_seeds(1, 2, 3, 4));
        core::hash::Hasher::write(&mut hasher, text.as_bytes());
        core::hash::Hasher::finish(&hasher)
    };
    [0, 1].map(|row| {
        let mut texts = (0..).map(|n| format!("a text {n:03}")).filter(|text| hash(text) >> 8 & 1 == row);
        core::array::from_fn(|_| texts.next().expect("endless"))
    })
}

/// (d) A removal moves the slot of a held entry back while a reader passes: `get` must not miss it.
#[test]
fn a_reader_does_not_miss_a_slot_that_is_moved() {
    check(3, || {
        let table = table::<Row, 1>();
        table.pass("gone at once");
        let words = ["the first text", "the other text"].map(|text| table.make(text));
        let reader = table.clone();
        beside(
            move || {
                let found = reader.get("the other text");
                assert_eq!(found, Some(words[1]));
                reader.let_go(words[1]);
            },
            || {
                table.trim();
            },
        );
        table.trim();
        assert_eq!(table.stats().longest_probe, 2);
        words.into_iter().for_each(|word| table.let_go(word));
        table.ends_with(0);
    });
}

/// (e) The shard grows while a reader has the old array.
#[test]
fn a_reader_meets_growth() {
    check(3, || {
        let texts = &rows()[0];
        let table = table::<Scattered, 1>();
        let words: Vec<_> = texts[..4].iter().map(|text| table.make(text)).collect();
        let (reader, text, word) = (table.clone(), texts[2].clone(), words[2]);
        let fifth = texts[4].clone();
        beside(
            move || {
                assert_eq!(reader.get(&text), Some(word));
                reader.let_go(word);
                assert_eq!(reader.make(&text), word);
            },
            || table.pass(&fifth),
        );
        assert_eq!(table.stats().slots, 16);
        table.let_go(words[2]);
        words.into_iter().for_each(|word| table.let_go(word));
        table.ends_with(0);
    });
}

/// Hashes as they are, so that no row gets long.
struct Scattered;
impl Config for Scattered {}

/// (t) The array that a shard has outgrown serves another shard while a reader still walks it: what it
/// meets there is not its text, and gets its count back.
#[test]
fn a_reader_walks_an_array_that_serves_another_shard() {
    check(2, || {
        let [first, second] = rows();
        let table = table::<TwoRows, 2>();
        let word = table.make(&first[0]);
        let old = table.slots(0).unwrap();
        let (reader, text) = (table.clone(), first[0].clone());
        beside(
            move || {
                // As if it had read the head before the growth.
                if let Some(found) = reader.find_in(old, 0, 0, &text) {
                    assert_eq!(found, word);
                    reader.let_go(found);
                }
                assert_eq!(reader.get(&text), Some(word));
                reader.let_go(word);
            },
            || {
                let mut locked = table.lock_shard(0);
                locked.grow().expect("memory");
                drop(locked);
                table.pass(&second[0]);
                let slots = table.slots(1).unwrap();
                assert_eq!(slots.home_address(0), old.home_address(0), "the array that was outgrown");
            },
        );
        table.let_go(word);
        table.ends_with(0);
    });
}

/// (h) An insert finds probes too long and changes the key while another thread looks for a text that is
/// there, and for the one that is being inserted.
#[test]
fn a_reader_meets_a_change_of_the_key() {
    check(2, || {
        let table = table::<Row, 1>();
        let words = ["text number 1", "text number 2", "text number 3"].map(|text| table.make(text));
        assert_eq!(table.stats().rekeys, 0);
        let reader = table.clone();
        let mut own = None;
        let found = beside(
            move || {
                assert_eq!(reader.make("text number 3"), words[2]);
                reader.make("text number 4")
            },
            || own = Some(table.make("text number 4")),
        );
        assert_eq!(own, Some(found), "one entry of the text that changed the key");
        assert_eq!((table.stats().rekeys, table.stats().live), (1, 4));
        assert_eq!(table.read(found), "text number 4");
        for word in words.into_iter().chain([words[2], found, found]) {
            table.let_go(word);
        }
        table.ends_with(0);
    });
}

/// (s) An insert opens a segment of the region while a reader looks for its text.
#[test]
fn a_reader_meets_a_new_segment() {
    check(2, || {
        let table = table::<Row, 1>();
        let before = table.region.bytes();
        let first = table.make("text number 1");
        let opened = table.region.bytes();
        let reader = table.clone();
        let found = beside(
            move || {
                reader.get("text number 2").inspect(|&word| assert_eq!(reader.read(word), "text number 2"))
            },
            || {
                for text in ["text number 2", "text number 3", "text number 4", "text number 5"] {
                    table.make(text);
                }
            },
        );
        assert!(before < opened && opened < table.region.bytes(), "a segment was opened");
        found.into_iter().for_each(|word| table.let_go(word));
        table.let_go(first);
    });
}

/// (s2) A removal moves the slot of a text in a segment that the reader has not seen: the moved slot must
/// bring the segment with it, as the first one did.
#[test]
fn a_reader_meets_a_moved_slot_of_a_new_segment() {
    check(2, || {
        let table = table::<Row, 1>();
        let reader = table.clone();
        let found = beside(
            move || {
                reader.get("text number 3").inspect(|&word| assert_eq!(reader.read(word), "text number 3"))
            },
            || {
                table.pass("text number 1");
                table.make("text number 2");
                table.make("text number 3");
                table.trim();
            },
        );
        found.into_iter().for_each(|word| table.let_go(word));
        assert_eq!(table.stats().live, 2);
    });
}
