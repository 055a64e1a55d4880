// A shared page: the games, the engine and the worker are in it.
import { Engine } from './engine.js';
import { GameTable, painted } from './table.js';
import { element } from './figures.js';
import { texts } from './texts.js';

const given = (id) => JSON.parse(document.getElementById(id).textContent);

const now = () => Math.round(performance.now());

// The page's script runs before all of the page is there.
const whole = new Promise((done) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', done);
  else done();
});

const start = async () => {
  const app = document.getElementById('app');
  try {
    const worker = URL.createObjectURL(new Blob([given('worker')], { type: 'text/javascript' }));
    // The engine is most of the page. What the first board shows is known without it, so it is unpacked once that can be seen.
    let begin = null;
    const engine = new Promise((done) => { begin = done; }).then(() => whole).then(() => Engine.compile({ packed: given('engine') }, worker));
    const page = new GameTable(app, given('games'), engine, worker);
    const first = page.first();
    await painted();
    if (page.board) app.dataset.board = now();
    begin();
    await engine;
    await first;
    if (page.board) app.dataset.board ??= now();
    window.addEventListener('hashchange', () => page.first());
    app.dataset.ready = now();
  } catch (error) {
    app.replaceChildren(element('p', { class: 'error' }, texts.page.broken(error.message)));
  }
};
start();
