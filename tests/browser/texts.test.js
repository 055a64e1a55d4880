// Texts of the pages stand in two modules and nowhere else, and are those that the other modules ask for. Needs no browser.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { textsIn, treeOf, walk } from './prose.js';

const WEB = new URL('../../web/', import.meta.url);
const read = (name) => readFileSync(new URL(name, WEB), 'utf8');
const inside = (folder) => readdirSync(new URL(folder, WEB)).filter((file) => file.endsWith('.js')).map((file) => `${folder}${file}`);
const TEXTS = ['texts.js', 'studio/texts.js'];
const MODULES = [...inside('./'), ...inside('studio/')].map((name) => name.replace('./', ''));
const OTHERS = MODULES.filter((name) => !TEXTS.includes(name));

// What looks like text and is not read: names of classes and shelves, a method of HTTP, the rule language, and words by which modules know what the
// engine says in English.
const UNREAD = {
  'board.js': [' phase-…'],
  'panels.js': ['Players take turns placing a stone'],
  'studio/ancestry.js': ['box known', 'box'],
  'studio/api.js': ['POST'],
  'studio/gallery.js': ['candidate', 'known'],
  'studio/write.js': ['(game Three\n  (board (square 3 3 i-nbors))\n  (win (in-a-row 3)))\n', '; or '],
};

// What a module means by a path.
const beside = (name, path) => new URL(path, new URL(name, WEB)).href.slice(WEB.href.length);

