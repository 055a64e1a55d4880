// The night: a run as it goes on, started, stopped and continued.
import { element } from '../figures.js';
import { button, figures, fixed, get, post, range, settled, shown } from './api.js';
import { recipeForm } from './recipe.js';
import { texts } from './texts.js';

// How often the figures are drawn anew while the run goes on, in milliseconds.
const REDRAWN = 10000;

const tile = (value, words) => element('div', { class: 'tile' }, element('b', {}, value), element('span', {}, words));

const scored = (games, none) => (games.length
  ? element('ol', { class: 'games' }, ...games.map((g) => element('li', {}, element('a', { href: `/game/${g.id}` }, shown(g.name)), ` ${fixed(Array.isArray(g.score) ? g.score[0] : g.score)}`)))
  : element('p', { class: 'faint' }, none));

const fate = (g) => {
  if (g.fate === 'rejected') return texts.night.rejected(g.step, g.reason);
  return g.shelf ?? texts.night.admitted;
};

// The archive as a map: boards and goals downwards, length and choice across.
const archive = (niches) => {
  if (!niches.length) return element('p', { class: 'faint' }, texts.night.noArchive);
  const parts = niches.map((n) => ({ ...n, parts: n.niche.split('/') }));
  const order = (a, b) => parseInt(a, 10) - parseInt(b, 10);
  const rows = [...new Set(parts.map((n) => `${n.parts[0]} ${n.parts[1]}`))].sort();
  const lengths = [...new Set(parts.map((n) => n.parts[2]))].sort(order);
  const choices = [...new Set(parts.map((n) => n.parts[3]))].sort(order);
  const at = new Map(parts.map((n) => [`${n.parts[0]} ${n.parts[1]}/${n.parts[2]}/${n.parts[3]}`, n]));
  const scores = niches.map((n) => n.score).filter((s) => s !== null);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const shade = (score) => (score === null ? 0 : Math.round(((score - low) / (high - low || 1)) * 4));
  const cell = (row, length, choice) => {
    const n = at.get(`${row}/${length}/${choice}`);
    if (!n) return element('td', {});
    const words = texts.night.niche(row, range(length), range(choice), n.games, n.candidates, shown(n.name), fixed(n.score));
    return element('td', {}, element('a', { href: `/game/${n.id}`, class: `niche shade-${shade(n.score)}`, title: words, 'aria-label': words }, n.candidates ? `${n.games}★` : String(n.games)));
  };
  return element('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': texts.night.niches }, element(
    'table', { class: 'archive' },
    element('thead', {},
      element('tr', {}, element('td', {}), ...lengths.map((l) => element('th', { scope: 'colgroup', colspan: choices.length }, texts.night.plies(range(l))))),
      element('tr', {}, element('th', { scope: 'col' }, texts.night.kind), ...lengths.flatMap(() => choices.map((c) => element('th', { scope: 'col' }, range(c)))))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, element('th', { scope: 'row' }, row), ...lengths.flatMap((l) => choices.map((c) => cell(row, l, c))))))));
};

