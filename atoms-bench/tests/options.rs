//! Arguments that make sense, and what is said of those that do not.

use atoms_bench::options::{Depth, Instructions, LIST, Options, PEERS, Request, Workload, parse, peers_text};

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
    assert_eq!(options.workloads, Workload::ALL.map(|(_, workload)| workload));
    assert_eq!(options.depth, Depth::Full);
    assert!(options.has_peers());
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
    assert_eq!(
        request(&["htlm"]).unwrap_err(),
        "there is no workload \"htlm\"; there are: intern, html, growth, attack, threads, memory"
    );
}

#[test]
fn planned_workloads_and_options_are_said_to_be_planned() {
    let error = request(&["dns"]).unwrap_err();
    assert_eq!(
        error,
        "the workload dns is planned but does not exist yet; there are: intern, html, growth, attack, threads, memory"
    );
    let error = request(&["--save-baseline"]).unwrap_err();
    assert_eq!(error, "the option --save-baseline is planned but does not exist yet");
}

#[test]
fn unknown_option_is_named() {
    assert_eq!(request(&["--quik"]).unwrap_err(), "invalid option '--quik'");
    assert!(request(&["--report"]).is_err());
}

#[test]
fn quick_and_smoke_runs_do_without_the_other_peers() {
    assert!(!options(&["--quick"]).has_peers() && !options(&["--smoke"]).has_peers());
}

#[test]
fn instructions_run_alone() {
    let counted = options(&["--instructions"]);
    assert_eq!(counted.instructions, Some(Instructions::Compare));
    assert!(!counted.has(Workload::Intern) && !counted.has_peers());
    assert_eq!(options(&["--record", "--instructions"]).instructions, Some(Instructions::Record));
    assert!(request(&["--record"]).is_err());
    assert!(request(&["--instructions", "intern"]).is_err());
}

#[test]
fn lists_name_every_workload_and_peer() {
    assert_eq!(request(&["--list"]), Ok(Request::List));
    assert_eq!(request(&["--peers"]), Ok(Request::Peers));
    assert!(Workload::ALL.iter().all(|(name, _)| LIST.lines().any(|line| line.starts_with(name))));
    assert!(PEERS.iter().all(|peer| peers_text().lines().any(|line| line.starts_with(peer.name))));
}
