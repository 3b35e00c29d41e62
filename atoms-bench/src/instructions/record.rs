//! The record of instruction counts: a text file that differs in one line when one operation changes.
//!
//! A module of its own because reading, writing and comparing are pure. The form: comments after `#`, then
//! `rustc VERSION` and `target TRIPLE`, then one line for each operation, its name and its instructions.

use std::fmt::Write as _;

/// How much more an operation may take before it counts as worse.
pub(super) const TOLERANCE: f64 = 0.03;

/// Counts with what they depend on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Record {
    /// What `rustc --version` prints, without the first word.
    pub(super) rustc: String,
    /// The target triple.
    pub(super) target: String,
    /// Operations with their instructions.
    pub(super) counts: Vec<(String, f64)>,
}

/// How one operation stands to the record.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    pub(super) name: String,
    /// Absent when the record has no such operation.
    pub(super) before: Option<f64>,
    /// Absent when there is no such operation any more.
    pub(super) now: Option<f64>,
}

impl Change {
    /// Returns the change as a fraction of the record.
    pub(super) fn fraction(&self) -> Option<f64> {
        Some(self.now? / self.before? - 1.0)
    }

    /// Says whether the operation takes so much less that the record should be lowered.
    pub(super) fn is_better(&self) -> bool {
        self.fraction().is_some_and(|fraction| fraction < -TOLERANCE)
    }

    /// Says whether the operation takes more than the tolerance allows.
    pub(super) fn is_worse(&self) -> bool {
        self.fraction().is_some_and(|fraction| TOLERANCE < fraction)
    }
}

impl Record {
    /// Writes the text form.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::from(
            "# Instructions per operation, counted by Callgrind.\n\
             # Written by `cargo xtask bench --instructions --record`; compared by `cargo xtask bench --instructions`.\n",
        );
        let _ = writeln!(text, "rustc {}\ntarget {}", self.rustc, self.target);
        for (name, count) in &self.counts {
            let _ = writeln!(text, "{name} {count:.1}");
        }
        text
    }

    /// Reads the text form.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut record = Self::default();
        for (line_idx, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = |what: &str| format!("line {} of the record, {line:?}: {what}", line_idx + 1);
            let (name, value) =
                line.split_once(' ').ok_or_else(|| place("a name and a value belong here"))?;
            match name {
                "rustc" => value.clone_into(&mut record.rustc),
                "target" => value.clone_into(&mut record.target),
                _ => {
                    let count = value.parse().map_err(|_| place("the value is not a number"))?;
                    record.counts.push((name.to_owned(), count));
                }
            }
        }
        Ok(record)
    }

    /// Says what the two records do not share, so that they cannot be judged; `None` when they can.
    pub(super) fn difference(&self, now: &Self) -> Option<String> {
        if self.rustc != now.rustc {
            return Some(format!("the record is of rustc {}, this is rustc {}", self.rustc, now.rustc));
        }
        (self.target != now.target)
            .then(|| format!("the record is of {}, this is {}", self.target, now.target))
    }

    /// Compares every operation of either record.
    pub(super) fn changes(&self, now: &Self) -> Vec<Change> {
        let of = |record: &Self, name: &str| {
            record.counts.iter().find(|(other, _)| other == name).map(|(_, count)| *count)
        };
        let gone = self.counts.iter().filter(|(name, _)| of(now, name).is_none());
        now.counts
            .iter()
            .chain(gone)
            .map(|(name, _)| Change { name: name.clone(), before: of(self, name), now: of(now, name) })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    //! The text form is read back; 3 % is the limit; other compilers are not judged.

    use super::Record;

    fn record(counts: &[(&str, f64)]) -> Record {
        let counts = counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        Record { rustc: "1.95.0 (0 2026)".to_owned(), target: "x86_64-unknown-linux-gnu".to_owned(), counts }
    }

    #[test]
    fn text_is_read_back() {
        let record = record(&[("hit-pinned", 41.2), ("miss", 300.0)]);
        assert_eq!(Record::parse(&record.to_text()), Ok(record));
        assert!(Record::parse("word\n").is_err() && Record::parse("miss many\n").is_err());
    }

    #[test]
    fn over_three_percent_more_is_worse() {
        let before = record(&[("a", 100.0), ("b", 100.0), ("gone", 1.0)]);
        let changes = before.changes(&record(&[("a", 102.9), ("b", 103.1), ("new", 1.0)]));
        let worse: Vec<_> = changes.iter().map(|change| (&*change.name, change.is_worse())).collect();
        assert_eq!(worse, [("a", false), ("b", true), ("new", false), ("gone", false)]);
        let better = before.changes(&record(&[("a", 98.0), ("b", 96.0)]));
        let better: Vec<bool> = better.iter().map(super::Change::is_better).collect();
        assert_eq!(better, [false, true, false]);
    }

    #[test]
    fn other_compiler_or_target_is_named() {
        let before = record(&[]);
        assert_eq!(before.difference(&before), None);
        let compiler = Record { rustc: "1.96.0".to_owned(), ..before.clone() };
        assert!(before.difference(&compiler).is_some_and(|text| text.contains("1.96.0")));
        let target = Record { target: "aarch64".to_owned(), ..before.clone() };
        assert!(before.difference(&target).is_some_and(|text| text.contains("aarch64")));
    }
}
