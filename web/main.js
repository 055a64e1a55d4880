// A shared page: the games, the engine and the worker are in it.
import { Engine } from './engine.js';
import { GameTable } from './table.js';
import { element } from './figures.js';

const given = (id) => JSON.parse(document.getElementById(id).textContent);

const start = async () => {
  const app = document.getElementById('app');
  try {
    const games = given('games');
    const page = new GameTable(app, games, await Engine.compile(given('engine')), given('worker'));
    await page.first();
    window.addEventListener('hashchange', () => page.first());
    app.dataset.ready = Math.round(performance.now());
  } catch (error) {
    app.replaceChildren(element('p', { class: 'error' }, `This page cannot start: ${error.message}. It needs a browser of 2023 or later.`));
  }
};
start();
