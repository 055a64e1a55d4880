// The page of a game: played, and everything that is known of it.
import { element } from '../figures.js';
import { GameTable } from '../table.js';
import { engineParts, figures, fixed, get, shown } from './api.js';
import { criteria } from './criteria.js';

const section = (title, id, ...parts) => element('section', { 'aria-labelledby': id, class: 'part' }, element('h2', { id }, title), ...parts);

const list = (lines) => element('ul', {}, ...lines.map((line) => element('li', {}, line)));

const replay = (name, moves, words) => element('a', { href: `#${encodeURIComponent(name)}/${encodeURIComponent(moves.join(','))}` }, words);

const near = (games) => games.map(([name, distance]) => `${shown(name)} (${fixed(distance)})`).join(', ');

// Why it is on its shelf, and what speaks against it.
const judged = (game) => {
  const { judgement } = game.dossier;
  const parts = [];
  const { fate } = game;
  if (fate.fate === 'rejected') parts.push(element('p', {}, `Rejected at ${fate.step}: ${fate.reason}.`));
  if (fate.score) parts.push(element('p', {}, `Score ${fixed(fate.score[0])}, with 95 % certainty between ${fixed(fate.score[1])} and ${fixed(fate.score[2])}${game.entry?.rank ? `; rank ${game.entry.rank}` : ''}.`));
  if (fate.reasons.length) parts.push(list(fate.reasons));
  if (judgement) {
    if (judgement.reasons.length) parts.push(list(judgement.reasons));
    judgement.flags.forEach((flag) => parts.push(element('p', {}, element('strong', {}, 'A doubt: '), `${flag.text}.`)));
    if (judgement.nearest.rules.length) parts.push(element('p', { class: 'faint' }, `Known games nearest in rules: ${near(judgement.nearest.rules)}; in play: ${near(judgement.nearest.play)}.`));
    const forced = judgement.opening.start;
    if (forced?.line?.length) parts.push(element('p', {}, 'A result can be forced from the start: ', replay(game.name, forced.line, 'replay it on the board'), '.'));
    const { example } = judgement.opening;
    if (example) parts.push(element('p', {}, `After ${example[0].join(' ')} a win can be forced: `, replay(game.name, [...example[0], ...(example[1].line ?? [])], 'replay it on the board'), '.'));
  }
  return parts.length ? [section('What is thought of it', 'judged', ...parts)] : [];
};

const flaws = (game) => {
  const { verdicts } = game.dossier;
  if (!verdicts.length) return [];
  const told = verdicts.map((v) => {
    let evidence = {};
    try {
      evidence = JSON.parse(v.evidence);
    } catch { /* Shown as it is. */ }
    const moves = evidence.found?.line;
    // Where the board is smaller than the game's own, its moves mean nothing here.
    const own = (game.text.match(/\(size ([\d ]+)\)/)?.[1] ?? '').split(' ').map(Number);
    const same = JSON.stringify(own) === JSON.stringify(evidence.board);
    const on = evidence.board && !same ? ` On a board of ${evidence.board.join(' by ')}.` : '';
    const line = same && Array.isArray(moves) && moves.length ? [' ', replay(game.name, moves, 'Replay it on the board')] : [];
    return element('li', {}, element('strong', {}, v.flaw.replaceAll('_', ' ')), `: ${v.verdict}.${on}`, ...line,
      element('details', {}, element('summary', {}, 'Evidence'), element('pre', { tabindex: 0 }, v.evidence), element('p', { class: 'faint' }, `Within ${v.budget}.`)));
  });
  return [section('Is it trivially solved?', 'flaws', element('ul', { class: 'flaws' }, ...told))];
};

const trials = async (game) => {
  if (!game.dossier.leads) return [];
  const [white, black, draws, left] = game.dossier.endings;
  const all = Math.max(1, white + black + draws + left);
  const share = (n) => `${Math.round((100 * n) / all)} %`;
  const plots = figures(await get(`/api/games/${game.id}/leads`));
  const typical = game.dossier.typical.split(' ').filter(Boolean);
  return [section('Who led in the trials', 'leads', element('div', { class: 'two' }, ...plots),
    element('p', { class: 'faint' }, `Of ${all} trials the first player won ${share(white)}, the second ${share(black)}; ${share(draws)} were drawn and ${share(left)} abandoned. `,
      replay(game.name, typical, 'Replay a typical one'), '.'))];
};

