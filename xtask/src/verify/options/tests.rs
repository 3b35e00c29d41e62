//! Tests of the arguments of `verify`.

use super::{Check, N_RUNS, Options, Request, parse, seeds_flag};

fn options(args: &[&str]) -> Options {
    match parse(lexopt::Parser::from_args(args)).expect("arguments that make sense") {
        Request::Run(options) => options,
        Request::Help => panic!("no help was asked for"),
    }
}

fn refusal(args: &[&str]) -> String {
    parse(lexopt::Parser::from_args(args)).expect_err("arguments that make no sense").to_string()
}

#[test]
fn without_a_choice_every_check_runs_and_none_was_named() {
    let options = options(&[]);
    assert!(Check::ALL.into_iter().all(|check| options.has(check) && !options.was_named(check)));
    assert_eq!((options.n_runs, options.minutes), (N_RUNS, None));
    assert_eq!(options.miri.targets.len(), 3);
}

#[test]
fn every_check_can_be_chosen_by_its_name() {
    for chosen in Check::ALL {
        let options = options(&[&format!("--{}", chosen.name())]);
        assert!(Check::ALL.into_iter().all(|check| options.has(check) == (check == chosen)), "{chosen:?}");
        assert!(options.was_named(chosen));
    }
}

#[test]
fn options_reach_their_checks() {
    let args = ["--miri", "--target", "a", "--target=b", "--tree-borrows", "--seeds", "3"];
    let miri = options(&[&args[..], &["--", "threads", "--nocapture"]].concat()).miri;
    assert_eq!(miri.targets, ["a", "b"]);
    assert_eq!(miri.flags, ["-Zmiri-tree-borrows", "-Zmiri-many-seeds=0..3"]);
    assert_eq!(miri.test_args, ["threads", "--nocapture"]);
    let both = options(&["--fuzz", "--runs", "1_000", "--soak", "--minutes", "0.5"]);
    assert_eq!((both.n_runs, both.minutes.as_deref()), (1000, Some("0.5")));
    assert!(!both.has(Check::Miri));
}

#[test]
fn an_option_of_a_check_that_does_not_run_is_refused() {
    for (args, named) in [
        (&["--tsan", "--runs", "5"][..], "--runs belongs to --fuzz"),
        (&["--fuzz", "--minutes", "5"], "--minutes belongs to --soak"),
        (&["--soak", "--seeds", "5"], "--seeds belongs to --miri"),
        (&["--loom", "threads"], "\"threads\" belongs to --miri"),
    ] {
        let message = refusal(args);
        assert!(message.starts_with(named), "{message}");
    }
    assert_eq!(options(&["--runs", "5"]).n_runs, 5, "all checks run, so that of fuzzing does");
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    for text in ["0", "-1", "many", ""] {
        assert!(refusal(&["--seeds", text]).starts_with("--seeds takes a number from 1"));
        assert!(refusal(&["--runs", text]).starts_with("--runs takes a number from 1"));
        assert!(refusal(&["--minutes", text]).starts_with("--minutes takes a number above 0"));
    }
    assert_eq!(refusal(&["--minute"]), "unknown option --minute");
}

#[test]
fn schedules_are_counted_from_zero() {
    assert_eq!(seeds_flag("64").expect("a number"), "-Zmiri-many-seeds=0..64");
}
