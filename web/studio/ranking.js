// The ranking that answers make, and the profile that is fitted to them.
import { element } from '../figures.js';
import { fixed, get, post, shown } from './api.js';
import { texts } from './texts.js';

const percent = (x) => (x === null || x === undefined ? texts.ranking.unknown : texts.amounts.percent(x));

const table = ({ games }, ids) => element('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': texts.ranking.title }, element('table', {},
  element('thead', {}, element('tr', {}, ...[texts.ranking.rank, texts.ranking.game, texts.ranking.strength, texts.ranking.interval].map((h) => element('th', { scope: 'col' }, h)))),
  element('tbody', {}, ...games.map((g) => element('tr', {}, element('td', { class: 'n' }, String(g.rank)),
    element('th', { scope: 'row' }, element('a', { href: `/game/${ids[g.game]}` }, shown(g.game))), element('td', { class: 'n' }, fixed(g.strength)),
    element('td', { class: 'n' }, texts.amounts.between(fixed(g.low), fixed(g.high))))))));

export const show = async (app) => {
  const head = [element('header', {}, element('h1', {}, texts.ranking.title))];
  const now = await get('/api/ranking').catch((error) => ({ error: error.message }));
  if (now.error) {
    app.replaceChildren(...head, element('p', {}, `${now.error}.`));
    return;
  }
  const said = texts.ranking.answers(now.answers, now.subjects);
  if (!now.ranking) {
    app.replaceChildren(...head, element('p', {}, `${said} `, ...texts.ranking.judge((words) => element('a', { href: '/survey' }, words))));
    return;
  }
  const { classification, notes, next } = now.ranking;
  const result = element('div', { id: 'fitted', role: 'status' });
  const name = element('input', { id: 'profile-name', value: texts.ranking.mine, maxlength: 60, pattern: '[A-Za-z0-9\\-]+', required: '', autocomplete: 'off' });
  const form = element('form', { id: 'fit' }, element('p', { class: 'row' }, element('label', { for: 'profile-name' }, texts.ranking.profile), name, element('button', { class: 'main' }, texts.ranking.fitNow)));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    result.replaceChildren(element('p', { class: 'faint' }, texts.ranking.fitting));
    try {
      const fitted = await post('/api/ranking/fit', { name: name.value.trim() });
      result.replaceChildren(element('p', {}, fitted.verdict), element('p', {}, element('a', { href: `/night?profile=${encodeURIComponent(fitted.name)}` }, texts.ranking.use)));
    } catch (problem) {
      result.replaceChildren(element('p', { class: 'error' }, problem.message));
    }
  });
  app.replaceChildren(
    ...head, element('p', {}, `${said} `, ...texts.ranking.save((words) => element('a', { href: '/api/survey/comparisons.csv', download: 'comparisons.csv' }, words))),
    element('p', {}, texts.ranking.agreement(percent(classification.in_sample), percent(classification.cross_validated), classification.draws)),
    table(now.ranking, now.ids), ...notes.map((note) => element('p', { class: 'faint' }, note)),
    next.length ? element('p', {}, texts.ranking.least(next.map((pair) => pair.map(shown)))) : '',
    element('section', { class: 'part', 'aria-labelledby': 'fit-title' }, element('h2', { id: 'fit-title' }, texts.ranking.fit),
      element('p', { class: 'faint' }, texts.ranking.aboutFit), form, result,
      now.profiles.length ? element('p', {}, `${texts.ranking.before} `, ...now.profiles.flatMap((p) => [element('a', { href: `/night?profile=${encodeURIComponent(p)}` }, p), ' '])) : ''),
  );
};
