// The board as SVG: cells, pieces, marks; pointer and keyboard.
import { OWNERS, drawPiece, shapesOf, svg } from './figures.js';
import { texts } from './texts.js';

const UNIT = 100;
// Tilings whose rows are straight, and set off against each other.
const ROWS = ['hex', 'trunc-square'];

export class BoardView {
  // `onCell` is told which cell is chosen, and how; `onLook` which is pointed at or has the focus, or null.
  constructor(host, game, onCell, onLook = () => []) {
    this.onLook = onLook;
    this.host = host;
    this.game = game;
    this.onCell = onCell;
    this.shapes = shapesOf(game.pieces);
    this.focused = 0;
    this.hinted = [];
    this.side = 1;
    this.movers = new Set();
    this.rings = this.ringed();
    this.draw(this.lined());
  }

  cells() {
    return this.game.board.cells;
  }

  // Levels of 3 by 3 with an immovable hub in the middle of each are rings, one in another.
  ringed() {
    const { board, pieces } = this.game;
    return board.tiling === 'square' && board.cells.length === 9 * board.levels
      && pieces.some((piece) => piece.name === 'Hub' && piece.moves.length === 0);
  }

  // Whether pieces stand on crossings by custom: large uncoloured square boards with one type of piece, which never moves.
  played() {
    const { board, pieces } = this.game;
    return board.tiling === 'square' && !board.coloured && board.levels === 1 && pieces.length === 1 && pieces[0].stays
      && board.cells.length >= 81 && board.cells.length === (1 + Math.max(...board.cells.map((c) => c.row))) ** 2;
  }

  // Whether the board is drawn as points and lines: a graph, whose lines the engine knows, or cells that are by custom.
  lined() {
    return Boolean(this.game.board.lines) || this.rings || this.played();
  }

  centre(c) {
    const cell = this.cells()[c];
    const scale = this.side * UNIT;
    if (!this.rings) return [cell.centre[0] * scale, -cell.centre[1] * scale];
    const out = this.game.board.levels - cell.level;
    return [(cell.file - 1) * out * scale, -(cell.row - 1) * out * scale];
  }

  outline(c) {
    const [x, y] = this.centre(c);
    const [ox, oy] = this.cells()[c].centre;
    const at = this.cells()[c].outline.map(([px, py]) => [x + (px - ox) * UNIT * this.side, y - (py - oy) * UNIT * this.side]);
    return at.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
  }

  // Pairs of cells joined by a line.
  lines() {
    if (this.game.board.lines) return this.game.board.lines;
    const joined = [];
    const { directions } = this.game.board;
    this.cells().forEach((cell, c) => {
      cell.next.forEach((n, d) => {
        if (n === null || n <= c) return;
        const other = this.cells()[n];
        if (this.rings) {
          const hub = (at) => at.row === 1 && at.file === 1;
          if (hub(cell) || hub(other)) return;
          const flat = cell.level === other.level && (cell.row === other.row || cell.file === other.file);
          const across = (directions[d] === 'u' || directions[d] === 'd') && (this.game.corners || (cell.row + cell.file) % 2 === 1);
          if (flat || across) joined.push([c, n]);
        } else if (cell.row === other.row || cell.file === other.file) joined.push([c, n]);
      });
    });
    return joined;
  }

  // Shows the board from the other side.
  turn() {
    this.side = -this.side;
    this.draw(this.lined());
  }

  // Stops listening.
  end() {
    this.listening?.abort();
  }

