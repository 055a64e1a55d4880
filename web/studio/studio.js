// The studio: what is around every view.
import { element } from '../figures.js';
import { get } from './api.js';
import { texts } from './texts.js';

const VIEWS = [
  [texts.studio.games, '/'], [texts.studio.compare, '/compare'], [texts.studio.night, '/night'], [texts.studio.survey, '/survey'],
  [texts.studio.ranking, '/ranking'], [texts.studio.write, '/write'],
];

// Shows a view at the address of the page.
export const start = async (show) => {
  const app = document.getElementById('app');
  const { pathname } = window.location;
  const links = VIEWS.map(([words, to]) => element('a', { href: to, 'aria-current': to === pathname ? 'page' : null }, words));
  const nav = document.getElementById('nav');
  try {
    // Who takes part in a study sees the survey and nothing else.
    const alone = pathname === '/survey' && (await get('/api/survey')).alone;
    nav.replaceChildren(element('strong', {}, texts.studio.name), ...(alone ? [] : links));
    await show(app, pathname.split('/').at(-1));
    app.dataset.ready = Math.round(performance.now());
  } catch (error) {
    app.replaceChildren(element('h1', {}, texts.studio.broken), element('p', { class: 'error', role: 'alert' }, error.message));
  }
};
