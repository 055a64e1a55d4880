// A game being played: the position, the tree of moves, what is selected, and who plays. It draws nothing.
import { Engine, Thinker } from './engine.js';
import { PuzzleBook } from './puzzles.js';
import { Record } from './record.js';
import { texts } from './texts.js';

// Opponents by budget. The weakest plays any move; the others search so many nodes.
export const SEATS = [
  { name: texts.seats.person },
  { name: texts.seats.random, player: 'random', nodes: 1 },
  { name: texts.seats.nodes(50), player: 'auto', nodes: 50 },
  { name: texts.seats.nodes(500), player: 'auto', nodes: 500 },
  { name: texts.seats.nodes(5000), player: 'auto', nodes: 5000 },
  { name: texts.seats.nodes(50000), player: 'auto', nodes: 50000 },
  { name: texts.seats.nodes(500000), player: 'auto', nodes: 500000 },
  { name: texts.seats.alphaBeta(50000), player: 'alpha-beta', nodes: 50000 },
  { name: texts.seats.uct(5000), player: 'uct', nodes: 5000 },
  { name: texts.seats.perfect, player: 'solution', nodes: 5000 },
];
export const PERFECT = SEATS.length - 1;

export class Match {
  constructor(module, worker, changed) {
    this.engine = new Engine(module, worker);
    this.thinker = new Thinker(module, worker);
    this.changed = changed;
    // By person: who begins as the first player, and the other.
    this.seats = [0, 4];
    this.analysing = false;
    this.budget = 20000;
    this.puzzles = new PuzzleBook(this);
    this.opened = 0;
  }

  // Reads rules and begins; the answer has `error` if they cannot be played. `opening` is that answer where it is known already, so that the game
  // begins before the engine is there. Null if another game was opened meanwhile.
  async open(text, opening = null) {
    this.opened += 1;
    const mine = this.opened;
    const asked = this.engine.ask({ do: 'load', text });
    const answer = opening ?? await asked;
    if (mine !== this.opened) return null;
    if (answer.error) return answer;
    this.text = text;
    this.game = answer;
    this.trials = [];
    this.solved = false;
    this.thinker.begin(text);
    this.puzzles.begin();
    this.restart(answer.position);
    return answer;
  }

  // What turns out to be known of the game besides its rules: its trials, and its solution in base 64.
  know({ trials, solution }) {
    this.trials = trials;
    this.solved = solution !== null;
    if (!this.solved) this.seats = this.seats.map((seat) => (seat === PERFECT ? 4 : seat));
    this.thinker.learn(solution);
    this.puzzles.learn(trials.map((trial) => trial.moves));
    this.changed();
    if (!this.thinking) this.analyse();
  }

  restart(position, from = null) {
    this.record = new Record(from);
    this.seed = 1 + Math.floor(Math.random() * 0x7fffffff);
    this.arrived(position);
    this.go();
  }

  async begin() {
    this.puzzles.leave();
    this.thinker.cancel();
    this.restart(await this.ask({ do: 'go', moves: [] }));
  }

  // Begins from a position set up by hand. Returns what is wrong with it.
  async place(from) {
    this.thinker.cancel();
    const position = await this.ask({ do: 'set-up', from });
    if (position.error) return position.error;
    this.puzzles.leave();
    this.restart(position, from);
    return null;
  }

  // An answer of the engine that holds the position; brings it back where it was lost.
  async ask(request) {
    const answer = await this.engine.ask(request);
    if (!answer.stopped) return answer;
    await this.engine.ask({ do: 'load', text: this.text });
    return this.engine.ask({ do: 'go', moves: this.record.moves(), from: this.record.from });
  }

  arrived(position) {
    this.position = position;
    this.selected = null;
    this.inHand = null;
    this.analysis = null;
    this.thinking = false;
    this.expects = '';
    // While a position is set up by hand: what stands on the board.
    this.draft = null;
  }

  // The seat of the person who plays a side: after a swap each has the other's.
  seat(side) {
    return SEATS[this.seats[this.position.swapped ? 1 - side : side]];
  }

  persons() {
    return !this.draft && !this.position.outcome && !this.seat(this.position.mover).player;
  }

  // Makes a legal move.
  async play(m) {
    const wrong = this.puzzles.refuses(m);
    if (wrong) return { error: wrong };
    this.thinker.cancel();
    const { mover, swapped } = this.position;
    const before = this.record.at;
    const position = await this.ask({ do: 'play', m });
    if (position.error) return position;
    if (this.record.at !== before) return position;
    this.record.add(position.made.at(-1), mover, swapped ? 1 - mover : mover);
    this.arrived(position);
    this.go();
    return position;
  }

  // Makes moves from the start, as a link has them; a machine whose turn it is then waits. Returns what is wrong with them.
  async follow(moves) {
    this.thinker.cancel();
    await this.walk(this.record.root);
    for (const m of moves) {
      const { mover, swapped } = this.position;
      const position = await this.ask({ do: 'play', m });
      if (position.error) {
        this.changed();
        return position.error;
      }
      this.record.add(position.made.at(-1), mover, swapped ? 1 - mover : mover);
      this.arrived(position);
    }
    this.changed();
    this.analyse();
    return null;
  }

