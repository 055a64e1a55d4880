use super::*;
use crate::language::{Problem, canonical, diagnostic, normal, parse, parse_with_warnings, print};

fn game(definitions: &str, pre: &str) -> String {
    format!(
        "(game G {definitions} (board (tiling square) (size 5 5))
          (pieces (Stone All (moves (move (pre {pre}) (action (push))))))
          (end (All win (in-a-row 3))))"
    )
}

fn problem(source: &str) -> Problem {
    parse(source).expect_err(source).remove(0)
}

/// What is under a span.
fn text(source: &str, span: crate::language::Span) -> &str {
    &source[span.start as usize..span.end as usize]
}

#[test]
fn a_use_is_what_it_stands_for() {
    let same = |definitions: &str, pre: &str, full: &str| {
        let (short, long) = (game(definitions, pre), game("", full));
        let tree = parse(&short).unwrap_or_else(|p| panic!("{}", diagnostic::render(&p, "x", &short, false)));
        assert_eq!(canonical(&tree), canonical(&parse(&long).expect("rules")), "{short}");
        // And written again it is still short.
        assert!(print(&tree).contains("(define "), "{}", print(&tree));
        assert_eq!(parse(&print(&tree)), Ok(normal(&tree)));
    };
    same("(define Free (cell) (empty cell))", "(Free to)", "(empty to)");
    same("(define Free () (empty to))", "Free", "(empty to)");
    same("(define Free () (empty to))", "(Free)", "(empty to)");
    same(
        "(define Free (cell) (empty cell))",
        "(and (Free to) (Free (step to n)))",
        "(and (empty to) (empty (step to n)))",
    );
    // Several elements, within others that are given.
    same("(define Both (one two) (empty one) (empty two))", "(and (Both to A1))", "(and (empty to) (empty A1))");
    // One definition uses another, whichever comes first.
    same(
        "(define Two (cell) (One cell n) (One cell s)) (define One (cell way) (empty (step cell way)))",
        "(or (Two to))",
        "(or (empty (step to n)) (empty (step to s)))",
    );
    // A word that was given stands before its arguments.
    same(
        "(define Odd (axis) (= (mod (axis to) 2) 1))",
        "(and (Odd row) (Odd col))",
        "(and (= (mod (row to) 2) 1) (= (mod (col to) 2) 1))",
    );
    // What is given is not looked at again: `b` is the cell that was given, not the second parameter.
    same("(define In (one two) (or (empty one) (enemy two)))", "(In A1 A2)", "(or (empty A1) (enemy A2))");
    // What is given may be the values of a loop.
    same(
        "(define Near (ways) (or (each way ways (empty (step to way)))))",
        "(and (Near (n s)) (Near (e w)))",
        "(and (or (empty (step to n)) (empty (step to s))) (or (empty (step to e)) (empty (step to w))))",
    );
    same(
        "(define Run () (each way (n s) (empty (step to way))))",
        "(or Run)",
        "(or (empty (step to n)) (empty (step to s)))",
    );
    same(
        "(define Ways () n s)",
        "(or (each way (Ways e) (empty (step to way))))",
        "(or (empty (step to n)) (empty (step to s)) (empty (step to e)))",
    );
    same(
        "(define Near (way) (empty (step to way)))",
        "(or (each one (n s) (each two (e w) (and (Near one) (Near two)))))",
        "(or (and (empty (step to n)) (empty (step to e))) (and (empty (step to n)) (empty (step to w)))
             (and (empty (step to s)) (empty (step to e))) (and (empty (step to s)) (empty (step to w))))",
    );
}

#[test]
fn order_stays_where_order_may_mean_something() {
    // Before it is written in full nobody knows that the use is the first of two cells.
    let source = game("(define Start () A1)", "(line Start to direct)");
    let tree = parse(&source).expect("rules");
    assert_eq!(canonical(&tree), canonical(&parse(&game("", "(line A1 to direct)")).expect("rules")));
    assert!(print(&tree).contains("(line Start to direct)"));
}