  draw(lines) {
    const cells = this.cells();
    const points = cells.flatMap((_, c) => this.outline(c).split(' ').map((p) => p.split(',').map(Number)));
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const edge = 46;
    const [width, height] = [right - left + 2 * edge, bottom - top + 2 * edge];
    const root = svg('svg', {
      viewBox: `${left - edge} ${top - edge} ${width} ${height}`, role: 'group', 'aria-label': texts.board.name(this.game.name), class: lines ? 'lined' : 'celled',
    });
    root.style.aspectRatio = `${width} / ${height}`;
    // No cell is drawn smaller than a fingertip can hit: 24 pixels.
    root.style.minWidth = `${Math.min(900, (width / UNIT) * 25)}px`;
    root.style.maxWidth = `${(width / UNIT) * 110}px`;
    this.ratio = width / height;
    root.style.setProperty('--ratio', this.ratio);
    const ground = svg('g', { 'aria-hidden': 'true' });
    if (lines) {
      ground.append(svg('rect', { x: left, y: top, width: right - left, height: bottom - top, rx: 12, class: 'wood' }));
      for (const [a, b] of this.lines()) {
        const [[x1, y1], [x2, y2]] = [this.centre(a), this.centre(b)];
        ground.append(svg('line', { x1, y1, x2, y2 }));
      }
    }
    root.append(ground);
    this.groups = cells.map((cell, c) => {
      const [x, y] = this.centre(c);
      const phase = this.game.board.coloured ? ` phase-${cell.phase % 3}` : '';
      const shape = svg('polygon', { points: this.outline(c), class: `ground${phase}` });
      const pieces = svg('g', { transform: `translate(${x} ${y})`, class: 'pieces', 'aria-hidden': 'true' });
      const group = svg('g', { role: 'button', tabindex: -1, 'data-cell': cell.label, class: 'cell' }, shape);
      if (lines) group.append(svg('circle', { cx: x, cy: y, r: 7, class: 'point' }));
      group.append(pieces);
      root.append(group);
      return { group, pieces };
    });
    this.captions(root);
    this.root = root;
    this.listen();
    this.host.replaceChildren(root);
  }

  // Files below, rows at the left, where the board has them in straight lines.
  captions(root) {
    const { board } = this.game;
    if (board.tiling !== 'square' || this.rings) return;
    const text = (x, y, words) => root.append(svg('text', { x, y, class: 'caption', 'aria-hidden': 'true' }, words));
    this.cells().forEach((cell, c) => {
      const [x, y] = this.centre(c);
      const place = /^([a-z]+)(\d+)/.exec(cell.label);
      if (cell.row === 0) text(x, y + 72 * this.side, place[1]);
      if (cell.file === 0) text(x - 72 * this.side, y, place[2]);
    });
  }

  listen() {
    const cellOf = (target) => {
      const group = target instanceof Element ? target.closest('[data-cell]') : null;
      return group ? this.groups.findIndex((g) => g.group === group) : -1;
    };
    this.end();
    this.listening = new AbortController();
    const { signal } = this.listening;
    let down = null;
    this.root.addEventListener('pointerdown', (event) => {
      const c = cellOf(event.target);
      down = c < 0 || event.button !== 0 ? null : { c, x: event.clientX, y: event.clientY, dragging: false };
    });
    this.root.addEventListener('pointermove', (event) => {
      if (!down || event.pointerType === 'touch' || !this.movable(down.c)) return;
      down.scale ??= this.root.viewBox.baseVal.width / this.root.getBoundingClientRect().width;
      const { scale } = down;
      const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
      if (!down.dragging && Math.hypot(dx, dy) < 6) return;
      if (!down.dragging) this.onCell(down.c, 'drag');
      down.dragging = true;
      [down.dx, down.dy] = [dx * scale, dy * scale];
      // Once a frame, however often the pointer is told of.
      if (down.drawn) return;
      down.drawn = true;
      const drag = down;
      requestAnimationFrame(() => {
        drag.drawn = false;
        if (down !== drag) return;
        const [x, y] = this.centre(drag.c);
        const { group, pieces } = this.groups[drag.c];
        if (this.root.lastChild !== group) this.root.append(group);
        pieces.setAttribute('transform', `translate(${x + drag.dx} ${y + drag.dy})`);
        pieces.classList.add('dragged');
      });
    });
    const drop = (event) => {
      if (!down) return;
      const { c, dragging } = down;
      down = null;
      if (!dragging) return;
      const { pieces } = this.groups[c];
      const [x, y] = this.centre(c);
      pieces.setAttribute('transform', `translate(${x} ${y})`);
      const to = event.type === 'pointerup' ? cellOf(document.elementFromPoint(event.clientX, event.clientY)) : -1;
      pieces.classList.remove('dragged');
      this.dropped = true;
      setTimeout(() => { this.dropped = false; }, 0);
      if (to >= 0 && to !== c) this.onCell(to, 'drop');
    };
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', drop, { signal });
    this.root.addEventListener('click', (event) => {
      const c = cellOf(event.target);
      if (c < 0 || this.dropped) return;
      this.column = null;
      this.focus(c, false);
      this.onCell(c, 'click');
    });
    this.root.addEventListener('keydown', (event) => {
      const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
      if (ways[event.key]) {
        event.preventDefault();
        const to = this.beside(this.focused, ways[event.key]);
        if (to !== null) this.focus(to, true);
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        this.onCell(this.focused, 'key');
      } else if (event.key === 'Escape') this.onCell(-1, 'key');
    });
    this.root.addEventListener('focusin', (event) => {
      const c = cellOf(event.target);
      if (c >= 0) this.focus(c, false);
      this.hint(c >= 0 ? this.onLook(c) : []);
    });
    this.root.addEventListener('focusout', () => this.hint([]));
    this.root.addEventListener('pointerover', (event) => {
      const c = cellOf(event.target);
      if (event.pointerType === 'mouse' && !down) this.hint(c >= 0 ? this.onLook(c) : []);
    });
    this.root.addEventListener('pointerleave', () => this.hint([]));
  }

