// What two texts have in common, line by line and word by word.
import { element } from '../figures.js';

// The longest common sequence, as pairs: both, only the first, only the second.
export const compareLists = (a, b) => {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  const steps = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) steps.push([a[i++], b[j++]]);
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

// A table of both texts side by side.
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
  const cells = ([x, y]) => {
    if (x === y) return [element('td', {}, element('code', {}, x)), element('td', {}, element('code', {}, y))];
    if (x !== null && y !== null) return marked(x, y).map((code) => element('td', { class: 'changed' }, code));
    return [x, y].map((line, n) => (line === null ? element('td', { class: 'empty' }) : element('td', { class: 'changed' }, element('code', {}, element(n ? 'ins' : 'del', {}, line)))));
  };
  return element(
    'div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': 'Differences' },
    element('table', { class: 'diff' },
      element('thead', {}, element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...rows.map((row) => element('tr', { class: row[0] === row[1] ? 'same' : null }, ...cells(row))))),
  );
};