#[test]
fn loops_need_no_definition() {
    let tree = parse(&game("", "(and (each way (n s) (empty (step to way))))")).expect("rules");
    assert_eq!(
        canonical(&tree),
        canonical(&parse(&game("", "(and (empty (step to n)) (empty (step to s)))")).expect("rules"))
    );
    assert!(print(&tree).contains("(each way (n s)"));
}

#[test]
fn whole_moves_and_sections_can_have_names() {
    let tree = parse(
        "(game G (define Drop (label) (move (label label) (pre (empty to)) (action (push)))) (board (tiling square) (size 3 3))
          (pieces (Stone All (moves (Drop \"here\")))) (end (All win (in-a-row 3))))",
    );
    assert_eq!(problem_of(tree), "`label` is a word of the language and cannot be the name of a parameter");
    let tree = parse(
        "(game G (define Drop (name) (move (label name) (pre (empty to)) (action (push))))
          (define Goal () (end (All win (in-a-row 3)))) (board (tiling square) (size 3 3))
          (pieces (Stone All (moves (Drop \"here\")))) Goal)",
    )
    .expect("rules");
    assert!(canonical(&tree).child("end").is_some());
}

fn problem_of(result: Result<Tree, Vec<Problem>>) -> String {
    result.expect_err("a problem").remove(0).message
}

#[test]
fn what_is_wrong_with_definitions_is_said() {
    let message = |definitions: &str, pre: &str| problem(&game(definitions, pre)).message;
    for (definitions, expected) in [
        ("(define)", "a definition needs a name, its parameters in brackets and an element"),
        (
            "(define Free (empty to) (empty to))",
            "`empty` is a word of the language and cannot be the name of a parameter",
        ),
        ("(define Free cell (empty cell))", "the parameters of a definition stand in brackets, `()` if there are none"),
        ("(define (Free) () (empty to))", "a definition needs a name"),
        ("(define empty () (empty to))", "`empty` is a word of the language and cannot be the name of a definition"),
        ("(define A1 () (empty to))", "`A1` would be taken for a cell and cannot be the name of a definition"),
        ("(define Free (a a) (empty a))", "each parameter has a name of its own, sixteen at most"),
        ("(define Free (a) (empty to))", "the parameter `a` is not used"),
        ("(define Free ())", "this definition stands for nothing"),
        ("(define Free () (empty to)) (define Free () (enemy to))", "the name `Free` is defined twice"),
        ("(define Free () (empty to)) (define Two (Free) (empty Free))", "`Free` is both a definition and a parameter"),
        ("(define Free (a) \"{b} is free\" (empty a))", "the phrase names `b`, which is no parameter"),
        ("(define Free (a) \"{a} <is\" (empty a))", "the phrase has a bracket that is not closed"),
        ("(define Free (a) \"{a} <is>\" (empty a))", "the phrase has a choice that is not of the form `<yes|no>`"),
    ] {
        assert_eq!(message(definitions, "(empty to)"), expected, "{definitions}");
    }
    assert_eq!(message("(define Free (a) (empty a))", "(Free)"), "`Free` has 0 elements after it where 1 is needed");
    assert_eq!(message("(define Free () (empty to))", "(Free to)"), "`Free` has 1 element after it where 0 are needed");
    assert_eq!(message("(define Free () (and Free))", "Free"), "the definition of `Free` uses itself");
    assert_eq!(message("(define A () (and B)) (define B () (and A))", "B"), "the definition of `B` uses itself");
    assert_eq!(
        message("(define Two () n s)(define Near (way) (empty (step to way)))", "(Near Two)"),
        "this stands for 2 elements where one is needed"
    );
    assert_eq!(
        message("(define Odd (axis) (= (axis to) 1))", "(Odd (row to))"),
        "`axis` stands before its arguments, so one word must be given for it"
    );
    assert_eq!(
        message("(define Near (ways) (or (each way ways (empty (step to way)))))", "(Near n)"),
        "the values of `each` stand in brackets"
    );
    for (pre, expected) in [
        ("(each)", "`each` needs a name, values and elements"),
        ("(each way n (empty to))", "the values of `each` stand in brackets"),
        ("(each way () (empty (step to way)))", "`each` needs values, and elements in which `way` stands"),
        ("(each way (n) (empty to))", "`each` needs values, and elements in which `way` stands"),
        ("(each n (e) (empty to))", "`n` is a word of the language and cannot be the name of a loop"),
    ] {
        assert_eq!(message("", pre), expected, "{pre}");
    }
}

#[test]
fn an_error_in_a_definition_shows_the_use_and_the_definition() {
    let source = game("(define Free (cell) (emty cell))", "(or (enemy to) (Free to))");
    let found = problem(&source);
    assert_eq!(found.message, "unknown word `emty` in `(or …)`");
    assert_eq!(text(&source, found.span), "(Free to)");
    let (place, remark) = &found.secondary[0];
    assert_eq!((text(&source, *place), remark.as_str()), ("emty", "in the definition of `Free`"));
    // What is given for a parameter is wrong where it is given.
    let source = game("(define Free (cell) (empty cell))", "(or (enemy to) (Free White))");
    assert_eq!(text(&source, problem(&source).span), "White");
    // A definition within another leads back to the rules.
    let source = game("(define One () (emty to)) (define Two () (and One))", "Two");
    let found = problem(&source);
    assert_eq!((text(&source, found.span), text(&source, found.secondary[0].0)), ("Two", "emty"));
    // And so does what only the meaning shows.
    let source = game("(define Up (way) (step to way))", "(empty (Up all))");
    let error = crate::game::lower(&parse(&source).expect("rules")).expect_err("no single direction");
    assert_eq!(text(&source, error.span), "(Up all)");
    assert!(error.message.ends_with("in the definition of `Up`"), "{}", error.message);
}

#[test]
fn a_misspelt_name_is_recognised() {
    let found = problem(&game(
        "(define Surrounded (cell) (= (num-nbors cell empty) 0))",
        "(or (Surounded to) (Surrounded to))",
    ));
    assert_eq!(found.help.as_deref(), Some("did you mean `Surrounded`, which is defined above?"));
}

#[test]
fn a_definition_that_nothing_uses_is_a_warning() {
    let source = game("(define Free () (empty to))", "(empty to)");
    let (_, warnings) = parse_with_warnings(&source).expect("rules");
    assert_eq!(warnings[0].message, "`Free` is defined and not used");
}

/// Definitions each of which says the one before twice.
fn doubling(depth: usize, first: &str, twice: &str) -> String {
    let more = (1..depth).map(|k| format!("(define Twice{k} () {})", twice.replace('@', &format!("Twice{}", k - 1))));
    format!("(define Twice0 () {first}) {}", more.collect::<String>())
}

#[test]
fn definitions_cannot_exhaust_memory_or_the_stack() {
    let budget = |definitions: &str, pre: &str, expected: &str| {
        let message = problem(&game(definitions, pre)).message;
        assert!(message.contains(expected), "{message}");
    };
    budget(&doubling(40, "(empty to)", "(and @ @)"), "Twice39", "too many words and brackets");
    budget(&doubling(40, "(empty to)", "@ @"), "(and Twice39)", "too many words and brackets");
    // What is given and not kept costs as well.
    let forget = "(define Pair (one two) one two) ";
    budget(&format!("{forget}{}", doubling(40, "(empty to)", "(or (Pair @ @))")), "Twice39", "written in full");
    budget(&doubling(60, "(empty to)", "(not @)"), "Twice59", "deep");
    budget(&doubling(62, "(empty to)", "@ (empty to)"), "(and Twice61)", "deep");
    let many: String = (0..65).map(|k| format!("(define D{k}x () (empty to))")).collect();
    budget(&many, "(empty to)", "too many definitions");
    let loops =
        format!("{}(empty a0){}", (0..50).map(|k| format!("(each a{k} (to) ")).collect::<String>(), ")".repeat(50));
    assert!(parse(&game("", &format!("(and {loops})"))).is_err());
    // Each loop multiplies.
    let loops = format!(
        "{}(empty (step (step (step (step (step to a) b) c) d) e)){}",
        ["a", "b", "c", "d", "e"].map(|k| format!("(each {k}{k}{k} (n s e w ne nw se sw n s e w n s e w) ")).concat(),
        ")".repeat(5)
    );
    let loops = ["a", "b", "c", "d", "e"]
        .iter()
        .fold(loops, |text, k| text.replace(&format!(" {k})"), &format!(" {k}{k}{k})")));
    budget("", &format!("(and {loops})"), "too many words and brackets");
}

#[test]
fn a_choice_among_pieces_is_a_move_for_each() {
    let game = |post: &str| {
        format!(
            "(game G (board (tiling square) (size 5 5))
              (pieces (Man All (moves (move (pre (empty to)) (action (pop) (push)) {post}))) (Queen All) (Rook All))
              (start (place (Man All) home)) (end (All win (no-move))))"
        )
    };
    let tree = parse(&game("(post (convert (any Queen Rook)))")).expect("rules");
    let text = print(&canonical(&tree));
    assert_eq!(text.matches("(move ").count(), 2, "{text}");
    assert!(text.contains("(label \"queen\")") && text.contains("(post (convert Rook))"), "{text}");
    assert!(print(&tree).contains("(convert (any Queen Rook))"));
    // Two choices are all pairs.
    let tree = parse(&game("(post (convert (any Queen Rook)) (capture d-nbors (any Man Queen)))")).expect("rules");
    assert_eq!(print(&canonical(&tree)).matches("(label \"").count(), 4);
    // What a piece becomes where the move goes there is a choice there, and elsewhere there is the move without it.
    let far = "(in-region to away)";
    let written = |moves: &str| game("").replace("(move (pre (empty to)) (action (pop) (push)) )", moves);
    let promotion = |piece: &str, post: &str| {
        let label = piece.to_lowercase();
        format!("(move (label \"{label}\") (pre (and (empty to) {far})) (action (pop) (push)) (post {post}))")
    };
    let [queen, rook] = ["Queen", "Rook"].map(|piece| promotion(piece, &format!("(convert {piece})")));
    let elsewhere = format!("(move (pre (and (empty to) (not {far}))) (action (pop) (push)))");
    let same = |post: &str, moves: &str| {
        assert_eq!(
            print(&canonical(&parse(&game(post)).expect("rules"))),
            print(&canonical(&parse(&written(moves)).expect("rules"))),
            "{post}"
        );
    };
    same(&format!("(post (convert (any Queen Rook) (if {far})))"), &format!("{queen} {rook} {elsewhere}"));
    let [queen, rook] = ["Queen", "Rook"].map(|piece| promotion(piece, &format!("(repeat) (convert {piece})")));
    let elsewhere = format!("(move (pre (and (empty to) (not {far}))) (action (pop) (push)) (post (repeat)))");
    let post = format!("(post (repeat) (convert (any Queen Rook) (if {far})))");
    same(&post, &format!("{queen} {rook} {elsewhere}"));
    // One condition among several stands beside them.
    let stepping = |text: &str| text.replace("(and (empty to)", "(and (empty to) (connected)");
    let given = game(&post).replace("(pre (empty to))", "(pre (and (empty to) (connected)))");
    assert_eq!(
        print(&canonical(&parse(&given).expect("rules"))),
        print(&canonical(&parse(&stepping(&written(&format!("{queen} {rook} {elsewhere}")))).expect("rules")))
    );
    // Other conditions are asked when the effect comes about, of each of the pieces, and so are those of other effects.
    for post in
        ["(convert (any Queen Rook) (if (empty from)))", "(capture d-nbors (any Queen Rook) (if (in-region to away)))"]
    {
        let text = print(&canonical(&parse(&game(&format!("(post {post})"))).expect("rules")));
        assert_eq!(text.matches("(if (").count(), 2, "{text}");
        assert_eq!(text.matches("(label ").count(), 2, "{text}");
    }
    assert!(
        problem_of(parse(&game(&format!("(post (convert (any Queen Rook) (if {far}) (if {far})))")))).contains("twice")
    );
    // Elsewhere, and of what is no piece, it is none.
    assert!(parse(&game("(post (convert (any Queen Bishop)))")).is_err());
    assert!(parse(&game("(post (convert (any White (state 1))))")).is_ok());
    let many = format!("(post {})", "(capture d-nbors (any Man Queen Rook)) ".repeat(20));
    assert_eq!(
        problem_of(parse(&game(&many))),
        format!("written in full, the game has too many words and brackets: at most {MAX_EXPANDED}")
    );
}

fn plain_game() -> Tree {
    canonical(
        &parse(&game("", "(or (and (empty to) (empty (step to n))) (and (empty A1) (empty (step A1 n))))"))
            .expect("rules"),
    )
}

fn definition(name: &str, params: &[&str], body: &str) -> Definition {
    Definition {
        name: name.into(),
        params: params.iter().map(|p| p.to_string()).collect(),
        phrase: None,
        body: crate::language::reader::read(body).0,
        span: Default::default(),
    }
}

#[test]
fn folding_is_the_way_back() {
    let mut folded = plain_game();
    fold::fold(
        &mut folded,
        &[
            definition("Free", &["cell"], "(empty cell)"),
            definition("Two", &["cell"], "(and (empty cell) (empty (step cell n)))"),
        ],
    );
    let text = print(&folded);
    assert!(text.contains("(pre (or (Two to) (Two A1)))"), "{text}");
    // The shorter one is too short to be worth its name.
    assert!(!text.contains("Free"), "{text}");
    assert_eq!(canonical(&folded), plain_game());
    // Several elements in a row, and a longer definition that uses a shorter one.
    let mut folded = plain_game();
    fold::fold(
        &mut folded,
        &[
            definition("Both", &["cell"], "(empty cell) (empty (step cell n))"),
            definition("Whole", &["cell"], "(and (empty cell) (empty (step cell n)))"),
        ],
    );
    assert!(print(&folded).contains("(define Whole (cell) (and (Both cell)))"), "{}", print(&folded));
    assert_eq!(canonical(&folded), plain_game());
}

#[test]
fn patterns_are_what_definitions_stand_for() {
    let source = game(
        "(define Two (cell) (and (empty cell) (empty (step n cell)))) (define One (c) (Two c))",
        "(or (One to) (Two A1))",
    );
    let tree = parse(&source).expect("rules");
    let expansion = expand(&tree).expect("definitions");
    let full = normal(&expansion.tree);
    let mut folded = full.clone();
    expansion.settle(&mut folded);
    let found = fold::patterns(&expansion, &full);
    // The arguments of `step` are in the order of the schema now.
    assert_eq!(crate::language::print::one_line(&found[0].body[0]), "(and (empty cell) (empty (step cell n)))");
    assert_eq!(found.len(), 2);
    fold::fold(&mut folded, &found);
    assert_eq!(canonical(&folded), canonical(&tree));
    assert!(print(&folded).contains("(define Two (cell)"), "{}", print(&folded));
}

#[test]
fn what_is_repeated_is_found() {
    assert_eq!(fold::repeated(&plain_game()), None);
    let tree = canonical(
        &parse(&game("", "(or (and (empty to) (empty (step to n)) (enemy A1)) (not (and (empty to) (empty (step to n)) (enemy A1))))")).expect("rules"),
    );
    let found = fold::repeated(&tree).map(|t| crate::language::print::one_line(&t));
    assert_eq!(found.as_deref(), Some("(and (empty to) (empty (step to n)) (enemy A1))"));
}
