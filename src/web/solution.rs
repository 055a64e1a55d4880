//! Solutions that come as text.

use crate::language::Tree;
use crate::solver::solution::Saved;

/// The longest solution that a page takes, in bytes.
pub const MAX_SOLUTION: usize = 5 << 20;

/// The solution in some base 64, which is of these rules.
pub(super) fn read(data: &str, tree: &Tree) -> Result<Saved, String> {
    if data.len() / 4 * 3 > MAX_SOLUTION {
        return Err(format!("the solution is larger than {} MiB", MAX_SOLUTION >> 20));
    }
    let bytes = bytes(data).ok_or("the solution is not in base 64")?;
    let saved = Saved::read(&mut bytes.as_slice()).map_err(|e| e.to_string())?;
    if !saved.is_of(tree) {
        return Err("this is the solution of other rules, or of another board".into());
    }
    Ok(saved)
}

/// What some base 64 stands for; `None` if it is none.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    for part in text.chunks(4) {
        let mut number = 0u32;
        for &c in part {
            number = number << 6 | u32::from(digit(c)?);
        }
        match part.len() {
            4 => bytes.extend_from_slice(&number.to_be_bytes()[1..]),
            3 => bytes.extend_from_slice(&(number >> 2).to_be_bytes()[2..]),
            2 => bytes.push((number >> 4) as u8),
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    #[test]
    fn base_64_is_read_as_a_library_writes_it() {
        for length in 0..40u8 {
            let all: Vec<u8> = (0..length).map(|n| n.wrapping_mul(97) ^ 0xa5).collect();
            assert_eq!(bytes(&STANDARD.encode(&all)), Some(all));
        }
        for wrong in ["a", "ab c", "a-_b", "====x"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }
}
