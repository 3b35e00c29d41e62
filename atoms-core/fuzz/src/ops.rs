//! What bytes mean as operations on atoms; the check against a plain model is in `model`.
//!
//! Compiled by the fuzz target and by the test `fuzz_corpus` of atoms-core, which replays the corpus.
//! Public interface only. Invariants:
//! - [O-CLEAN] A run leaves the table as it found it, but for texts that are pinned, which `Known` lists.
//! - [O-BOUND] What runs can pin in one process is bounded: by `pin` the pool of texts, by use a budget.

#[path = "ops/any.rs"]
mod any;
#[path = "ops/model.rs"]
mod model;
#[path = "ops/quick.rs"]
mod quick;
#[path = "ops/texts.rs"]
mod texts;

use arbitrary::{Arbitrary, Unstructured};

use self::any::SetId;
pub(crate) use self::model::Known;
use self::model::Model;
use self::texts::Text;

/// Operations of one input at most, so that an input takes about a tenth of a millisecond.
const MAX_OPS: usize = 64;

/// One operation. A number for an atom counts the atoms that are held, modulo how many there are.
#[derive(Arbitrary, Debug)]
enum Op<'a> {
    /// Makes an atom in one of the ways there are, and keeps it.
    Make {
        text: Text<'a>,
        set: SetId,
        way: u8,
    },
    /// Makes an atom and drops it, again and again.
    Hit {
        text: Text<'a>,
        set: SetId,
        times: u8,
    },
    /// Looks for an atom of a text without making one.
    Get {
        text: Text<'a>,
        set: SetId,
    },
    Clone(u8),
    Drop(u8),
    DropMany {
        from: u8,
        n: u8,
    },
    Pin(u8),
    /// Interns several texts at once.
    Many {
        from: u8,
        stride: u8,
        n: u8,
        set: SetId,
    },
    Convert {
        at: u8,
        to: SetId,
    },
    Case {
        at: u8,
        is_upper: bool,
    },
    Compare {
        one: u8,
        two: u8,
    },
    /// Makes and drops many names that nothing else makes.
    Churn {
        from: u8,
        n: u8,
    },
    Limit(Limit),
    /// Sets how much may be pinned by use.
    Budget(u8),
    Trim,
    Census,
    /// Walks over the table and drops, makes and trims in the callback.
    Walk {
        every: u8,
    },
}

/// A limit on dynamic text.
#[derive(Arbitrary, Debug)]
enum Limit {
    None,
    /// Room for a few bytes more than what is live.
    Room(u8),
    /// Room for some texts.
    LargeRoom(u16),
    /// Maybe less than what is live.
    Absolute(u16),
}

/// Runs the operations that `data` stands for and checks the outcome of each.
///
/// # Panics
/// When atoms and model disagree.
pub(crate) fn run(data: &[u8], known: &mut Known) {
    let mut bytes = Unstructured::new(data);
    let mut model = Model::new(known);
    for _ in 0..MAX_OPS {
        if bytes.is_empty() {
            break;
        }
        match Op::arbitrary(&mut bytes) {
            Ok(op) => take(&mut model, &op),
            Err(_) => break,
        }
    }
    model.finish();
}

fn take(model: &mut Model<'_>, op: &Op<'_>) {
    match op {
        Op::Make { text, set, way } => model.make(&text.to_text(), *set, *way),
        Op::Hit { text, set, times } => model.hit(&text.to_text(), *set, *times),
        Op::Get { text, set } => model.get(&text.to_text(), *set),
        Op::Clone(at) => model.clone_at(*at),
        Op::Drop(at) => model.drop_many(*at, 1),
        Op::DropMany { from, n } => model.drop_many(*from, *n),
        Op::Pin(at) => model.pin_at(*at),
        Op::Many { from, stride, n, set } => {
            let texts = (0..n % 70).map(|k| texts::any(from.wrapping_add(k.wrapping_mul(*stride))));
            model.intern_many(&texts.collect::<Vec<_>>(), *set);
        }
        Op::Convert { at, to } => model.convert(*at, *to),
        Op::Case { at, is_upper } => model.change_case(*at, *is_upper),
        Op::Compare { one, two } => model.compare(*one, *two),
        Op::Churn { from, n } => model.churn(*from, *n),
        Op::Limit(limit) => {
            let live = model.live_bytes;
            model.set_limit(match *limit {
                Limit::None => None,
                Limit::Room(room) => Some(live + usize::from(room)),
                Limit::LargeRoom(room) => Some(live + usize::from(room)),
                Limit::Absolute(bytes) => Some(usize::from(bytes) % 4096),
            });
        }
        Op::Budget(step) => model.set_budget([0, 20, 200, 2000][usize::from(step % 4)]),
        // Each of these takes time in the size of the table.
        Op::Trim if model.may_look() => model.trim(),
        Op::Census if model.may_look() => model.census(),
        Op::Walk { every } if model.may_look() => model.walk(*every),
        Op::Trim | Op::Census | Op::Walk { .. } => {}
    }
}