  // Marks where the piece that is looked at could go.
  hint(cells) {
    for (const c of this.hinted) this.groups[c].group.classList.remove('hint');
    for (const c of cells) this.groups[c].group.classList.add('hint');
    this.hinted = cells;
  }

  // The nearest cell that way: near, and not far off the direction.
  beside(c, [wx, wy]) {
    if (ROWS.includes(this.game.board.tiling)) return this.row(c, [wx, wy]);
    const [x, y] = this.centre(c);
    let best = null;
    let least = Infinity;
    this.cells().forEach((_, n) => {
      const [nx, ny] = this.centre(n);
      const along = (nx - x) * wx + (ny - y) * wy;
      const across = Math.abs((nx - x) * wy) + Math.abs((ny - y) * wx);
      if (n === c || along < 1 || across > along * 1.8) return;
      const cost = along + 2 * across;
      if (cost < least) [best, least] = [n, cost];
    });
    return best;
  }

  // Where the cells of a row stand between those of the next: the next cell of the row, or the next row there where a column was left.
  row(c, [wx, wy]) {
    const [x, y] = this.centre(c);
    const at = this.cells().map((_, n) => ({ n, to: this.centre(n) }));
    if (wx) {
      const row = at.filter(({ to }) => Math.abs(to[1] - y) < 1 && (to[0] - x) * wx > 1).sort((a, b) => (a.to[0] - b.to[0]) * wx);
      this.column = null;
      return row[0]?.n ?? null;
    }
    this.column ??= x;
    const beyond = at.filter(({ to }) => (to[1] - y) * wy > 1);
    const next = Math.min(...beyond.map(({ to }) => to[1] * wy));
    const off = ({ to }) => Math.abs(to[0] - this.column);
    return beyond.filter(({ to }) => Math.abs(to[1] * wy - next) < 1).sort((a, b) => off(a) - off(b))[0]?.n ?? null;
  }

  focus(c, move) {
    this.groups[this.focused].group.setAttribute('tabindex', -1);
    this.focused = c;
    this.groups[c].group.setAttribute('tabindex', 0);
    if (move) this.groups[c].group.focus({ preventScroll: false });
  }

  movable(c) {
    return this.movers.has(c);
  }

  // Draws a position; what was hinted at is gone. `marks`: by cell, `{selected, target, origin, value}`.
  show(position, marks, movers) {
    this.movers = movers;
    this.hinted = [];
    this.groups.forEach(({ group, pieces }, c) => {
      const mark = marks[c] ?? {};
      const last = position.last.includes(c);
      group.setAttribute('class', ['cell', mark.selected && 'selected', mark.target && 'target', mark.origin && 'origin', mark.lit && 'lit', last && 'last'].filter(Boolean).join(' '));
      group.setAttribute('aria-label', this.told(position, c, mark));
      group.setAttribute('tabindex', c === this.focused ? 0 : -1);
      pieces.replaceChildren(...this.stack(position, c), ...this.signs(position, c, mark, last));
    });
  }

  stack(position, c) {
    const stack = position.cells[c];
    const radius = this.cells()[c].radius * UNIT;
    const shown = stack.slice(-4);
    const rise = radius * 0.2;
    const drawn = shown.map((piece, i) => {
      const [kind, owner, state, flags, facing] = piece;
      const def = this.game.pieces[kind] ?? { name: '', state: 0, flags: 0 };
      const place = svg('g', { transform: `translate(0 ${(((shown.length - 1) / 2 - i) * rise).toFixed(1)})` });
      if (this.isHouse(piece)) place.append(...this.house(state, radius));
      else if (this.isRoom(def, owner)) place.append(svg('circle', { r: this.rings ? 0 : radius * 0.3, class: 'hub' }));
      else {
        place.append(drawPiece(this.shapes, kind, owner, radius));
        if (state !== def.state && i === shown.length - 1) place.append(svg('text', { class: `number ${OWNERS[owner]}` }, String(state)));
        if (flags !== def.flags) place.append(svg('circle', { cx: radius * 0.55, cy: -radius * 0.55, r: radius * 0.16, class: 'flag' }));
        if (facing !== null) place.append(this.facing(c, facing, radius));
      }
      return place;
    });
    if (stack.length > 1) {
      const place = svg('g', { transform: `translate(${radius * 0.62} ${-radius * 0.62})`, class: 'badge' });
      place.append(svg('circle', { r: radius * 0.28 }), svg('text', {}, String(stack.length)));
      drawn.push(place);
    }
    return drawn;
  }

