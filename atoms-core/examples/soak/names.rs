//! The texts of a soak, each a function of a number, so that every text can be checked at any time.
//!
//! Apart from the workers because the checks need the same texts.

/// Names that are made again and again.
pub(crate) const N_HOT: u32 = 20_000;
/// Long texts.
pub(crate) const N_LONG: u32 = 64;
/// Names that may be pinned by `pin`.
pub(crate) const N_PINNABLE: u32 = 64;

/// A text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name {
    /// One of those that are made again and again; the lower the more often.
    Hot(u32),
    /// Made by one thread, the one with this number.
    Once(u32, u64),
    /// Over 1 KiB, so that the text is apart from its entry.
    Long(u32),
    Pinnable(u32),
    /// Not in the table.
    Inline(u32),
}

impl Name {
    /// Writes the text over what `text` holds.
    pub(crate) fn write(self, text: &mut String) {
        use core::fmt::Write as _;
        text.clear();
        let written = match self {
            Self::Hot(n) => write!(text, "hot-{n:0width$}", width = 4 + mixed(u64::from(n), 30)),
            Self::Once(thread, n) => write!(text, "once-{thread}-{n:0width$}", width = 4 + mixed(n, 60)),
            Self::Long(n) => write!(text, "long-{n:0width$}", width = 1020 + mixed(u64::from(n), 5000)),
            Self::Pinnable(n) => write!(text, "pinnable-{n:0width$}", width = mixed(u64::from(n), 40)),
            Self::Inline(n) => write!(text, "i{}", n % 1000),
        };
        written.expect("a string takes everything");
    }

    pub(crate) fn text(self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

/// A number below `end` that is the same for the same number, and spread evenly.
fn mixed(n: u64, end: usize) -> usize {
    let n = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    usize::try_from(n).expect("24 bits") % end
}

/// Numbers that look random, the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let n = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        n ^ (n >> 31)
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        u32::try_from(((self.next() >> 32) * u64::from(end)) >> 32).expect("below a u32")
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("a short list")) as usize
    }

    /// A rank below `end`, with a share that falls as one over the rank.
    pub(crate) fn zipf(&mut self, end: u32) -> u32 {
        let unit = f64::from(self.below(u32::MAX)) / f64::from(u32::MAX);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to `end`")]
        let rank = f64::from(end).powf(unit) as u32;
        rank.clamp(1, end) - 1
    }
}
