// A game on a page: what is around the board, and what buttons and keys do.
import { BoardView } from './board.js';
import { Match, SEATS } from './play.js';
import { choices, hands, moveList, values, prose, curve } from './panels.js';
import { element } from './figures.js';

// The name and the moves in the fragment of an address; nothing where it cannot be read.
const linked = (fragment) => {
  try {
    const [name, moves] = fragment.split('/').map(decodeURIComponent);
    return [name, moves ? moves.split(',') : []];
  } catch {
    return ['', []];
  }
};

// Games in an element of the page; the first is shown first, unless the address names another.
export class GameTable {
  constructor(host, games, module, worker) {
    this.host = host;
    this.games = games;
    this.match = new Match(module, worker, () => this.show());
    this.build();
  }

  // What stays the same whatever the game.
  build() {
    const button = (id, words, action, hint) => {
      const made = element('button', { type: 'button', id, title: hint ?? null }, words);
      made.addEventListener('click', action);
      return made;
    };
    const pick = (id, names, chosen, action) => {
      const made = element('select', { id }, ...names.map((name, i) => element('option', { value: i }, name)));
      made.value = chosen;
      made.addEventListener('change', () => action(Number(made.value)));
      return made;
    };
    const { match } = this;
    this.at = {};
    for (const id of ['title', 'aim', 'board', 'status', 'expects', 'why', 'choice', 'hands', 'moves', 'values', 'curve', 'rules']) {
      this.at[id] = element(id === 'title' ? 'h1' : 'div', { id });
    }
    this.at.status.setAttribute('role', 'status');
    this.at.why.setAttribute('role', 'status');
    this.at.choice.setAttribute('role', 'group');
    this.at.choice.setAttribute('aria-label', 'Moves to choose among');
    this.seats = [0, 1].map((side) => pick(`seat-${side}`, SEATS.map((seat) => seat.name), match.seats[side], (seat) => this.sit(side, seat)));
    this.names = [element('span'), element('span')];
    this.list = pick('games-list', this.games.map((game) => game.name), 0, (i) => this.open(i));
    this.buttons = {
      undo: button('undo', 'Undo', () => match.undo(), 'Take back (U)'),
      redo: button('redo', 'Redo', () => match.redo(), 'Make again (R)'),
      fresh: button('new', 'New game', () => match.begin()),
      stop: button('stop', 'Stop thinking', () => match.stop()),
      go: button('go', 'Let it move', () => match.go()),
      turn: button('turn', 'Turn board', () => { this.board.turn(); this.show(); }),
    };
    this.analysing = element('input', { type: 'checkbox', id: 'analyse' });
    this.analysing.addEventListener('change', () => match.setAnalysing(this.analysing.checked));
    const budget = pick('budget', ['2,000 nodes', '20,000 nodes', '200,000 nodes', '2,000,000 nodes'], 1, (i) => {
      match.budget = 2000 * 10 ** i;
      match.setAnalysing(match.analysing);
    });
    budget.setAttribute('aria-label', 'Nodes of the analysis');
    const typed = element('input', { id: 'typed', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', placeholder: 'b2 or b2-b3' });
    const form = element('form', { id: 'type' }, element('label', { for: 'typed' }, 'Move '), typed, element('button', {}, 'Play'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.type(typed);
    });
    const seat = (side) => element('label', { class: 'seat' }, this.names[side], this.seats[side]);
    this.link = element('a', { id: 'link', href: '#' }, 'Link to this position');
    const { undo, redo, fresh, stop, go, turn } = this.buttons;
    const head = element('header', {}, this.at.title, this.games.length > 1 ? element('label', {}, 'Game ', this.list) : '');
    const table = element('section', { id: 'table', 'aria-label': 'Board' }, this.at.status, this.at.board, this.at.choice, this.at.hands, this.at.why);
    const side = element(
      'section', { id: 'side', 'aria-label': 'Game' },
      element('div', { class: 'row' }, seat(0), seat(1)),
      element('div', { class: 'row' }, undo, redo, fresh, turn, go, stop), this.at.expects, form,
      element('details', { open: '' }, element('summary', {}, 'Moves'), this.at.moves, this.link, this.at.curve),
      element('details', { open: '' }, element('summary', {}, 'Analysis'),
        element('div', { class: 'row' }, element('label', {}, this.analysing, ' Values of moves'), budget), this.at.values),
    );
    const rules = element('section', { id: 'book', 'aria-label': 'Rules' }, this.at.rules);
    this.host.replaceChildren(head, element('div', { id: 'columns' }, table, side, rules));
    document.addEventListener('keydown', (event) => this.key(event));
  }

  // Opens what the address says: game.html#Hex shows Hex, game.html#Hex/c3,d4 that after two moves.
  async first() {
    const [name, moves] = linked(location.hash.slice(1));
    const i = Math.max(0, this.games.findIndex((game) => game.name === name));
    this.list.value = i;
    await this.open(i);
    if (moves.length === 0 || !this.board) return;
    const refused = await this.match.follow(moves);
    if (refused) this.tell(refused);
  }

  async open(i) {
    const { name, rules } = this.games[i];
    const answer = await this.match.open(rules);
    const { title, rules: book } = this.at;
    if (answer.error) {
      title.textContent = name;
      book.replaceChildren(element('pre', { class: 'error' }, answer.rendered ?? answer.error));
      return;
    }
    document.title = `${answer.name} – ludogen`;
    title.textContent = answer.name.replaceAll('-', ' ');
    book.replaceChildren(...prose(answer.english));
    this.board?.end();
    this.board = new BoardView(this.at.board, answer, (c, how) => this.cell(c, how));
    [0, 1].forEach((side) => { this.names[side].textContent = `${answer.players[side]} `; });
    this.show();
  }

  sit(side, seat) {
    const { match } = this;
    match.seats[side] = seat;
    match.stop();
    match.go();
  }

  async cell(c) {
    this.tell('');
    const { among, refused } = await this.match.choose(c);
    this.offer(among ?? []);
    if (refused) this.explain(refused);
  }

  // Moves to choose among.
  offer(moves) {
    this.at.choice.replaceChildren(...choices(this.match, moves, (m) => {
      this.offer([]);
      if (m !== null) this.match.play(m);
      this.board.focus(this.board.focused, true);
    }));
    this.at.choice.querySelector('button')?.focus();
  }

  async explain(refused) {
    const answer = await this.match.why(refused);
    if (!answer.error) this.tell(answer.why);
  }

  tell(words) {
    this.at.why.replaceChildren(...[words].flat().filter(Boolean).map((line) => element('p', {}, line)));
  }

  async type(field) {
    if (!this.match.persons()) return;
    const answer = await this.match.play(field.value.trim());
    if (answer.error) this.tell(answer.error);
    else {
      this.tell('');
      field.value = '';
    }
  }

  key(event) {
    if (!this.host.isConnected) return;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const { match } = this;
    const inMoves = event.target instanceof Element && event.target.closest('#moves');
    const does = { u: () => match.undo(), r: () => match.redo(), n: () => match.begin() }[event.key]
      ?? (inMoves ? { ArrowLeft: () => match.walk(match.record.at.parent), ArrowRight: () => match.redo() }[event.key] : null);
    if (!does) return;
    event.preventDefault();
    Promise.resolve(does()).then(() => inMoves && this.at.moves.querySelector('[aria-current]')?.focus());
  }

  show() {
    const { match, board, at } = this;
    if (!board || board.game !== match.game) return;
    const { position, record } = match;
    if (this.shown !== position) {
      this.shown = position;
      at.choice.replaceChildren();
      at.why.replaceChildren();
    }
    board.show(position, this.marks(), match.persons() ? match.origins() : new Set());
    const { m, mover, person } = record.at;
    const heard = m !== null && SEATS[match.seats[person]].player ? `${match.game.players[mover]}: ${m}. ` : '';
    at.status.textContent = match.thinking ? `${match.game.players[position.mover]} is thinking.` : heard + position.status;
    at.status.className = position.outcome ? 'over' : '';
    at.expects.textContent = match.expects;
    at.hands.replaceChildren(...hands(match));
    at.moves.replaceChildren(...moveList(match));
    this.link.href = `#${encodeURIComponent(match.game.name)}/${encodeURIComponent(record.moves().join(','))}`;
    const current = at.moves.querySelector('[aria-current]');
    if (current) at.moves.scrollTop = current.offsetTop - at.moves.offsetTop - at.moves.clientHeight / 2;
    at.curve.replaceChildren(...curve(match));
    at.values.replaceChildren(...values(match));
    this.buttons.undo.disabled = !record.at.parent;
    this.buttons.redo.disabled = !record.at.next;
    this.buttons.stop.hidden = !match.thinking;
    this.buttons.go.hidden = match.thinking || position.outcome || match.persons();
  }

  // What is marked on the board: what is selected and where it can go, and what moves are worth.
  marks() {
    const { match } = this;
    const { legal } = match.position;
    const marks = {};
    const mark = (c, what) => { marks[c] = { ...marks[c], ...what }; };
    if (match.persons()) {
      const kind = (m) => match.inHand === null || m.piece === match.inHand;
      if (match.selected !== null) mark(match.selected, { selected: true });
      for (const m of legal) {
        const from = match.selected !== null ? m.from === match.selected : m.from === null && kind(m);
        if (from && m.to !== null) mark(m.to, { target: true });
        if (m.from !== null && match.selected === null && match.inHand === null) mark(m.from, { origin: true });
      }
    }
    const shown = new Map();
    for (const { m, chance, plies } of match.analysis?.moves ?? []) {
      const move = legal.find((l) => l.m === m);
      const c = !move ? null : move.from === null || move.from === match.selected ? move.to : match.selected === null ? move.from : null;
      if (c === null || (shown.get(c) ?? -1) >= chance) continue;
      shown.set(c, chance);
      mark(c, { value: plies === null ? `${Math.round(chance * 100)}` : chance > 0.5 ? 'win' : 'loss' });
    }
    return marks;
  }
}
