// What stands beside the board: choices, hands, moves, values, rules.
import { element, svg, drawPiece, shapesOf } from './figures.js';
import { texts } from './texts.js';

const figure = (game, kind, owner) => svg(
  'svg', { viewBox: '-50 -50 100 100', class: 'figure', 'aria-hidden': 'true' }, drawPiece(shapesOf(game.pieces), kind, owner, 58),
);

// The most changes told of a move.
const SHOWN = 4;

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// What tells a move from others alike.
const named = (match, move, among) => {
  const def = match.game.pieces[move.piece];
  const parts = [];
  if (new Set(among.map((m) => m.piece)).size > 1 && def) parts.push(def.name);
  if (move.label) parts.push(move.label);
  if (new Set(among.map((m) => m.removes)).size > 1 && move.removes) parts.push(texts.moves.takeOff);
  const changes = move.changes ?? [];
  if (move.changes && !changes.length) parts.push(texts.moves.unchanging);
  if (changes.length) parts.push(changes.slice(0, SHOWN).join(', ') + (changes.length > SHOWN ? ' …' : ''));
  return capital(parts.length ? parts.join(': ') : move.m);
};

export const choices = (match, moves, done) => {
  if (moves.length === 0) return [];
  const button = (words, m, drawn) => {
    const made = element('button', { type: 'button', 'data-move': m }, ...(drawn ? [drawn] : []), words);
    made.addEventListener('click', () => done(m));
    return made;
  };
  const drop = (move) => (move.from === null && !move.removes ? figure(match.game, move.piece, match.position.mover) : null);
  return [...moves.map((move) => button(named(match, move, moves), move.m, drop(move))), button(texts.moves.cancel, null, null)];
};

// Pieces in hand and captured, scores, and the moves that have no cell.
export const hands = (match) => {
  const { game, position } = match;
  const mine = match.persons() ? match.droppable() : [];
  const row = (side) => {
    const held = position.hands[side].map(([kind, count]) => {
      const active = side === position.mover && mine.length > 1 && mine.includes(kind);
      const words = count === null ? '' : `×${count}`;
      const told = texts.hands.held(game.pieces[kind].name, count);
      const made = element(active ? 'button' : 'span', {
        class: 'held', title: told, 'aria-label': told, type: active ? 'button' : null, role: active ? null : 'img',
        'aria-pressed': active ? match.inHand === kind : null, 'data-kind': active ? kind : null,
      }, figure(game, kind, side), words);
      if (active) made.addEventListener('click', () => match.hold(kind));
      return made;
    });
    const endless = position.hands[side].every(([, count]) => count === null);
    const taken = position.captured[side].map(([kind, count]) => element('span', {
      class: 'held', role: 'img', 'aria-label': texts.hands.taken(game.pieces[kind].name, count),
    }, figure(game, kind, side === 0 ? 1 : 0), `×${count}`));
    const parts = [element('strong', {}, game.players[side])];
    if (held.length && !(endless && held.length === 1)) parts.push(` ${texts.hands.inHand} `, ...held);
    if (taken.length) parts.push(` ${texts.hands.captured} `, ...taken);
    if (position.scores.some((s) => s !== 0)) parts.push(` ${texts.hands.score(position.scores[side])}`);
    return parts.length > 1 ? [element('div', { class: 'row' }, ...parts)] : [];
  };
  const cellless = match.persons() ? position.legal.filter((m) => m.to === null) : [];
  // Of moves that read alike and change nothing, one will do.
  const words = new Map(cellless.map((move) => [move.m === 'swap' ? texts.moves.swap : named(match, move, [move]), move]).reverse());
  const buttons = [...words].reverse().map(([word, move]) => {
    const made = element('button', { type: 'button', 'data-move': move.m, class: 'main' }, word);
    made.addEventListener('click', () => match.play(move.m));
    return made;
  });
  return [...(buttons.length ? [element('div', { class: 'row' }, ...buttons)] : []), ...row(0), ...row(1)];
};

// The line played, and the moves tried instead; one keeps the focus, arrows walk.
export const moveList = (match) => {
  const { record, game } = match;
  if (record.root.children.length === 0) return [element('p', { class: 'faint' }, texts.moves.none)];
  const button = (node) => {
    const here = node === record.at;
    const made = element('button', { type: 'button', class: 'move', 'aria-current': here ? 'true' : null, tabindex: here ? 0 : -1 }, node.m);
    made.addEventListener('click', () => match.walk(node));
    return made;
  };
  const start = element('button', { type: 'button', class: 'move', 'aria-current': record.at === record.root ? 'true' : null, tabindex: record.at === record.root ? 0 : -1 }, texts.moves.start);
  start.addEventListener('click', () => match.walk(record.root));
  const turns = [];
  let row = null;
  let turn = 0;
  let mover = null;
  for (const node of record.whole()) {
    // A turn may be several moves; a row begins with each turn of the first player.
    if (node.mover !== mover && (node.mover === 0 || !row)) {
      turn += 1;
      row = element('div', { class: 'turn' }, element('span', { class: 'count' }, `${turn}.`));
      turns.push(row);
    }
    if (node.mover !== mover) row.append(element('span', { class: 'side', role: 'group', 'aria-label': game.players[node.mover] }));
    mover = node.mover;
    row.lastChild.append(button(node));
    const others = node.parent.children.filter((n) => n !== node);
    if (others.length) row.append(element('span', { class: 'others' }, `${texts.moves.instead} `, ...others.map(button)));
  }
  return [start, ...turns];
};

