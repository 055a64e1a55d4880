// Puzzles of a game: positions with one right move, looked for in games that were played, and then in games that the engine plays for it.
import { texts } from './texts.js';

// The nodes of each search, and how many games the engine plays before it gives up.
const NODES = 8000;
const GAMES = 24;

export class PuzzleBook {
  constructor(match) {
    this.match = match;
    this.begin();
  }

  // Games in which to look, as moves.
  learn(lines) {
    this.lines = lines.filter((line) => line.length > 2);
  }

  begin() {
    this.lines = [];
    this.line = 0;
    this.after = 0;
    this.seed = 1;
    this.count = 0;
    this.looking = false;
    this.open = null;
    this.said = '';
  }

  leave() {
    this.open = null;
    this.looking = false;
    this.said = '';
  }

  // Looks for the next and shows it.
  async next() {
    const { match } = this;
    this.leave();
    match.setAnalysing(false);
    this.looking = true;
    const games = this.lines.length - this.line + GAMES;
    for (let tries = 0; tries < games && this.looking; tries += 1) {
      const told = this.line < this.lines.length;
      this.said = told ? texts.puzzles.looking(this.line + 1, this.lines.length) : texts.puzzles.lookingOwn(tries + 1, games);
      match.changed();
      const request = { do: 'puzzle', nodes: NODES, seed: this.seed, moves: told ? this.lines[this.line] : this.own ?? [], after: this.after };
      const answer = await match.thinker.think([], request);
      // Something else was asked of the engine meanwhile.
      if (!answer || !this.looking) return this.end('');
      if (answer.found) {
        this.after = answer.found.moves.length + 1;
        if (!told) this.own = answer.found.game;
        return this.show(answer.found);
      }
      this.after = 0;
      this.own = null;
      if (told) this.line += 1;
      else this.seed += 1;
    }
    return this.end(texts.puzzles.none);
  }

  end(words) {
    this.looking = false;
    this.said = words;
    this.match.changed();
  }

  stop() {
    this.match.thinker.cancel();
    this.end('');
  }

  async show(found) {
    const { match } = this;
    this.looking = false;
    this.count += 1;
    // The one whose turn it is is a person, who plays on against the machine.
    match.seats = found.mover === 0 ? [0, 4] : [4, 0];
    match.restart(await match.ask({ do: 'go', moves: [] }));
    const wrong = await match.follow(found.moves);
    if (wrong) return this.end(wrong);
    // A side that changed hands is the other person's.
    if (match.position.swapped) match.seats.reverse();
    this.open = found;
    const mover = match.game.players[found.mover];
    this.said = found.plies
      ? texts.puzzles.wins(this.count, mover, found.plies)
      : texts.puzzles.better(this.count, mover, found.gain);
    match.changed();
    return null;
  }

  // What is said of a move that is not the right one; null if it may be made.
  refuses(m) {
    const { match, open } = this;
    if (!open || match.record.at.ply !== open.moves.length) return null;
    if (m !== open.key) return texts.puzzles.wrong(m);
    this.said = open.plies > 1 ? texts.puzzles.rightSoFar(m) : texts.puzzles.right(m);
    this.open = null;
    return null;
  }

  answer() {
    if (this.open) this.match.play(this.open.key);
  }
}
