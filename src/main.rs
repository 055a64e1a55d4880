//! The `ludogen` binary: hands the arguments to [`ludogen::cli`].

fn main() {}
