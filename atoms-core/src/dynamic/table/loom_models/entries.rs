//! Models of one entry: who may revive, kill, reuse, pin and free it.

use super::*;

/// (a) A reader has found the slot of an idle entry; before it takes its count the entry is swept and its
/// block holds another text. It must not get that text, nor read it while it is written.
#[test]
fn a_reader_meets_the_reuse_of_a_block() {
    check(3, || {
        let table = table::<Row, 1>();
        table.pass("the first text");
        let reader = table.clone();
        beside(
            move || reader.pass("the first text"),
            || {
                table.trim();
                table.pass("the other text");
            },
        );
        table.ends_with(0);
    });
}

/// (a2) The same, and the block holds the first text again when the reader goes on.
#[test]
fn a_reader_meets_a_block_that_was_reused_twice() {
    check(2, || {
        let table = table::<Row, 1>();
        table.pass("the first text");
        let reader = table.clone();
        beside(
            move || reader.pass("the first text"),
            || {
                table.trim();
                table.pass("the other text");
                table.trim();
                table.pass("the first text");
            },
        );
        table.ends_with(0);
    });
}

/// (a3) The same, and the other text is pinned: the reader reads it without a count.
#[test]
fn a_reader_meets_a_block_whose_new_text_is_pinned() {
    check(3, || {
        let table = table::<Row, 1>();
        table.pass("the first text");
        let reader = table.clone();
        beside(
            move || reader.pass("the first text"),
            || {
                table.trim();
                let word = table.make("the other text");
                // SAFETY: the count of the word stays with the pin.
                unsafe { table.pin(word) };
            },
        );
        table.ends_with(1);
    });
}

/// (b) Two threads miss one text at once: the second must find what the first has inserted.
#[test]
fn two_inserts_of_one_text_make_one_entry() {
    check(3, || {
        let table = table::<Row, 1>();
        let other = table.clone();
        let mut own = None;
        let word = beside(move || other.make("the one text"), || own = Some(table.make("the one text")));
        assert_eq!(own, Some(word));
        assert_eq!(table.stats().live, 1);
        table.let_go(word);
        table.let_go(word);
        table.ends_with(0);
    });
}

/// (c) The last count is given back while one thread finds the entry again and another sweeps: what is
/// found is not swept, and what is swept is written by nobody else.
#[test]
fn the_last_release_a_revival_and_a_sweep_meet() {
    check(2, || {
        let table = table::<Row, 1>();
        let word = table.make("the first text");
        let (dropper, reader) = (table.clone(), table.clone());
        let dropper = thread::spawn(move || {
            assert_eq!(dropper.read(word), "the first text");
            dropper.let_go(word);
        });
        beside(
            move || reader.pass("the first text"),
            || {
                table.trim();
                table.pass("the other text");
            },
        );
        dropper.join().unwrap();
        table.ends_with(0);
    });
}

/// (f) A thread pins while another clones and drops and a third sweeps: no count is lost, the entry stays.
#[test]
fn a_pin_meets_clones_drops_and_a_sweep() {
    check(2, || {
        let table = table::<Row, 1>();
        let word = table.make("the first text");
        table.copy(word);
        let (pinner, cloner) = (table.clone(), table.clone());
        let pinner = thread::spawn(move || {
            // SAFETY: the count of the word stays with the pin.
            unsafe { pinner.pin(word) };
        });
        beside(
            move || {
                cloner.copy(word);
                cloner.let_go(word);
                cloner.let_go(word);
            },
            || {
                table.trim();
            },
        );
        pinner.join().unwrap();
        assert_eq!(table.get("the first text"), Some(word));
        assert_eq!(table.read(word), "the first text");
        assert_eq!(table.stats().pinned, 1);
        table.ends_with(1);
    });
}

/// (f2) A thread pins an entry that another finds through the front: it reads the text without a count.
#[test]
fn a_pin_meets_a_reader_of_the_front() {
    check(3, || {
        let table = table::<Row, 1>();
        let pinner = table.clone();
        beside(
            move || {
                let word = pinner.make("the first text");
                // SAFETY: the count of the word stays with the pin.
                unsafe { pinner.pin(word) };
            },
            || {
                table.pass("the first text");
                table.trim();
                table.pass("the first text");
            },
        );
        table.ends_with(1);
    });
}

/// (g) Two threads find one entry hot at once: it is pinned, and the budget pays once.
#[test]
fn two_pins_by_use_are_paid_once() {
    check(3, || {
        let table = table::<Row, 1>();
        table.set_pin_budget(100);
        let word = table.make("the first text");
        let pin = move |table: &Model<Row, 1>| {
            let held = {
                // SAFETY: the index of a word that the model holds.
                let entry = unsafe { table.region.entry(word.dynamic_index()) };
                entry.hold()
            };
            table.consider_pin(word, held, "the first text".len());
            table.let_go(word);
        };
        let other = table.clone();
        beside(move || pin(&other), || pin(&table));
        table.let_go(word);
        assert!(table.pin_budget.try_reserve(100 - "the first text".len()), "paid once");
        assert!(!table.pin_budget.try_reserve(1), "paid");
        assert_eq!(table.stats().pinned, 1);
        table.ends_with(1);
    });
}

/// (k) The last handle of a long text frees it while another thread finds it again: one of the two, and
/// the text is not freed under a reader.
#[test]
fn a_long_text_is_freed_by_its_releaser_or_found() {
    const LONG: &str = "a text that is longer than the longest that stands in an entry";
    check(3, || {
        let table = table::<Row, 1>();
        let word = table.make(LONG);
        let dropper = table.clone();
        beside(
            move || {
                assert_eq!(dropper.read(word), LONG);
                dropper.let_go(word);
            },
            || table.pass(LONG),
        );
        table.ends_with(0);
        assert_eq!(table.stats().region_bytes, table.region.bytes(), "no long text is left");
    });
}

/// (p) A site of `atom!` keeps the word of a pinned entry: whoever reads the word reads the text.
#[test]
fn a_site_gives_a_pinned_word_to_all_threads() {
    check(3, || {
        let table = table::<Row, 1>();
        let site = Arc::new(AtomicU64::new(0));
        let of_site = |table: &Model<Row, 1>, site: &AtomicU64| {
            // Acquire; pairs with the Release below, as in `Site`.
            let bits = match site.load(Ordering::Acquire) {
                0 => {
                    let word = table.make("the text of a site");
                    // SAFETY: the count of the word stays with the pin.
                    unsafe { table.pin(word) };
                    site.store(word.bits(), Ordering::Release);
                    word.bits()
                }
                bits => bits,
            };
            let bits = core::num::NonZeroU64::new(bits).unwrap();
            // SAFETY: the bits of a word.
            let word = unsafe { Word::from_bits(bits) };
            assert_eq!(table.read(word), "the text of a site");
            table.let_go(word);
        };
        let (other, other_site) = (table.clone(), site.clone());
        beside(move || of_site(&other, &other_site), || of_site(&table, &site));
        table.ends_with(1);
    });
}

/// (w) Two threads draw the key at once, and hash alike.
#[test]
fn two_threads_draw_one_key() {
    check(3, || {
        let seed = Arc::new(Seed::new());
        let other = seed.clone();
        let mut own = 0;
        let hash = beside(move || other.hash_text("x"), || own = seed.hash_text("x"));
        assert_eq!(own, hash);
    });
}
