// A game as a tree: the moves made, and those tried instead of them.

export class Record {
  // `from` is the position that the game begins with, where it was set up by hand.
  constructor(from = null) {
    this.from = from;
    this.root = { m: null, parent: null, children: [], ply: 0, mover: null, person: null, chance: null, next: null };
    this.at = this.root;
  }

  // From the start to a node, without the start.
  line(node = this.at) {
    const nodes = [];
    for (let n = node; n.parent; n = n.parent) nodes.unshift(n);
    return nodes;
  }

  // The line shown as the game: to where we are, and on from there as last walked.
  whole() {
    const nodes = this.line();
    for (let n = this.at.next; n; n = n.next) nodes.push(n);
    return nodes;
  }

  moves(node = this.at) {
    return this.line(node).map((n) => n.m);
  }

  // Makes a move; one made here before leads where it led.
  add(m, mover, person) {
    let child = this.at.children.find((n) => n.m === m);
    if (!child) {
      child = { m, parent: this.at, children: [], ply: this.at.ply + 1, mover, person, chance: null, next: null };
      this.at.children.push(child);
    }
    this.walk(child);
  }

  walk(node) {
    this.at = node;
    for (let n = node; n.parent; n = n.parent) n.parent.next = n;
  }
}
