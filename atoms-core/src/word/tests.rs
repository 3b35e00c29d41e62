//! Exact bits of every storage, and every short text back again.

use super::*;

#[test]
fn inline_words_have_the_documented_bits() {
    for (text, little, big) in [
        ("", 0x01, 0x01),
        ("e", 0x6511, 0x6500_0000_0000_0011),
        ("xyzzy", 0x797a_7a79_7851, 0x7879_7a7a_7900_0051),
        ("address", 0x7373_6572_6464_6171, 0x6164_6472_6573_7371),
    ] {
        let expected = if cfg!(target_endian = "big") { big } else { little };
        assert_eq!(Word::inline(text).unwrap().bits(), expected, "{text:?}");
    }
}

#[test]
fn texts_of_every_inline_length_come_back() {
    for pattern in ["abcdefg", "\0\0\0\0\0\0\0", "\u{7f}é\u{1}ßx", "❤❤a"] {
        for end in (0..=pattern.len()).filter(|&end| pattern.is_char_boundary(end)) {
            let text = &pattern[..end];
            let word = Word::inline(text).unwrap();
            assert_eq!(word.inline_text(), text);
            assert_eq!(word.storage(), Storage::Inline);
        }
    }
    assert!(Word::inline("12345678").is_none());
}

#[test]
fn inline_words_differ_when_texts_do() {
    let mut seen = std::collections::HashSet::new();
    for text in ["", "\0", "\0\0", "\0\0\0\0\0\0\0", "a", "a\0", "\0a", "aa", "aaa", "aba", "aab"] {
        assert!(seen.insert(Word::inline(text).unwrap().bits()), "{text:?}");
    }
}

#[test]
fn static_and_dynamic_words_give_back_what_they_hold() {
    for index in [0, 1, 661, u32::MAX] {
        let word = Word::from_static(index);
        assert_eq!((word.storage(), word.static_index()), (Storage::Static, index as usize));
        assert_eq!(word.bits() & 0xffff_ffff, 2);
    }
    for index in [1, 4, 0x0001_0000, u32::MAX] {
        for (shard, is_long) in [(0, false), (63, true), (17, false)] {
            let word = Word::dynamic(Place { index, shard, is_long }).unwrap();
            assert_eq!(word.storage(), Storage::Dynamic);
            assert_eq!(
                (word.dynamic_index(), word.shard(), word.is_long()),
                (index, shard as usize, is_long)
            );
            assert_eq!(word.bits() & 3, 0);
        }
    }
}

#[test]
fn there_is_no_dynamic_word_of_index_zero() {
    assert_eq!(Word::dynamic(Place { index: 0, shard: 63, is_long: true }), None);
}
