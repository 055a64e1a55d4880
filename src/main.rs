//! The `ludogen` binary: hands the arguments to [`ludogen::cli`].

fn main() -> std::process::ExitCode {
    ludogen::cli::main(std::env::args_os())
}
