//! What an old name implied is written out under the new one. tests/structure.rs checks whole pages with a parser.

use super::rename;

fn custom(body: &str) -> String {
    let page = format!("<head><title>t</title></head><body class=c>{body}");
    let renamed = rename(&page, &mut |name| name.push_str("-x"));
    renamed
        .strip_prefix("<head><title>t</title></head><body class=c>")
        .expect("the head stays as it is")
        .to_owned()
}

#[test]
fn tags_and_attributes_get_the_suffix() {
    assert_eq!(custom("<p ID=a hidden>b</P>"), "<p-x id-x=a hidden-x>b</p-x>");
}

#[test]
fn void_elements_get_an_end_tag() {
    assert_eq!(custom("a<br>b<img src='c'/></br>"), "a<br-x></br-x>b<img-x src-x='c'></img-x>");
}

#[test]
fn slash_counts_inside_svg_only() {
    assert_eq!(custom("<svg><g/></svg><div/>"), "<svg-x><g-x></g-x></svg-x><div-x>");
}

#[test]
fn end_tags_left_out_are_written_out() {
    assert_eq!(custom("<ul><li>a<li>b</ul>"), "<ul-x><li-x>a</li-x><li-x>b</li-x></ul-x>");
    assert_eq!(custom("<p>a<p>b<div>c</div>"), "<p-x>a</p-x><p-x>b</p-x><div-x>c</div-x>");
}

#[test]
fn raw_text_is_escaped() {
    assert_eq!(custom("<script>a<b&&c</script>"), "<script-x>a&lt;b&amp;&amp;c</script-x>");
    assert_eq!(custom("<textarea>\na<b&amp;</textarea>"), "<textarea-x>a&lt;b&amp;</textarea-x>");
}

#[test]
fn start_and_end_tag_share_one_suffix() {
    let mut n = 0;
    let renamed = rename("<body><b c=d><b>e</b></b>", &mut |name| {
        n += 1;
        name.push_str(&n.to_string());
    });
    assert_eq!(renamed, "<body><b1 c2=d><b3>e</b3></b1>");
}

#[test]
fn repeated_attribute_is_dropped_as_the_parser_does() {
    assert_eq!(custom("<a b=1 B=2>"), "<a-x b-x=1>");
}

#[test]
fn end_of_the_body_closes_what_is_open() {
    assert_eq!(custom("<b><i>x</body></html>\n"), "<b-x><i-x>x</i-x></b-x></body></html>\n");
}

#[test]
fn page_without_body_is_returned_unchanged() {
    assert_eq!(rename("<p>a", &mut |name| name.push('x')), "<p>a");
}