export const show = async (app) => {
  const at = {};
  for (const id of ['state', 'tiles', 'bar', 'best', 'newest', 'archive', 'plots', 'warnings']) at[id] = element('div', { id: `night-${id}` });
  at.state.setAttribute('role', 'status');
  const error = element('p', { class: 'error', role: 'alert' });
  const attempt = async (path, body) => {
    error.textContent = '';
    try {
      await post(path, body);
    } catch (problem) {
      error.textContent = problem.message;
    }
  };
  const [form, first] = await Promise.all([recipeForm((body) => attempt('/api/night/start', body)), get('/api/night')]);
  const stop = button(texts.night.stop, () => attempt('/api/night/stop'), { id: 'night-stop' });
  const goOn = button(texts.night.go, () => attempt('/api/night/continue', { bounds: form.bounds() }), { id: 'night-continue', class: 'main' });
  const begin = element('details', { id: 'night-begin' }, element('summary', {}, texts.night.begin), form.host);
  app.replaceChildren(
    element('header', {}, element('h1', {}, texts.night.title)), at.state, at.bar, element('div', { class: 'row' }, stop, goOn, form.limits), error, at.tiles, begin,
    element('div', { class: 'two' },
      element('section', { 'aria-labelledby': 'best-title' }, element('h2', { id: 'best-title' }, texts.night.best), at.best),
      element('section', { 'aria-labelledby': 'newest-title' }, element('h2', { id: 'newest-title' }, texts.night.newest), at.newest)),
    element('section', { 'aria-labelledby': 'archive-title' }, element('h2', { id: 'archive-title' }, texts.night.archive),
      element('p', { class: 'faint' }, texts.night.aboutArchive), at.archive),
    element('section', { 'aria-labelledby': 'plots-title' }, element('h2', { id: 'plots-title' }, texts.night.plots), at.plots), at.warnings,
  );
  let drawn = { at: 0, children: -1 };
  const draw = async (children) => {
    const now = Date.now();
    if (children === drawn.children || (now - drawn.at < REDRAWN && drawn.at)) return;
    drawn = { at: now, children };
    if (!children) return;
    const plots = await Promise.all(['population', 'fates', 'scores'].map((name) => get(`/api/night/figures/${name}`)));
    at.plots.replaceChildren(...plots.flatMap(figures));
  };
  const late = settled(() => draw(last.children), REDRAWN);
  let last = null;
  let parts = {};
  // A part is drawn anew when what it shows has changed, so that a link under a finger stays there.
  const part = (name, data, make) => {
    const text = JSON.stringify(data);
    if (parts[name] === text) return;
    parts[name] = text;
    at[name].replaceChildren(...[make(data)].flat());
  };
  const show = (now) => {
    last = now;
    const measuring = now.measured < now.known;
    let words = now.trouble ?? now.ended ?? (now.begun ? texts.night.idle : texts.night.none);
    if (now.running) words = now.stopping ? texts.night.stopping : texts.night.running(now.begun ? now.population : null, now.line);
    else if (now.begun) words = `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'} ${texts.night.settings(now.population, now.seed, now.profile)}`;
    if (at.state.textContent !== words) at.state.textContent = words;
    stop.hidden = !now.running;
    stop.disabled = now.stopping;
    goOn.hidden = now.running || !now.begun;
    form.limits.hidden = now.running;
    begin.hidden = now.running;
    if (now.running) begin.open = false;
    if (!now.begun && !now.running && parts.begin === undefined) begin.open = parts.begin = true;
    part('bar', now.running && measuring ? [now.measured, now.known] : [], ([done, all]) => (all ? [element('progress', { max: all, value: done, 'aria-label': texts.night.measuring })] : []));
    part('tiles', [now.measured, now.known, now.children, now.admitted, now.candidates, now.per_minute], () => [
      tile(now.begun ? texts.night.of(now.measured, now.known) : String(now.known), now.begun ? texts.night.measured : texts.night.known), tile(String(now.children), texts.night.children),
      tile(now.per_minute === null ? texts.amounts.unmeasured : String(now.per_minute), texts.night.rate), tile(String(now.admitted), texts.night.admitted), tile(String(now.candidates), texts.night.candidates),
    ]);
    part('best', now.best, (games) => scored(games, texts.night.noBest));
    part('newest', now.newest, (games) => (games.length
      ? element('ol', { class: 'games' }, ...games.map((g) => element('li', {}, element('a', { href: `/game/${g.id}` }, shown(g.name) || texts.night.nameless), element('span', { class: 'faint' }, ` ${fate(g)}`))))
      : element('p', { class: 'faint' }, texts.night.noNewest)));
    part('archive', now.niches, archive);
    part('warnings', now.warnings, (lines) => lines.map((line) => element('p', { class: 'faint' }, line)));
    draw(now.children);
    late();
  };
  show(first);
  const events = new EventSource('/api/night/events');
  events.addEventListener('night', (event) => show(JSON.parse(event.data)));
  window.addEventListener('pagehide', () => events.close());
};
