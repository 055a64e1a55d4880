// What two texts have in common: rules ludeme by ludeme, English line by line.
import { element } from '../figures.js';
import { texts } from './texts.js';

// The longest common sequence, as pairs: both, only the first, only the second.
export const compareLists = (a, b, same = (x, y) => x === y) => {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i][j] = same(a[i], b[j]) ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  const steps = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && same(a[i], b[j])) steps.push([a[i++], b[j++]]);
    else if (j >= b.length || (i < a.length && table[i + 1][j] >= table[i][j + 1])) steps.push([a[i++], null]);
    else steps.push([null, b[j++]]);
  }
  return steps;
};

const words = (line) => line.match(/\s+|[()]|[^\s()]+/g) ?? [];

// A pair of lines that differ, with the words that only one of them has marked.
const marked = (a, b) => {
  const steps = compareLists(words(a), words(b));
  const side = (n, name) => {
    const made = element('code', {});
    for (const step of steps) {
      if (step[n] === null) continue;
      made.append(step[1 - n] === null ? element(name, {}, step[n]) : step[n]);
    }
    return made;
  };
  return [side(0, 'del'), side(1, 'ins')];
};

// Rows of two lines, of which either may be null, as a table.
const tableOf = (rows, names) => {
  const cells = ([x, y]) => {
    if (x === y) return [element('td', {}, element('code', {}, x)), element('td', {}, element('code', {}, y))];
    if (x !== null && y !== null) return marked(x, y).map((code) => element('td', { class: 'changed' }, code));
    const own = (line, n) => element('code', {}, line.match(/^\s*/)[0], element(n ? 'ins' : 'del', {}, line.trimStart()));
    return [x, y].map((line, n) => (line === null ? element('td', { class: 'empty' }) : element('td', { class: 'changed' }, own(line, n))));
  };
  return element(
    'div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': texts.compare.differences },
    element('table', { class: 'diff' },
      element('thead', {}, element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...rows.map((row) => element('tr', { class: row[0] === row[1] ? 'same' : null }, ...cells(row))))),
  );
};

// Two texts side by side.
export const diffTable = (a, b, names) => {
  const steps = compareLists(a.trimEnd().split('\n'), b.trimEnd().split('\n'));
  const rows = [];
  let [left, right] = [[], []];
  const flush = () => {
    for (let i = 0; i < Math.max(left.length, right.length); i += 1) rows.push([left[i] ?? null, right[i] ?? null]);
    [left, right] = [[], []];
  };
  for (const [x, y] of steps) {
    if (x !== null && y !== null) {
      flush();
      rows.push([x, y]);
    } else if (x !== null) left.push(x);
    else right.push(y);
  }
  flush();
  return tableOf(rows, names);
};

