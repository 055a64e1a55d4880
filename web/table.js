// A game on a page: what is around the board, and what buttons and keys do.
import { BoardView } from './board.js';
import { Engine, base64 } from './engine.js';
import { Match, PERFECT, SEATS } from './play.js';
import { choices, hands, moveList, values, prose, curve } from './panels.js';
import { SetUp } from './setup.js';
import { element } from './figures.js';
import { texts } from './texts.js';

// The name, the moves and the position they begin with, in the fragment of an address; nothing where it cannot be read.
const linked = (fragment) => {
  try {
    const [name, moves, from] = fragment.split('/').map(decodeURIComponent);
    return [name, moves ? moves.split(',') : [], from ? JSON.parse(from) : null];
  } catch {
    return ['', [], null];
  }
};

// What is known of a game besides its rules, as a match knows it.
const known = async ({ trials = [], solution = null }) => ({
  // A shared page has the moves alone. Here the first player begins, which in trials the other may do.
  trials: trials.map((trial) => (Array.isArray(trial) ? { moves: trial, leads: [] } : trial)).filter((trial) => !trial.first),
  solution: typeof solution === 'string' ? base64(await Engine.unpack(solution)) : solution && base64(solution),
});

// Waits until what was drawn can be seen; not for ever, as nothing is painted in a page that is not looked at.
export const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 500);
});

