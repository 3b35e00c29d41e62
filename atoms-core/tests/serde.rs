//! Atoms travel as their texts, through every form in which a format may hand a text over.
#![cfg(feature = "serde")]

use std::collections::{BTreeMap, HashMap};

use atoms_core::{Atom, DefaultAtom};
use serde::de::value::{
    BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer, CharDeserializer,
    CowStrDeserializer, Error, StrDeserializer, StringDeserializer, U32Deserializer,
};
use serde::de::{Deserialize, Deserializer, Visitor};

const TEXTS: [&str; 10] = [
    "",
    "a",
    "1234567",
    "12345678",
    "a dynamic text",
    "quote\" back\\slash \u{1}",
    "line\nbreak\t\0",
    "❤💯❤💯",
    "e\u{301}\u{fffd}",
    "\u{feff}\u{200d}\u{10ffff}",
];

#[test]
fn every_text_comes_back() {
    let long = "long ❤ ".repeat(if cfg!(miri) { 150 } else { 3000 });
    for text in TEXTS.into_iter().chain([long.as_str()]) {
        let atom = DefaultAtom::new(text);
        let json = serde_json::to_string(&atom).unwrap();
        assert_eq!(json, serde_json::to_string(text).unwrap(), "as the text itself");
        assert_eq!(serde_json::from_str::<DefaultAtom>(&json).unwrap(), atom);
        assert_eq!(serde_json::from_slice::<DefaultAtom>(json.as_bytes()).unwrap(), atom);
        assert_eq!(serde_json::from_reader::<_, DefaultAtom>(json.as_bytes()).unwrap(), atom);
        assert_eq!(
            serde_json::from_value::<DefaultAtom>(serde_json::to_value(&atom).unwrap()).unwrap(),
            atom
        );
    }
}

#[test]
fn escaped_text_is_the_text() {
    let escaped = r#""\u0061 \"name\" \u2764\ud83d\udcaf \n""#;
    let expected = DefaultAtom::new("a \"name\" ❤💯 \n");
    assert_eq!(serde_json::from_str::<DefaultAtom>(escaped).unwrap(), expected);
    assert_eq!(serde_json::from_reader::<_, DefaultAtom>(escaped.as_bytes()).unwrap(), expected);
    assert_eq!(serde_json::from_str::<DefaultAtom>(r#""\u0064iv""#).unwrap(), DefaultAtom::new("div"));
}

#[test]
fn borrowed_owned_and_bytes_are_all_taken() {
    fn made<'de, D: Deserializer<'de, Error = Error>>(deserializer: D) -> DefaultAtom {
        Atom::deserialize(deserializer).expect("a text")
    }
    for text in TEXTS {
        let atom = DefaultAtom::new(text);
        assert_eq!(made(StrDeserializer::new(text)), atom);
        assert_eq!(made(BorrowedStrDeserializer::new(text)), atom);
        assert_eq!(made(StringDeserializer::new(text.to_owned())), atom);
        assert_eq!(made(CowStrDeserializer::new(text.into())), atom);
        assert_eq!(made(BytesDeserializer::new(text.as_bytes())), atom);
        assert_eq!(made(BorrowedBytesDeserializer::new(text.as_bytes())), atom);
        assert_eq!(made(ByteBuf(text.as_bytes().to_vec())), atom);
    }
    assert_eq!(made(CharDeserializer::new('💯')), DefaultAtom::from('💯'));
}

/// A format that hands out owned bytes, whatever it is asked for.
struct ByteBuf(Vec<u8>);
impl<'de> Deserializer<'de> for ByteBuf {
    type Error = Error;
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_byte_buf(self.0)
    }
    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    let invalid: [&[u8]; 5] =
        [b"\xff", b"abc\x80defgh", b"\xed\xa0\x80 a surrogate", b"\xc0\x80 overlong", b"cut off \xe2\x9d"];
    for bytes in invalid {
        let error = DefaultAtom::deserialize(BytesDeserializer::<Error>::new(bytes)).unwrap_err();
        assert!(!error.to_string().is_empty());
        assert!(DefaultAtom::deserialize(BorrowedBytesDeserializer::<Error>::new(bytes)).is_err());
        assert!(DefaultAtom::deserialize(ByteBuf(bytes.to_vec())).is_err());
        let quoted = [b"\"", bytes, b"\""].concat();
        assert!(serde_json::from_slice::<DefaultAtom>(&quoted).is_err());
        assert!(serde_json::from_reader::<_, DefaultAtom>(&*quoted).is_err());
    }
}

#[test]
fn other_types_are_an_error() {
    for json in ["1", "null", "true", "[]", "{}", "[\"a\"]", "\"open", "1.5"] {
        assert!(serde_json::from_str::<DefaultAtom>(json).is_err(), "{json}");
    }
    let error = DefaultAtom::deserialize(U32Deserializer::<Error>::new(1)).unwrap_err();
    assert!(error.to_string().contains("expected"), "{error}");
}

#[test]
fn atoms_are_keys_and_values_of_maps() {
    let json = r#"{"a dynamic key":["a dynamic value",null],"id":["x"]}"#;
    let sorted: BTreeMap<DefaultAtom, Vec<Option<DefaultAtom>>> = serde_json::from_str(json).unwrap();
    assert_eq!(sorted[&"a dynamic key".into()], [Some("a dynamic value".into()), None]);
    assert_eq!(serde_json::to_string(&sorted).unwrap(), json);
    let hashed: HashMap<DefaultAtom, serde_json::Value> = serde_json::from_reader(json.as_bytes()).unwrap();
    assert_eq!(hashed.len(), 2);
    assert!(hashed.contains_key(&"id".into()));
    let escaped: HashMap<DefaultAtom, i32> = serde_json::from_str(r#"{"\u0069d":1}"#).unwrap();
    assert_eq!(escaped[&"id".into()], 1);
}
