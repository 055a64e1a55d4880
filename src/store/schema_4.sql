-- Format 4: surveys. Who answers, which pairs of games each was shown, and what was answered.

CREATE TABLE stored_subject (
    code TEXT PRIMARY KEY,              -- stands for a name, which is not kept
    seed INTEGER NOT NULL,              -- 64 bits, as a signed number
    date TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The pairs that a subject was shown, in order; the first game stood on the left.
CREATE TABLE stored_pair (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL REFERENCES stored_subject (code),
    number INTEGER NOT NULL CHECK (number > 0),
    left_game INTEGER NOT NULL REFERENCES stored_game (id),
    right_game INTEGER NOT NULL REFERENCES stored_game (id),
    UNIQUE (subject, number),
    CHECK (left_game <> right_game)
) STRICT;

-- What belongs to an answer that a survey collected; NULL for answers from elsewhere.
ALTER TABLE stored_comparison ADD COLUMN pair INTEGER REFERENCES stored_pair (id);
ALTER TABLE stored_comparison ADD COLUMN left_moves INTEGER;
ALTER TABLE stored_comparison ADD COLUMN right_moves INTEGER;
ALTER TABLE stored_comparison ADD COLUMN seconds REAL;
ALTER TABLE stored_comparison ADD COLUMN reason TEXT;
CREATE UNIQUE INDEX stored_comparison_pair ON stored_comparison (pair);

DROP VIEW comparison;
CREATE VIEW comparison AS
SELECT c.subject, p.name AS preferred, o.name AS other, c.draw, c.date, s.number, l.name AS shown_left, r.name AS shown_right,
       c.left_moves, c.right_moves, c.seconds, c.reason
FROM stored_comparison c JOIN stored_game p ON p.id = c.preferred JOIN stored_game o ON o.id = c.other
LEFT JOIN stored_pair s ON s.id = c.pair LEFT JOIN stored_game l ON l.id = s.left_game
LEFT JOIN stored_game r ON r.id = s.right_game;
