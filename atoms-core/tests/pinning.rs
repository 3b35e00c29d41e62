//! What is pinned stays: by `pin`, by use within a budget, and in no other way.
//!
//! A process of its own with one test, because the budget is one for the whole table and pins cannot be undone.

use atoms_core::{DefaultAtom, dynamic};

/// More hits than it takes to be pinned by use.
const OFTEN: usize = if cfg!(miri) { 40 } else { 2000 };

fn use_often(text: &str, times: usize) {
    for _ in 0..times {
        drop(DefaultAtom::new(text));
    }
}

fn survives(text: &str) -> bool {
    dynamic::trim();
    DefaultAtom::get(text).is_some()
}

#[test]
fn pinned_texts_stay_and_others_go() {
    // Without a budget no use pins, and `pin` still does.
    dynamic::set_pin_budget(0);
    use_often("used often, without a budget", OFTEN);
    assert!(!survives("used often, without a budget"));
    drop(DefaultAtom::new("pinned by its user").pin());
    assert!(survives("pinned by its user"));
    let stats = dynamic::stats();
    assert_eq!((stats.live, stats.pinned, stats.text_bytes), (1, 1, "pinned by its user".len()));

    // Pinning twice is pinning once; inline atoms know no pins.
    drop(DefaultAtom::new("pinned by its user").pin().pin());
    let _inline = DefaultAtom::new("inline").pin();
    assert_eq!(dynamic::stats(), stats);

    // Clones and drops of a pinned atom write nothing: the count stands still.
    let count_of = |wanted: &str| {
        let mut found = None;
        dynamic::for_each(|text, count| {
            if text == wanted {
                found = Some(count);
            }
        });
        found.expect("it is live")
    };
    let before = count_of("pinned by its user");
    let pinned = DefaultAtom::new("pinned by its user");
    let clones: Vec<DefaultAtom> = (0..10).map(|_| pinned.clone()).collect();
    assert_eq!(count_of("pinned by its user"), before);
    drop((pinned, clones));
    assert_eq!(count_of("pinned by its user"), before);

    // Within a budget what is used often is pinned; on several threads too, and paid for once.
    dynamic::set_pin_budget(50);
    use_often("used a few times", 3);
    assert!(!survives("used a few times"));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| use_often("used often on 4 threads: 35 bytes...", OFTEN));
        }
    });
    assert!(survives("used often on 4 threads: 35 bytes..."));
    use_often("there is no room for this", OFTEN);
    assert!(!survives("there is no room for this"));
    use_often("room for 14 b.", OFTEN);
    assert!(survives("room for 14 b."), "the budget counted the first text once");
    assert_eq!(dynamic::stats().pinned, 3);

    // A larger budget has room again.
    dynamic::set_pin_budget(1 << 20);
    use_often("there is no room for this", OFTEN);
    assert!(survives("there is no room for this"));
    // Texts too long for the budget are never pinned by use, and go with their last atom.
    if !cfg!(miri) {
        let long = "l".repeat((1 << 20) + 1);
        use_often(&long, 100);
        assert!(!survives(&long));
    }
}
