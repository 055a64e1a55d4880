//! Numbers and bytes as files hold them: numbers of variable length in groups of seven bits, bytes after their length.

use std::ops::Range;

/// A number in groups of seven bits, the lowest first.
pub(super) fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Reads a number off the front of `bytes`; `None` if there is none.
pub(super) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut n = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(n);
        }
    }
    None
}

/// Reads the parts of a solution off the front of what is left of it.
pub(super) struct Reader<'a> {
    /// Where `rest` ends among all bytes.
    end: usize,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads what lies in a part of some bytes; none if they are fewer.
    pub fn new(bytes: &'a [u8], part: Range<usize>) -> Option<Self> {
        Some(Self { end: part.end, rest: bytes.get(part)? })
    }

    /// Whether nothing is left.
    pub fn is_at_the_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next number.
    pub fn number(&mut self) -> Option<u64> {
        take(&mut self.rest)
    }

    /// A length of things that take a byte at least each.
    pub fn length(&mut self) -> Option<usize> {
        let n = usize::try_from(self.number()?).ok()?;
        (n <= self.rest.len()).then_some(n)
    }

    /// The next bytes, which follow their length.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = self.length()?;
        let (bytes, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(bytes)
    }

    /// The next text, which follows its length in bytes.
    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    /// Where the next bytes lie, which follow their length.
    pub fn place(&mut self) -> Option<Range<usize>> {
        let length = self.bytes()?.len();
        let end = self.end - self.rest.len();
        Some(end - length..end)
    }
}
