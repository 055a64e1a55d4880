// The ancestors of a game as a tree: the game at the left, its parents beside it, theirs beside them, up to the known games.
import { element, svg } from '../figures.js';
import { shown } from './api.js';
import { texts } from './texts.js';

// Of a box, and from one to the next, in pixels.
const [WIDE, HIGH, ACROSS, DOWN] = [168, 40, 204, 48];
// The longest name that fits.
const LETTERS = 20;
const GENERATIONS = 4;

const cut = (name) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);

// Places games by depth and by line; a game lies in the middle of its parents.
const placed = (known, id) => {
  const nodes = [];
  let line = 0;
  const place = (at, depth) => {
    const game = known.get(at);
    const parents = game?.parents && depth < GENERATIONS ? [...new Set(game.parents)].filter((p) => known.has(p)).map((p) => place(p, depth + 1)) : [];
    if (!parents.length) line += 1;
    const y = parents.length ? (parents[0].y + parents.at(-1).y) / 2 : line - 1;
    const node = { game, depth, y, parents };
    nodes.push(node);
    return node;
  };
  place(id, 0);
  return { nodes, lines: line, depth: Math.max(...nodes.map((node) => node.depth)) };
};

// The tree of a game's `ancestry`; null for a game without parents.
export const ancestryTree = (ancestry, id) => {
  const known = new Map(ancestry.map((game) => [game.id, game]));
  if (!known.get(id)?.parents) return null;
  const { nodes, lines, depth } = placed(known, id);
  const [width, height] = [depth * ACROSS + WIDE + 2, (lines - 1) * DOWN + HIGH + 2];
  const at = ({ depth: d, y }) => [d * ACROSS + 1, y * DOWN + 1];
  const edges = nodes.flatMap((node) => node.parents.map((parent) => {
    const [[x1, y1], [x2, y2]] = [at(node), at(parent)];
    const [from, to, middle] = [x1 + WIDE, y2 + HIGH / 2, (x1 + WIDE + x2) / 2];
    return svg('path', { class: 'edge', d: `M${from} ${y1 + HIGH / 2}C${middle} ${y1 + HIGH / 2} ${middle} ${to} ${x2} ${to}` });
  }));
  const boxes = nodes.map((node) => {
    const [x, y] = at(node);
    const { game } = node;
    const about = game.known ? texts.game.known : game.score === null ? texts.game.bred : texts.game.bredWith(game.score);
    const parts = [
      svg('title', {}, texts.ancestry.game(shown(game.name), about)),
      svg('rect', { x, y, width: WIDE, height: HIGH, rx: 8 }),
      svg('text', { x: x + 10, y: y + 17, class: 'name' }, cut(shown(game.name))),
      svg('text', { x: x + 10, y: y + 32, class: 'about' }, about),
    ];
    const kind = game.known ? 'box known' : 'box';
    return node.depth === 0 ? svg('g', { class: `${kind} own` }, ...parts) : svg('a', { href: `/game/${game.id}`, class: kind }, ...parts);
  });
  return element('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': texts.ancestry.name },
    svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: 'ancestors' }, ...edges, ...boxes));
};