// The chance of winning as a bar, the best line, and the values of the best moves.
export const values = (match) => {
  const { analysis, game, position } = match;
  if (!match.analysing || position.outcome) return [];
  if (!analysis) return [element('p', { class: 'faint' }, texts.analysis.searching)];
  const first = position.mover === 0 ? analysis.chance : 1 - analysis.chance;
  const bar = element('meter', { min: 0, max: 1, 'aria-label': texts.analysis.chance(game.players[0]) });
  bar.value = first;
  const sure = analysis.plies !== null && analysis.chance !== 0.5;
  const mover = game.players[position.mover];
  const wins = analysis.chance > 0.5;
  const known = () => (analysis.chance === 0.5 ? texts.analysis.drawn : texts.analysis.solved(mover, wins, analysis.plies));
  const verdict = analysis.solved ? known() : sure
    ? texts.analysis.sure(mover, wins, analysis.plies)
    : texts.analysis.likely(game.players[0], first, analysis.depth);
  const best = [...analysis.moves].sort((a, b) => b.chance - a.chance).slice(0, 12);
  const rows = best.map((v) => {
    const made = element('button', { type: 'button', class: 'move' }, v.m);
    made.addEventListener('click', () => match.persons() && match.play(v.m));
    const exact = (chance) => (chance === 0.5 ? texts.analysis.draws : texts.analysis.does(chance > 0.5));
    const worth = v.plies === null || v.chance === 0.5
      ? (analysis.solved ? exact(v.chance) : texts.amounts.percent(v.chance))
      : texts.analysis.doesIn(v.chance > 0.5, v.plies);
    return element('li', {}, made, ` ${worth}`);
  });
  return [bar, element('p', {}, verdict), element('p', {}, texts.analysis.line(analysis.line)), element('ol', {}, ...rows)];
};

// The first player's chances along the game, where they are known.
// Where trials of the game are known, who led in them is drawn behind.
export const curve = (match) => {
  const { record, game } = match;
  const nodes = [record.root, ...record.whole()];
  const known = nodes.map((node, i) => [i, node.chance]).filter(([, chance]) => chance !== null);
  // Who leads is measured after the opening of a trial.
  const trials = record.from ? [] : match.trials.filter(({ leads }) => leads.length > 1).map(({ moves, leads }) => leads.map((lead, i) => [moves.length + 1 - leads.length + i, (1 - lead) / 2]));
  const wide = Math.max(1, nodes.length - 1, ...trials.map((leads) => leads.at(-1)[0]));
  const line = (points, attributes) => svg('polyline', { points: points.map(([i, y]) => `${((i / wide) * 200).toFixed(1)},${(y * 40).toFixed(1)}`).join(' '), ...attributes });
  const own = known.map(([i, chance]) => [i, 1 - chance]);
  const [player] = game.players;
  const words = trials.length ? texts.curve.amongTrials(player, trials.length) : texts.curve.name(player);
  return [
    svg('svg', { viewBox: '-4 -4 208 48', role: 'img', 'aria-label': words },
      svg('line', { x1: 0, x2: 200, y1: 20, y2: 20 }),
      ...trials.map((leads) => line(leads, { class: 'trial' })),
      line(own), ...own.slice(-1).map(([last, y]) => svg('circle', { cx: (last / wide) * 200, cy: y * 40, r: 2.5 }))),
    element('p', { class: 'faint' }, trials.length ? texts.curve.aboutTrials(player, trials.length) : texts.curve.about(player)),
  ];
};

// The rules: titles are lines that stand alone before a section.
// A sentence about moves lights them on the board when it is pointed at: the game says which moves each of them tells.
export const prose = (text, game = null, light = () => {}) => {
  const blocks = text.split('\n\n');
  const made = [];
  const moves = [...(game?.told ?? [])];
  const lights = (item, about) => {
    if (!about) return item;
    item.classList.add('told');
    item.tabIndex = 0;
    item.addEventListener('pointerenter', () => light(about));
    item.addEventListener('pointerleave', () => light(null));
    item.addEventListener('focus', () => light(about));
    item.addEventListener('blur', () => light(null));
    return item;
  };
  blocks.forEach((block, i) => {
    const lines = block.split('\n').filter(Boolean);
    if (i === 0) return;
    const play = game && lines[0] === 'Play';
    if (/^[A-Z][a-z]+$/.test(lines[0])) made.push(element('h2', {}, lines.shift()));
    let list = null;
    for (const line of lines) {
      if (line.startsWith('- ')) {
        if (!list) made.push(list = element('ul'));
        list.append(lights(element('li', {}, line.slice(2)), play ? moves.shift() : null));
      } else {
        list = null;
        const stones = play && line.startsWith('Players take turns placing a stone');
        made.push(lights(element('p', {}, line), stones ? moves.shift() : null));
      }
    }
  });
  return made;
};
