//! The exports of the WebAssembly module. A page writes a request in UTF-8 at `request(length)`, calls `ask()`, and reads
//! the answer, as long as the number returned, at `answer()`.
//!
//! The two buffers are the only memory shared; the module runs on one thread.
#![allow(unsafe_code, reason = "exports need fixed names, which the compiler cannot see to be unique")]

use super::Desk;
use std::cell::RefCell;

/// What a buffer may keep between requests.
const KEPT: usize = 1 << 20;
/// The longest request in bytes: rules of the greatest size, escaped.
const MAX_REQUEST: usize = 8 << 20;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where to write a request of so many bytes; null if it is too long.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    if length > MAX_REQUEST {
        return std::ptr::null_mut();
    }
    REQUEST.with_borrow_mut(|bytes| {
        bytes.clear();
        bytes.shrink_to(KEPT);
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Meets the request; the answer's length in bytes.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    let request = REQUEST.with_borrow(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let answer = DESK.with_borrow_mut(|desk| desk.ask(&request));
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// Where the answer stands, until the next call.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
