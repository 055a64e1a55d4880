// The gallery: known games and candidates on their shelves, with filters and a search.
import { element } from '../figures.js';
import { board, button, choice, get, kind, settled, shown } from './api.js';
import { texts } from './texts.js';

export const card = (game, listed, extra = []) => {
  const facts = [];
  if (listed && game.place) facts.push(texts.gallery.place(game.place[0]), texts.gallery.score(game.place[1]), game.shelf === 'known' ? texts.game.known : texts.game.bred);
  else if (game.rank) facts.push(texts.gallery.rank(game.rank));
  if (game.score && !(listed && game.place)) facts.push(texts.gallery.score(game.score[0]));
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
  const shelves = element('div', { class: 'row', role: 'group', 'aria-label': texts.gallery.name });
  const said = element('p', { class: 'faint', role: 'status' });
  const filters = element('div', { class: 'row' });
  const more = button(texts.gallery.more, () => load(true), { class: 'more', hidden: '' });
  const pair = element('p', { class: 'pair-link', hidden: '' });
  const search = element('input', { type: 'search', id: 'search', placeholder: texts.gallery.example, autocomplete: 'off' });
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
        pair.replaceChildren(element('a', { href: `/compare?a=${two[0][0]}&b=${two[1][0]}` }, texts.gallery.compare(shown(two[0][1]), shown(two[1][1]))));
      }
    });
    return element('label', { class: 'pick' }, box, ` ${texts.gallery.pick}`, element('span', { class: 'hidden' }, ` ${shown(game.name)}`));
  };

  const show = (answer, again) => {
    const { shelf } = state;
    shelves.replaceChildren(...answer.shelves.filter((s) => s.games > 0 || s.shelf === 'known' || s.shelf === shelf).map((s) => (
      button(`${texts.gallery.shelves[s.shelf]} ${s.games}`, () => set({ shelf: s.shelf }), { 'aria-pressed': s.shelf === shelf, class: 'tab', 'data-shelf': s.shelf }))));
    filters.replaceChildren(
      ...(answer.boards.length ? [choice(texts.gallery.board, [['', texts.gallery.any], ...answer.boards.map((b) => [b, b])], state.board ?? '', (value) => set({ board: value }), 'by-board')] : []),
      ...(answer.goals.length ? [choice(texts.gallery.goal, [['', texts.gallery.any], ...answer.goals.map((g) => [g, g])], state.goal ?? '', (value) => set({ goal: value }), 'by-goal')] : []),
    );
    const cards = answer.games.map((game) => card(game, shelf === 'listed', [pick(game)]));
    if (again) grid.append(...cards); else grid.replaceChildren(...cards);
    held = answer.from + answer.games.length;
    more.hidden = held >= answer.total;
    const total = texts.gallery.total(answer.total, answer.population);
    said.textContent = answer.trouble ?? (answer.total === 0 ? texts.gallery.none : `${texts.gallery.about[shelf] ?? ''} ${total}`);
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
    element('header', {}, element('h1', {}, texts.gallery.title)),
    element('div', { class: 'row' }, element('label', { for: 'search' }, texts.gallery.search), search),
    shelves, filters, said, pair, grid, more,
  );
  if (!state.shelf) {
    const first = await get('/api/games');
    state.shelf = first.shelves.find((s) => s.shelf === 'candidate' && s.games > 0) ? 'candidate' : 'known';
  }
  await load();
};