// The ancestors as a tree: each game with its parents below it.
const ancestry = (game) => {
  const known = new Map((game.ancestry ?? []).map((a) => [a.id, a]));
  const root = known.get(game.id);
  if (!root?.parents) return [];
  const node = (id, depth) => {
    const a = known.get(id);
    if (!a) return element('li', { class: 'faint' }, '…');
    const score = a.score === null ? '' : ` ${fixed(a.score)}`;
    const item = element('li', {}, element('a', { href: `/game/${a.id}`, class: a.known ? 'known' : null }, shown(a.name)), element('span', { class: 'faint' }, a.known ? ' known game' : score));
    if (a.parents && depth < 4) item.append(element('ul', {}, ...[...new Set(a.parents)].map((p) => node(p, depth + 1))));
    return item;
  };
  const shares = game.dossier.ancestors.slice(0, 8).map(([name, share]) => `${shown(name)} ${Math.round(share * 100)} %`).join(', ');
  return [section('Ancestry', 'ancestry', shares ? element('p', {}, `It descends from ${shares}.`) : '',
    element('ul', { class: 'tree' }, ...[...new Set(root.parents)].map((p) => node(p, 1))),
    element('details', {}, element('summary', {}, 'How it was made'), list(game.dossier.log)))];
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
    pre.append(other || idle ? element('span', { class: [other ? 'from' : '', idle ? 'idle' : ''].join(' ').trim(), title: other ? sources[mark.source] : 'without it the game plays the same', 'data-n': other ? mark.source + 1 : null }, text) : text);
    from = i;
  }
  const legend = sources.map((source, i) => (i === main ? null : element('li', { value: i + 1 }, source))).filter(Boolean);
  return [element('details', {}, element('summary', {}, 'Where its elements come from'), element('p', { class: 'faint' }, `Unmarked: ${sources[main]}. Struck through: without it the game plays the same.`), pre, element('ol', {}, ...legend))];
};

const rules = (game) => {
  const link = element('a', { download: `${game.name}.ludi`, href: `data:text/plain;charset=utf-8,${encodeURIComponent(`${game.text.trimEnd()}\n`)}` }, 'Save the rules');
  const exports = [['json', 'as JSON'], ['lud', 'for Ludii']].flatMap(([form, what]) => [' · ', element('a', { download: `${game.name}.${form}`, href: `/api/games/${game.id}/export/${form}` }, what)]);
  const removed = game.dossier?.judgement?.removed ?? [];
  return section('Rules as a program reads them', 'text', element('pre', { tabindex: 0 }, game.text.trimEnd()), element('p', {}, link, ...exports),
    removed.length ? element('details', {}, element('summary', {}, 'What was left out'), list(removed.map((r) => `${r.before}${r.after ? ` → ${r.after}` : ''}: ${r.why}`))) : '',
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

export const gamePage = async (app, id) => {
  // The engine takes the longest, so it is asked for first.
  const engine = engineParts();
  engine.catch(() => {});
  const game = await get(`/api/games/${id}`);
  document.title = `${shown(game.name)} – ludogen`;
  const host = element('div', { id: 'play' }, element('h1', {}, shown(game.name)), element('p', { class: 'faint' }, 'The engine is on its way.'));
  const links = element('p', { class: 'row' }, element('a', { href: `/compare?a=${game.id}` }, 'Compare with another game'), element('a', { href: `/write?game=${game.id}` }, 'Change its rules'));
  const known = element('div', { id: 'known' });
  app.replaceChildren(host, links, known);
  const more = async () => known.replaceChildren(...(game.dossier ? [
    ...judged(game), ...(await trials(game)),
    ...(game.dossier.criteria.length ? [section('What was measured', 'measured', ...criteria(game.dossier, game.spread))] : []),
    ...flaws(game), ...ancestry(game),
  ] : []), rules(game));
  let table = null;
  const board = (async () => {
    const [[module, worker], known_] = await Promise.all([engine, knownOf(game)]);
    table = new GameTable(host, [{ name: game.name, rules: game.text, ...known_ }], module, worker);
    await table.first();
    app.dataset.board = Math.round(performance.now());
  })();
  // The board comes first; where it takes long, what is known of the game does not wait for it.
  await Promise.race([board.catch(() => {}), new Promise((done) => { setTimeout(done, 1200); })]);
  await more();
  await board;
  window.addEventListener('hashchange', () => {
    table.first();
    host.scrollIntoView();
  });
};
