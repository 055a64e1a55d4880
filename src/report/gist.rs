//! The rules of a game in a few lines, for the first screen.

/// The most lines of a game.
pub(super) const LINES: usize = 8;

/// The characters of a line.
const WIDTH: usize = 80;

/// The sections of the rules in the order in which they are shown.
const SHOWN: [&str; 6] = ["Players", "Board", "Start", "Terms", "Play", "End"];

/// Those that share the lines, a sentence each in turn, and those that have what they leave.
const SHARING: [&[&str]; 3] = [&["Play", "End", "Start", PICTURED], &[PICTURED, "Players", "Terms"], &[""]];

/// Of the board a sentence does at first: the picture shows the rest.
const PICTURED: &str = "Board";

/// Who usually begins goes without saying.
const USUAL: &str = "White moves first.";

/// The rules in short.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Gist {
    /// Sections by heading; rules without sections have one without a heading.
    pub sections: Vec<(&'static str, String)>,
    /// Whether something did not fit.
    pub cut: bool,
}

/// A section while it is filled.
struct Section {
    heading: &'static str,
    text: String,
    /// What may still be added, the next sentence last.
    left: Vec<String>,
}

impl Section {
    fn new(heading: &'static str, body: &str) -> Section {
        let mut left = sentences(body);
        left.reverse();
        Section { heading, text: String::new(), left }
    }

    /// The lines that a text takes behind the heading.
    fn lines_of(&self, text: &str) -> usize {
        let behind = if self.heading.is_empty() { 0 } else { self.heading.len() + 2 };
        let lines = text.trim_end().lines().enumerate();
        lines.map(|(n, line)| line.chars().count() + if n == 0 { behind } else { 0 }).map(|n| n.div_ceil(WIDTH)).sum()
    }

    /// Takes one sentence more, if there are so many lines for all of the section.
    fn take(&mut self, lines: usize) -> bool {
        let Some(next) = self.left.last() else { return false };
        let text = format!("{}{next}", self.text);
        if self.lines_of(&text) > lines {
            return false;
        }
        self.text = text;
        self.left.pop();
        true
    }
}

/// The sentences of a section with the blanks behind them; what leads up to a list, and the name of a piece, are joined to what follows.
fn sentences(body: &str) -> Vec<String> {
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let mut found = Vec::new();
    let mut lead = String::new();
    for (n, line) in lines.iter().enumerate() {
        let listed = |line: &&str| line.starts_with("- ");
        let leads = line.trim_end().ends_with(':') || !listed(line) && lines.get(n + 1).is_some_and(listed);
        if leads && n + 1 < lines.len() {
            lead.push_str(line);
            continue;
        }
        found.extend(line.split_inclusive(". ").map(|sentence| std::mem::take(&mut lead) + sentence));
    }
    found
}

/// What stands under a heading. Of a list of one, what leads up to it goes without saying, and so does that White begins.
fn body(english: &str, heading: &str) -> Option<String> {
    let mut sections = english.split("\n\n").map(|part| part.trim().split_once('\n').unwrap_or((part, "")));
    let (_, body) = sections.find(|(first, body)| *first == heading && !body.is_empty())?;
    let lines: Vec<&str> = body.lines().collect();
    let one = lines.iter().filter(|line| line.starts_with("- ")).count() == 1;
    let kept = lines.into_iter().filter(|line| !(one && line.ends_with(':')));
    let kept: Vec<&str> = kept.map(|line| if one { line.trim_start_matches("- ") } else { line }).collect();
    let kept = kept.join("\n");
    let kept = if heading == "Players" { kept.trim_start_matches(USUAL).trim_start() } else { &kept };
    (!kept.is_empty()).then(|| kept.to_owned())
}

