use super::*;

const SMALL: &str = r#"(format: 1, name: "small", bias: 0.5, criteria: [
    (criterion: "duration", weight: -1.0, centre: 0.5, scale: 0.25),
    (criterion: "completion", weight: 2.0, centre: 0.75, scale: 0.5),
])"#;

fn fault(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from));
    Profile::parse(&SMALL.replace(from, to)).unwrap_err().to_string()
}

#[test]
fn a_profile_is_read_in_the_order_of_the_criteria_and_survives_printing() {
    let profile = Profile::parse(SMALL).unwrap();
    assert_eq!(profile.weighed().collect::<Vec<_>>(), [Criterion::Completion, Criterion::Duration]);
    assert_eq!(profile.term(Criterion::Duration).unwrap().part(1.0), -2.0);
    assert_eq!(Profile::parse(&profile.print().unwrap()).unwrap(), profile);
    let default = Profile::default();
    assert_eq!(Profile::parse(&default.print().unwrap()).unwrap(), default);
    let of_new = Profile { known: "ludi".into(), ..profile };
    let printed = of_new.print().unwrap();
    assert!(printed.contains("format: 3") && printed.contains("known: \"ludi\""), "{printed}");
    assert_eq!(Profile::parse(&printed).unwrap(), of_new);
    let wording = Wording::parse(&["cycle>=1 3.5 4", "3.25"]).unwrap();
    let with_words = Profile { words: Some(Arc::new(wording)), ..of_new };
    let printed = with_words.print().unwrap();
    assert!(printed.contains("format: 4") && printed.contains("\"cycle>=1 3.5 4\""), "{printed}");
    assert_eq!(Profile::parse(&printed).unwrap(), with_words);
    let rules = |goal: &str| {
        let text = format!("(game G (board (tiling hex) (size 5)) (end (All win ({goal}))))");
        crate::language::parse(&text).unwrap()
    };
    assert_eq!(Profile::expected(4.0, with_words.rating(&rules("cycle"))), (4.0 + (4.0 + 3.25) / 2.0) / 2.0);
    assert_eq!(Profile::expected(4.0, with_words.rating(&rules("in-a-row 4"))), (4.0 + (3.5 + 3.25) / 2.0) / 2.0);
}

#[test]
fn faults_are_named() {
    assert_eq!(fault("duration", "duratoin"), "unknown criterion “duratoin”; did you mean “duration”?");
    assert_eq!(fault("duration", "completion"), "completion is listed twice");
    assert_eq!(fault("2.0", "NaN"), "the weight of completion is NaN, not a finite number");
    assert_eq!(fault("bias: 0.5", "bias: inf"), "the bias of the profile is inf, not a finite number");
    assert_eq!(fault("scale: 0.5", "scale: 0.0"), "the scale of completion is 0; it must be greater than 0");
    assert_eq!(fault("format: 1", "format: 5"), "the profile has format 5; this program reads formats up to 4");
    assert_eq!(
        fault("scale: 0.5", "scale: 0.5, bend: -1.0"),
        "completion has a bend or a limit, which profiles have from format 2 on"
    );
    assert_eq!(
        fault("bias: 0.5", "known: \"human-2026\""),
        "`known` names a profile, which profiles do from format 3 on"
    );
    assert_eq!(
        fault("format: 1, name: \"small\"", "format: 3, name: \"small\", known: \"nobody\""),
        "`known` is `nobody`; it must be empty or one of readers-2026, human-2026, human-2024, ludi"
    );
    assert_eq!(fault("bias: 0.5", "words: [\"3.5\"]"), "`words` has trees, which profiles have from format 4 on");
    let odd = SMALL.replace("format: 1", "format: 4").replace("bias: 0.5", "words: [\"cycle>=9 1 2\"]");
    let odd = Profile::parse(&odd).unwrap_err().to_string();
    assert!(odd.starts_with("in `words`: `cycle>=9` is neither a number nor a question"), "{odd}");
    assert!(fault("weight: 2.0", "wieght: 2.0").contains("wieght"));
    assert!(fault("bias: 0.5,", "bias: 0.5 bias").starts_with("not a profile: 1:"));
}

