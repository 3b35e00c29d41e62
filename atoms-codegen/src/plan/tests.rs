//! Tests of the plan.

use super::*;

fn plan(text: &str) -> Plan {
    let (names, diagnostics) = crate::line_format::parse("names.txt", text);
    assert_eq!(diagnostics, []);
    Plan::new(&names)
}

#[test]
fn names_of_up_to_7_bytes_are_inline_and_the_others_static_in_sorted_order() {
    let plan = plan("zzzzzzzz\n1234567\n\"\"\n12345678\nééé\néééé\n");
    let expected = [
        ("", Storage::Inline),
        ("1234567", Storage::Inline),
        ("12345678", Storage::Static(0)),
        ("zzzzzzzz", Storage::Static(1)),
        ("ééé", Storage::Inline),
        ("éééé", Storage::Static(2)),
    ];
    assert_eq!(plan.names().collect::<Vec<_>>(), expected);
    assert_eq!(plan.static_names().collect::<Vec<_>>(), ["12345678", "zzzzzzzz", "éééé"]);
    assert_eq!(plan.perfect().order.len(), 4);
}

#[test]
fn the_order_of_input_does_not_matter_and_a_name_counts_once() {
    assert_eq!(plan("blockquote\ndiv\ndata-row = row\n"), plan("data-row = row\nblockquote\ndiv\ndiv\n"));
}

#[test]
fn an_alias_that_is_the_text_of_a_name_is_left_out() {
    let plan = plan("accept-charset = accept_charset\nx = div\ndiv\ny = 2d\nz = accept_charset\n");
    let aliases: Vec<_> =
        plan.aliases().iter().map(|(alias, text)| (alias.as_str(), text.as_str())).collect();
    assert_eq!(aliases, [("accept_charset", "accept-charset")]);
}