/// The rules in [`LINES`] lines: whole sentences, first of what the players do, how it ends and how it starts.
pub(super) fn gist(english: &str) -> Gist {
    let found = SHOWN.iter().filter_map(|&heading| Some(Section::new(heading, &body(english, heading)?)));
    let mut sections: Vec<Section> = found.collect();
    if sections.is_empty() {
        sections.push(Section::new("", english.trim()));
    }
    for (round, sharing) in SHARING.into_iter().enumerate() {
        let mut growing: Vec<usize> =
            sharing.iter().filter_map(|heading| sections.iter().position(|s| s.heading == *heading)).collect();
        while !growing.is_empty() {
            growing.retain(|&i| {
                let taken: usize = sections.iter().map(|s| s.lines_of(&s.text)).sum();
                let section = &mut sections[i];
                let goes_on = round > 0 || section.heading != PICTURED;
                section.take(LINES - taken + section.lines_of(&section.text)) && goes_on
            });
        }
    }
    let cut = sections.iter().any(|section| !section.left.is_empty());
    let shown = sections.into_iter().filter(|section| !section.text.is_empty());
    let told = |section: Section| {
        let more = if section.left.is_empty() { "" } else { " …" };
        (section.heading, format!("{}{more}", section.text.trim_end()))
    };
    Gist { sections: shown.map(told).collect(), cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that a gist takes on a page.
    fn lines(gist: &Gist) -> usize {
        gist.sections.iter().map(|(heading, text)| Section::new(heading, "").lines_of(text)).sum()
    }

    #[test]
    fn the_gist_is_how_it_starts_what_players_do_and_how_it_ends() {
        let english = "G\n\nPlayers\nWhite moves first.\n\nBoard\nThe board is square.\n\nStart\nEach player starts with two stones.\n\nPlay\nOn a turn a player makes this move:\n- Place a stone. Then flip.\nNobody passes.\n\nEnd\nA player wins by four.\nOr so.\n";
        let expected = [
            ("Board", "The board is square."),
            ("Start", "Each player starts with two stones."),
            ("Play", "Place a stone. Then flip.\nNobody passes."),
            ("End", "A player wins by four.\nOr so."),
        ];
        let expected = expected.map(|(heading, text)| (heading, text.to_string())).to_vec();
        assert_eq!(gist(english), Gist { sections: expected, cut: false });
        let two = gist(&english.replace("Nobody", "- Nobody"));
        assert_eq!(
            two.sections[2].1,
            "On a turn a player makes this move:\n- Place a stone. Then flip.\n- Nobody passes."
        );
        assert_eq!(gist("In short: play.").sections, [("", "In short: play.".to_string())]);
        let south = gist(&english.replace("first.", "first. White plays north, Black south."));
        assert_eq!(south.sections[0], ("Players", "White plays north, Black south.".to_string()));
    }

    #[test]
    fn eight_lines_are_filled_and_start_play_and_end_are_among_them() {
        let many = |sentence: &str| [sentence; 12].join("\n");
        let english = format!(
            "G\n\nBoard\n{}\n\nStart\n{}\n\nTerms\n{}\n\nPlay\nOn a turn:\nMan.\n{}\n\nEnd\n{}\n",
            many("A board."),
            many("A stone starts here."),
            many("A term."),
            many("- Move a man."),
            many("A player wins so.")
        );
        let short = gist(&english);
        assert!(short.cut);
        assert_eq!(lines(&short), LINES);
        let headings: Vec<&str> = short.sections.iter().map(|(heading, _)| *heading).collect();
        assert_eq!(headings, ["Board", "Start", "Play", "End"]);
        let play = &short.sections[2].1;
        assert!(play.starts_with("On a turn:\nMan.\n- Move a man.") && play.ends_with(" …"), "{play}");
    }

    #[test]
    fn of_the_board_a_sentence_is_enough() {
        let english = "G\n\nBoard\nA 6 by 5 board of square cells, adjacent orthogonally. Cells alternate in colour; A1 is dark.\n\n\
                       Start\nWhite starts with stones on the light cells.\nBlack starts with stones on the dark cells.\n\nPlay\n\
                       - Move a stone onto an enemy piece, capturing it, provided that the target is adjacent.\n\nEnd\n\
                       A player wins with five or more in a row.\nA player who cannot move loses.\nLosing comes before winning.\n";
        let short = gist(english);
        assert_eq!(short.sections[0].1, "A 6 by 5 board of square cells, adjacent orthogonally. …");
        assert!(
            short.sections[1].1.ends_with("dark cells.") && short.sections[3].1.ends_with("before winning."),
            "{short:?}"
        );
        assert!(short.cut && lines(&short) <= LINES);
    }

    #[test]
    fn what_is_too_long_is_cut_after_a_sentence() {
        let sentence = "A sentence of so many words that two of them are more than a line of eighty. ";
        let short = gist(&sentence.repeat(20));
        assert!(short.cut && lines(&short) <= LINES);
        assert!(short.sections[0].1.ends_with("of eighty. …"), "{short:?}");
        assert!(!gist("Here it ends.").cut);
        // A sentence that does not fit leaves the others their lines.
        let endless = format!("G\n\nPlay\n{}\n\nEnd\nA player wins.\n", "word ".repeat(300));
        assert_eq!(gist(&endless), Gist { sections: vec![("End", "A player wins.".into())], cut: true });
    }
}