// Rules as a tree: a word, or a list with its items.
const treeOf = (text) => {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|;[^\n]*|[()]|[^\s()";]+/g)?.filter((token) => !token.startsWith(';')) ?? [];
  const root = { items: [] };
  const open = [root];
  for (const token of tokens) {
    if (token === '(') {
      const list = { items: [] };
      open.at(-1).items.push(list);
      open.push(list);
    } else if (token === ')') {
      if (open.length > 1) open.pop();
    } else open.at(-1).items.push({ word: token });
  }
  const told = (node) => {
    node.text = node.word ?? `(${node.items.map(told).join(' ')})`;
    node.ludemes = node.word === undefined ? node.items.reduce((n, item) => n + (item.ludemes ?? 0), 1) : 0;
    return node.text;
  };
  told(root);
  return root.items[0] ?? root;
};

// How wide a ludeme may be that is written on one line.
const LINE = 56;

// What stands on the line that a ludeme begins with: its name, and what has no ludemes in it up to the first that has.
const headOf = (node) => {
  const end = node.items.findIndex((item) => item.word === undefined);
  return end < 0 ? node.items : node.items.slice(0, end);
};

// A ludeme by itself, on as many lines as it takes.
const linesOf = (node, depth, close = '') => {
  const indent = '  '.repeat(depth);
  if (node.word !== undefined || node.text.length + 2 * depth <= LINE) return [`${indent}${node.text}${close}`];
  const head = headOf(node);
  const rest = node.items.slice(head.length);
  if (!rest.length) return [`${indent}${node.text}${close}`];
  return [`${indent}(${head.map((item) => item.text).join(' ')}`, ...rest.flatMap((item, i) => linesOf(item, depth + 1, i === rest.length - 1 ? `)${close}` : ''))];
};

const nameOf = (node) => (node.word === undefined ? node.items[0]?.word ?? '(' : null);

// Names with a capital, as of pieces, are their author's: those of one game go with those of another.
const alike = (p, q) => nameOf(p) !== null && nameOf(q) !== null && (nameOf(p) === nameOf(q) || [p, q].every((node) => /^[A-Z]/.test(nameOf(node))));

// Items of two ludemes in pairs: those that are the same, and between these those of the same name.
const paired = (a, b) => {
  const pairs = [];
  let [left, right] = [[], []];
  const flush = () => {
    for (const [x, y] of compareLists(left, right, alike)) pairs.push([x, y]);
    [left, right] = [[], []];
  };
  for (const [x, y] of compareLists(a, b, (p, q) => p.text === q.text)) {
    if (x && y) {
      flush();
      pairs.push([x, y]);
    } else if (x) left.push(x);
    else right.push(y);
  }
  flush();
  return pairs;
};

// Rows for two ludemes of the same name; counts those that both have.
const rowsOf = (a, b, depth, close, count) => {
  if (a.text === b.text) {
    count.common += a.ludemes;
    const lines = linesOf(a, depth);
    return lines.map((line, i) => (i === lines.length - 1 ? [line + close[0], line + close[1]] : [line, line]));
  }
  const short = (node) => node.text.length + 2 * depth <= LINE && !node.items.slice(headOf(node).length).length;
  const heads = [headOf(a), headOf(b)];
  const rest = [a, b].map((node, n) => node.items.slice(heads[n].length));
  const indent = '  '.repeat(depth);
  if (short(a) && short(b)) {
    count.changed += 1;
    return [[`${indent}${a.text}${close[0]}`, `${indent}${b.text}${close[1]}`]];
  }
  if (heads[0].map((item) => item.text).join(' ') === heads[1].map((item) => item.text).join(' ')) count.common += 1;
  else count.changed += 1;
  const line = (n) => `${indent}(${heads[n].map((item) => item.text).join(' ')}${rest[n].length ? '' : `)${close[n]}`}`;
  const rows = [[line(0), line(1)]];
  const pairs = paired(...rest);
  const last = [0, 1].map((n) => pairs.findLastIndex((pair) => pair[n]));
  pairs.forEach(([x, y], i) => {
    const ends = [0, 1].map((n) => (i === last[n] ? `)${close[n]}` : ''));
    if (x && y && x.word === undefined) rows.push(...rowsOf(x, y, depth + 1, ends, count));
    else if (x && y) rows.push([`${indent}  ${x.text}${ends[0]}`, `${indent}  ${y.text}${ends[1]}`]);
    else {
      const n = x ? 0 : 1;
      count.only[n] += (x ?? y).ludemes;
      for (const own of linesOf(x ?? y, depth + 1, ends[n])) rows.push(n ? [null, own] : [own, null]);
    }
  });
  return rows;
};

// The rules of two games side by side, ludeme by ludeme: what is the same stands on the same line however it was written.
export const rulesTable = (a, b, names) => {
  const trees = [treeOf(a), treeOf(b)];
  const count = { common: 0, changed: 0, only: [0, 0] };
  const rows = rowsOf(...trees, 0, ['', ''], count);
  return [
    element('p', { id: 'ludemes' }, texts.compare.ludemes(count.common, count.changed, names[0], count.only[0], names[1], count.only[1])),
    tableOf(rows, names),
  ];
};
