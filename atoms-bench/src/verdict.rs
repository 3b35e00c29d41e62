//! Targets of the design, and whether a run met them.
//!
//! A module of its own so that every workload is judged in one form, and the report can show all of them in one table.
//! Invariant: a target that was measured is listed, whichever way it went; one that was not measured is not.

use serde::Serialize;

/// Which side of a limit is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// At most the limit.
    Most,
    /// At least the limit.
    Least,
}

/// One target with what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The workload.
    pub workload: &'static str,
    /// What was measured, and against whom.
    pub case: String,
    /// The figure.
    pub value: f64,
    /// What the figure counts.
    pub unit: &'static str,
    /// Which side of the limit is good.
    pub side: Side,
    /// The limit that the design sets.
    pub limit: f64,
    /// Whether the figure is on the good side.
    pub is_met: bool,
}

impl Verdict {
    /// Judges a figure that must be `limit` at most.
    pub fn at_most(
        workload: &'static str,
        case: impl Into<String>,
        value: f64,
        unit: &'static str,
        limit: f64,
    ) -> Self {
        // Half of the last digit that is printed of a ratio, so that no row reads "0.400, 0.40 missed".
        let is_met = value < limit + 0.0005;
        Self { workload, case: case.into(), value, unit, side: Side::Most, limit, is_met }
    }

    /// Judges a figure that must be `limit` at least.
    pub fn at_least(
        workload: &'static str,
        case: impl Into<String>,
        value: f64,
        unit: &'static str,
        limit: f64,
    ) -> Self {
        let is_met = limit - 0.0005 < value;
        Self { workload, case: case.into(), value, unit, side: Side::Least, limit, is_met }
    }

    /// Returns `met` or `missed`.
    pub fn word(&self) -> &'static str {
        if self.is_met { "met" } else { "MISSED" }
    }
}

#[cfg(test)]
mod tests {
    //! Both sides of a limit.

    use super::Verdict;

    #[test]
    fn limit_itself_is_met() {
        for (value, most, least) in [(0.99, true, false), (1.0, true, true), (1.01, false, true)] {
            assert_eq!(Verdict::at_most("growth", "a", value, "x", 1.0).is_met, most);
            assert_eq!(Verdict::at_least("growth", "a", value, "x", 1.0).is_met, least);
        }
    }
}