  isHouse([kind, owner]) {
    return owner === 2 && (this.game.pieces[kind]?.state ?? 0) !== 0;
  }

  // A piece of nobody's that never moves.
  isRoom(def, owner) {
    return owner === 2 && def.moves?.length === 0 && /hub|hole/i.test(def.name);
  }

  house(state, radius) {
    const drawn = [svg('circle', { r: radius * 0.9, class: 'house' })];
    for (let i = 0; i < Math.min(state, 12); i += 1) {
      // A sunflower: seeds evenly spread.
      const [angle, far] = [i * 2.39996, radius * 0.2 * Math.sqrt(i + 0.3)];
      drawn.push(svg('circle', { cx: far * Math.cos(angle), cy: far * Math.sin(angle) - radius * 0.06, r: radius * 0.11, class: 'seed' }));
    }
    drawn.push(svg('text', { class: 'count', y: radius * 0.68 }, String(state)));
    return drawn;
  }

  facing(c, direction, radius) {
    const next = this.cells()[c].next[direction];
    const before = this.cells().findIndex((cell) => cell.next[direction] === c);
    const [[x1, y1], [x2, y2]] = next !== null ? [this.centre(c), this.centre(next)] : before >= 0 ? [this.centre(before), this.centre(c)] : [[0, 0], [0, -1]];
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    return svg('path', { d: `M${radius * 0.62} -9L${radius * 0.9} 0L${radius * 0.62} 9Z`, transform: `rotate(${angle.toFixed(0)})`, class: 'facing' });
  }

  signs(position, c, mark, last) {
    const radius = this.cells()[c].radius * UNIT;
    const drawn = [];
    const empty = position.cells[c].length === 0;
    if (empty && position.states[c] !== 0) drawn.push(svg('text', { class: 'count' }, String(position.states[c])));
    // What a cell holds stands in a corner when a piece is on it.
    if (!empty && position.states[c] !== 0) drawn.push(svg('text', { class: 'under', x: -radius * 0.72, y: radius * 0.72 }, String(position.states[c])));
    if (last) drawn.push(svg('circle', { r: radius * 0.93, class: 'last-ring' }));
    if (mark.target) drawn.push(svg('circle', empty ? { r: radius * 0.22, class: 'dot' } : { r: radius * 0.9, class: 'aim' }));
    if (mark.value !== undefined) {
      const place = svg('g', { class: 'value', transform: `translate(0 ${radius * (empty ? 0 : 0.62)})` });
      place.append(svg('rect', { x: -34, y: -17, width: 68, height: 34, rx: 9 }), svg('text', {}, mark.value));
      drawn.push(place);
    }
    return drawn;
  }

  // A cell in words.
  told(position, c, mark) {
    const { players, pieces, flags: names } = this.game;
    const words = position.cells[c].map(([kind, owner, state, flags]) => {
      const def = pieces[kind] ?? { name: texts.pieces.unnamed, state: 0, flags: 0 };
      const also = [];
      if (state !== def.state || this.isHouse([kind, owner])) also.push(texts.board.state(state));
      if (flags !== def.flags) also.push(names.filter((_, bit) => (flags >> bit) & 1).join(' ') || texts.board.unflagged);
      const piece = owner < 2 ? texts.pieces.of(players[owner], def.name) : def.name;
      return also.length ? texts.board.piece(piece, also) : piece;
    });
    const told = [this.cells()[c].label, words.length > 1 ? texts.board.stack(words) : words[0] ?? texts.board.empty];
    if (position.states[c] !== 0) told.push(texts.board.cellState(position.states[c]));
    if (mark.selected) told.push(texts.board.selected);
    else if (mark.target) told.push(texts.board.target);
    else if (mark.origin) told.push(texts.board.origin);
    if (mark.value !== undefined) told.push(texts.board.worth(mark.value));
    return told.join(', ');
  }
}