// A module of texts, run by itself.
const address = (name) => {
  const source = read(name).replace(/ from '(.*)';/g, (_, path) => ` from '${address(beside(name, path))}';`);
  return `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
};
const textsOf = async (name) => (await import(address(name))).texts;

test('texts that people read stand in the modules of texts', () => {
  assert.ok(OTHERS.length >= 25 && TEXTS.every((name) => MODULES.includes(name)), 'the modules are found');
  for (const name of OTHERS) {
    const found = textsIn(read(name), (path) => read(beside(name, path)));
    const unread = UNREAD[name] ?? [];
    const stray = found.filter(({ text }) => !unread.includes(text)).map(({ line, text }) => `web/${name}:${line}: ${text}`);
    assert.deepEqual(stray, [], `texts go to web/${name.includes('/') ? 'studio/' : ''}texts.js`);
    assert.deepEqual(unread.filter((text) => found.every((one) => one.text !== text)), [], `${name} no longer has these`);
  }
});

test('the document of the studio has places for texts and none of them', () => {
  const page = read('studio/index.html');
  assert.deepEqual(page.match(/\{\w+\}/g), ['{language}', '{skip}', '{views}', '{noscript}']);
  const words = page.replace(/<!doctype html>|\{\w+\}/g, '').replace(/ (?:alt|aria-label|placeholder|title)="([^"]*)"/g, '>$1<').split(/<[^>]*>/).map((part) => part.trim());
  assert.deepEqual(words.filter(Boolean), ['ludogen']);
});

// The texts that a module asks for, from its imports of texts: where they are, what is asked for, and how.
const asked = (name) => {
  const tree = treeOf(read(name));
  const roots = new Map();
  for (const { source, specifiers } of tree.body.filter(({ type }) => type === 'ImportDeclaration')) {
    const from = beside(name, source.value);
    if (TEXTS.includes(from)) for (const { imported, local } of specifiers) if (imported.name === 'texts') roots.set(local.name, from);
  }
  const found = [];
  walk(tree, (node, above) => {
    if (node.type !== 'Identifier' || !roots.has(node.name)) return;
    const path = [];
    let i = above.length - 1;
    for (; above[i].key === 'object' && !above[i].node.computed; i -= 1) path.push(above[i].node.property.name);
    if (path.length || above[i].key === 'object') found.push({ from: roots.get(node.name), path, at: above[i], where: `web/${name}:${node.loc.start.line}` });
    else assert.ok(['local', 'imported', 'key', 'value', 'property', 'id'].includes(above.at(-1).key), `web/${name}:${node.loc.start.line}: texts as a whole`);
  });
  return found;
};

// The texts in a tree of texts, by path.
const leaves = (tree, path = []) => (typeof tree === 'object' ? Object.entries(tree).flatMap(([key, part]) => leaves(part, [...path, key])) : [path.join('.')]);

test('every text that is asked for is there, and every text is asked for', async () => {
  const known = new Map();
  for (const name of TEXTS) known.set(name, await textsOf(name));
  const used = new Set();
  for (const { from, path, at, where } of MODULES.flatMap(asked)) {
    const words = `${where}: ${path.join('.')}`;
    const text = path.reduce((tree, key) => (typeof tree === 'object' && Object.hasOwn(tree, key) ? tree[key] : assert.fail(`${words} is missing`)), known.get(from));
    for (const leaf of leaves(text, path)) used.add(`${from} ${leaf}`);
    const { node, key } = at;
    if (typeof text === 'function') {
      const called = node.type === 'CallExpression' && key === 'callee';
      const passed = node.type === 'VariableDeclarator' || (node.type === 'CallExpression' && node.callee.property?.name === 'map');
      assert.ok(called || passed, `${words} wants to be called`);
      const spread = called && node.arguments.some(({ type }) => type === 'SpreadElement');
      if (called && !spread) assert.equal(node.arguments.length, text.length, `${words} takes ${text.length}`);
    } else if (typeof text === 'string') assert.ok(key !== 'callee', `${words} is not a function`);
  }
  // What the program puts into documents is known to its own tests.
  const all = TEXTS.flatMap((name) => leaves(known.get(name)).filter((leaf) => !leaf.startsWith('document.')).map((leaf) => `${name} ${leaf}`));
  assert.ok(all.length > 200, 'the texts are found');
  assert.deepEqual(all.filter((leaf) => !used.has(leaf)), []);
});

test('texts cannot be changed, and none is empty', async () => {
  for (const name of TEXTS) {
    const check = (tree, path) => {
      assert.ok(Object.isFrozen(tree), path);
      for (const [key, part] of Object.entries(tree)) {
        if (typeof part === 'object') check(part, `${path}.${key}`);
        else assert.ok(typeof part === 'function' || /^\S(.*\S)?$/.test(part), `${path}.${key}: ${part}`);
      }
    };
    check(await textsOf(name), name);
  }
});

test('numbers agree with their nouns', async () => {
  const [texts, studio] = await Promise.all(TEXTS.map(textsOf));
  assert.equal(texts.analysis.solved('White', true, 1), 'White wins with best play in 1 move: the game is solved.');
  assert.equal(texts.analysis.solved('White', false, 2), 'White loses with best play in 2 moves: the game is solved.');
  assert.equal(texts.analysis.likely('White', 0.5, 1), 'White wins with 50 %, as far as 1 move ahead tells.');
  assert.equal(texts.puzzles.wins(2, 'Black', 1), 'Puzzle 2: Black to move wins in 1 move, both sides counted. One move does it.');
  assert.equal(texts.curve.aboutTrials('White', 1), 'Up: White. Grey: who led in 1 trial of this game.');
  assert.equal(texts.seats.nodes(2000000), '2,000,000 nodes');
  assert.equal(studio.page.endings(1, [1, 0, 0, 0], (words) => words).join(''), 'Of 1 trial the first player won 100 %, the second 0 %; 0 % were drawn and 0 % abandoned. Replay a typical one.');
  assert.match(studio.night.niche('hex block', '15 to 30', '0 to 8', 1, 1, 'Naro', '1.000'), /: 1 game, 1 candidate; best Naro 1\.000$/);
});

test('what looks like text is found, and what does not is not', () => {
  const used = 'const button = (id, words, action) => words; import { choice } from "./api.js";';
  const api = 'export const choice = (label, options, chosen) => label;';
  const texts = (source) => textsIn(`${used}\n${source}`, () => api).map(({ text }) => text);
  const found = {
    'element("p", {}, "word")': ['word'],
    'element("p", {}, ready ? "yes" : "no")': ['yes', 'no'],
    'element("p", { title: "word", class: "some class" })': ['word'],
    'element("input", { type: "text", value: "mine", placeholder: `for ${n}` })': ['mine', 'for …'],
    'button("some-id", "word", () => {})': ['word'],
    'choice("kind", [["", "any"], ["a", name]])': ['kind', 'any', 'a'],
    'at.setAttribute("aria-label", "word")': ['word'],
    'at.status.textContent = over ? "over" : text': ['over'],
    'const words = `${n} moves`': ['… moves'],
    'const words = n === 1 ? "move" : "moves"': ['move', 'moves'],
    'const words = name ?? "nameless"': ['nameless'],
    'const f = () => { return "draw"; }': ['draw'],
    'const said = ["Rank", "Game"]': ['Rank', 'Game'],
    'throw new Error("broken")': ['broken'],
    'give({ error: "stopped" })': ['stopped'],
    'parts.push(" score ")': [' score '],
    'list.append("word", made)': ['word'],
    'const words = [a, b].join(" or ")': [' or '],
  };
  for (const [source, wanted] of Object.entries(found)) assert.deepEqual(texts(source), wanted, source);
  const unread = [
    'element("p", { class: on ? "tab on" : "tab", id: "some-id", "data-side": "left" })', 'element(active ? "button" : "span", {})', 'at.setAttribute("role", "status")',
    'at.addEventListener("DOMContentLoaded", done)', 'if (event.key === "Escape") stop()', 'const ways = { ArrowUp: [0, -1] }', 'at.querySelector("#moves [aria-current]")',
    'svg("path", { d: "M0 0L1 1", transform: `translate(${x} ${y})` })', 'const path = "M-4 -44H4V-37Z"', 'at.className = over ? "over" : ""', 'engine.ask({ do: "load", text })',
    'get(`/api/games/${id}`)', 'const NAMES = ["first", "second"]', 'button("some-id", texts.table.stop, () => {})',
  ];
  for (const source of unread) assert.deepEqual(texts(source), [], source);
});
