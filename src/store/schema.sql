-- Format 1 of a population. The views are what users and other programs may rely on; the stored_ tables are ours to change.

CREATE TABLE stored_run (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seed TEXT NOT NULL,                 -- 64 bits do not fit a signed number
    recipe TEXT NOT NULL,
    recipe_source TEXT NOT NULL,
    profile TEXT NOT NULL,
    profile_version TEXT NOT NULL,
    program TEXT NOT NULL
) STRICT;

CREATE TABLE stored_criterion (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 0 AND 255),
    name TEXT NOT NULL UNIQUE
) STRICT;

-- The seed games as they were given, so that a run interrupted before they were measured needs no folder to go on.
CREATE TABLE stored_seed (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE stored_game (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    child INTEGER UNIQUE CHECK (child > 0),
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    fingerprint INTEGER NOT NULL,       -- 64 bits, as a signed number
    parent_1 INTEGER REFERENCES stored_game (id) CHECK (parent_1 < id),
    parent_2 INTEGER REFERENCES stored_game (id) CHECK (parent_2 < id),
    generation INTEGER NOT NULL CHECK (generation >= 0),
    fate TEXT NOT NULL CHECK (fate IN ('seed', 'admitted', 'rejected')),
    step TEXT CHECK ((step IS NOT NULL) = (fate = 'rejected')),
    reason TEXT NOT NULL,
    log TEXT NOT NULL,                  -- JSON, an array of lines
    parent_1_distance REAL,
    parent_2_distance REAL,
    nearest INTEGER REFERENCES stored_game (id),
    nearest_distance REAL,
    score REAL,
    score_low REAL,
    score_high REAL,
    viable INTEGER CHECK (viable IN (0, 1)),
    viability_reasons TEXT NOT NULL,    -- JSON, an array of lines
    guard_fired INTEGER NOT NULL CHECK (guard_fired IN (0, 1)),
    CHECK (fate = 'rejected' OR score IS NOT NULL)
) STRICT;

CREATE TABLE stored_candidate (
    game INTEGER PRIMARY KEY REFERENCES stored_game (id),
    score REAL NOT NULL,
    score_low REAL NOT NULL,
    score_high REAL NOT NULL,
    viable INTEGER NOT NULL CHECK (viable IN (0, 1)),
    viability_reasons TEXT NOT NULL,
    guard_fired INTEGER NOT NULL CHECK (guard_fired IN (0, 1))
) STRICT;

-- stage 0: as every child; stage 1: the closer look at a candidate.
CREATE TABLE stored_measurement (
    game INTEGER NOT NULL REFERENCES stored_game (id),
    stage INTEGER NOT NULL CHECK (stage IN (0, 1)),
    criterion INTEGER NOT NULL,
    value REAL NOT NULL,
    standard_error REAL NOT NULL,
    samples INTEGER NOT NULL CHECK (samples >= 0),
    PRIMARY KEY (game, stage, criterion)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_trial (
    game INTEGER NOT NULL REFERENCES stored_game (id),
    stage INTEGER NOT NULL CHECK (stage IN (0, 1)),
    number INTEGER NOT NULL,
    seed INTEGER NOT NULL,              -- 64 bits, as a signed number
    first_mover INTEGER NOT NULL CHECK (first_mover IN (0, 1)),
    ending TEXT NOT NULL CHECK (ending IN ('white', 'black', 'draw', 'timeout')),
    moves TEXT NOT NULL,
    leads BLOB NOT NULL,                -- 32-bit floats, little endian
    PRIMARY KEY (game, stage, number)
) STRICT;

CREATE TABLE stored_policy (
    game INTEGER NOT NULL REFERENCES stored_game (id),
    stage INTEGER NOT NULL CHECK (stage IN (0, 1)),
    position INTEGER NOT NULL,
    advisor TEXT NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (game, stage, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_cost (
    game INTEGER NOT NULL REFERENCES stored_game (id),
    stage INTEGER NOT NULL CHECK (stage IN (0, 1)),
    position INTEGER NOT NULL,
    step TEXT NOT NULL,
    nodes INTEGER NOT NULL,
    milliseconds REAL NOT NULL,         -- depends on the machine
    PRIMARY KEY (game, stage, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_verdict (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES stored_game (id),
    flaw TEXT NOT NULL,
    verdict TEXT NOT NULL,
    evidence TEXT NOT NULL,
    budget TEXT NOT NULL
) STRICT;

CREATE TABLE stored_comparison (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    preferred INTEGER NOT NULL REFERENCES stored_game (id),
    other INTEGER NOT NULL REFERENCES stored_game (id),
    draw INTEGER NOT NULL CHECK (draw IN (0, 1)),
    date TEXT
) STRICT;

CREATE TABLE stored_ranking (
    source TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES stored_game (id),
    rank REAL NOT NULL,
    strength REAL NOT NULL,
    low REAL NOT NULL,
    high REAL NOT NULL,
    PRIMARY KEY (source, game)
) STRICT, WITHOUT ROWID;

CREATE VIEW run AS
SELECT seed, recipe, recipe_source, profile, profile_version, program,
       (SELECT count(*) FROM stored_seed) AS seed_games,
       (SELECT count(*) FROM stored_game WHERE child IS NOT NULL) AS children
FROM stored_run;

CREATE VIEW game AS
SELECT g.name AS game, g.id, g.child, g.fate, g.step, g.reason, g.generation,
       p.name AS parent_1, q.name AS parent_2, g.parent_1_distance, g.parent_2_distance,
       n.name AS nearest, g.nearest_distance,
       coalesce(c.score, g.score) AS score, coalesce(c.score_low, g.score_low) AS score_low,
       coalesce(c.score_high, g.score_high) AS score_high, coalesce(c.viable, g.viable) AS viable,
       coalesce(c.viability_reasons, g.viability_reasons) AS viability_reasons,
       c.game IS NOT NULL AS candidate, g.guard_fired OR coalesce(c.guard_fired, 0) AS guard_fired,
       printf('%016llx', g.fingerprint) AS fingerprint, g.log, g.text
FROM stored_game g
LEFT JOIN stored_game p ON p.id = g.parent_1
LEFT JOIN stored_game q ON q.id = g.parent_2
LEFT JOIN stored_game n ON n.id = g.nearest
LEFT JOIN stored_candidate c ON c.game = g.id;

CREATE VIEW measurement AS
SELECT g.name AS game, iif(m.stage, 'candidate', 'child') AS stage, c.name AS criterion, m.value, m.standard_error, m.samples
FROM stored_measurement m JOIN stored_game g ON g.id = m.game JOIN stored_criterion c ON c.number = m.criterion;

CREATE VIEW trial AS
SELECT g.name AS game, iif(t.stage, 'candidate', 'child') AS stage, t.number, printf('%016llx', t.seed) AS seed,
       iif(t.first_mover, 'black', 'white') AS first_mover, t.ending, t.moves, t.leads
FROM stored_trial t JOIN stored_game g ON g.id = t.game;

CREATE VIEW policy AS
SELECT g.name AS game, iif(p.stage, 'candidate', 'child') AS stage, p.advisor, p.weight
FROM stored_policy p JOIN stored_game g ON g.id = p.game;

CREATE VIEW cost AS
SELECT g.name AS game, iif(c.stage, 'candidate', 'child') AS stage, c.step, c.nodes, c.milliseconds
FROM stored_cost c JOIN stored_game g ON g.id = c.game;

CREATE VIEW verdict AS
SELECT g.name AS game, v.flaw, v.verdict, v.evidence, v.budget
FROM stored_verdict v JOIN stored_game g ON g.id = v.game;

CREATE VIEW comparison AS
SELECT c.subject, p.name AS preferred, o.name AS other, c.draw, c.date
FROM stored_comparison c JOIN stored_game p ON p.id = c.preferred JOIN stored_game o ON o.id = c.other;

CREATE VIEW ranking AS
SELECT r.source, g.name AS game, r.rank, r.strength, r.low, r.high
FROM stored_ranking r JOIN stored_game g ON g.id = r.game;
