// What views ask of the server, and what they share.
import { Engine } from '../engine.js';
import { element } from '../figures.js';
import { texts } from './texts.js';

const answered = async (response) => {
  const text = await response.text();
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = { error: text };
  }
  if (!response.ok) throw new Error(answer?.error ?? texts.server.answered(response.status));
  return answer;
};

export const get = async (path) => answered(await fetch(path));

export const post = async (path, body = {}) => answered(await fetch(path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
}));

// The engine's module, which is on its way, and the worker that holds it. It is asked for after something else where that is to be seen first.
const WORKER = '/web/worker.js';
let parts = null;
export const engineParts = (after = Promise.resolve()) => {
  parts ??= [after.then(() => Engine.compile({ address: '/engine.wasm' }, WORKER)), WORKER];
  return parts;
};

// Figures come as SVG from the server's own plots.
export const figures = (plots) => plots.map((text) => {
  const drawn = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return element('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': drawn.getAttribute('aria-label') }, document.importNode(drawn, true));
});

export const fixed = texts.amounts.measured;

export const shown = (name) => name.replaceAll('-', ' ');

export const button = (words, action, attributes = {}) => {
  const made = element('button', { type: 'button', ...attributes }, words);
  made.addEventListener('click', action);
  return made;
};

export const choice = (label, options, chosen, action, id) => {
  const made = element('select', { id }, ...options.map(([value, words]) => element('option', { value }, words)));
  made.value = chosen;
  made.addEventListener('change', () => action(made.value));
  return element('label', {}, `${label} `, made);
};

// A picture of a game's board at its start; it says nothing that the name beside it does not.
export const board = (id) => element('img', { src: `/api/games/${id}/board.svg`, alt: '', loading: 'lazy', class: 'thumb', width: 160, height: 160 });

// Waits until nothing has been asked for a moment.
export const settled = (action, time = 200) => {
  let waiting = 0;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(action, time);
  };
};

// A stretch of numbers as niches have it: 15-30, or 60- for 60 and more.
export const range = (text) => {
  const [low, high] = text.split('-');
  if (high === undefined) return low;
  return high === '' ? texts.amounts.atLeast(low) : texts.amounts.between(low, high);
};

// A niche in words.
export const kind = (niche) => {
  const [board_, goal, plies, moves] = niche.split('/');
  return moves ? texts.game.niche(board_, goal, range(plies)) : niche;
};
