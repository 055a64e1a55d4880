-- Format 5: last rounds. What the best candidates were measured to be with more work, heat by heat.

CREATE TABLE stored_remeasured (
    game INTEGER NOT NULL REFERENCES stored_game (id),
    heat INTEGER NOT NULL CHECK (heat > 0),
    times INTEGER NOT NULL CHECK (times > 0),   -- the work as a multiple of that of the run
    judgement TEXT NOT NULL,                    -- JSON
    measurements TEXT NOT NULL,                 -- JSON: [criterion, value, standard error, samples] for each
    milliseconds REAL NOT NULL,                 -- depends on the machine
    PRIMARY KEY (game, heat)
) STRICT, WITHOUT ROWID;

CREATE VIEW remeasured AS
SELECT g.name AS game, r.heat, r.times, json_extract(r.judgement, '$.shelf') AS shelf,
       json_extract(r.judgement, '$.score') AS score, json_extract(r.judgement, '$.doubted') AS doubted
FROM stored_remeasured r JOIN stored_game g ON g.id = r.game;
