//! Arguments that make sense, and what is said of those that do not.

use atoms_bench::options::{Depth, Options, Request, Workload, parse};

fn request(args: &[&str]) -> Result<Request, String> {
    parse(lexopt::Parser::from_args(args)).map_err(|error| error.to_string())
}

fn options(args: &[&str]) -> Options {
    match request(args) {
        Ok(Request::Run(options)) => options,
        other => panic!("{args:?} is a run, not {other:?}"),
    }
}

#[test]
fn no_argument_means_every_workload_in_full() {
    let options = options(&[]);
    assert_eq!((options.workloads, options.depth), (vec![Workload::Intern, Workload::Html], Depth::Full));
}

#[test]
fn workloads_are_run_once_and_in_one_order() {
    assert_eq!(options(&["html", "intern", "html"]).workloads, [Workload::Intern, Workload::Html]);
    assert_eq!(options(&["html", "--quick"]).workloads, [Workload::Html]);
}

#[test]
fn values_are_taken_with_and_without_equals_sign() {
    let report = |args: &[&str]| options(args).report.expect("a folder was given");
    assert_eq!(report(&["--report", "a b"]), report(&["--report=a b"]));
}

#[test]
fn builds_of_html5ever_come_in_pairs() {
    assert_eq!(options(&["--html-stock=a"]).html, None);
    assert_eq!(options(&["--html-stock=a", "--html-ours=b"]).html, Some(("a".into(), "b".into())));
}

#[test]
fn help_wins_over_the_rest() {
    assert_eq!(request(&["--quick", "-h", "--nonsense"]), Ok(Request::Help));
}

#[test]
fn unknown_workload_lists_what_exists() {
    assert_eq!(request(&["htlm"]).unwrap_err(), "there is no workload \"htlm\"; there are: intern, html");
}

#[test]
fn planned_workloads_and_options_are_said_to_be_planned() {
    let error = request(&["dns"]).unwrap_err();
    assert_eq!(error, "the workload dns is planned but does not exist yet; there are: intern, html");
    let error = request(&["--instructions"]).unwrap_err();
    assert_eq!(error, "the option --instructions is planned but does not exist yet");
}

#[test]
fn unknown_option_is_named() {
    assert_eq!(request(&["--quik"]).unwrap_err(), "invalid option '--quik'");
    assert!(request(&["--report"]).is_err());
}
