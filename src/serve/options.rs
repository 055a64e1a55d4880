//! What a server is given.

use crate::store::SeedGame;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a server is given.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The population; it need not be there yet.
    pub population: PathBuf,
    /// The known games, which are shown where there is no population and which a new run begins with.
    pub known: Vec<SeedGame>,
    /// The address to listen at. Beyond this machine only with a token.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What a browser must know to be let in; `None` lets everybody in who reaches the address.
    pub token: Option<String>,
    /// A WebAssembly module built before, instead of having cargo build it.
    pub engine: Option<PathBuf>,
    /// Ends the server when it is raised; see [`on_ctrl_c`](crate::evolution::on_ctrl_c).
    pub stop: Arc<AtomicBool>,
}
