-- Format 3: what is thought of a candidate.

-- The shelf it belongs on: candidate, variant, unscored or flawed. NULL where nobody judged.
ALTER TABLE stored_candidate ADD COLUMN shelf TEXT;

-- The score less what the signs against the game take from it. NULL where nobody judged.
ALTER TABLE stored_candidate ADD COLUMN doubted REAL;

-- The whole judgement: JSON, as `ludogen judge --json` prints it. NULL where nobody judged.
ALTER TABLE stored_candidate ADD COLUMN judgement TEXT;

DROP VIEW game;
CREATE VIEW game AS
SELECT g.name AS game, g.id, g.child, g.fate, g.step, g.reason, g.generation,
       p.name AS parent_1, q.name AS parent_2, g.parent_1_distance, g.parent_2_distance,
       n.name AS nearest, g.nearest_distance,
       coalesce(c.score, g.score) AS score, coalesce(c.score_low, g.score_low) AS score_low,
       coalesce(c.score_high, g.score_high) AS score_high, coalesce(c.viable, g.viable) AS viable,
       coalesce(c.viability_reasons, g.viability_reasons) AS viability_reasons,
       c.game IS NOT NULL AS candidate, g.guard_fired OR coalesce(c.guard_fired, 0) AS guard_fired,
       printf('%016llx', g.fingerprint) AS fingerprint, g.log, g.text, g.niche, g.lineage, c.vestigial,
       c.shelf, c.doubted, c.judgement
FROM stored_game g
LEFT JOIN stored_game p ON p.id = g.parent_1
LEFT JOIN stored_game q ON q.id = g.parent_2
LEFT JOIN stored_game n ON n.id = g.nearest
LEFT JOIN stored_candidate c ON c.game = g.id;
