// The ranking that answers make, and the profile that is fitted to them.
import { element } from '../figures.js';
import { fixed, get, post, shown } from './api.js';

const percent = (x) => (x === null || x === undefined ? 'unknown' : `${Math.round(100 * x)} %`);

const table = ({ games }, ids) => element('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': 'Ranking' }, element('table', {},
  element('thead', {}, element('tr', {}, ...['Rank', 'Game', 'Strength', '95 % interval'].map((h) => element('th', { scope: 'col' }, h)))),
  element('tbody', {}, ...games.map((g) => element('tr', {}, element('td', { class: 'n' }, String(g.rank)),
    element('th', { scope: 'row' }, element('a', { href: `/game/${ids[g.game]}` }, shown(g.game))), element('td', { class: 'n' }, fixed(g.strength)),
    element('td', { class: 'n' }, `${fixed(g.low)} to ${fixed(g.high)}`))))));

export const show = async (app) => {
  const head = [element('header', {}, element('h1', {}, 'Ranking'))];
  const now = await get('/api/ranking').catch((error) => ({ error: error.message }));
  if (now.error) {
    app.replaceChildren(...head, element('p', {}, `${now.error}.`));
    return;
  }
  const said = `${now.answers} ${now.answers === 1 ? 'answer' : 'answers'} of ${now.subjects} ${now.subjects === 1 ? 'subject' : 'subjects'}.`;
  if (!now.ranking) {
    app.replaceChildren(...head, element('p', {}, `${said} `, element('a', { href: '/survey' }, 'Judge pairs'), ' to make a ranking.'));
    return;
  }
  const { classification, notes, next } = now.ranking;
  const result = element('div', { id: 'fitted', role: 'status' });
  const name = element('input', { id: 'profile-name', value: 'mine', maxlength: 60, pattern: '[A-Za-z0-9\\-]+', required: '', autocomplete: 'off' });
  const form = element('form', { id: 'fit' }, element('p', { class: 'row' }, element('label', { for: 'profile-name' }, 'Name of the profile'), name, element('button', { class: 'main' }, 'Fit a profile to these answers')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    result.replaceChildren(element('p', { class: 'faint' }, 'Fitting, and seeing what the same procedure finds by chance …'));
    try {
      const fitted = await post('/api/ranking/fit', { name: name.value.trim() });
      result.replaceChildren(element('p', {}, fitted.verdict), element('p', {}, element('a', { href: `/night?profile=${encodeURIComponent(fitted.name)}` }, 'Use it for the next night')));
    } catch (problem) {
      result.replaceChildren(element('p', { class: 'error' }, problem.message));
    }
  });
  app.replaceChildren(
    ...head, element('p', {}, `${said} `, element('a', { href: '/api/survey/comparisons.csv', download: 'comparisons.csv' }, 'Save them for `ludogen rank`'), '.'),
    element('p', {}, `The ranking agrees with ${percent(classification.in_sample)} of the answers it is made of, and with ${percent(classification.cross_validated)} of answers held back; ${classification.draws} could not decide.`),
    table(now.ranking, now.ids), ...notes.map((note) => element('p', { class: 'faint' }, note)),
    next.length ? element('p', {}, `Least is known about: ${next.map((pair) => pair.map(shown).join(' or ')).join('; ')}.`) : '',
    element('section', { class: 'part', 'aria-labelledby': 'fit-title' }, element('h2', { id: 'fit-title' }, 'A profile for the next night'),
      element('p', { class: 'faint' }, 'A profile weighs the criteria so that the score predicts this ranking. The sentence says how far it can be trusted on games that it has not seen.'), form, result,
      now.profiles.length ? element('p', {}, 'Fitted before: ', ...now.profiles.flatMap((p) => [element('a', { href: `/night?profile=${encodeURIComponent(p)}` }, p), ' '])) : ''),
  );
};
