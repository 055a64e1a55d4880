//! CSV files of users: every error names the file and the line and says what is accepted.

use super::error::RankingError;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// A CSV file with a header.
pub(super) struct CsvTable {
    file: String,
    header: Vec<String>,
    pub rows: Vec<Record>,
}

/// One record.
pub(super) struct Record {
    pub line: u64,
    pub cells: Vec<String>,
}

/// The text of a file, which is named by its last part in messages; `-` is standard input.
pub(super) fn load(path: &Path) -> Result<(String, String), RankingError> {
    let stdin = path == Path::new("-");
    let name = match path.file_name() {
        Some(_) if stdin => "standard input".into(),
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.display().to_string(),
    };
    let mut bytes = Vec::new();
    let read = if stdin {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(|source| RankingError::Read { path: path.into(), source })?;
    let fault = |message: String| RankingError::File { file: name.clone(), message };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(fault(format!("larger than {} MiB", MAX_BYTES >> 20)));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| fault(format!("not a text in UTF-8: byte {} is wrong", e.utf8_error().valid_up_to() + 1)))?;
    Ok((name, text))
}

impl CsvTable {
    /// Reads a table. Rows may have up to `spare` cells more than the header, and must have `least` cells.
    pub fn parse(file: &str, text: &str, least: usize, spare: usize) -> Result<Self, RankingError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
        let mut table = CsvTable { file: file.into(), header: Vec::new(), rows: Vec::new() };
        let header = reader.headers().map_err(|e| table.fault(e.to_string()))?;
        table.header = header.iter().map(str::to_owned).collect();
        if table.header.iter().all(String::is_empty) {
            return Err(table.fault("the file is empty; a header with the names of the columns was expected".into()));
        }
        for (i, name) in table.header.iter().enumerate() {
            if !name.is_empty() && table.header[..i].contains(name) {
                return Err(table.at(1, format!("two columns are called `{name}`")));
            }
        }
        let width = table.header.len();
        for record in reader.records() {
            let record = record.map_err(|e| table.fault(e.to_string()))?;
            let line = record.position().map_or(0, |start| line_of(text, start));
            if record.len() < least.min(width) || record.len() > width + spare {
                return Err(table.at(line, format!("{} cells, but the header has {width}", record.len())));
            }
            table.rows.push(Record { line, cells: record.iter().map(str::to_owned).collect() });
        }
        Ok(table)
    }

    pub fn fault(&self, message: String) -> RankingError {
        RankingError::File { file: self.file.clone(), message }
    }

    pub fn at(&self, line: u64, message: String) -> RankingError {
        RankingError::Line { file: self.file.clone(), line, message }
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    /// The names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// Where the column of that name is.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|h| h == name)
    }

    /// As [`column`](CsvTable::column), for a column that must be there.
    pub fn need(&self, name: &str, accepted: &str) -> Result<usize, RankingError> {
        self.column(name).ok_or_else(|| {
            self.at(1, format!("there is no column `{name}`; a header such as `{accepted}` was expected"))
        })
    }

    /// The name in a cell, which must not be empty.
    pub fn name<'t>(&self, row: &'t Record, column: usize) -> Result<&'t str, RankingError> {
        match row.cells.get(column).map(String::as_str) {
            None | Some("") => Err(self.at(row.line, format!("`{}` is empty", self.header[column]))),
            Some(name) => Ok(name),
        }
    }

    /// The number in a cell; `None` if it is empty.
    pub fn number(&self, row: &Record, column: usize) -> Result<Option<f64>, RankingError> {
        match row.cells.get(column).map(String::as_str) {
            None | Some("") => Ok(None),
            Some(text) => match text.parse::<f64>() {
                // Beyond this, squares and their sums need not be finite.
                Ok(x) if x.abs() <= 1e100 => Ok(Some(x)),
                _ => Err(self.at(row.line, format!("`{}` is `{text}`, not a finite number", self.header[column]))),
            },
        }
    }

    /// The number in a cell that must have one.
    pub fn need_number(&self, row: &Record, column: usize) -> Result<f64, RankingError> {
        self.number(row, column)?
            .ok_or_else(|| self.at(row.line, format!("`{}` is empty; a number was expected", self.header[column])))
    }

    /// Tells whether the names in a column differ from each other.
    pub fn distinct(&self, column: usize) -> Result<(), RankingError> {
        let mut seen: HashMap<&str, u64> = HashMap::new();
        for row in &self.rows {
            let name = self.name(row, column)?;
            if let Some(before) = seen.insert(name, row.line) {
                return Err(self.at(row.line, format!("`{name}` is listed twice, before in line {before}")));
            }
        }
        Ok(())
    }
}

/// The line a record begins in. The reader's position is that of the blank lines before it.
fn line_of(text: &str, start: &csv::Position) -> u64 {
    let rest = text.as_bytes().get(start.byte() as usize..).unwrap_or_default();
    let blank = rest.iter().take_while(|b| matches!(b, b'\n' | b'\r')).filter(|b| **b == b'\n');
    start.line() + blank.count() as u64
}

/// Some names for a message, the rest as a number.
pub(super) fn listed<T: AsRef<str>>(names: &[T]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        CsvTable::parse("t.csv", text, 2, 0).err().expect("a fault").to_string()
    }

    #[test]
    fn faults_name_the_file_and_the_line() {
        assert!(fault("").starts_with("t.csv: the file is empty"));
        assert_eq!(fault("a,a\n"), "t.csv, line 1: two columns are called `a`");
        assert_eq!(fault("a,b\n1,2\n\n1\n"), "t.csv, line 4: 1 cells, but the header has 2");
        let table = CsvTable::parse("t.csv", "\u{feff}game, x\nA,1e400\nB,nan\nA,\n", 2, 0).unwrap();
        assert_eq!(table.need("game", "").unwrap(), 0);
        assert_eq!(
            table.number(&table.rows[0], 1).unwrap_err().to_string(),
            "t.csv, line 2: `x` is `1e400`, not a finite number"
        );
        assert!(table.number(&table.rows[1], 1).is_err());
        assert_eq!(table.number(&table.rows[2], 1).unwrap(), None);
        assert_eq!(table.distinct(0).unwrap_err().to_string(), "t.csv, line 4: `A` is listed twice, before in line 2");
    }
}
