// Figures of pieces, by what their names say. Each is a path in a box from -50 to 50, drawn by hand for this page.

// An element; attributes that are null are left out.
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const SVG = 'http://www.w3.org/2000/svg';
export const OWNERS = ['first', 'second', 'nobody'];

export const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

// A piece as drawn in a box of the size given: a disc, or a figure.
export const drawPiece = (shapes, kind, owner, radius) => {
  const { path, size } = shapes[kind] ?? { path: null, size: 1 };
  const group = svg('g', { class: `piece ${OWNERS[owner]}` });
  const r = radius * 0.8 * size;
  if (path === null) {
    group.append(svg('circle', { r }), svg('circle', { r: r * 0.66, class: 'ring' }));
  } else {
    group.append(svg('path', { d: path, transform: `scale(${(r / 44).toFixed(3)})`, 'fill-rule': 'evenodd' }));
  }
  return group;
};

const BASE = 'M-28 40H28V32H-28Z';
const FIGURES = [
  [/king|chief|noble|mullah|sultan|shah/i, `M-4 -44H4V-37H11V-29H4V-22C22 -26 34 -14 28 2L20 26H-20L-28 2C-34 -14 -22 -26 -4 -22V-29H-11V-37H-4Z${BASE}`],
  [/queen|amazon|helios|counsellor/i, `M-34 -24L-17 -8L-12 -36L0 -10L12 -36L17 -8L34 -24L22 26H-22Z${BASE}`],
  [/rook|tower|chariot|castle|boat|truck/i, `M-26 -34H-14V-26H-6V-34H6V-26H14V-34H26V-14L18 -8V26H-18V-8L-26 -14Z${BASE}`],
  [/bishop|officer/i, `M0 -42C10 -32 22 -18 18 0C16 10 10 14 10 18L16 26H-16L-10 18C-10 14 -16 10 -18 0C-19 -8 -17 -15 -13 -21L0 -6L5 -11L-8 -27C-5 -32 -3 -37 0 -42Z${BASE}`],
  [/knight|horse|cavalry/i, `M-6 -42L2 -32C22 -28 28 -6 24 26H-20C-20 8 -2 4 -4 -6C-10 -2 -16 6 -24 4L-30 -4L-16 -24L-10 -28Z${BASE}`],
  [/elephant/i, 'M-24 -22C-44 -34 -46 -2 -28 4C-24 10 -16 14 -10 14C-10 26 -8 40 8 40C16 40 18 32 16 28H10C10 33 4 34 3 26L4 14C18 14 26 8 28 4C46 -2 44 -34 24 -22C14 -34 -14 -34 -24 -22Z'],
  [/pawn|soldier|foot|guard|rebel|musketeer|hunter|builder|\bpin\b|peg|dwarf/i, `M0 -34A14 14 0 0 1 9 -9L18 26H-18L-9 -9A14 14 0 0 1 0 -34Z${BASE}`],
  [/tiger|lion|leopard|\bcat\b/i, 'M-32 -36L-12 -30H12L32 -36L34 -8C34 18 18 38 0 38C-18 38 -34 18 -34 -8ZM-18 -8A5 5 0 1 0 -8 -8A5 5 0 1 0 -18 -8ZM8 -8A5 5 0 1 0 18 -8A5 5 0 1 0 8 -8ZM-8 12H8L0 21ZM-3 -30V-20H3V-30Z'],
  [/dog|wolf|fox|hound|reynard/i, 'M-34 -40L-14 -26H14L34 -40L30 -2L8 34C5 40 -5 40 -8 34L-30 -2ZM-17 -8A5 5 0 1 0 -7 -8A5 5 0 1 0 -17 -8ZM7 -8A5 5 0 1 0 17 -8A5 5 0 1 0 7 -8ZM-6 24H6L0 32Z'],
  [/hare|rabbit/i, 'M-18 -46C-30 -46 -28 -18 -16 -12C-26 -4 -26 30 0 36C26 30 26 -4 16 -12C28 -18 30 -46 18 -46C8 -46 6 -24 4 -16H-4C-6 -24 -8 -46 -18 -46ZM-15 4A4 4 0 1 0 -7 4A4 4 0 1 0 -15 4ZM7 4A4 4 0 1 0 15 4A4 4 0 1 0 7 4Z'],
  [/\brat\b|mouse/i, 'M-22 -34A16 16 0 1 0 -26 -4C-22 16 -8 36 0 40C8 36 22 16 26 -4A16 16 0 1 0 22 -34C14 -28 -14 -28 -22 -34ZM-14 0A4 4 0 1 0 -6 0A4 4 0 1 0 -14 0ZM6 0A4 4 0 1 0 14 0A4 4 0 1 0 6 0Z'],
  [/goat|sheep|bison|buffalo|\bcow|\box\b/i, 'M-44 -38C-40 -24 -30 -22 -22 -22C-12 -30 12 -30 22 -22C30 -22 40 -24 44 -38C48 -16 38 -8 24 -8L12 34C8 40 -8 40 -12 34L-24 -8C-38 -8 -48 -16 -44 -38ZM-14 -6A4 4 0 1 0 -6 -6A4 4 0 1 0 -14 -6ZM6 -6A4 4 0 1 0 14 -6A4 4 0 1 0 6 -6Z'],
  [/goose|bird|duck|dodo|eagle/i, 'M-36 -22L-16 -28C-10 -44 14 -40 12 -20C11 -10 2 -6 4 0C24 -6 40 6 40 -6C46 22 26 36 4 36C-18 36 -26 16 -14 -4C-10 -10 -14 -14 -16 -18Z'],
  [/frog|toad|hopper/i, 'M-30 -30A13 13 0 0 1 -8 -24H8A13 13 0 0 1 30 -30C36 -24 34 -14 30 -8C42 12 28 32 0 32C-28 32 -42 12 -30 -8C-34 -14 -36 -24 -30 -30ZM-20 8C-10 18 10 18 20 8L18 4C8 12 -8 12 -18 4Z'],
  [/arrow|dart/i, 'M0 -38L24 -6H8V38H-8V-6H-24Z'],
  [/star|atom|flake|neutron/i, 'M0 -42L10 -14L40 -13L16 6L25 35L0 18L-25 35L-16 6L-40 -13L-10 -14Z'],
  [/cross|nought x/i, 'M-34 -22L-22 -34L0 -12L22 -34L34 -22L12 0L34 22L22 34L0 12L-22 34L-34 22L-12 0Z'],
  [/cube|box|square|brick|wall|bank|rim|post|block|half/i, 'M-34 -34H34V34H-34Z'],
  [/gem|diamond|slope|slant/i, 'M0 -40L32 0L0 40L-32 0Z'],
];
const OTHERS = [
  null,
  'M-30 -30H30V30H-30Z',
  'M0 -38L36 28H-36Z',
  'M0 -40L34 0L0 40L-34 0Z',
  'M0 -38L36 -12L22 32H-22L-36 -12Z',
  'M0 -42L10 -14L40 -13L16 6L25 35L0 18L-25 35L-16 6L-40 -13L-10 -14Z',
  'M-12 -36H12V-12H36V12H12V36H-12V12H-36V-12H-12Z',
  'M-18 -34H18L36 0L18 34H-18L-36 0Z',
];
const ROUND = /^(man|men|stone|disc|checker|token|coin|marble|pebble|ball|seed|shell|dot|spot|piece|blob|nought|draughtsman|hole|house|small|medium|large|ell|ghost)$/i;

// The path of each type of piece; null for a plain disc. Types of different names have different shapes.
export const shapesOf = (pieces) => {
  const taken = new Set();
  const size = (name) => (/^small$/i.test(name) ? 0.55 : /^medium$/i.test(name) ? 0.78 : 1);
  return pieces.map(({ name }) => {
    if (size(name) < 1) return { path: null, size: size(name) };
    const figure = FIGURES.find(([pattern]) => pattern.test(name));
    let path = figure ? figure[1] : null;
    if (!figure && !ROUND.test(name)) path = OTHERS[0];
    if (taken.has(path)) path = OTHERS.find((other) => !taken.has(other)) ?? path;
    taken.add(path);
    return { path, size: 1 };
  });
};
