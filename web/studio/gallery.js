// The gallery: known games and candidates on their shelves, with filters and a search.
import { element } from '../figures.js';
import { board, button, choice, fixed, get, kind, settled, shown } from './api.js';

const SHELVES = { candidate: 'Candidates', variant: 'Variants', unscored: 'Not scored', flawed: 'Flawed', known: 'Known games', listed: 'All in order' };

const SAID = {
  candidate: 'Bred games against which nothing speaks, the best first.',
  variant: 'Known games on another board or with another number.',
  unscored: 'Playable, but their score could not be measured.',
  flawed: 'Something is wrong with them; the reasons say what.',
  known: 'Games that people play, and which new ones are bred from.',
  listed: 'Candidates among known games, the best first. A game that the profile was fitted to has the score that a fit without it predicts; a candidate has its score less what speaks against it.',
};

export const card = (game, listed, extra = []) => {
  const facts = [];
  if (listed && game.place) facts.push(`place ${game.place[0]}`, `score ${fixed(game.place[1])}`, game.shelf === 'known' ? 'known game' : 'bred');
  else if (game.rank) facts.push(`rank ${game.rank}`);
  if (game.score && !(listed && game.place)) facts.push(`score ${fixed(game.score[0])}`);
  if (game.niche) facts.push(kind(game.niche));
  return element(
    'article', { class: 'card', 'data-id': game.id },
    element('a', { href: `/game/${game.id}`, class: 'whole' }, board(game.id), element('h2', {}, shown(game.name))),
    facts.length ? element('p', { class: 'faint' }, facts.join(' · ')) : '',
    game.why.length ? element('p', { class: 'why' }, game.why.slice(0, 2).join('; ')) : '',
    ...extra,
  );
};

export const show = async (app) => {
  const state = Object.fromEntries(new URLSearchParams(window.location.search));
  const chosen = new Map();
  const grid = element('div', { class: 'grid' });
  const shelves = element('div', { class: 'row', role: 'group', 'aria-label': 'Shelves' });
  const said = element('p', { class: 'faint', role: 'status' });
  const filters = element('div', { class: 'row' });
  const more = button('More games', () => load(true), { class: 'more', hidden: '' });
  const pair = element('p', { class: 'pair-link', hidden: '' });
  const search = element('input', { type: 'search', id: 'search', placeholder: 'name or rules: hex connect', autocomplete: 'off' });
  search.value = state.q ?? '';
  let held = 0;
  let turn = 0;

  const pick = (game) => {
    const box = element('input', { type: 'checkbox' });
    box.checked = chosen.has(game.id);
    box.addEventListener('change', () => {
      if (box.checked) chosen.set(game.id, game.name); else chosen.delete(game.id);
      const two = [...chosen];
      pair.hidden = two.length !== 2;
      if (two.length === 2) {
        pair.replaceChildren(element('a', { href: `/compare?a=${two[0][0]}&b=${two[1][0]}` }, `Compare ${shown(two[0][1])} with ${shown(two[1][1])}`));
      }
    });
    return element('label', { class: 'pick' }, box, ' compare', element('span', { class: 'hidden' }, ` ${shown(game.name)}`));
  };

  const show = (answer, again) => {
    const { shelf } = state;
    shelves.replaceChildren(...answer.shelves.filter((s) => s.games > 0 || s.shelf === 'known' || s.shelf === shelf).map((s) => (
      button(`${SHELVES[s.shelf]} ${s.games}`, () => set({ shelf: s.shelf }), { 'aria-pressed': s.shelf === shelf, class: 'tab', 'data-shelf': s.shelf }))));
    filters.replaceChildren(
      ...(answer.boards.length ? [choice('Board', [['', 'any'], ...answer.boards.map((b) => [b, b])], state.board ?? '', (value) => set({ board: value }), 'by-board')] : []),
      ...(answer.goals.length ? [choice('Goal', [['', 'any'], ...answer.goals.map((g) => [g, g])], state.goal ?? '', (value) => set({ goal: value }), 'by-goal')] : []),
    );
    const cards = answer.games.map((game) => card(game, shelf === 'listed', [pick(game)]));
    if (again) grid.append(...cards); else grid.replaceChildren(...cards);
    held = answer.from + answer.games.length;
    more.hidden = held >= answer.total;
    const from = answer.population ? ` of ${answer.population}` : '';
    said.textContent = answer.trouble ?? (answer.total === 0 ? 'No game here is like that.' : `${SAID[shelf] ?? ''} ${answer.total} ${answer.total === 1 ? 'game' : 'games'}${from}.`);
  };

  const load = async (again = false) => {
    turn += 1;
    const mine = turn;
    const { shelf, q, board: on, goal } = state;
    const query = new URLSearchParams(Object.entries({ shelf, q, board: on, goal, from: again ? held : 0 }).filter(([, value]) => value));
    const answer = await get(`/api/games?${query}`);
    // A later question is on its way.
    if (mine === turn) show(answer, again);
  };

  const set = (changes) => {
    Object.assign(state, changes);
    const query = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
    window.history.replaceState(null, '', query.size ? `/?${query}` : '/');
    return load();
  };

  search.addEventListener('input', settled(() => set({ q: search.value.trim() })));
  app.replaceChildren(
    element('header', {}, element('h1', {}, 'Games')),
    element('div', { class: 'row' }, element('label', { for: 'search' }, 'Search'), search),
    shelves, filters, said, pair, grid, more,
  );
  if (!state.shelf) {
    const first = await get('/api/games');
    state.shelf = first.shelves.find((s) => s.shelf === 'candidate' && s.games > 0) ? 'candidate' : 'known';
  }
  await load();
};
