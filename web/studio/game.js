// The page of a game: played, and everything that is known of it.
import { element } from '../figures.js';
import { GameTable, painted } from '../table.js';
import { texts as shared } from '../texts.js';
import { ancestryTree } from './ancestry.js';
import { engineParts, figures, fixed, get, shown } from './api.js';
import { criteria } from './criteria.js';
import { packed } from './link.js';
import { texts } from './texts.js';

const section = (title, id, ...parts) => element('section', { 'aria-labelledby': id, class: 'part' }, element('h2', { id }, title), ...parts);

const list = (lines) => element('ul', {}, ...lines.map((line) => element('li', {}, line)));

// What makes a link of words, at which a line of moves is replayed.
const replay = (name, moves) => (words) => element('a', { href: `#${encodeURIComponent(name)}/${encodeURIComponent(moves.join(','))}` }, words);

const near = (games) => games.map(([name, distance]) => `${shown(name)} (${fixed(distance)})`).join(', ');

// Why it is on its shelf, and what speaks against it.
const judged = (game) => {
  const { judgement } = game.dossier;
  const parts = [];
  const { fate } = game;
  if (fate.fate === 'rejected') parts.push(element('p', {}, texts.page.rejected(fate.step, fate.reason)));
  if (fate.score) parts.push(element('p', {}, texts.page.score(...fate.score, game.entry?.rank)));
  if (fate.reasons.length) parts.push(list(fate.reasons));
  if (judgement) {
    if (judgement.reasons.length) parts.push(list(judgement.reasons));
    judgement.flags.forEach((flag) => parts.push(element('p', {}, element('strong', {}, `${texts.page.doubt} `), `${flag.text}.`)));
    if (judgement.nearest.rules.length) parts.push(element('p', { class: 'faint' }, texts.page.nearest(near(judgement.nearest.rules), near(judgement.nearest.play))));
    const forced = judgement.opening.start;
    if (forced?.line?.length) parts.push(element('p', {}, ...texts.page.forced(replay(game.name, forced.line))));
    const { example } = judgement.opening;
    if (example) parts.push(element('p', {}, ...texts.page.forcedAfter(example[0], replay(game.name, [...example[0], ...(example[1].line ?? [])]))));
  }
  return parts.length ? [section(texts.page.judged, 'judged', ...parts)] : [];
};

