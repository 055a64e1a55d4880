//! Policies in rule files: the `advisors` ludeme of the support section, and the player that goes by them.

use super::advisor::Advisor;
use super::opponent::OpponentKind;
use super::policy::{Policy, PolicyError, Weights};
use crate::language::{Kind, Span, Tree, print};

impl Policy {
    /// The ludeme: `(advisors (connection 0.9) (mobility 0.1))`, or `(advisors (white …) (black …))` if the players differ.
    pub fn to_tree(&self) -> Tree {
        let items = |weights: &Weights| {
            let item = |(advisor, weight): (Advisor, f64)| {
                Tree::element(advisor.name(), [Tree { kind: Kind::Real(weight), span: Default::default() }])
            };
            weights.iter().map(item).collect::<Vec<_>>()
        };
        if self.white == self.black {
            return Tree::element("advisors", items(&self.white));
        }
        let side = |name: &str, weights: &Weights| Tree::element(name, items(weights));
        Tree::element("advisors", [side("white", &self.white), side("black", &self.black)])
    }

    /// The ludeme with who plays by the policy, if that is not alpha-beta: `(advisors (player uct) (mobility 0.1))`.
    pub fn to_tree_for(&self, player: OpponentKind) -> Tree {
        let said = (player == OpponentKind::Uct).then(|| Tree::element("player", [Tree::word("uct")]));
        let weights = self.to_tree();
        Tree::element("advisors", said.into_iter().chain(weights.args().iter().cloned()))
    }

    /// The policy that an `advisors` ludeme says.
    ///
    /// # Errors
    /// If an item is not a known advisor with a weight within bounds, or an advisor comes twice.
    pub fn from_tree(tree: &Tree) -> Result<Policy, PolicyError> {
        let (said, items): (Vec<&Tree>, Vec<&Tree>) = tree.args().iter().partition(|item| item.is("player"));
        said.into_iter().try_for_each(|item| player(item).map(drop))?;
        let tree = &Tree::element("advisors", items.into_iter().cloned());
        let sides = tree.args().iter().filter(|t| t.is("white") || t.is("black")).count();
        if sides == 0 {
            return Ok(Policy::both(read(tree.args())?));
        }
        let mut policy = Policy::default();
        let mut seen = [false; 2];
        for side in tree.args() {
            let (weights, seen) = match side.head() {
                Some("white") => (&mut policy.white, &mut seen[0]),
                Some("black") => (&mut policy.black, &mut seen[1]),
                _ => return Err(PolicyError::Form(brief(side))),
            };
            if std::mem::replace(seen, true) {
                return Err(PolicyError::Form(brief(side)));
            }
            *weights = read(side.args())?;
        }
        Ok(policy)
    }

    /// The policy in the `advisors` ludeme of a game, in its support section or beside it, if there is one.
    ///
    /// # Errors
    /// As [`from_tree`](Policy::from_tree).
    pub fn of_game(game: &Tree) -> Option<Result<Policy, PolicyError>> {
        advisors(game).map(Policy::from_tree)
    }

    /// The place in a game of an `advisors` ludeme that says no policy, and why.
    pub fn fault_in(game: &Tree) -> Option<(Span, PolicyError)> {
        let said = advisors(game)?;
        let error = Policy::from_tree(said).err()?;
        let of_side = |item: &Tree| item.is("white") || item.is("black");
        let mut items =
            said.args().iter().flat_map(|item| if of_side(item) { item.args() } else { std::slice::from_ref(item) });
        // The item that is wrong by itself, if one is.
        let wrong = |item: &Tree| match item.is("player") {
            true => player(item).err(),
            false => read(std::slice::from_ref(item)).err(),
        };
        let alone = items.find_map(|item| Some((item.items().first().map_or(item.span, |t| t.span), wrong(item)?)));
        Some(alone.unwrap_or((said.span, error)))
    }
}

/// Who plays by the policy in the `advisors` ludeme of a game: `(player uct)` or `(player alpha-beta)`, if it says so.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::strategy::{OpponentKind, player_of_game};
///
/// let player = |said: &str| {
///     let rules = format!("(game Row (board (tiling hex) (size 4)) (end (All win (in-a-row 4))) (advisors {said}(in-a-row 1)))");
///     player_of_game(&parse(&rules).unwrap())
/// };
/// assert_eq!(player("(player uct) "), Some(OpponentKind::Uct));
/// assert_eq!(player(""), None);
/// ```
pub fn player_of_game(game: &Tree) -> Option<OpponentKind> {
    advisors(game)?.args().iter().find(|item| item.is("player")).and_then(|item| player(item).ok())
}

fn advisors(game: &Tree) -> Option<&Tree> {
    let inner = || game.child("support").and_then(|support| support.child("advisors"));
    game.child("advisors").or_else(inner)
}

fn player(item: &Tree) -> Result<OpponentKind, PolicyError> {
    match item.args() {
        [word] if word.as_word() == Some("uct") => Ok(OpponentKind::Uct),
        [word] if word.as_word() == Some("alpha-beta") => Ok(OpponentKind::AlphaBeta),
        _ => Err(PolicyError::Player(brief(item))),
    }
}

fn read(items: &[Tree]) -> Result<Weights, PolicyError> {
    let mut weights = Weights::default();
    let mut seen = [false; Advisor::COUNT];
    for item in items {
        let form = || PolicyError::Form(brief(item));
        let (Kind::List(_), Some(name), [value]) = (&item.kind, item.head(), item.args()) else { return Err(form()) };
        let advisor = Advisor::from_name(name).ok_or_else(|| PolicyError::Unknown(brief(&Tree::word(name))))?;
        let weight = match value.kind {
            Kind::Int(n) => n as f64,
            Kind::Real(x) => x,
            _ => return Err(form()),
        };
        if std::mem::replace(&mut seen[advisor as usize], true) {
            return Err(PolicyError::Twice(advisor));
        }
        weights.set(advisor, weight);
    }
    weights.validate()?;
    Ok(weights)
}

/// The beginning of what was found, for a message.
fn brief(tree: &Tree) -> String {
    let text = print(tree).split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
