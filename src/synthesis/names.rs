//! Baptism: short names for children, by a Markov chain over the letters of invented words (Browne & Maire, V.A).

use crate::language::Tree;
use rand::{Rng, RngExt};
use std::collections::HashSet;

/// Words of our own invention; only which letters follow which matters.
const WORDS: &str = "
    abrenda adalune adoriel alavesh albaron aldimar alenora almiston aluvane amarend ambelor amirosh andrelin anovar antilune
    ardonel arimond arovane ashelin asturen atamire avendor avilune azerond balimor bandelo barovin belamon belindra berolan
    bevarin birendal bolamir boravel brandilo brelune brimadon brovendi cadorin calimber calovan candrelo carilune casimond
    cavendil celadro cerimon chandrel cirolane colamber corandil covelin crimadel cyrandol dalimon damorel dandrivo darolune
    davimor delamira delorvan derimond devanil dolandre dorimel dravonel drelimo drovandi dulamer durelin elamond elbarin
    eldrivo elimora elovand emberil endoral enorila erandil erimond erovane estamil evandor evolune faladri falimor fandrel
    farovin felamond felorin ferandil filomar finovel floranda folimer frandilo frelune galamir galdrive galonde gamerin
    garovel gelandro gelimor gerondal gilamon glorende gravelin grimaldo halimor handrelo harovin havendil helamor helindra
    herovan hilandro holamer horandil ilamor ildrane imarond indrelo irovane isamond istarel ivelune jalimor jandrel jarovin
    jelamon jelindo jorandil jovelan kalimond kandrelo karovin kelamir kelvando kerolin kilandro kolimer koravel kralune
    lalimor lamerond landrivo larovel lavendro lelamir lendoral lerimond lilovan linadro lolamer lorandil lovemir lurendal
    madrilo malimond mandorel marovin mavelune melandro melorin merovane mesilor milandro mirovel molander morelin movandil
    murelond nalimor nandrelo narovel navendi nelamor nerimond nilovane nolandre noramil novelin nurandol obrelin odalune
    olamber oldrivo olimond omarel ondrelo oravane oriland orovel osmiral palimon pandrelo parovin pelamor pelindra perovand
    pilandro polamir porandel pravelin primando quelamor queline quorandil ralimond ramorel randrivo ravendil relamir relindo
    rilovane rolander romelin rosandil rovelune ruminal sabrelo salimond samorel sandrivo sarovin savelune selamir selondra
    serimond silandro silovane solamer sorandil sovelin stamorel strelune suvandro talimor tamerond tandrelo tarovin tavendil
    telamor telindra terovane tilandro tolamer torandil tovelin tramond trelivo turelan ubrelin udamor ulandro ulimond umarel
    undrivo uravel valimor vandrelo varovin velamond velindra verolane vilandro volamer vorandil vulimond walimor wandrelo
    warovin welamir welindo wilovane wolander xalimor xandrelo yalimond yandrelo yarovin yelamor yorandil zalimor zandrivo
    zarovel zelamond zelindra zerovane zilandro zolamer zorandil zumelin mesko tavi ruko bilda oskar pendo lumo karnet tisko
    vembu harka dosta mippel grusk plinto sombra tekku wuldo fenk bastru niskel obbit trunda gwela kippo zunto yambel";

/// Shortest name.
pub const SHORTEST: usize = 4;
/// Longest name, a numeral not counted.
pub const LONGEST: usize = 10;

const LETTERS: usize = 27;

/// A generator of names: which letter, or the end, follows which two letters, and how often.
///
/// ```
/// use ludogen::{streams, synthesis::Namer};
/// use std::collections::HashSet;
///
/// let (namer, mut taken) = (Namer::new(), HashSet::new());
/// let first = namer.name(&taken, &mut streams::generator(1));
/// assert!((4..=10).contains(&first.len()));
/// // The same numbers make the same name, unless it is taken.
/// assert_eq!(namer.name(&taken, &mut streams::generator(1)), first);
/// taken.insert(first.to_lowercase());
/// assert_ne!(namer.name(&taken, &mut streams::generator(1)), first);
/// ```
#[derive(Clone, Debug)]
pub struct Namer {
    follows: Vec<[u16; LETTERS]>,
}

impl Default for Namer {
    fn default() -> Self {
        Self::new()
    }
}

fn code(letter: u8) -> usize {
    usize::from(letter - b'a') + 1
}

impl Namer {
    /// Counts the letters of the word list.
    pub fn new() -> Self {
        let mut follows = vec![[0u16; LETTERS]; LETTERS * LETTERS];
        for word in WORDS.split_whitespace() {
            let (mut before, mut last) = (0, 0);
            for next in word.bytes().map(code).chain([0]) {
                follows[before * LETTERS + last][next] += 1;
                (before, last) = (last, next);
            }
        }
        Namer { follows }
    }

