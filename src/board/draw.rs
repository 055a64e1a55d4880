//! Pictures of a board: characters for the terminal, SVG for pages and papers.
