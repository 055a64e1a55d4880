// Two games side by side: what their rules have in common.
import { element } from '../figures.js';
import { texts as shared } from '../texts.js';
import { board, fixed, get, kind, settled, shown } from './api.js';
import { diffTable, rulesTable } from './diff.js';
import { texts } from './texts.js';

// A field to find a game by name.
const finder = (side, label, game, found) => {
  const field = element('input', { type: 'search', id: `find-${side}`, list: `found-${side}`, autocomplete: 'off' });
  field.value = game ? shown(game.name) : '';
  const list = element('datalist', { id: `found-${side}` });
  let games = [];
  const choose = () => {
    const chosen = games.find((g) => shown(g.name) === field.value);
    if (chosen) found(chosen.id);
  };
  field.addEventListener('input', () => { choose(); ask(); });
  const ask = settled(async () => {
    games = (await get(`/api/games?${new URLSearchParams({ q: field.value.replaceAll('-', ' ') })}`)).games;
    list.replaceChildren(...games.slice(0, 20).map((g) => element('option', { value: shown(g.name) })));
    choose();
  });
  return element('p', {}, element('label', { for: field.id }, `${label} `), field, list);
};

const facts = (game) => {
  const rows = [];
  if (game.entry?.score) rows.push(texts.game.score(...game.entry.score));
  if (game.fate?.niche) rows.push(kind(game.fate.niche));
  return element('section', { 'aria-label': shown(game.name) }, element('h2', {}, element('a', { href: `/game/${game.id}` }, shown(game.name))), board(game.id),
    ...rows.map((row) => element('p', { class: 'faint' }, row)));
};

// Criteria of both, the greatest differences first, as a share of how known games are spread.
const measured = (a, b) => {
  if (!a.dossier || !b.dossier) return [];
  const other = new Map(b.dossier.criteria.map((c) => [c.criterion, c.value]));
  const rows = a.dossier.criteria.filter((c) => other.has(c.criterion)).map((c) => {
    const spread = a.spread[c.criterion];
    const wide = spread ? spread[4] - spread[0] : 1;
    return { name: c.name.replaceAll('_', ' '), x: c.value, y: other.get(c.criterion), far: Math.abs(c.value - other.get(c.criterion)) / (wide || 1) };
  }).sort((p, q) => q.far - p.far).slice(0, 12);
  if (!rows.length) return [];
  return [element('h2', {}, texts.compare.measured), element('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': texts.compare.criteria },
    element('table', {}, element('thead', {}, element('tr', {}, ...[texts.compare.criterion, shown(a.name), shown(b.name)].map((h) => element('th', { scope: 'col' }, h)))),
      element('tbody', {}, ...rows.map((r) => element('tr', {}, element('th', { scope: 'row' }, r.name), element('td', { class: 'n' }, fixed(r.x)), element('td', { class: 'n' }, fixed(r.y)))))))];
};

export const show = async (app) => {
  const query = new URLSearchParams(window.location.search);
  const wanted = [query.get('a'), query.get('b')];
  const games = await Promise.all(wanted.map((id) => (id ? get(`/api/games/${encodeURIComponent(id)}`) : null)));
  const go = (side) => (id) => {
    const next = [...wanted];
    next[side] = id;
    window.location.search = new URLSearchParams(['a', 'b'].map((name, i) => [name, next[i] ?? '']).filter(([, value]) => value !== ''));
  };
  const finders = element('div', { class: 'row' }, finder('a', texts.compare.one, games[0], go(0)), finder('b', texts.compare.other, games[1], go(1)));
  const head = [element('header', {}, element('h1', {}, texts.compare.title)), finders];
  if (!games[0] || !games[1]) {
    app.replaceChildren(...head, element('p', { class: 'faint' }, texts.compare.about));
    return;
  }
  const [a, b] = games;
  const names = [shown(a.name), shown(b.name)];
  const english = await Promise.all([a, b].map((game) => get(`/api/games/${game.id}/english`)));
  document.title = shared.document.title(texts.compare.both(...names));
  app.replaceChildren(
    ...head, element('div', { class: 'two' }, facts(a), facts(b)),
    element('h2', {}, texts.compare.english), diffTable(...english, names),
    element('h2', {}, texts.compare.rules), ...rulesTable(a.text, b.text, names), ...measured(a, b),
  );
};