// The size of a board: the first numbers of its section, `(board (hex 5))` as well as `(board (tiling hex) (size 5))`.
const SIZE = /(\(board\b\D*)(\d+(?: \d+)*)/;

// A line of moves on a board of another size than the game's: replayed where the rules are written, on that board.
const elsewhere = async (text, board, moves) => `/write#${await packed(text.replace(SIZE, (_, before) => before + board.join(' ')), moves)}`;

// The line that shows a flaw, to be replayed; nothing where there is none.
const shownOn = async (game, { board = null, found = {} }) => {
  const moves = [found.line, found.example].find((line) => Array.isArray(line) && line.length && line.every((m) => typeof m === 'string'));
  const own = (game.text.match(SIZE)?.[2] ?? '').split(' ').map(Number);
  const same = JSON.stringify(own) === JSON.stringify(board);
  const on = board && !same;
  if (!moves) return on ? [` ${texts.page.elsewhere(board)}`] : [];
  const words = on ? texts.page.replayOn(moves.length, board) : texts.page.replay(moves.length);
  return [' ', same ? replay(game.name, moves)(words) : element('a', { href: await elsewhere(game.text, board, moves) }, words), '.'];
};

const flaws = async (game) => {
  const { verdicts } = game.dossier;
  if (!verdicts.length) return [];
  const told = verdicts.map(async (v) => {
    let evidence = {};
    try {
      evidence = JSON.parse(v.evidence);
    } catch { /* Shown as it is. */ }
    return element('li', {}, element('strong', {}, v.flaw.replaceAll('-', ' ')), `: ${v.verdict}.`, ...(await shownOn(game, evidence)),
      element('details', {}, element('summary', {}, texts.page.evidence), element('pre', { tabindex: 0 }, v.evidence), element('p', { class: 'faint' }, texts.page.budget(v.budget))));
  });
  return [section(texts.game.flaws, 'flaws', element('ul', { class: 'flaws' }, ...(await Promise.all(told))))];
};

const trials = async (game) => {
  if (!game.dossier.leads) return [];
  const { endings } = game.dossier;
  const all = Math.max(1, endings.reduce((sum, n) => sum + n, 0));
  const plots = figures(await get(`/api/games/${game.id}/leads`));
  const typical = game.dossier.typical.split(' ').filter(Boolean);
  return [section(texts.page.leads, 'leads', element('div', { class: 'two' }, ...plots),
    element('p', { class: 'faint' }, ...texts.page.endings(all, endings, replay(game.name, typical))))];
};

const ancestry = (game) => {
  const tree = ancestryTree(game.ancestry ?? [], game.id);
  if (!tree) return [];
  const ancestors = game.dossier.ancestors.slice(0, 8).map(([name, share]) => [shown(name), share]);
  return [section(texts.page.ancestry, 'ancestry', ancestors.length ? element('p', {}, texts.page.descent(ancestors)) : '', tree,
    element('details', {}, element('summary', {}, texts.page.made), list(game.dossier.log)))];
};

// The rules as they were bred, each element with where it comes from.
const origins = ({ dossier }) => {
  const { marks, sources, main, bred } = dossier;
  if (main === null) return [];
  const bytes = new TextEncoder().encode(bred);
  const at = new Array(bytes.length).fill(null);
  for (const mark of marks) for (let i = mark.span[0]; i < mark.span[1]; i += 1) at[i] = mark;
  const pre = element('pre', { tabindex: 0 });
  const decoder = new TextDecoder();
  let from = 0;
  const same = (a, b) => (a?.source ?? main) === (b?.source ?? main) && (a?.vestigial === true) === (b?.vestigial === true);
  for (let i = 1; i <= bytes.length; i += 1) {
    if (i < bytes.length && same(at[i], at[from])) continue;
    const text = decoder.decode(bytes.slice(from, i));
    const mark = at[from];
    const other = mark && mark.source !== main;
    const idle = mark?.vestigial === true;
    pre.append(other || idle ? element('span', { class: [other ? 'from' : '', idle ? 'idle' : ''].join(' ').trim(), title: other ? sources[mark.source] : texts.page.idle, 'data-n': other ? mark.source + 1 : null }, text) : text);
    from = i;
  }
  const legend = sources.map((source, i) => (i === main ? null : element('li', { value: i + 1 }, source))).filter(Boolean);
  return [element('details', {}, element('summary', {}, texts.page.origins), element('p', { class: 'faint' }, texts.page.legend(sources[main])), pre, element('ol', {}, ...legend))];
};

const rules = (game) => {
  const link = element('a', { download: `${game.name}.ludi`, href: `data:text/plain;charset=utf-8,${encodeURIComponent(`${game.text.trimEnd()}\n`)}` }, texts.page.save);
  const exports = [['json', texts.page.json], ['lud', texts.page.ludii]].flatMap(([form, what]) => [' · ', element('a', { download: `${game.name}.${form}`, href: `/api/games/${game.id}/export/${form}` }, what)]);
  const removed = game.dossier?.judgement?.removed ?? [];
  return section(texts.page.rules, 'text', element('pre', { tabindex: 0 }, game.text.trimEnd()), element('p', {}, link, ...exports),
    removed.length ? element('details', {}, element('summary', {}, texts.page.removed), list(removed.map((r) => `${r.before}${r.after ? ` → ${r.after}` : ''}: ${r.why}`))) : '',
    ...(game.dossier ? origins(game) : []));
};

// The trials of a game, and its solution where there is one.
const knownOf = async (game) => {
  const [trials, solution] = await Promise.all([
    game.dossier ? get(`/api/games/${game.id}/trials`) : [],
    game.solved ? fetch(`/api/games/${game.id}/solution`).then((response) => (response.ok ? response.arrayBuffer() : null)) : null,
  ]);
  return { trials, solution };
};

// What the server has put into the document: the rules of the game, and what the engine says of them.
const opened = () => {
  const given = document.getElementById('opening');
  return given && JSON.parse(given.textContent);
};

export const show = async (app, id) => {
  // The board is drawn from what is here already; the engine, which takes the longest, comes after.
  const opening = opened();
  const seen = opening ? painted() : Promise.resolve();
  const [module, worker] = engineParts(seen);
  const asked = seen.then(() => get(`/api/games/${id}`));
  const more = asked.then(knownOf, () => ({}));
  const host = element('div', { id: 'play' });
  const links = element('p', { class: 'row' }, element('a', { href: `/compare?a=${id}` }, texts.page.compare), element('a', { href: `/write?game=${id}` }, texts.page.change));
  const known = element('div', { id: 'known' });
  let table = null;
  let board = null;
  const lay = (name, rules, loaded) => {
    table = new GameTable(host, [{ name, rules, opening: loaded, more }], module, worker);
    app.replaceChildren(host, links, known);
    board = table.first().then(() => { app.dataset.board ??= Math.round(performance.now()); });
    window.addEventListener('hashchange', () => {
      table.first();
      host.scrollIntoView();
    });
  };
  if (opening) {
    lay(opening.loaded.name, opening.text, opening.loaded);
    await seen;
    app.dataset.board = Math.round(performance.now());
  }
  const game = await asked;
  document.title = shared.document.title(shown(game.name));
  if (!opening) lay(game.name, game.text, null);
  known.replaceChildren(...(game.dossier ? [
    ...judged(game), ...(await trials(game)),
    ...(game.dossier.criteria.length ? [section(texts.page.measured, 'measured', ...criteria(game.dossier, game.spread))] : []),
    ...(await flaws(game)), ...ancestry(game),
  ] : []), rules(game));
  await board;
  await module.catch((error) => table.tell(error.message));
};