#[test]
fn a_criterion_may_have_a_best_value() {
    let bent = SMALL.replace("format: 1", "format: 2").replace("scale: 0.25", "scale: 0.25, bend: -0.5, limit: 2.0");
    let profile = Profile::parse(&bent).unwrap();
    let term = profile.term(Criterion::Duration).unwrap();
    // z = 1: −1 · 1 − 0.5 · 0; z = −2, and whatever lies beyond: 2 − 0.5 · 3. The best is z = −1: 1.
    let parts = [0.75, 0.0, -7.0, 0.25].map(|value| term.part(value));
    assert_eq!(parts, [-1.0, 0.5, 0.5, 1.0]);
    assert_eq!([0.25, 0.5, 1.1].map(|value| term.slope(value)), [0.0, -4.0, 0.0]);
    assert_eq!(profile.term(Criterion::Completion).unwrap().slope(9.0), 4.0);
    let printed = profile.print().unwrap();
    assert!(printed.contains("format: 2") && printed.matches("bend").count() == 1, "{printed}");
    assert_eq!(Profile::parse(&printed).unwrap(), profile);
    // What weighs by its bend alone is weighed.
    let alone = Profile::parse(&bent.replace("weight: -1.0", "weight: 0.0")).unwrap();
    assert_eq!(alone.weighed().count(), 2);
    for (limit, fault) in [("limit: 0.0", "is 0"), ("limit: NaN", "is NaN")] {
        let error = Profile::parse(&bent.replace("limit: 2.0", limit)).unwrap_err().to_string();
        assert_eq!(error, format!("the limit of duration {fault}; it must be greater than 0"));
    }
    let straight = Profile::parse(SMALL).unwrap().print().unwrap();
    assert!(straight.contains("format: 1") && !straight.contains("limit"), "{straight}");
}

#[test]
fn files_are_saved_loaded_and_named_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.ron");
    let profile = Profile::parse(SMALL).unwrap();
    profile.save(&path).unwrap();
    assert_eq!(Profile::load(&path).unwrap(), profile);
    std::fs::write(&path, "nonsense").unwrap();
    assert!(Profile::load(&path).unwrap_err().to_string().contains("p.ron"));
    assert!(matches!(Profile::load(&folder.path().join("q.ron")), Err(ProfileError::Read { .. })));
    std::fs::write(&path, " ".repeat(1 << 21)).unwrap();
    assert!(matches!(Profile::load(&path), Err(ProfileError::Read { .. })));
    let mut unsound = profile;
    unsound.terms[0].weight = f64::NAN;
    assert!(matches!(unsound.save(&path), Err(ProfileError::NotFinite { .. })));
}

#[test]
fn the_profiles_that_ship_are_called_what_they_are() {
    for name in Profile::names() {
        let profile = Profile::shipped(name).unwrap();
        assert_eq!(profile.name, name);
        assert!(profile.weighed().count() > 0 && !profile.date.is_empty() && !profile.source.is_empty());
        assert_eq!(Profile::parse(&profile.print().unwrap()).unwrap(), profile);
    }
    assert_eq!(Profile::shipped("nobody"), None);
    assert!(Profile::names().any(|name| name == Profile::default().name));
    assert_eq!(Profile::of_new_games().of_known_games(), Some(Profile::default()));
    assert_eq!(Profile::default().of_known_games(), None);
}

#[test]
fn ludi_has_the_known_weights_and_a_standardisation_by_range() {
    let profile = Profile::shipped("ludi").unwrap();
    assert_eq!(profile.terms.len(), Criterion::COUNT);
    for (term, criterion) in profile.terms.iter().zip(Criterion::ALL) {
        assert_eq!(term.criterion, criterion);
        assert_eq!(term.weight, criterion.info().known_weight.unwrap_or(0.0), "{criterion}");
        let by_range = Term::by_range(criterion, term.weight);
        assert_eq!(term.centre, by_range.centre, "{criterion}");
        assert!((term.scale - by_range.scale).abs() < 1e-4, "{criterion}");
    }
}
