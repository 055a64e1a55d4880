// A position set up by hand: what stands on the board while it is changed, and the tools to change it.
import { element, svg, drawPiece, shapesOf } from './figures.js';
import { texts } from './texts.js';

const PEOPLE = ['first', 'second', 'nobody'];

export class SetUp {
  // `show` draws the page anew, `done` ends the work with what is to be played from, or null.
  constructor(match, show, done) {
    this.match = match;
    this.show = show;
    this.done = done;
    this.tool = null;
    this.state = null;
    const { position } = match;
    match.draft = structuredClone({ ...position, last: [], legal: [], outcome: null });
    this.begun = structuredClone(match.draft);
    this.stacks = position.cells.some((stack) => stack.length > 1);
  }

  get draft() {
    return this.match.draft;
  }

  // A cell is chosen: the piece of the tool is put there, or what is there is taken off.
  cell(c) {
    if (c < 0) return;
    const stack = this.draft.cells[c];
    if (this.tool === null) stack.pop();
    else {
      const [kind, owner] = this.tool;
      const { state, flags } = this.match.game.pieces[kind];
      const top = stack.at(-1);
      const same = top && top[0] === kind && top[1] === owner;
      const piece = [kind, owner, this.state ?? state, flags, null];
      // The same again takes it off, but where pieces stack.
      if (!this.stacks) stack.length = 0;
      if (this.stacks || !same || piece[2] !== top[2]) stack.push(piece);
    }
    this.show();
  }

  // What the engine is asked to set up.
  wanted() {
    const { cells, states, hands, mover } = this.draft;
    // What is not in hand is said, too: what is left out would be as at the start.
    const all = (hand) => this.match.game.pieces.map((_, kind) => hand.find(([k]) => k === kind) ?? [kind, 0]);
    return { cells, states, hands: hands.map(all), mover };
  }

  panel() {
    const { match, draft } = this;
    const { game } = match;
    const shapes = shapesOf(game.pieces);
    const choose = (tool) => () => {
      this.tool = tool;
      this.show();
    };
    const pressed = (tool) => String(JSON.stringify(tool) === JSON.stringify(this.tool));
    const tool = (kind, owner) => {
      const words = owner < 2 ? texts.pieces.of(game.players[owner], game.pieces[kind].name) : game.pieces[kind].name;
      const made = element('button', { type: 'button', class: 'held', 'aria-pressed': pressed([kind, owner]), 'aria-label': words, title: words, 'data-tool': `${kind}-${PEOPLE[owner]}` },
        svg('svg', { viewBox: '-50 -50 100 100', class: 'figure', 'aria-hidden': 'true' }, drawPiece(shapes, kind, owner, 58)));
      made.addEventListener('click', choose([kind, owner]));
      return made;
    };
    const button = (id, words, action, attributes = {}) => {
      const made = element('button', { type: 'button', id, ...attributes }, words);
      made.addEventListener('click', action);
      return made;
    };
    const tools = [0, 1, 2].flatMap((owner) => game.pieces.flatMap((piece, kind) => (piece.owners.includes(owner) ? [tool(kind, owner)] : [])));
    const mover = element('select', { id: 'setup-mover' }, ...game.players.map((name, i) => element('option', { value: i }, name)));
    mover.value = draft.mover;
    mover.addEventListener('change', () => { draft.mover = Number(mover.value); });
    const rows = [
      element('p', {}, texts.setup.about),
      element('div', { class: 'row', role: 'group', 'aria-label': texts.setup.pieces }, ...tools, button('setup-remove', texts.setup.takeOff, choose(null), { 'aria-pressed': pressed(null) })),
      element('div', { class: 'row' }, element('label', {}, `${texts.setup.mover} `, mover), ...this.numbers(),
        button('setup-clear', texts.setup.clear, () => {
          draft.cells = draft.cells.map(() => []);
          draft.states = draft.states.map(() => 0);
          this.show();
        }),
        button('setup-back', texts.setup.back, () => {
          match.draft = structuredClone(this.begun);
          this.show();
        })),
      element('div', { class: 'row' }, button('setup-play', texts.setup.play, () => this.done(this.wanted()), { class: 'main' }), button('setup-cancel', texts.setup.cancel, () => this.done(null))),
    ];
    return rows;
  }

  // The state of the pieces that are put down, and the pieces in hand, where the game has them.
  numbers() {
    const { match, draft } = this;
    const { pieces, players } = match.game;
    const field = (id, words, value, most, action) => {
      const made = element('input', { type: 'number', id, min: 0, max: most, value, class: 'number' });
      made.addEventListener('input', () => {
        const n = Number(made.value);
        if (Number.isInteger(n) && n >= 0 && n <= most) action(n);
      });
      return element('label', {}, `${words} `, made);
    };
    const made = [];
    if (pieces.some((piece) => piece.state > 0)) made.push(field('setup-state', texts.setup.state, this.state ?? '', 99, (n) => { this.state = n; }));
    const limited = (kind) => match.game.position.hands.flat().some(([k, count]) => k === kind && count !== null);
    pieces.forEach((piece, kind) => {
      if (!limited(kind)) return;
      [0, 1].filter((side) => piece.owners.includes(side)).forEach((side) => {
        const held = draft.hands[side].find(([k]) => k === kind);
        made.push(field(`setup-hand-${side}-${kind}`, texts.setup.holds(players[side], piece.name), held ? held[1] : 0, 254, (n) => {
          draft.hands[side] = [...draft.hands[side].filter(([k]) => k !== kind), [kind, n]];
        }));
      });
    });
    return made;
  }
}