  // Goes to a node of the tree. A machine whose turn it is there waits to be asked.
  async walk(node) {
    if (!node || node === this.record.at) return;
    this.thinker.cancel();
    const position = await this.ask({ do: 'go', moves: this.record.moves(node), from: this.record.from });
    if (position.error) return;
    this.record.walk(node);
    this.arrived(position);
    this.changed();
    this.analyse();
  }

  // Back to where a person last had a choice, or by one move where none had.
  undo() {
    let node = this.record.at.parent;
    if (!node) return undefined;
    const machine = (at) => SEATS[this.seats[at.next.person]].player;
    while (node.parent && machine(node)) node = node.parent;
    return this.walk(machine(node) ? this.record.at.parent : node);
  }

  redo() {
    return this.walk(this.record.at.next);
  }

  // Has the machine move if it is its turn, and the values of moves worked out if that is asked for.
  async go() {
    if (this.draft || this.position.outcome || this.persons()) {
      this.changed();
      this.analyse();
      return;
    }
    const { player, nodes } = this.seat(this.position.mover);
    this.thinking = true;
    this.changed();
    const seed = (this.seed + this.record.at.ply) % 0x7fffffff;
    const answer = await this.thinker.think(this.record.moves(), { do: 'choose', player, nodes, seed }, this.record.from);
    if (!answer) return;
    this.thinking = false;
    if (answer.error) {
      this.expects = answer.error;
      this.changed();
      return;
    }
    const { mover } = this.position;
    if (answer.chance !== null) this.record.at.chance = mover === 0 ? answer.chance : 1 - answer.chance;
    await this.play(answer.m);
    const name = this.game.players[mover];
    if (answer.words) this.expects = texts.seats.said(name, answer.words);
    else if (answer.chance !== null) this.expects = texts.seats.expects(name, answer.chance);
    this.changed();
  }

  stop() {
    this.thinker.cancel();
    this.thinking = false;
    this.changed();
  }

  async analyse() {
    if (!this.analysing || this.draft || this.position.outcome || this.thinking || this.puzzles.looking) return;
    const { position } = this;
    const answer = await this.thinker.think(this.record.moves(), { do: 'analyse', nodes: this.budget }, this.record.from);
    if (!answer || this.position !== position) return;
    this.analysis = answer.error ? null : answer;
    if (this.analysis) this.record.at.chance = position.mover === 0 ? answer.chance : 1 - answer.chance;
    this.changed();
  }

  setAnalysing(on) {
    this.analysing = on;
    this.analysis = null;
    if (!on && !this.thinking) this.thinker.cancel();
    this.changed();
    this.analyse();
  }

  // The legal moves that a cell could mean now, and whether it takes one more click to say which.
  movesAt(c) {
    const { legal } = this.position;
    const kind = (m) => this.inHand === null || m.piece === this.inHand;
    if (this.selected !== null) return legal.filter((m) => m.from === this.selected && m.to === c);
    return legal.filter((m) => m.from === null && m.to === c && kind(m));
  }

  // Where a piece could go that is not selected, while none is.
  targets(c) {
    if (!this.persons() || this.selected !== null || this.inHand !== null) return [];
    return [...new Set(this.position.legal.filter((m) => m.from === c && m.to !== null).map((m) => m.to))];
  }

  origins() {
    return new Set(this.position.legal.filter((m) => m.from !== null).map((m) => m.from));
  }

  // A cell is chosen. Returns the moves to choose among, if there are several; plays the only one.
  async choose(c) {
    if (!this.persons()) return { refused: null };
    if (c < 0) return this.select(null);
    const moves = this.movesAt(c);
    if (moves.length === 1) {
      const { error } = await this.play(moves[0].m);
      return { error };
    }
    if (moves.length > 1) return { among: moves };
    if (this.selected === c) return this.select(null);
    if (this.inHand === null && this.origins().has(c)) return this.select(c);
    // A piece that is taken off, or dropped on a cell, whatever is selected.
    const { selected } = this;
    this.selected = null;
    const others = this.movesAt(c);
    this.selected = selected;
    if (others.length === 1) {
      const { error } = await this.play(others[0].m);
      return { error };
    }
    if (others.length > 1) return { among: others };
    return { refused: { from: selected, to: c, piece: this.inHand } };
  }

  select(c) {
    this.selected = c;
    this.inHand = null;
    this.changed();
    return {};
  }

  // The types of piece that can be dropped now.
  droppable() {
    return [...new Set(this.position.legal.filter((m) => m.from === null && m.to !== null && !m.removes).map((m) => m.piece))];
  }

  hold(kind) {
    this.selected = null;
    this.inHand = this.inHand === kind ? null : kind;
    this.changed();
  }

  why(refused) {
    return this.engine.ask({ do: 'why', from: refused.from, to: refused.to });
  }
}
