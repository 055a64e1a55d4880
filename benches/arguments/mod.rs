//! What a bench is told on its command line.

/// Takes an option and its value out of the arguments.
///
/// # Errors
/// If the value is missing.
pub fn option(arguments: &mut Vec<String>, name: &str) -> Result<Option<String>, &'static str> {
    let Some(place) = arguments.iter().position(|argument| argument == name) else { return Ok(None) };
    let value = arguments.get(place + 1).ok_or("an option lacks its value")?.clone();
    arguments.drain(place..place + 2);
    Ok(Some(value))
}
