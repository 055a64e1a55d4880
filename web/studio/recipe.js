// The form of a recipe: every field with what it means.
import { element } from '../figures.js';
import { get } from './api.js';
import { texts } from './texts.js';

const number = (id, label, value, attributes = {}) => {
  const field = element('input', { type: 'number', id, value, ...attributes });
  return [field, element('p', { class: 'field' }, element('label', { for: id }, label), field)];
};

const filled = (field) => (field.value.trim() === '' ? null : Number(field.value));

// The fields of one section of the recipe, and of the sections in it.
const sections = (fields) => {
  const inputs = [];
  const roots = [];
  const open = new Map();
  for (const { path, words, default: value } of fields) {
    const parts = path.split('.');
    const host = open.get(parts.slice(0, -1).join('.'));
    const label = parts.at(-1).replaceAll('_', ' ');
    const put = (made) => (host ? host.append(made) : roots.push(made));
    if (value === null) {
      const made = element('details', {}, element('summary', {}, label), element('p', { class: 'faint' }, words));
      open.set(path, made);
      put(made);
      continue;
    }
    const id = `recipe-${path.replaceAll('.', '-')}`;
    const described = { 'aria-describedby': `${id}-words` };
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    const field = typeof value === 'boolean'
      ? element('input', { type: 'checkbox', id, ...described })
      : element('input', { type: typeof value === 'number' ? 'number' : 'text', step: 'any', id, value: text, ...described });
    if (typeof value === 'boolean') field.checked = value;
    inputs.push({ path: parts, field, value });
    put(element('div', { class: 'field' }, element('label', { for: id }, label), field, element('p', { class: 'faint', id: `${id}-words` }, words)));
  }
  return [inputs, roots];
};

// What a field says; null where it is empty. Numbers of a list stand between commas.
const said = (field, value) => {
  if (field.type === 'checkbox') return field.checked;
  if (field.type === 'number') return filled(field);
  return Array.isArray(value) ? field.value.split(',').filter((part) => part.trim()).map(Number) : field.value.trim();
};

// The fields that differ from the defaults, as a tree.
const changed = (inputs) => {
  const recipe = {};
  for (const { path, field, value } of inputs) {
    const now = said(field, value);
    if (now === null || JSON.stringify(now) === JSON.stringify(value)) continue;
    let at = recipe;
    for (const part of path.slice(0, -1)) at = at[part] ??= {};
    at[path.at(-1)] = now;
  }
  return recipe;
};

export const recipeForm = async (start) => {
  const { fields, profiles, profile } = await get('/api/recipe');
  const [children, childrenField] = number('bound-children', texts.recipe.children, '', { min: 1, step: 1, placeholder: texts.recipe.endless });
  const [hours, hoursField] = number('bound-hours', texts.recipe.hours, '', { min: 0, step: 'any', placeholder: texts.recipe.endless });
  const [seed, seedField] = number('run-seed', texts.recipe.seed, '1', { min: 0, step: 1, required: '' });
  const [threads, threadsField] = number('bound-threads', texts.recipe.threads, '', { min: 1, max: 1024, step: 1, placeholder: texts.recipe.allThreads });
  const scored = element('select', { id: 'run-profile' }, ...profiles.map((name) => element('option', { value: name }, name)));
  scored.value = new URLSearchParams(window.location.search).get('profile') ?? profile;
  const [inputs, roots] = sections(fields);
  const bounds = () => ({ children: filled(children), hours: filled(hours), threads: filled(threads) ?? 0 });
  const host = element(
    'form', { id: 'recipe' }, element('p', { class: 'faint' }, texts.recipe.about),
    element('div', { class: 'row' }, seedField, element('p', { class: 'field' }, element('label', { for: 'run-profile' }, texts.recipe.profile), scored), threadsField),
    element('h2', {}, texts.recipe.title), ...roots, element('button', { class: 'main', id: 'night-start' }, texts.recipe.start),
  );
  host.addEventListener('submit', (event) => {
    event.preventDefault();
    start({ seed: filled(seed), profile: scored.value, recipe: changed(inputs), bounds: bounds() });
  });
  const limits = element('div', { class: 'row' }, childrenField, hoursField);
  return { host, limits, bounds };
};
