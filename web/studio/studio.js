// The studio: which view an address shows.
import { element } from '../figures.js';
import { compare } from './compare.js';
import { gallery } from './gallery.js';
import { gamePage } from './game.js';
import { night } from './night.js';
import { ranking } from './ranking.js';
import { survey } from './survey.js';
import { write } from './write.js';
import { get } from './api.js';

const VIEWS = [
  { at: /^\/$/, show: gallery, words: 'Games', to: '/' },
  { at: /^\/game\/(\d+)$/, show: gamePage },
  { at: /^\/compare$/, show: compare, words: 'Compare', to: '/compare' },
  { at: /^\/night$/, show: night, words: 'The night', to: '/night' },
  { at: /^\/survey$/, show: survey, words: 'Judge pairs', to: '/survey' },
  { at: /^\/ranking$/, show: ranking, words: 'Ranking', to: '/ranking' },
  { at: /^\/write$/, show: write, words: 'Write', to: '/write' },
];

const start = async () => {
  const app = document.getElementById('app');
  const { pathname } = window.location;
  const view = VIEWS.find(({ at }) => at.test(pathname));
  const links = VIEWS.filter(({ words }) => words).map(({ words, to }) => (
    element('a', { href: to, 'aria-current': to === pathname ? 'page' : null }, words)));
  const nav = document.getElementById('nav');
  try {
    // Who takes part in a study sees the survey and nothing else.
    const alone = pathname === '/survey' && (await get('/api/survey')).alone;
    nav.replaceChildren(element('strong', {}, 'ludogen'), ...(alone ? [] : links));
    await view.show(app, pathname.match(view.at)[1]);
    app.dataset.ready = Math.round(performance.now());
  } catch (error) {
    app.replaceChildren(element('h1', {}, 'This page cannot be shown'), element('p', { class: 'error', role: 'alert' }, error.message));
  }
};
start();
