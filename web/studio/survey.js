// The survey: two games, each to be played a little; which is the more interesting?
import { element } from '../figures.js';
import { GameTable } from '../table.js';
import { button, engineParts, get, post, shown } from './api.js';
import { texts } from './texts.js';

const CODE = 'ludogen-code';
// A subject makes so many moves of each game, or ends it, before an answer counts.
const LEAST = 3;
const SIDES = ['left', 'right'];

// What the browser keeps, so that nothing is lost when the page is loaded again. Some browsers keep nothing.
const kept = {
  get: (key) => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      window.localStorage.setItem(key, value);
    } catch { /* The code on the page brings a subject back too. */ }
  },
};

const consent = (app, about, go) => {
  const error = element('p', { class: 'error', role: 'alert' });
  const agreed = element('input', { type: 'checkbox', id: 'agreed' });
  const begin = button(texts.survey.begin, async () => {
    error.textContent = '';
    try {
      const { code } = await post('/api/survey/enter', { consent: agreed.checked });
      go(code);
    } catch (problem) {
      error.textContent = problem.message;
    }
  }, { id: 'begin', class: 'main', disabled: '' });
  agreed.addEventListener('change', () => { begin.disabled = !agreed.checked; });
  const code = element('input', { id: 'code', autocomplete: 'off', spellcheck: 'false' });
  const again = element('form', {}, element('p', { class: 'row' }, element('label', { for: 'code' }, texts.survey.code), code, element('button', {}, texts.survey.again)));
  again.addEventListener('submit', (event) => {
    event.preventDefault();
    go(code.value.trim());
  });
  app.replaceChildren(
    element('header', {}, element('h1', {}, texts.survey.title)), element('p', { class: 'prose' }, about.consent),
    element('p', {}, element('label', {}, agreed, ` ${texts.survey.agreed}`)), begin, again, error,
  );
};

// How many moves a person has made.
const made = ({ match }) => (match.record ? match.record.moves().length : 0);
const own = ({ match }) => (match.record ? [...match.record.whole()].filter((node) => match.seats[node.person] === 0).length : 0);
const enough = (table) => own(table) >= LEAST || (table.match.position?.outcome ?? null) !== null;

const ask = async (app, code, { pair, done, of }, next) => {
  const [module, worker] = await engineParts();
  const begun = Date.now();
  const key = (side) => `ludogen-${code}-${pair.id}-${side}`;
  const tables = [];
  for (const [side, game] of pair.games.entries()) {
    const table = new GameTable(element('div', { class: 'played' }), [{ name: game.name, rules: game.text }], module, worker);
    await table.open(0);
    const moves = (kept.get(key(side)) ?? '').split(',').filter(Boolean);
    if (moves.length) await table.match.follow(moves);
    tables.push(table);
  }
  const stage = element('div', { id: 'stage' });
  const tabs = pair.games.map((game, side) => button(texts.survey.sides[side](shown(game.name)), () => turn(side), { class: 'tab', 'data-side': SIDES[side] }));
  const turn = (side) => {
    tabs.forEach((tab, n) => tab.setAttribute('aria-pressed', String(n === side)));
    stage.replaceChildren(tables[side].host);
  };
  const error = element('p', { class: 'error', role: 'alert' });
  const reason = element('textarea', { id: 'reason', rows: 2, maxlength: 2000 });
  const told = element('p', { class: 'faint', role: 'status' });
  const say = (preferred) => async () => {
    error.textContent = '';
    try {
      await post('/api/survey/answer', {
        code, pair: pair.id, preferred, moves: tables.map(own), seconds: (Date.now() - begun) / 1000, reason: reason.value,
      });
      clearInterval(watch);
      await next();
    } catch (problem) {
      error.textContent = problem.message;
    }
  };
  const answers = [['left', texts.survey.left(shown(pair.games[0].name))], ['right', texts.survey.right(shown(pair.games[1].name))], ['neither', texts.survey.neither]]
    .map(([word, words]) => button(words, say(word), { class: 'main', 'data-answer': word }));
  const look = () => {
    const left = tables.map(enough).filter((yes) => !yes).length;
    answers.forEach((answer) => { answer.disabled = left > 0; });
    const first = left === 2 ? texts.survey.playBoth(LEAST) : texts.survey.playOther(LEAST);
    const words = left ? first : texts.survey.question;
    if (told.textContent !== words) told.textContent = words;
    tables.forEach((table, side) => kept.set(key(side), made(table) ? table.match.record.moves().join(',') : ''));
  };
  const watch = setInterval(look, 400);
  app.replaceChildren(
    element('header', {}, element('p', {}, texts.survey.pair(done + 1, of)), element('p', { class: 'faint' }, texts.survey.yourCode(code))),
    element('div', { class: 'row', role: 'group', 'aria-label': texts.survey.games }, ...tabs), stage,
    element('section', { class: 'part', 'aria-labelledby': 'question' }, element('h2', { id: 'question' }, texts.survey.answer), told,
      element('p', {}, element('label', { for: 'reason' }, `${texts.survey.reason} `), reason), element('div', { class: 'row' }, ...answers), error),
  );
  turn(0);
  look();
};

export const show = async (app) => {
  const about = await get('/api/survey');
  if (!about.begun) {
    app.replaceChildren(element('header', {}, element('h1', {}, texts.survey.title)), element('p', {}, texts.survey.none));
    return;
  }
  const go = async (code) => {
    let now = null;
    try {
      now = await get(`/api/survey/next?${new URLSearchParams({ code })}`);
    } catch (problem) {
      consent(app, about, go);
      app.append(element('p', { class: 'error', role: 'alert' }, problem.message));
      return;
    }
    kept.set(CODE, code);
    if (now.pair) {
      await ask(app, code, now, () => go(code));
      return;
    }
    app.replaceChildren(element('header', {}, element('h1', {}, texts.survey.thanks)), element('p', {}, texts.survey.done(now.done, code)),
      about.alone ? '' : element('p', {}, element('a', { href: '/ranking' }, texts.survey.ranking)));
    kept.set(CODE, '');
  };
  const code = kept.get(CODE);
  if (code) await go(code);
  else consent(app, about, go);
};