// Games in an element of the page; the first is shown first, unless the address names another. A game is its name, its rules, what is known of it
// besides (or a promise of that, as `more`), and as `opening` what the engine says of its rules, where that is known already.
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
    for (const id of ['title', 'aim', 'board', 'status', 'expects', 'why', 'choice', 'hands', 'moves', 'values', 'curve', 'rules', 'puzzle', 'setup']) {
      this.at[id] = element(id === 'title' ? 'h1' : 'div', { id });
    }
    this.at.status.setAttribute('role', 'status');
    this.at.why.setAttribute('role', 'status');
    this.at.choice.setAttribute('role', 'group');
    this.at.choice.setAttribute('aria-label', texts.table.choice);
    this.seats = [0, 1].map((side) => pick(`seat-${side}`, SEATS.map((seat) => seat.name), match.seats[side], (seat) => this.sit(side, seat)));
    this.names = [element('span'), element('span')];
    this.list = pick('games-list', this.games.map((game) => game.name), 0, (i) => this.open(i));
    this.buttons = {
      undo: button('undo', texts.table.undo, () => match.undo(), texts.table.undoHint),
      redo: button('redo', texts.table.redo, () => match.redo(), texts.table.redoHint),
      fresh: button('new', texts.table.fresh, () => match.begin()),
      stop: button('stop', texts.table.stop, () => match.stop()),
      go: button('go', texts.table.go, () => match.go()),
      setup: button('set-up', texts.table.setUp, () => this.setUp(), texts.table.setUpHint),
      turn: button('turn', texts.table.turn, () => { this.board.turn(); this.show(); }),
    };
    this.analysing = element('input', { type: 'checkbox', id: 'analyse' });
    this.analysing.addEventListener('change', () => match.setAnalysing(this.analysing.checked));
    const budgets = [2000, 20000, 200000, 2000000];
    const budget = pick('budget', budgets.map(texts.seats.nodes), budgets.indexOf(match.budget), (i) => {
      match.budget = budgets[i];
      match.setAnalysing(match.analysing);
    });
    budget.setAttribute('aria-label', texts.table.budget);
    const typed = element('input', { id: 'typed', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', placeholder: texts.table.example });
    const form = element('form', { id: 'type' }, element('label', { for: 'typed' }, `${texts.table.typed} `), typed, element('button', {}, texts.table.type));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.type(typed);
    });
    const seat = (side) => element('label', { class: 'seat' }, this.names[side], this.seats[side]);
    this.link = element('a', { id: 'link', href: '#' }, texts.table.link);
    const { puzzles } = match;
    this.puzzle = {
      next: button('puzzle-next', texts.puzzles.find, () => puzzles.next()),
      answer: button('puzzle-answer', texts.puzzles.answer, () => puzzles.answer()),
      stop: button('puzzle-stop', texts.puzzles.stop, () => puzzles.stop()),
    };
    this.at.puzzle.setAttribute('role', 'status');
    this.at.setup.setAttribute('role', 'group');
    this.at.setup.setAttribute('aria-label', texts.setup.name);
    const { undo, redo, fresh, stop, go, turn, setup } = this.buttons;
    const head = element('header', {}, this.at.title, this.games.length > 1 ? element('label', {}, `${texts.table.games} `, this.list) : '');
    const table = element('section', { id: 'table', 'aria-label': texts.table.board }, this.at.status, this.at.board, this.at.setup, this.at.choice, this.at.hands, this.at.why);
    const side = element(
      'section', { id: 'side', 'aria-label': texts.table.game },
      element('div', { class: 'row' }, seat(0), seat(1)),
      element('div', { class: 'row' }, undo, redo, fresh, turn, setup, element('span', { class: 'slot' }, go, stop)), this.at.expects, form,
      element('details', { open: '' }, element('summary', {}, texts.table.moves), this.at.moves, this.link, this.at.curve),
      element('details', { open: '' }, element('summary', {}, texts.table.analysis),
        element('div', { class: 'row' }, element('label', {}, this.analysing, ` ${texts.table.values}`), budget), this.at.values),
      element('details', { id: 'puzzles' }, element('summary', {}, texts.puzzles.title),
        element('p', { class: 'faint' }, texts.puzzles.about),
        element('div', { class: 'row' }, ...Object.values(this.puzzle)), this.at.puzzle),
    );
    const rules = element('section', { id: 'book', 'aria-label': texts.table.rules }, this.at.rules);
    this.host.replaceChildren(head, element('div', { id: 'columns' }, table, side, rules));
    document.addEventListener('keydown', (event) => this.key(event));
  }

  // Opens what the address says: game.html#Hex shows Hex, game.html#Hex/c3,d4 that after two moves.
  async first() {
    const [name, moves, from] = linked(location.hash.slice(1));
    const i = Math.max(0, this.games.findIndex((game) => game.name === name));
    this.list.value = i;
    await this.open(i);
    if (!this.board || (moves.length === 0 && !from)) return;
    const refused = (from && await this.match.place(from)) ?? await this.match.follow(moves);
    if (refused) this.tell(refused);
  }

  async open(i) {
    const game = this.games[i];
    const { name, rules, opening = null } = game;
    this.drafting = null;
    const answer = await this.match.open(rules, opening);
    if (!answer) return;
    const { title, rules: book } = this.at;
    if (answer.error) {
      title.textContent = name;
      book.replaceChildren(element('pre', { class: 'error' }, answer.rendered ?? answer.error));
      return;
    }
    document.title = texts.document.title(answer.name);
    title.textContent = answer.name.replaceAll('-', ' ');
    book.replaceChildren(...prose(answer.english, answer, (about) => this.light(about)));
    this.lit = null;
    this.board?.end();
    this.board = new BoardView(this.at.board, answer, (c, how) => this.cell(c, how), (c) => (this.drafting ? [] : this.match.targets(c)));
    [0, 1].forEach((side) => { this.names[side].textContent = `${answer.players[side]} `; });
    this.seatPerfect();
    this.show();
    // The board does not wait for what else is known of its game.
    const more = await known({ ...game, ...(await game.more) });
    if (this.match.game !== answer || (!more.solution && !more.trials.length)) return;
    this.match.know(more);
    this.seatPerfect();
  }

  // Whoever knows the solution plays perfectly; else nobody does.
  seatPerfect() {
    this.seats.forEach((seat, side) => {
      seat.options[PERFECT].hidden = !this.match.solved;
      seat.options[PERFECT].disabled = !this.match.solved;
      seat.value = this.match.seats[side];
    });
  }

  sit(side, seat) {
    const { match } = this;
    match.seats[side] = seat;
    match.stop();
    match.go();
  }

  // Lights the moves that a sentence of the rules is about; none for null.
  light(about) {
    this.lit = about;
    this.show();
  }

  // Begins to set up a position, or ends that.
  setUp() {
    const { match } = this;
    match.stop();
    match.select(null);
    this.offer([]);
    this.tell('');
    this.drafting = new SetUp(match, () => this.show(), async (from) => {
      const wrong = from && await match.place(from);
      if (wrong) {
        this.tell(wrong);
        return;
      }
      this.drafting = null;
      match.draft = null;
      if (!from) match.go();
      this.show();
      this.buttons.setup.focus();
    });
    this.show();
    this.at.setup.querySelector('button')?.focus();
  }

  async cell(c, how) {
    if (this.drafting) {
      if (how !== 'drag' && how !== 'drop') this.drafting.cell(c);
      return;
    }
    this.tell('');
    const { among, refused, error } = await this.match.choose(c);
    this.offer(among ?? []);
    if (error) this.tell(error);
    if (refused) this.explain(refused);
  }

  // Moves to choose among.
  offer(moves) {
    this.at.choice.replaceChildren(...choices(this.match, moves, (m) => {
      this.offer([]);
      if (m !== null) this.match.play(m).then(({ error }) => error && this.tell(error));
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
    if (!this.host.isConnected || this.drafting) return;
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
    const { position, record, puzzles } = match;
    this.host.classList.toggle('drafting', Boolean(match.draft));
    if (match.draft && this.drafting) {
      const held = document.activeElement?.id || document.activeElement?.dataset?.tool;
      board.show(match.draft, {}, new Set());
      at.status.textContent = texts.setup.status;
      at.setup.replaceChildren(...this.drafting.panel());
      // What had the focus is another element now.
      [...at.setup.querySelectorAll('button, select, input')].find((one) => (one.id || one.dataset.tool) === held)?.focus();
      return;
    }
    at.setup.replaceChildren();
    if (this.shown !== position) {
      this.shown = position;
      at.choice.replaceChildren();
      at.why.replaceChildren();
    }
    board.show(position, this.marks(), match.persons() ? match.origins() : new Set());
    const { m, mover, person } = record.at;
    const heard = m !== null && SEATS[match.seats[person]].player ? `${match.game.players[mover]}: ${m}. ` : '';
    at.status.textContent = match.thinking ? texts.table.thinking(match.game.players[position.mover]) : heard + position.status;
    at.status.className = position.outcome ? 'over' : '';
    at.expects.textContent = match.expects;
    at.hands.replaceChildren(...hands(match));
    at.moves.replaceChildren(...moveList(match));
    const from = record.from ? `/${encodeURIComponent(JSON.stringify(record.from))}` : '';
    this.link.href = `#${encodeURIComponent(match.game.name)}/${encodeURIComponent(record.moves().join(','))}${from}`;
    this.seats.forEach((seat, side) => { seat.value = match.seats[side]; });
    at.puzzle.textContent = puzzles.said;
    this.puzzle.next.textContent = puzzles.count ? texts.puzzles.next : texts.puzzles.find;
    this.puzzle.next.hidden = puzzles.looking;
    this.puzzle.stop.hidden = !puzzles.looking;
    this.puzzle.answer.hidden = !puzzles.open || record.at.ply !== puzzles.open.moves.length;
    const current = at.moves.querySelector('[aria-current]');
    if (current) at.moves.scrollTop = current.offsetTop - at.moves.offsetTop - at.moves.clientHeight / 2;
    at.curve.replaceChildren(...curve(match));
    at.values.replaceChildren(...values(match));
    this.buttons.undo.disabled = !record.at.parent;
    this.buttons.redo.disabled = !record.at.next;
    this.buttons.stop.hidden = !match.thinking;
    this.buttons.go.hidden = match.thinking || position.outcome || match.persons();
  }

  // The value of a move on the board: exact where it is known, with the plies to the end.
  worth(chance, plies) {
    const { solved } = this.match.analysis;
    if (plies === null && !(solved && [0, 0.5, 1].includes(chance))) return `${Math.round(chance * 100)}`;
    if (chance === 0.5) return texts.analysis.draw;
    const word = chance > 0.5 ? texts.analysis.win : texts.analysis.loss;
    return solved && plies !== null ? `${word} ${plies}` : word;
  }

  // What is marked on the board: what is selected and where it can go, and what moves are worth.
  marks() {
    const { match } = this;
    const { legal } = match.position;
    const marks = {};
    const mark = (c, what) => { marks[c] = { ...marks[c], ...what }; };
    if (this.lit) {
      const told = (l) => this.lit.some(([piece, definition]) => l.piece === piece && l.definition === definition);
      for (const m of legal.filter(told)) {
        if (m.from !== null) mark(m.from, { lit: true });
        if (m.to !== null) mark(m.to, { lit: true });
      }
    }
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
      mark(c, { value: this.worth(chance, plies) });
    }
    return marks;
  }
}