    /// One walk along the chain; `None` if it went astray.
    fn walk<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<String> {
        let mut name = String::new();
        let (mut before, mut last) = (0, 0);
        while name.len() <= LONGEST {
            let mut weights = self.follows[before * LETTERS + last];
            if name.len() < SHORTEST {
                weights[0] = 0;
            }
            let total: u32 = weights.iter().map(|&w| u32::from(w)).sum();
            if total == 0 {
                return None;
            }
            let mut point = rng.random_range(0..total);
            let next = weights.iter().position(|&w| match point.checked_sub(u32::from(w)) {
                Some(rest) => {
                    point = rest;
                    false
                }
                None => true,
            })?;
            if next == 0 {
                return is_pronounceable(&name).then_some(name);
            }
            name.push(char::from(b'a' + (next - 1) as u8));
            (before, last) = (last, next);
        }
        None
    }

    /// A name of 4 to 10 letters with a capital, not among `taken` in any spelling of capitals. When the chain has nothing
    /// new to say, an old name with the least free numeral.
    pub fn name<R: Rng + ?Sized>(&self, taken: &HashSet<String>, rng: &mut R) -> String {
        let is_taken = |name: &str| taken.contains(name) || taken.contains(&name.to_lowercase());
        let mut last = String::from("Game");
        for _ in 0..200 {
            if let Some(name) = self.walk(rng) {
                last = name[..1].to_uppercase() + &name[1..];
                if !is_taken(&last) {
                    return last;
                }
            }
        }
        let mut numeral = 2u64;
        loop {
            // Ends: the set is finite.
            let name = format!("{last}{numeral}");
            if !is_taken(&name) {
                return name;
            }
            numeral += 1;
        }
    }
}

/// Whether a word has a vowel, and neither four consonants nor three vowels on end.
fn is_pronounceable(word: &str) -> bool {
    let (mut vowels, mut consonants, mut any) = (0, 0, false);
    for letter in word.bytes() {
        if b"aeiouy".contains(&letter) {
            (vowels, consonants, any) = (vowels + 1, 0, true);
        } else {
            (vowels, consonants) = (0, consonants + 1);
        }
        if vowels > 2 || consonants > 3 {
            return false;
        }
    }
    any
}

/// The rules of a game under another name.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::{fingerprint, named};
///
/// let tree = parse("(game Row (board (tiling hex) (size 4)) (end (All win (in-a-row 4))))").unwrap();
/// let other = named(tree.clone(), "Lomi");
/// assert_eq!(other.args()[0].as_word(), Some("Lomi"));
/// assert_eq!(fingerprint(&other), fingerprint(&tree));
/// ```
pub fn named(tree: Tree, name: &str) -> Tree {
    let mut items = tree.items().to_vec();
    if items.len() > 1 {
        items[1] = Tree::word(name);
    }
    Tree::list(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn thousands_of_children_get_different_pronounceable_names() {
        let namer = Namer::new();
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let mut taken = HashSet::new();
        let mut numbered = 0;
        for _ in 0..5000 {
            let name = namer.name(&taken, &mut rng);
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            numbered += usize::from(stem.len() < name.len());
            assert!((SHORTEST..=LONGEST).contains(&stem.len()), "{name}");
            assert!(
                stem.starts_with(|c: char| c.is_ascii_uppercase()) && is_pronounceable(&stem.to_lowercase()),
                "{name}"
            );
            assert!(taken.insert(name));
        }
        assert!(numbered < 100, "{numbered} of 5000 names needed a numeral");
    }

    #[test]
    fn every_three_letters_of_a_name_occur_in_a_word() {
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let namer = Namer::new();
        for _ in 0..500 {
            let name = namer.name(&HashSet::new(), &mut rng).to_lowercase();
            for i in 0..name.len() - 2 {
                assert!(WORDS.contains(&name[i..i + 3]), "{name}");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_name() {
        let draw = |seed| Namer::new().name(&HashSet::new(), &mut Pcg64Mcg::seed_from_u64(seed));
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    /// A generator that always says the same, so that the chain only knows one name.
    struct Stuck;

    impl rand::TryRng for Stuck {
        type Error = std::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(0x4000_0000)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(0x4000_0000_4000_0000)
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill(0x40);
            Ok(())
        }
    }

    #[test]
    fn a_chain_with_nothing_new_to_say_counts() {
        let namer = Namer::new();
        let mut taken = HashSet::new();
        for _ in 0..20 {
            assert!(taken.insert(namer.name(&taken, &mut Stuck)));
        }
        assert!(taken.iter().any(|n| n.ends_with("2")));
    }

    #[test]
    fn the_word_list_has_about_three_hundred_different_words() {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        let different: HashSet<&&str> = words.iter().collect();
        assert_eq!(words.len(), different.len());
        assert!((280..=340).contains(&words.len()), "{}", words.len());
    }
}
