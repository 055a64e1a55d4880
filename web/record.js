// The moves of a game with those taken back, and who plays which side.

export class Record {
  constructor() {
    this.moves = [];
    this.at = 0;
  }

  made() {
    return this.moves.slice(0, this.at);
  }

  add(m) {
    if (this.moves[this.at] !== m) this.moves = [...this.made(), m];
    this.at += 1;
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
  }
}

// Opponents by budget. The weakest plays any move; the others search so many nodes.
export const SEATS = [
  { name: 'Person' },
  { name: 'Random moves', player: 'random', nodes: 1 },
  { name: '50 nodes', player: 'auto', nodes: 50 },
  { name: '500 nodes', player: 'auto', nodes: 500 },
  { name: '5,000 nodes', player: 'auto', nodes: 5000 },
  { name: '50,000 nodes', player: 'auto', nodes: 50000 },
  { name: '500,000 nodes', player: 'auto', nodes: 500000 },
  { name: 'UCT, 5,000 playouts', player: 'uct', nodes: 5000 },
];
