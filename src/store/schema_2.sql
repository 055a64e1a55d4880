-- Format 2: where every element of a game comes from, which of them do nothing, and how the game behaves.

-- The origin of every node of the rules in pre-order, separated by blanks: t7 and d7 are node 7 of the template and of the donor,
-- m0 is the first mutation of the log, r is repair. Empty for seed games.
ALTER TABLE stored_game ADD COLUMN lineage TEXT NOT NULL DEFAULT '';

-- The cell of behaviour: board, goal, length and branching, separated by slashes. Empty for games that were not measured.
ALTER TABLE stored_game ADD COLUMN niche TEXT NOT NULL DEFAULT '';

-- The nodes, numbered in pre-order from 0, without which the game is the same: JSON, an array of numbers. NULL where nobody asked.
ALTER TABLE stored_candidate ADD COLUMN vestigial TEXT;

DROP VIEW game;
CREATE VIEW game AS
SELECT g.name AS game, g.id, g.child, g.fate, g.step, g.reason, g.generation,
       p.name AS parent_1, q.name AS parent_2, g.parent_1_distance, g.parent_2_distance,
       n.name AS nearest, g.nearest_distance,
       coalesce(c.score, g.score) AS score, coalesce(c.score_low, g.score_low) AS score_low,
       coalesce(c.score_high, g.score_high) AS score_high, coalesce(c.viable, g.viable) AS viable,
       coalesce(c.viability_reasons, g.viability_reasons) AS viability_reasons,
       c.game IS NOT NULL AS candidate, g.guard_fired OR coalesce(c.guard_fired, 0) AS guard_fired,
       printf('%016llx', g.fingerprint) AS fingerprint, g.log, g.text, g.niche, g.lineage, c.vestigial
FROM stored_game g
LEFT JOIN stored_game p ON p.id = g.parent_1
LEFT JOIN stored_game q ON q.id = g.parent_2
LEFT JOIN stored_game n ON n.id = g.nearest
LEFT JOIN stored_candidate c ON c.game = g.id;
